"""The part of the server that speaks OpenAI's protocol."""
