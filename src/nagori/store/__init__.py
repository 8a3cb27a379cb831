"""Where data is kept: the port, the per-scope index, and SQLite."""
