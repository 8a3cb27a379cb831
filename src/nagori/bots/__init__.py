"""Bots on chat platforms: what comes in is heard, what is meant for the bot is answered."""
