"""The recall pipeline: one I/O step, then a readable tuple of pure stages."""
