"""Time-ordered ids."""

import os
from datetime import datetime
from functools import lru_cache

_ALPHABET = b"0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: no i, l, o, u
_LETTERS = _ALPHABET * 8
"""For every byte a letter, each as often."""
_PAIRS = tuple(chr(a) + chr(b) for a in _ALPHABET for b in _ALPHABET)


def new_id(now: datetime) -> str:
    """A unique id of 26 characters; ids of later milliseconds sort after earlier ones."""
    return _stamp(int(now.timestamp() * 1000)) + os.urandom(16).translate(_LETTERS).decode()


@lru_cache(maxsize=16)
def _stamp(milliseconds: int) -> str:
    """Ten letters that sort as the instants do; kept, since many ids are of one instant."""
    return "".join([_PAIRS[milliseconds >> shift & 1023] for shift in (40, 30, 20, 10, 0)])
