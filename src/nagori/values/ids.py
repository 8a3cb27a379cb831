"""Time-ordered ids."""

import secrets
from datetime import datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: no i, l, o, u
_PAIRS = tuple(a + b for a in _ALPHABET for b in _ALPHABET)


def new_id(now: datetime) -> str:
    """A unique id of 26 characters; ids of later milliseconds sort after earlier ones."""
    number = int(now.timestamp() * 1000) << 80 | secrets.randbits(80)
    return "".join(_PAIRS[number >> shift & 1023] for shift in range(120, -1, -10))
