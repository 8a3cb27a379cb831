"""Whole pages of global memory, out of the database file and in again."""

from dataclasses import replace
from datetime import datetime

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.pages import SQL, page_from
from nagori.store.sqlite.passage_rows import Batch, Owner, put_passages
from nagori.text.entries import entries_of
from nagori.values.draft import Indexed
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros
from nagori.values.transfer import WholePage


def whole_page(db: Database, seq: int) -> WholePage:
    """The page with this number, with its versions and sources."""
    scope, created_at, uncondensed, *page = db.row(SQL["whole"], (seq,))
    sources = db.rows(SQL["sources"], (seq,))
    return WholePage(
        page_from(scope, page),
        created_at=from_micros(created_at),
        uncondensed=uncondensed,
        versions=tuple(page_from(scope, row) for row in db.rows(SQL["versions_from"], (seq, 0))),
        sources=tuple((hash.hex(), message) for hash, message in sources),
    )


def put_whole_page(batch: Batch, space: str, whole: WholePage, indexed: Indexed) -> bool:
    """Put back a page as it was; False when its scope has one already."""
    db, page = batch.db, whole.page
    scope = Scope.parse(space, page.scope)
    if db.row(SQL["get"], (space, scope.key)) is not None:
        return False
    updated = _micros(page.updated_at, whole)
    db.run(
        SQL["insert_whole"],
        (
            space,
            scope.key,
            page.version,
            page.text,
            page.by,
            page.trust,
            whole.uncondensed,
            to_micros(whole.created_at),
            updated,
        ),
    )
    seq = db.last_insert
    for old in whole.versions:
        at = _micros(old.updated_at, whole)
        db.run(SQL["insert_version"], (seq, old.version, old.text, old.by, old.trust, at))
    for hash, message in whole.sources:
        db.run(SQL["put_source"], (seq, bytes.fromhex(hash), message))
    since = _since(whole)
    for piece in indexed.pieces:  # each is as old as its entry
        at = since.get(page.text[piece.start : piece.end], updated)
        put_passages(batch, Owner(scope, "page", seq, at), replace(indexed, pieces=(piece,)))
    return True


def _since(whole: WholePage) -> dict[str, int]:
    """Since when the page has had each of its entries, without a break."""
    since: dict[str, int] = {}
    for page in (*whole.versions, whole.page):
        at = _micros(page.updated_at, whole)
        since = {entry.text: since.get(entry.text, at) for entry in entries_of(page.text)}
    return since


def _micros(at: datetime | None, whole: WholePage) -> int:
    return to_micros(whole.created_at if at is None else at)
