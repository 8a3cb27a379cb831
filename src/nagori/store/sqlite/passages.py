"""Passages in the database file, and the one call that scores them."""

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial

import apsw
import numpy as np
from numpy.typing import NDArray

from nagori.store.index.cache import IndexCache, IndexKey
from nagori.store.index.rows import KINDS, Row
from nagori.store.index.scope_index import ScopeIndex, Version
from nagori.store.index.score import score
from nagori.store.passage_port import C
from nagori.store.port import EMBED_JOB
from nagori.store.sqlite.chat_rows import SQL as CHAT_SQL
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.documents import SQL as DOCUMENT_SQL
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.found import read_found
from nagori.store.sqlite.jobs import check_lease, enqueue, finish
from nagori.store.sqlite.memory_rows import SQL as MEMORY_SQL
from nagori.store.sqlite.passage_rows import embedder_id
from nagori.store.sqlite.queries import load_queries
from nagori.values.job import Job
from nagori.values.passage import Found, PassageKind, Pending, Query, Scores
from nagori.values.scope import Scope
from nagori.values.times import to_micros

_SQL = load_queries("passages")
_SCOPE_SQL = load_queries("scopes")
_LOAD = 20_000
"""Rows read at a time when an index is loaded."""
_TRIES = 20
_LIGHT = 4_096
"""Passages that are scored faster than a thread could be asked to; with few new ones among them."""
_LIGHT_NEWS = 64


