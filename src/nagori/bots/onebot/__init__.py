"""Platforms that speak OneBot v11, such as QQ."""
