"""What users and our own tests check their parts with."""
