"""The write path: from words to something that can be found again."""
