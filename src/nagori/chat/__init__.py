"""A turn of a direct chat: prompt, stream, summary, title."""
