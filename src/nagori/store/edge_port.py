"""The part of the store's seam that a server needs; see `nagori.store.port`."""

import builtins
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, Protocol

from nagori.values.key import ApiKey


class KeyStore(Protocol):
    """Keys that let callers in, known by the hash of their secret."""

    async def add(self, key: ApiKey, secret_hash: bytes) -> None:
        """Keep a key; `ConflictError` when its id or its secret is in use."""
        ...

    async def find(self, secret_hash: bytes) -> ApiKey | None:
        """The key with this secret, unless it was revoked."""
        ...

    async def list(self) -> builtins.list[ApiKey]:
        """Every key of the store, oldest first, revoked ones included."""
        ...

    async def revoke(self, id: str, *, now: datetime) -> ApiKey:
        """The key, which lets nobody in any more; `NotFoundError` when there is none.

        One that was revoked before keeps the time of that.
        """
        ...


class ReplyStore(Protocol):
    """Answers to requests that carry an idempotency key, so that a repeat gets the same one."""

    async def claim(
        self, space: str, key: str, request: bytes, *, now: datetime, stale: datetime
    ) -> bytes | Literal["new", "busy", "other"]:
        """`new`: go on; bytes: the answer given before; `busy`: the first one still runs.

        `other`: the key was used for another request (`request` is its hash). A claim older than
        `stale` that was never answered counts as new again. Answers are kept for a day.
        """
        ...

    async def answer(self, space: str, key: str, response: bytes | None) -> None:
        """Keep the first answer; None lets go of a claim without one, since the request failed."""
        ...


class SettingStore(Protocol):
    """What was set in the app."""

    async def read(self, space: str) -> Mapping[str, Any]:
        """Every setting by its dotted name, as JSON values; secrets as `SecretStr`."""
        ...

    async def write(self, space: str, changes: Mapping[str, Any]) -> None:
        """Set some; None removes one. A `SecretStr` is sealed: copies of the data don't tell it."""
        ...
