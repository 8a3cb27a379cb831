"""The HTTP server: parses, checks who asks, calls the library, renders."""
