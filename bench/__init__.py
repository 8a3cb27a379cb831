"""Benchmarks: run with `make bench`, or `python -m bench.quality DATA…` on evaluation data."""
