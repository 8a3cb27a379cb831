"""Documents: files and web pages read into passages that can be found and cited."""
