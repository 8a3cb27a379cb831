"""Text as pure functions: rules, normal form, terms, tokens, passages, time words."""
