"""Projects: what a folder of code and documents holds, and what was learned about it."""