class SqlitePassages:
    """Scores come from indexes in memory, which follow the file; the file decides what is true."""

    def __init__(self, engine: Engine, cache: IndexCache) -> None:
        self._engine = engine
        self._cache = cache
        self._sizes: dict[_Place, int] = {}

    async def find(
        self, query: Query, choose: Callable[[Scores], C]
    ) -> tuple[C, list[Found | None]]:
        """Score the passages of the query's scopes, let `choose` pick, and read what it picked.

        All on one state of the database. `choose` is pure; it runs in a reader's thread, or here
        when so few passages are known to be there that the way to a thread would cost more.
        """
        place = _place(query)

        def work(db: Database, *, light: bool = False) -> tuple[C, list[Found | None]]:
            scores = self._score(db, query, light=light)
            if len(self._sizes) > _LIGHT:
                self._sizes.clear()
            self._sizes[place] = len(scores)
            chosen = choose(scores)
            seqs = [int(seq) for seq in scores.passage[chosen.rows]]
            found = read_found(db, seqs, query.scopes.keys())
            return chosen, [found.get(seq) for seq in seqs]

        if self._sizes.get(place, _LIGHT + 1) <= _LIGHT:
            try:
                return self._engine.read_here(partial(work, light=True))
            except _HeavyError:  # much is new, or was dropped: that is work for a thread
                pass
        return await self._engine.read(work)

    async def score(self, query: Query) -> Scores:
        """Scores of every passage of the query's scopes that passes its filter."""
        return await self._engine.read(lambda db: self._score(db, query))

    async def pending(self, embedder: str, *, limit: int, after: int = 0) -> list[Pending]:
        """Passages `after` this one that have no vector of this embedder yet, oldest first."""

        def work(db: Database) -> list[Pending]:
            wanted = json.dumps(_pending(db, embedder, limit, after))
            rows = db.rows(_SQL["pending"], (wanted,))
            return [
                Pending(seq, text_hash, text[start:end], bool(stated))
                for seq, start, end, text_hash, text, stated in rows
            ]

        return await self._engine.read(work)

    async def put_vectors(
        self,
        embedder: str,
        embedded: Sequence[tuple[Pending, NDArray[np.float32]]],
        *,
        failed: Sequence[Pending] = (),
        job: Job,
    ) -> None:
        """Store vectors that were late, under the lease of `job`.

        A passage that is gone or says something else by now is skipped.
        """

        def work(db: Database) -> None:
            check_lease(db, job)
            _put_vectors(db, embedder, embedded, failed)

        await self._engine.write(work)

    async def finish_embedding(self, embedder: str, *, job: Job, now: datetime) -> bool:
        """Finish `job` unless passages arrived that lack vectors; tells whether it is finished."""
        at = to_micros(now)

        def work(db: Database) -> bool:
            check_lease(db, job)
            if not _all_embedded(db, embedder):
                return False
            finish(db, job, at)
            return True

        return await self._engine.write(work)

    async def want_vectors(self, embedder: str, *, now: datetime, dims: int | None = None) -> bool:
        """Queue the embedding job if passages lack this embedder's vectors; tells whether.

        Of these dimensions, if they are known; else of those that it had last.
        """
        at = to_micros(now)

        def work(db: Database) -> bool:
            if dims is not None:
                embedder_id(db, embedder, dims)
            if _all_embedded(db, embedder):
                return False
            enqueue(db, "", EMBED_JOB, embedder, {}, at)
            return True

        return await self._engine.write(work)

    def forget_caches(self) -> None:
        """Drop every index; the next query loads what it needs."""
        self._cache.clear()

    def _score(self, db: Database, query: Query, *, light: bool = False) -> Scores:
        tries = 0
        while True:
            try:
                return self._score_at_snapshot(db, query, light=light)
            except _BehindError:  # another reader has seen a newer state: look at that one instead
                db.run("ROLLBACK")
                db.run("BEGIN")
                tries += 1
                if tries > _TRIES:  # the file went back in time: it was replaced
                    self._cache.clear()

    def _score_at_snapshot(self, db: Database, query: Query, *, light: bool) -> Scores:
        by = _embedder_of(db, query)
        keys = sorted({scope.key for scopes in query.scopes.values() for scope in scopes})
        rows = db.rows(_SCOPE_SQL["versions"], (query.space, json.dumps(keys)))
        with ExitStack() as locks:
            # In one order for all readers, so that two never wait for each other's lock.
            indexes = [
                self._follow(db, (number, kind, by), Version(epoch, version), locks, light=light)
                for key, number, epoch, version in sorted(rows, key=lambda row: row[1])
                for kind in sorted(query.scopes)
                if Scope.parse(query.space, key) in query.scopes[kind]
            ]
            return score(indexes, query, _owners(db, query))

    def _follow(
        self, db: Database, key: IndexKey, version: Version, locks: ExitStack, *, light: bool
    ) -> ScopeIndex:
        """The index of `key`, locked, at exactly this version."""
        index = self._cache.get(key)
        if light and index.lock.locked():
            raise _HeavyError
        locks.enter_context(index.lock)
        if index.version == version:
            return index
        news = version.number - index.version.number
        if light and (index.version.epoch != version.epoch or news > _LIGHT_NEWS):
            raise _HeavyError
        if index.version.epoch > version.epoch or index.version.number > version.number:
            raise _BehindError
        if -1 < index.version.epoch < version.epoch:  # passages went away
            index = self._cache.drop(key)
            locks.enter_context(index.lock)
        number, kind, by = key
        since, after = index.version.number, 0
        newer = _SQL["newer_records" if kind == "record" else "newer"]
        try:
            while True:
                rows = db.rows(newer, (number, KINDS[kind], since, by, after, _LOAD))
                index.take([Row(*row) for row in rows], version)
                if len(rows) < _LOAD:
                    break
                after = rows[-1][0]
        except apsw.Error:
            self._cache.drop(key)  # half of it is not here
            raise
        self._cache.trim()
        return index


class _BehindError(Exception):
    """An index is ahead of this reader's state of the database."""


class _HeavyError(Exception):
    """There is more to do than should be done on the spot."""


_Place = tuple[str, str | None, tuple[tuple[str, tuple[Scope, ...]], ...]]


def _place(query: Query) -> _Place:
    """Where a query looks, whatever it asks."""
    scopes = tuple((kind, tuple(scopes)) for kind, scopes in query.scopes.items())
    return query.space, query.embedder, scopes


