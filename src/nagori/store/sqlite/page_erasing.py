"""Taking what is erased out of pages: part of the transaction that erases it."""

import json
from collections.abc import Collection, Sequence

from nagori.store.sqlite.chat_rows import EXTRACTIVE
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.jobs import drop_jobs
from nagori.store.sqlite.pages import SQL, drop_entries, page_from, queue_condensing
from nagori.store.sqlite.passage_rows import drop_passages
from nagori.text.entries import entries_of, without_entries
from nagori.text.normal import content_hash, normal_form
from nagori.values.page import REBUILT, WRITERS, GlobalPage
from nagori.values.scope import Scope

_ALL = 2**62
_NOT_CONDENSED = (*WRITERS, EXTRACTIVE, REBUILT)
"""Who wrote a page that says nothing in other words than its writer's."""


def erase_page(db: Database, scope: Scope) -> tuple[int, int]:
    """Destroy the page of a scope with its versions; how many pages and passages went."""
    gone = db.row(SQL["delete"], (scope.space, scope.key))
    if gone is None:
        return 0, 0
    drop_jobs(db, scope.space, scope.key)
    # Versions and sources went with their page, by foreign key.
    return 1, drop_passages(db, "page", [gone[0]])


def forget_memories(db: Database, seqs: Sequence[int], now: int) -> int:
    """Take what these memories say out of the pages of their scopes, before they are gone."""
    wanted = json.dumps(list(seqs))
    count = 0
    for page, scope in db.rows(SQL["beside_memories"], (wanted,)):
        texts = db.rows(SQL["texts_of_memories"], (scope, wanted))
        count += _forget(db, page, {normal_form(text) for (text,) in texts}, now)
    return count


def forget_chat(db: Database, space: str, chat_id: str, now: int) -> int:
    """Take entries out of pages that came from a chat alone, before its messages are gone."""
    by_page: dict[int, set[bytes]] = {}
    for page, hash in db.rows(SQL["only_from_chat"], (space, chat_id)):
        by_page.setdefault(page, set()).add(hash)
    count = 0
    for page, hashes in by_page.items():
        forms = {
            normal_form(entry.text)
            for version in _versions(db, page)
            for entry in entries_of(version.text)
            if content_hash(entry.text) in hashes
        }
        count += _forget(db, page, forms, now)
    db.run(SQL["forget_sources_of_chat"], (space, chat_id))
    return count


def _versions(db: Database, page: int) -> list[GlobalPage]:
    """Every version, oldest first; the last one is the page as it stands."""
    (_, scope) = db.row(SQL["by_number"], (page,))
    rows = db.rows(SQL["versions"], (page, _ALL, _ALL))
    return [page_from(scope, row) for row in reversed(rows)]


def _forget(db: Database, page: int, forms: Collection[str], now: int) -> int:
    """Take entries out of every version of a page; returns how many passages went.

    What a model condensed out of such an entry may still tell of it, so it goes, too, and the page
    is condensed anew from what is left of the versions before.
    """
    *old, current = _versions(db, page)
    gone, whole = _derived([*old, current], set(forms))
    for version in old:
        text = without_entries(version.text, gone)
        if text != version.text:
            db.run(SQL["set_version"], (page, version.version, text))
    text = without_entries(current.text, gone)
    if text == current.text and whole is None:
        return 0
    space, scope = db.row(SQL["by_number"], (page,))
    count = drop_entries(db, Scope.parse(space, scope), page, current.text, text)
    if whole is None:
        db.run(SQL["set_text"], (page, text))
    else:
        db.run(SQL["rebuild"], (page, text, whole, REBUILT))
        queue_condensing(db, Scope.parse(space, scope), now)
    return count


def _derived(versions: Sequence[GlobalPage], forms: set[str]) -> tuple[set[str], int | None]:
    """Everything that goes with these entries, and from which version on to condense anew."""
    gone, whole = set(forms), None
    before: set[str] = set()
    last = 0
    for version in versions:
        here = {normal_form(entry.text) for entry in entries_of(version.text)}
        if version.by in WRITERS and not before <= here:
            whole = None  # rewritten: nothing of what was condensed before need come back
        elif version.by not in _NOT_CONDENSED and before & gone:
            gone |= here - before
            whole = last if whole is None else whole
        before, last = here, version.version
    return gone, whole
