"""Pages of global memory in the database file, with their versions and passages."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from nagori.errors import ConflictError
from nagori.store.page_port import CONDENSE_JOB
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.jobs import check_lease, enqueue_anew
from nagori.store.sqlite.passage_rows import Batch, Owner, put_passages
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.scopes import renew
from nagori.text.entries import entries_of
from nagori.text.normal import content_hash
from nagori.values.draft import Indexed
from nagori.values.job import Job
from nagori.values.memory import Page, Trust
from nagori.values.page import GlobalPage, PageDraft, ToCondense
from nagori.values.passage import Piece
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

SQL = load_queries("pages")
_ALL = 2**62


class SqlitePages:
    """A page, what it said before and the passages of its entries: written in one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def get(self, scope: Scope) -> GlobalPage:
        """The page; one that nobody has written is empty, with version 0."""
        # Every turn asks for it: one row by its key is read faster than a thread could be asked to.
        return self._engine.read_here(lambda db: _read(db, scope)[1])

    async def put(
        self, draft: PageDraft, *, over: int, embedder: str | None, now: datetime
    ) -> GlobalPage:
        """Write the page and its passages; `ConflictError` unless it is at `draft.follows`."""

        def work(db: Database) -> GlobalPage:
            seq, page, uncondensed = _read(db, draft.scope)
            if page.version != draft.follows:
                raise ConflictError(
                    f"the page is at version {page.version} by now, not {draft.follows}: "
                    "read it again"
                )
            is_new_start = draft.mode == "rewrite"
            trust = _trust(page, draft)
            if (draft.text, trust) != (page.text, page.trust):
                batch = Batch(db, embedder, to_micros(now))
                keep = None if is_new_start else uncondensed
                seq = write_page(batch, draft, seq, page.text, trust=trust, uncondensed=keep)
                if is_new_start and draft.by == "person":
                    db.run(SQL["forget_sources"], (seq,))  # a person stands for all of it now
                if len(draft.text) > over or keep is not None:
                    queue_condensing(db, draft.scope, batch.now)
            if seq is not None:
                _put_sources(db, seq, page.text, draft)
            return _read(db, draft.scope)[1]

        return await self._engine.write(work)

    async def versions(
        self, scope: Scope, *, limit: int, before: int | None = None
    ) -> Page[GlobalPage]:
        """The page as it stands and as it stood, newest first; `before` is a version."""

        def work(db: Database) -> Page[GlobalPage]:
            seq, _, _ = _read(db, scope)
            key = (seq, _ALL if before is None else before, limit + 1)
            found = [page_from(scope.key, row) for row in db.rows(SQL["versions"], key)]
            more = len(found) > limit
            return Page(found[:limit], str(found[limit - 1].version) if more else None)

        return await self._engine.read(work)

    async def to_condense(self, scope: Scope) -> ToCondense | None:
        """What the page is condensed from; None when nobody has written it."""

        def work(db: Database) -> ToCondense | None:
            seq, page, uncondensed = _read(db, scope)
            if seq is None:
                return None
            before: Sequence[GlobalPage] = ()
            if uncondensed is not None:
                rows = db.rows(SQL["versions_from"], (seq, uncondensed))
                before = [page_from(scope.key, row) for row in rows]
            return ToCondense(page, before)

        return await self._engine.read(work)

    async def condense(
        self, draft: PageDraft, *, is_whole: bool, job: Job, embedder: str | None, now: datetime
    ) -> GlobalPage | None:
        """Write a condensed page under the lease of `job`; None when it changed meanwhile."""

        def work(db: Database) -> GlobalPage | None:
            check_lease(db, job)
            seq, page, uncondensed = _read(db, draft.scope)
            if seq is None or page.version != draft.follows:
                return None
            left_from = page.version if uncondensed is None else uncondensed
            again = None if is_whole else left_from
            batch = Batch(db, embedder, to_micros(now))
            write_page(batch, draft, seq, page.text, trust=page.trust, uncondensed=again)
            return _read(db, draft.scope)[1]

        return await self._engine.write(work)


def page_from(scope: str, row: Any) -> GlobalPage:
    """A page from its version, text, writer, trust and time."""
    version, text, by, trust, at = row
    return GlobalPage(scope, text, version, by, trust, from_micros(at))