def _embedder_of(db: Database, query: Query) -> int | None:
    if query.embedder is None or query.vector is None:
        return None
    key = (query.embedder, len(query.vector))
    found = db.row(_SQL["embedder"], key)
    return found[0] if found else None


def _pending(db: Database, embedder: str, limit: int, after: int = 0) -> list[int]:
    by, through = db.row(_SQL["latest_embedder"], (embedder,)) or (0, 0)
    rows = db.rows(_SQL["pending_seqs"], (by, max(through, after), limit))
    return [seq for (seq,) in rows]


def _all_embedded(db: Database, embedder: str) -> bool:
    """Whether no passage waits for its vector; if so, those of now are never looked at again."""
    if _pending(db, embedder, 1):
        return False
    found = db.row(_SQL["latest_embedder"], (embedder,))
    if found is not None:
        db.run(_SQL["all_embedded"], (found[0],))
    return True


def _owners(db: Database, query: Query) -> dict[PassageKind, set[int]]:
    """The owners that the filter leaves, for each kind that it limits."""
    owners: dict[PassageKind, set[int]] = {}
    if query.where.documents is not None and "document" in query.scopes:
        ids = json.dumps(sorted(query.where.documents))
        owners["document"] = {seq for (seq,) in db.rows(DOCUMENT_SQL["among"], (query.space, ids))}
    if query.where.without and "memory" in query.scopes:
        keys = json.dumps([scope.key for scope in query.scopes["memory"]])
        unwanted = json.dumps(sorted(query.where.without))
        rows = db.rows(MEMORY_SQL["without"], (query.space, keys, unwanted))
        owners["memory"] = {seq for (seq,) in rows}
    if not query.where.metadata:
        return owners
    without = owners.get("memory")
    owners = {kind: set() for kind in query.scopes}
    wanted = json.dumps(dict(query.where.metadata), ensure_ascii=False)
    having: dict[PassageKind, str] = {"memory": MEMORY_SQL["having"], "message": CHAT_SQL["having"]}
    for kind, sql in having.items():
        keys = json.dumps([scope.key for scope in query.scopes.get(kind, ())])
        owners[kind] = {seq for (seq,) in db.rows(sql, (query.space, keys, wanted))}
    if without is not None:
        owners["memory"] &= without
    return owners


def _embedder_for(
    db: Database, embedder: str, embedded: Sequence[tuple[Pending, NDArray[np.float32]]]
) -> int:
    """The embedder's number; one that refused everything has no dimensions to tell it by."""
    if not embedded:
        found = db.row(_SQL["latest_embedder"], (embedder,))
        if found is not None:
            return found[0]
    return embedder_id(db, embedder, len(embedded[0][1]) if embedded else 0)


def _put_vectors(
    db: Database,
    embedder: str,
    embedded: Sequence[tuple[Pending, NDArray[np.float32]]],
    failed: Sequence[Pending],
) -> None:
    by = _embedder_for(db, embedder, embedded)
    owners: list[int] = []
    versions: dict[int, int] = {}
    results = [*((p, v) for p, v in embedded), *((p, None) for p in failed)]
    for pending, vector in results:
        row = db.row(_SQL["owner_of"], (pending.passage, pending.text_hash))
        if row is None:
            continue
        scope, kind, owner = row
        if scope not in versions:
            bumped = db.row(_SQL["bump_scope"], (scope,))
            versions[scope] = bumped[0]
        # Below zero: refused for good, so not tried again with this embedder.
        mark = (pending.passage, -by if vector is None else by, versions[scope])
        db.run(_SQL["set_embedded"], mark)
        if vector is not None:
            blob = vector.astype(np.float32, copy=False).tobytes()
            db.run(_SQL["insert_vector"], (pending.passage, by, blob))
        if kind == KINDS["memory"]:
            if vector is None:
                db.run(MEMORY_SQL["fail_stage"], (owner,))
            else:
                owners.append(owner)
    db.run(MEMORY_SQL["settle_stage"], (json.dumps(owners), by))
