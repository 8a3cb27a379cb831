"""Work in the background that survives a crash."""
