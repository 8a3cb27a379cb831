"""What is said in a group, from the database file."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from nagori.errors import NotFoundError
from nagori.store.index.rows import KINDS
from nagori.store.sqlite.chat_rows import read_messages
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.scopes import bump, renew
from nagori.store.sqlite.stars import SQL as STAR_SQL
from nagori.values.group import Correction, RoomMessage, RoomNews, RoomVersion
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

SQL = load_queries("rooms")
_MESSAGE = KINDS["message"]
_NEVER = 2**63 - 1


class SqliteRooms:
    """Messages of a group over all of its chats, with what is kept about them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def news(
        self,
        scope: Scope,
        *,
        known: RoomVersion | None,
        after: int,
        limit: int,
        analyser: int,
        embedder: str | None,
    ) -> RoomNews:
        """What came after a number since a version that is known; else the last messages."""

        def work(db: Database) -> RoomNews:
            version = RoomVersion(*db.row(SQL["version"], (scope.space, scope.key)))
            if version == known:
                return RoomNews(version, only_grew=True, messages=())
            grew = known is not None and version.only_grew(known)
            seqs = _last(db, scope, after if grew else 0, limit)
            return RoomNews(version, grew, _read(db, seqs, analyser, embedder))

        return await self._engine.read(work)

    async def heard(
        self,
        scope: Scope,
        *,
        after: int = 0,
        before: int | None = None,
        limit: int,
        analyser: int,
        embedder: str | None,
    ) -> list[RoomMessage]:
        """The last messages that came after a number, and before another one, oldest first."""
        return await self._engine.read(
            lambda db: _read(db, _last(db, scope, after, limit, before), analyser, embedder)
        )

    async def find(
        self, scope: Scope, ids: Sequence[str], *, analyser: int, embedder: str | None
    ) -> list[RoomMessage]:
        """Those of the messages, by their ids or external ids, that are in the group."""
        key = (scope.space, scope.key, json.dumps(list(ids)))

        def work(db: Database) -> list[RoomMessage]:
            seqs = [seq for (seq,) in db.rows(SQL["by_ids"], key)]
            return _read(db, seqs, analyser, embedder)

        return await self._engine.read(work)

    async def keep_features(
        self, space: str, features: Mapping[str, str], *, analyser: int, now: datetime
    ) -> None:
        """Keep what an analyser made of messages, by their ids."""
        at = to_micros(now)

        def work(db: Database) -> None:
            for id, text in features.items():
                db.run(SQL["keep_features"], (space, id, analyser, text, at))

        await self._engine.write(work)

    async def correct(
        self, scope: Scope, id: str, *, belongs_with: str | None, now: datetime
    ) -> Correction:
        """Keep which conversation a message is part of, in place of what was said before."""

        def work(db: Database) -> Correction:
            message = _number(db, scope, id)
            other = None if belongs_with is None else _number(db, scope, belongs_with)
            db.run(SQL["correct"], (message, other, to_micros(now)))
            _changed(db, scope)
            return Correction(id, belongs_with, now)

        return await self._engine.write(work)

    async def uncorrect(self, scope: Scope, id: str) -> None:
        """Take back what was said about a message; nothing happens when nothing was."""

        def work(db: Database) -> None:
            before = db.changes
            db.run(SQL["uncorrect"], (_number(db, scope, id),))
            if db.changes > before:
                _changed(db, scope)

        await self._engine.write(work)

    async def corrections(self, scope: Scope) -> list[Correction]:
        """What people said about messages of the group, in the order of the messages."""
        key = (scope.space, scope.key)
        return await self._engine.read(
            lambda db: [
                Correction(id, other, from_micros(at))
                for id, other, at in db.rows(SQL["corrections"], key)
            ]
        )


def _number(db: Database, scope: Scope, id: str) -> int:
    """The number of a message of the group."""
    found = db.row(SQL["number"], (scope.space, scope.key, id))
    if found is None:
        raise NotFoundError("message", id)
    return int(found[0])


def _changed(db: Database, scope: Scope) -> None:
    """Say that links between messages of the group are to be found anew, in every process."""
    number, _ = bump(db, scope)
    renew(db, number)


def _last(
    db: Database, scope: Scope, after: int, limit: int, before: int | None = None
) -> list[int]:
    """Numbers of the last messages of the group that came after one, oldest first."""
    seqs: list[int] = []
    until = _NEVER if before is None else before
    for (chat,) in db.rows(SQL["chats"], (scope.space, scope.key)):
        seqs += [seq for (seq,) in db.rows(SQL["last"], (scope.space, chat, after, limit, until))]
    return sorted(seqs)[-limit:]


def _read(
    db: Database, seqs: Sequence[int], analyser: int, embedder: str | None
) -> list[RoomMessage]:
    if not seqs:
        return []
    numbers = json.dumps(list(seqs))
    features: dict[int, str] = dict(db.rows(SQL["features"], (numbers, analyser)))
    corrected: dict[int, str] = dict(db.rows(SQL["corrected"], (numbers,)))
    vectors = _vectors(db, numbers, embedder)
    return [
        RoomMessage(seq, message, features.get(seq), vectors.get(seq), corrected.get(seq))
        for seq, message in zip(seqs, read_messages(db, seqs), strict=True)
    ]


def _vectors(db: Database, numbers: str, embedder: str | None) -> dict[int, NDArray[np.float32]]:
    by = None if embedder is None else db.row(STAR_SQL["embedder"], (embedder,))
    if by is None:
        return {}
    rows = db.rows(SQL["vectors"], (numbers, _MESSAGE, by[0]))
    return {owner: np.frombuffer(blob, np.float32) for owner, blob in rows}
