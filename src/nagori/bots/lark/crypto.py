"""Events that were sealed with the app's encrypt key."""

import base64
import binascii
from hashlib import sha256

from nagori.bots.errors import UnreadableError
from nagori.bots.lark.aes import BLOCK, Decryptor


class Opener:
    """Opens events that were sealed with one encrypt key."""

    def __init__(self, encrypt_key: str) -> None:
        self._decryptor = Decryptor(sha256(encrypt_key.encode()).digest())

    def open(self, sealed: str) -> bytes:
        """What was sealed; `UnreadableError`, always with the same words, when it can't be read."""
        try:
            data = base64.b64decode(sealed, validate=True)
        except (binascii.Error, ValueError) as error:
            raise _unreadable() from error
        if len(data) < 2 * BLOCK or len(data) % BLOCK:
            raise _unreadable()
        padded = self._decryptor.cbc(data[BLOCK:], data[:BLOCK])
        size = padded[-1]
        if not 1 <= size <= BLOCK or padded[-size:] != bytes([size]) * size:
            raise _unreadable()
        return padded[:-size]


def _unreadable() -> UnreadableError:
    return UnreadableError("lark", "the event was not sealed with our encrypt key")
