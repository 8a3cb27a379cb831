"""The methods of `Nagori`, a noun a file."""
