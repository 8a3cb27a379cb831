"""Secrets out of a text: keys, tokens, passwords and numbers that open or pay for something.

What only looks like one (a phone number, a hash, a version) stays. Where words alone decide, as
in "my password is …", the reading leans towards taking a value out: one that is lost can be said
again, one that was remembered cannot be made unknown. All repetitions are bounded or possessive,
so that no text is slow to read.
"""

from nagori.text.secrets.redaction import Redacted, redact

__all__ = ["Redacted", "redact"]
