"""Derived data in memory: what one scope's passages look like to a query, for any backend."""
