"""What comes in and goes out over HTTP, by noun."""
