"""What source files declare, language by language, each with the lines that show it."""