def write_page(
    batch: Batch,
    draft: PageDraft,
    seq: int | None,
    before: str,
    *,
    trust: Trust,
    uncondensed: int | None,
) -> int:
    """Put the draft in the place of what was there, which becomes an old version."""
    db, scope = batch.db, draft.scope
    if seq is None:
        key = (scope.space, scope.key, draft.text, draft.by, trust, batch.now)
        db.run(SQL["insert"], key)
        seq = db.last_insert
    else:
        db.run(SQL["keep_version"], (seq,))
        db.run(SQL["update"], (seq, draft.text, draft.by, trust, uncondensed, batch.now))
    put_entries(batch, scope, seq, before, draft.text, draft.indexed)
    return seq


def put_entries(
    batch: Batch, scope: Scope, seq: int, before: str, text: str, indexed: Indexed
) -> None:
    """Make the passages those of the new text: what stays is moved, and keeps time and vectors."""
    db = batch.db
    here: dict[str, list[int]] = {}
    for passage, start, end in db.rows(SQL["passages"], (seq,)):
        here.setdefault(before[start:end], []).append(passage)
    fresh: list[Piece] = []
    for piece in indexed.pieces:
        known = here.get(text[piece.start : piece.end])
        if known:
            db.run(SQL["move"], (known.pop(0), piece.start, piece.end))
        else:
            fresh.append(piece)
    _drop(db, scope, [passage for left in here.values() for passage in left])
    if fresh:
        owner = Owner(scope, "page", seq, batch.now)
        put_passages(batch, owner, Indexed(indexed.content_hash, tuple(fresh)))


def drop_entries(db: Database, scope: Scope, seq: int, before: str, text: str) -> int:
    """Make the passages those of a text that lost whole lines; returns how many went."""
    left = entries_of(text)
    moves: list[tuple[range, int]] = []
    for entry in entries_of(before):
        # What went, went wherever it stood: an equal entry is one that stayed.
        if len(moves) < len(left) and left[len(moves)].text == entry.text:
            moves.append((range(entry.start, entry.end), left[len(moves)].start - entry.start))
    gone: list[int] = []
    for passage, start, end in db.rows(SQL["passages"], (seq,)):
        shift = next((by for place, by in moves if start in place), None)
        if shift is None:
            gone.append(passage)
        else:
            db.run(SQL["move"], (passage, start + shift, end + shift))
    return _drop(db, scope, gone)


def _drop(db: Database, scope: Scope, passages: Sequence[int]) -> int:
    if passages:
        (number,) = db.row(SQL["number_of_scope"], (scope.space, scope.key))
        renew(db, number)
        db.run(SQL["drop"], (json.dumps(list(passages)),))
    return len(passages)


def queue_condensing(db: Database, scope: Scope, now: int) -> None:
    """Have the page condensed; by a job that is under way, once more."""
    enqueue_anew(db, scope.space, CONDENSE_JOB, scope.key, {"scope": scope.key}, now)


def _read(db: Database, scope: Scope) -> tuple[int | None, GlobalPage, int | None]:
    """The page with its number in the file, and from which version on it is to be condensed."""
    row = db.row(SQL["get"], (scope.space, scope.key))
    if row is None:
        return None, GlobalPage(scope.key), None
    seq, *page, uncondensed = row
    return seq, page_from(scope.key, page), uncondensed


def _trust(page: GlobalPage, draft: PageDraft) -> Trust:
    """Words of others leave a page only when a person rewrites it."""
    rewritten = draft.mode == "rewrite" and draft.by == "person"
    if rewritten or not page.text:
        return draft.trust
    return "untrusted" if "untrusted" in (page.trust, draft.trust) else "own"


def _put_sources(db: Database, seq: int, before: str, draft: PageDraft) -> None:
    """Note where new entries come from; what a person wrote needs no message to stand."""
    if draft.message is None:
        return
    known = {content_hash(entry.text) for entry in entries_of(before)}
    here = {content_hash(entry.text) for entry in entries_of(draft.text)}
    for hash in draft.says:
        is_new = hash in here and hash not in known
        if is_new or db.row(SQL["has_source"], (seq, hash)) is not None:
            db.run(SQL["put_source"], (seq, hash, draft.message))
