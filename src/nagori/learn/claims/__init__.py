"""What the analysis of a project can say for sure, each with the lines that show it."""
