"""Secrets at rest: sealed with a key that is kept in a file of its own, beside the database.

Who has only the database, a backup or an export of it can't read them. Who can read both files
can: this keeps secrets out of copies, not from the machine they are used on.
"""

import hmac
import os
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

_KEY_BYTES = 32
_NONCE_BYTES = 16
_TAG_BYTES = 32


class Sealer:
    """Seals texts and opens them again; the key is made when the first one is sealed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def seal(self, text: str, name: str) -> str:
        """The text, readable to nobody without the key, and for this name only."""
        key = self._key() or self._new_key()
        nonce = secrets.token_bytes(_NONCE_BYTES)
        body = _mixed(text.encode(), key, nonce)
        return b64encode(nonce + body + _tag(key, name, nonce, body)).decode()

    def open(self, sealed: str, name: str) -> str | None:
        """The text; None when the key is gone, is another, or somebody changed what was sealed."""
        key = self._key()
        try:
            whole = b64decode(sealed, validate=True)
        except ValueError:
            return None
        if key is None or len(whole) < _NONCE_BYTES + _TAG_BYTES:
            return None
        nonce, body, tag = (
            whole[:_NONCE_BYTES],
            whole[_NONCE_BYTES:-_TAG_BYTES],
            whole[-_TAG_BYTES:],
        )
        if not hmac.compare_digest(tag, _tag(key, name, nonce, body)):
            return None
        return _mixed(body, key, nonce).decode()

    def _key(self) -> bytes | None:
        try:
            found = self._path.read_bytes()
        except OSError:
            return None
        return found if len(found) == _KEY_BYTES else None

    def _new_key(self) -> bytes:
        """A new key, unless another process made one meanwhile. A broken file is replaced."""
        key = secrets.token_bytes(_KEY_BYTES)
        draft = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        try:
            if self._path.exists():  # it holds no key
                draft.replace(self._path)
                return key
            try:
                os.link(draft, self._path)  # never half a file, never over another's
            except FileExistsError:
                pass
            except OSError:  # there are no links here
                draft.replace(self._path)
            return self._key() or key
        finally:
            draft.unlink(missing_ok=True)


def _mixed(data: bytes, key: bytes, nonce: bytes) -> bytes:
    """Data and the key's stream for this nonce, combined; twice gives the data back.

    The stream is HMAC-SHA256 in counter mode, a function that nobody can foresee without the key.
    """
    own = hmac.digest(key, b"stream", sha256)
    blocks = range(0, len(data), _TAG_BYTES)
    stream = b"".join(
        hmac.digest(own, nonce + number.to_bytes(8, "big"), sha256) for number in blocks
    )
    return bytes(a ^ b for a, b in zip(data, stream, strict=False))


def _tag(key: bytes, name: str, nonce: bytes, body: bytes) -> bytes:
    """What shows that nothing was changed, and that it stands under its own name."""
    own = hmac.digest(key, b"tag", sha256)
    return hmac.digest(own, sha256(name.encode()).digest() + nonce + body, sha256)
