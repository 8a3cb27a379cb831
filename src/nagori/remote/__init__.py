"""Talking to providers: what embedders and language models share."""
