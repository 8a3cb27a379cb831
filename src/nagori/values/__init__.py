"""Plain frozen values that every layer speaks in."""
