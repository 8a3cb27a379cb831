"""A model that looks things up and acts by itself, within limits and with consent."""
