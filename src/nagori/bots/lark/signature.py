"""Whether an event comes from the platform, and now."""

import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256

TIMESTAMP = "x-lark-request-timestamp"
NONCE = "x-lark-request-nonce"
SIGNATURE = "x-lark-signature"
FRESH = timedelta(minutes=5)
"""How far the time of an event may be from ours."""


def signature(timestamp: str, nonce: str, encrypt_key: str, body: bytes) -> str:
    """What the platform writes beside a body."""
    return sha256((timestamp + nonce + encrypt_key).encode() + body).hexdigest()


def is_signed(headers: Mapping[str, str]) -> bool:
    """Whether a request carries any part of a signature, right or wrong."""
    return any(name in headers for name in (TIMESTAMP, NONCE, SIGNATURE))


def is_genuine(headers: Mapping[str, str], body: bytes, encrypt_key: str, now: datetime) -> bool:
    """Whether the bytes were signed with the key, and not long ago."""
    timestamp, nonce = headers.get(TIMESTAMP, ""), headers.get(NONCE, "")
    given = headers.get(SIGNATURE, "")
    # Header values are Latin-1; comparing text that is not ASCII would raise.
    right = signature(timestamp, nonce, encrypt_key, body).encode()
    same = hmac.compare_digest(right, given.encode())
    return same and _is_fresh(timestamp, now)


def _is_fresh(timestamp: str, now: datetime) -> bool:
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 12):
        return False
    return abs(now.timestamp() - int(timestamp)) <= FRESH.total_seconds()
