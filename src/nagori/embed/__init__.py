"""What turns text into vectors: one port, several implementations."""
