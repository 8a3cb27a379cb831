"""Writing learning records: part of a transaction that may write more."""

import json
from collections.abc import Sequence
from typing import Any

from nagori.errors import InvalidInputError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.learning_json import as_json, steps_json
from nagori.store.sqlite.passage_rows import (
    Batch,
    Owner,
    drop_passages,
    put_passages,
    refresh_passages,
)
from nagori.store.sqlite.project_rows import next_id, note_ids
from nagori.store.sqlite.record_rows import FOUND_AS, SQL
from nagori.values.learned import RecordDraft
from nagori.values.learning import RecordStatus
from nagori.values.scope import Scope
from nagori.values.times import to_micros


def put_records(
    batch: Batch, scope: Scope, project: int, drafts: Sequence[RecordDraft]
) -> list[int]:
    """Add records of a project; returns the numbers of those that stand for the drafts now."""
    for draft in drafts:
        if not draft.citations:
            raise InvalidInputError("citations", "a record cites the lines that show its answer")
    note_ids(batch.db, project, [draft.id for draft in drafts if draft.id is not None])
    return [_put(batch, scope, project, draft) for draft in drafts]


def withdraw(db: Database, scope: Scope, project: int, claims: Sequence[str], now: int) -> None:
    """Let the records of claims that hold no more count as replaced, by none."""
    for _, seq in db.rows(SQL["by_claim"], (project, json.dumps(list(claims)))):
        set_status(db, scope, seq, "replaced", None, now)


def set_status(
    db: Database, scope: Scope, seq: int, status: RecordStatus, replaced_by: str | None, now: int
) -> None:
    """Set the status of a record that holds, and how its passages take part."""
    db.run(SQL["set_status"], (seq, status, replaced_by))
    if status == "replaced":
        owner = Owner(scope, "record", seq, now)
        refresh_passages(db, owner, status=FOUND_AS[status], valid_to=now)


def erase_records(db: Database, project: int) -> tuple[list[str], int]:
    """Destroy the passages of a project's records; returns the records' ids and how many went.

    The records themselves go with their project, by foreign key.
    """
    rows = db.rows(SQL["of_project"], (project,))
    passages = drop_passages(db, "record", [seq for seq, _ in rows])
    return [id for _, id in rows], passages


def _put(batch: Batch, scope: Scope, project: int, draft: RecordDraft) -> int:
    db = batch.db
    if draft.id is not None:
        known = db.row(SQL["known"], (project, draft.id))
        if known is not None:
            return known[0]
    holding = None
    if draft.claim is not None and draft.status != "replaced":
        holding = db.row(SQL["holding"], (project, draft.claim))
    if holding is not None and holding[1:] == (draft.question, draft.answer):
        _renew(batch, scope, project, holding[0], draft)
        return holding[0]
    id = draft.id or next_id(db, project, "lr", now=batch.now)
    if holding is not None:
        set_status(db, scope, holding[0], "replaced", id, batch.now)
    return _insert(batch, scope, project, draft, id)


def _renew(batch: Batch, scope: Scope, project: int, seq: int, draft: RecordDraft) -> None:
    """Its text stays, and so do its passages and their vectors."""
    db = batch.db
    db.run(SQL["renew"], (seq, draft.question_type, *_told(draft), as_json(dict(draft.metadata))))
    (file,) = db.row(SQL["file"], (seq,))
    db.run(SQL["drop_citations"], (seq,))
    _put_citations(db, project, seq, draft)
    if file != draft.citations[0].path:  # indexes know what file a passage stands for
        refresh_passages(db, Owner(scope, "record", seq, batch.now))


def _insert(batch: Batch, scope: Scope, project: int, draft: RecordDraft, id: str) -> int:
    db = batch.db
    at = batch.now if draft.created_at is None else to_micros(draft.created_at)
    row = (scope.space, project, id, draft.claim, draft.question, draft.question_type)
    row += (draft.answer, *_told(draft), draft.status, draft.replaced_by)
    db.run(SQL["insert"], (*row, as_json(dict(draft.metadata)), at))
    seq = db.last_insert
    _put_citations(db, project, seq, draft)
    owner = Owner(
        scope,
        "record",
        seq,
        at,
        status=FOUND_AS[draft.status],
        valid_to=batch.now if draft.status == "replaced" else None,
    )
    put_passages(batch, owner, draft.indexed)
    return seq


def _told(draft: RecordDraft) -> tuple[Any, ...]:
    """What is said about a record beside its text, in the order of the columns."""
    return (
        draft.confidence,
        steps_json(draft.exploration_path),
        as_json(draft.related_records),
        as_json(draft.tags),
        draft.domain,
        draft.made_by,
    )


def _put_citations(db: Database, project: int, seq: int, draft: RecordDraft) -> None:
    for number, cited in enumerate(draft.citations, 1):
        row = (seq, number, project, cited.path, cited.start, cited.end, cited.hash, cited.commit)
        db.run(SQL["insert_citation"], row)
