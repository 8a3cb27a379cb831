"""Every memory of a scope at once, from the database file."""

import json
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.memory_rows import read_memories
from nagori.store.sqlite.queries import load_queries
from nagori.values.memory import Memory
from nagori.values.scope import Scope
from nagori.values.star import See, Stars

SQL = load_queries("stars")
_BLOCK = 4096
"""Vectors that are shown at a time, so that they are not all in memory twice."""

_Owned = dict[int, int]
"""For each memory, by its number, the passage that speaks for it."""


class SqliteStars:
    """Vectors are read from the file, and only those that are new: a map needs each once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def version(self, scope: Scope) -> str:
        """What differs after every change of the scope's memories."""
        return await self._engine.read(partial(_version, scope=scope))

    async def all(
        self, scope: Scope, *, embedder: str | None, known: NDArray[np.int64], see: See
    ) -> Stars:
        """Every active memory of the scope, all of one state of the data."""

        def work(db: Database) -> Stars:
            owned = _show(db, scope, embedder, known, see) if embedder else {}
            rows = db.rows(SQL["all"], (scope.space, scope.key))
            return _stars(_version(db, scope), rows, owned)

        return await self._engine.read(work)

    async def matching(self, scope: Scope, text: str, *, limit: int) -> list[str]:
        """Ids of active memories in whose text this one stands, whatever its case."""
        values = (scope.space, scope.key, text.casefold(), limit)
        return await self._engine.read(
            lambda db: [id for (id,) in db.rows(SQL["matching"], values)]
        )

    async def read(self, scope: Scope, ids: Sequence[str]) -> list[Memory]:
        """Those of the memories that are there and in the scope, in the order asked for."""
        values = (scope.space, scope.key, json.dumps(list(dict.fromkeys(ids))))

        def work(db: Database) -> list[Memory]:
            seqs = [seq for _, seq in db.rows(SQL["read"], values)]
            found = read_memories(db, seqs)
            return [found[seq] for seq in seqs]

        return await self._engine.read(work)

    async def replaced_by(self, scope: Scope, id: str) -> list[Memory]:
        """What a memory took the place of, the latest first."""

        def work(db: Database) -> list[Memory]:
            seqs = [seq for (seq,) in db.rows(SQL["replaced_by"], (scope.space, scope.key, id))]
            found = read_memories(db, seqs)
            return [found[seq] for seq in seqs]

        return await self._engine.read(work)


def _version(db: Database, scope: Scope) -> str:
    found = db.row(SQL["version"], (scope.space, scope.key))
    return "-".join(map(str, found)) if found else "0"


def _show(db: Database, scope: Scope, embedder: str, known: NDArray[np.int64], see: See) -> _Owned:
    """Show the vectors that are new; which passage speaks for each memory."""
    number = db.row(SQL["version"], (scope.space, scope.key))
    by = db.row(SQL["embedder"], (embedder,))
    if number is None or by is None:
        return {}
    owned: _Owned = dict(db.rows(SQL["passages"], (number[0], by[0])))
    passages = np.fromiter(owned.values(), np.int64, len(owned))
    fresh = np.sort(passages[~np.isin(passages, known)])
    for start in range(0, len(fresh), _BLOCK):
        some = fresh[start : start + _BLOCK]
        blobs = db.rows(SQL["vectors"], (json.dumps(some.tolist()), by[0]))
        joined = b"".join(blob for (blob,) in blobs)
        see(some, np.frombuffer(joined, np.float32).reshape(len(some), by[1]))
    return owned


def _stars(
    version: str, rows: Sequence[tuple[int, str, str, str, int, int, int]], owned: _Owned
) -> Stars:
    seqs, ids, texts, tags, created, updated, said = zip(*rows, strict=True) if rows else ((),) * 7
    return Stars(
        version=version,
        ids=ids,
        texts=texts,
        tags=tags,
        created_at=np.array(created, np.int64),
        updated_at=np.array(updated, np.int64),
        times_said=np.array(said, np.int64),
        passage=np.array([owned.get(seq, -1) for seq in seqs], np.int64),
    )
