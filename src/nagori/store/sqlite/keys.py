"""Keys that let callers in, in the database file."""

import builtins
from datetime import datetime
from typing import Any

from nagori.errors import ConflictError, NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.values.key import ApiKey
from nagori.values.times import from_micros, to_micros

_SQL = load_queries("keys")


class SqliteKeys:
    """Known by the hash of their secret; the secret itself is nowhere."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def add(self, key: ApiKey, secret_hash: bytes) -> None:
        """Keep a key; `ConflictError` when its id or its secret is in use."""
        values = (
            key.id,
            secret_hash,
            key.name,
            key.hint,
            key.space,
            key.user,
            int(key.read_only),
            to_micros(key.created_at),
            None if key.revoked_at is None else to_micros(key.revoked_at),
        )

        def work(db: Database) -> None:
            if db.row(_SQL["taken"], (key.id, secret_hash)) is not None:
                raise ConflictError(f"there is a key {key.id!r}, or one with its secret, already")
            db.run(_SQL["add"], values)

        await self._engine.write(work)

    async def find(self, secret_hash: bytes) -> ApiKey | None:
        """The key with this secret, unless it was revoked."""

        def work(db: Database) -> ApiKey | None:
            row = db.row(_SQL["find"], (secret_hash,))
            return None if row is None else _key(row)

        return await self._engine.read(work)

    async def list(self) -> builtins.list[ApiKey]:
        """Every key of the store, oldest first, revoked ones included."""
        return await self._engine.read(lambda db: [_key(row) for row in db.rows(_SQL["list"])])

    async def revoke(self, id: str, *, now: datetime) -> ApiKey:
        """The key, which lets nobody in any more; `NotFoundError` when there is none."""

        def work(db: Database) -> ApiKey:
            row = db.row(_SQL["revoke"], (id, to_micros(now)))
            if row is None:
                raise NotFoundError("key", id)
            return _key(row)

        return await self._engine.write(work)


def _key(row: Any) -> ApiKey:
    id, name, hint, space, user, read_only, created_at, revoked_at = row
    return ApiKey(
        id=id,
        name=name,
        space=space,
        user=user,
        read_only=bool(read_only),
        created_at=from_micros(created_at),
        hint=hint,
        revoked_at=None if revoked_at is None else from_micros(revoked_at),
    )
