"""Documents in the database file, with their passages."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from nagori.errors import NotFoundError
from nagori.store.document_port import IMPORT_JOB
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.jobs import check_lease, drop_jobs, enqueue_anew, finish
from nagori.store.sqlite.passage_rows import (
    Batch,
    Owner,
    drop_passages,
    put_passages,
    refresh_passages,
)
from nagori.store.sqlite.queries import load_queries
from nagori.values.document import (
    Document,
    DocumentContent,
    DocumentDraft,
    DocumentFile,
    DocumentPassage,
    DocumentState,
)
from nagori.values.job import Job
from nagori.values.memory import Page, Status
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

SQL = load_queries("documents")
_GET = SQL["get"].format(columns=SQL["columns"])
_LIST = SQL["list"].format(columns=SQL["columns"])


class SqliteDocuments:
    """A document, its file until it is read, and its passages."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def add(self, draft: DocumentDraft, *, now: datetime) -> Document:
        """Take in a document and queue its import; one that is known by its source is the same."""
        at = to_micros(now)

        def work(db: Database) -> Document:
            space, scope = draft.scope.space, draft.scope
            known = db.row(SQL["known"], (space, scope.key, draft.source))
            if known is None:
                _insert(db, draft, at)
                return _read(db, space, draft.id)
            seq, id, content_hash, state, retired_at = known
            if retired_at is not None:
                _set_retired(db, scope, seq, None, at)
            is_same = draft.content_hash is not None and content_hash == draft.content_hash
            if not (is_same and state != "failed"):
                db.run(SQL["again"], (seq, draft.name, at))
                _put_file(db, draft, seq)
                enqueue_anew(db, space, IMPORT_JOB, id, {}, at)
            return _read(db, space, id)

        return await self._engine.write(work)

    async def get(self, space: str, id: str) -> Document:
        """The document, deleted or not; `NotFoundError` when there is none."""
        return await self._engine.read(lambda db: _read(db, space, id))

    async def list(
        self, scope: Scope, *, limit: int, before: str | None = None, retired: bool = False
    ) -> Page[Document]:
        """The scope's documents, newest first; `before` is an id."""

        def work(db: Database) -> Page[Document]:
            key = (scope.space, scope.key, int(retired), before, limit + 1)
            found = [document_from(row) for row in db.rows(_LIST, key)]
            more = len(found) > limit
            return Page(found[:limit], found[limit - 1].id if more else None)

        return await self._engine.read(work)

    async def passages(
        self, space: str, id: str, *, limit: int, after: int = 0
    ) -> Page[DocumentPassage]:
        """What was found in it, in order; `after` is a number."""

        def work(db: Database) -> Page[DocumentPassage]:
            _read(db, space, id)
            rows = db.rows(SQL["passages"], (space, id, after, limit + 1))
            found = [passage_from(row) for row in rows]
            more = len(found) > limit
            return Page(found[:limit], str(found[limit - 1].number) if more else None)

        return await self._engine.read(work)

    async def to_import(self, job: Job) -> DocumentFile | None:
        """What the job is to import; None when it is gone."""

        def work(db: Database) -> DocumentFile | None:
            document = _find(db, job.space, job.key)
            if document is None:
                return None
            file = db.row(SQL["file"], (job.space, job.key))
            return DocumentFile(document, file[0] if file else None)

        return await self._engine.read(work)

    async def note(
        self, job: Job, *, state: DocumentState, progress: float, now: datetime
    ) -> Document | None:
        """Tell how far the import is; None when the document is gone."""

        def work(db: Database) -> Document | None:
            check_lease(db, job)
            db.run(SQL["note"], (job.space, job.key, state, progress, to_micros(now)))
            return _find(db, job.space, job.key)

        return await self._engine.write(work)

    async def fill(
        self, job: Job, content: DocumentContent, *, embedder: str | None, now: datetime
    ) -> Document | None:
        """Put what was found in place of what was there, and finish the job, as one."""
        at = to_micros(now)

        def work(db: Database) -> Document | None:
            check_lease(db, job)
            finish(db, job, at)
            document = _find(db, job.space, job.key)
            if document is None:
                return None
            seq, key = _number(db, job.space, job.key)
            drop_passages(db, "document", [seq])
            db.run(SQL["clear"], (seq,))
            put_texts(db, seq, content.passages)
            scope = Scope.parse(job.space, key)
            owner = Owner(scope, "document", seq, at, status=document.status)
            put_passages(Batch(db, embedder, at), owner, content.indexed)
            db.run(SQL["fill"], (seq, *_filled(content), at))
            db.run(SQL["drop_file"], (seq,))
            return _read(db, job.space, job.key)

        return await self._engine.write(work)

    async def fail(self, job: Job, error: str, *, now: datetime) -> Document | None:
        """Give an import up and finish the job; what was found before stays."""
        at = to_micros(now)

        def work(db: Database) -> Document | None:
            check_lease(db, job)
            finish(db, job, at)
            if _find(db, job.space, job.key) is None:
                return None
            seq, _ = _number(db, job.space, job.key)
            db.run(SQL["fail"], (seq, error, at))
            db.run(SQL["drop_file"], (seq,))
            return _read(db, job.space, job.key)

        return await self._engine.write(work)

    async def retire(self, space: str, id: str, *, now: datetime) -> Document:
        """Delete it so that it can be brought back."""
        at = to_micros(now)
        return await self._engine.write(lambda db: _retired(db, space, id, at, at))

    async def restore(self, space: str, id: str, *, now: datetime) -> Document:
        """Bring a deleted one back."""
        at = to_micros(now)
        return await self._engine.write(lambda db: _retired(db, space, id, None, at))

    async def overdue(self, *, before: datetime, limit: int) -> Sequence[tuple[str, str]]:
        """Space and id of documents that were deleted before then: they are to be erased."""
        key = (to_micros(before), limit)
        return await self._engine.read(lambda db: db.rows(SQL["overdue"], key))


def put_texts(db: Database, seq: int, passages: Sequence[DocumentPassage]) -> None:
    """Store what was found in a document, as if the texts stood behind each other."""
    start = 0
    for passage in passages:
        headings = json.dumps(passage.headings, ensure_ascii=False)
        row = (seq, start, passage.number, passage.page, headings, passage.text)
        db.run(SQL["put_passage"], row)
        start += len(passage.text) + 1


def passage_from(row: Sequence[Any]) -> DocumentPassage:
    """The passage that a row tells of."""
    number, text, headings, page = row
    return DocumentPassage(number, text, tuple(json.loads(headings)), page)


def erase_documents(db: Database, space: str, rows: Sequence[tuple[int, str]]) -> int:
    """Destroy documents, known by number and id; returns how many passages went."""
    seqs = [seq for seq, _ in rows]
    passages = drop_passages(db, "document", seqs)
    for _, id in rows:
        drop_jobs(db, space, id)
    # Its file and texts go with its row, by foreign key.
    db.run(SQL["delete"], (json.dumps(seqs),))
    return passages


def _insert(db: Database, draft: DocumentDraft, at: int) -> None:
    scope = draft.scope
    size = None if draft.data is None else len(draft.data)
    metadata = json.dumps(dict(draft.metadata), ensure_ascii=False)
    row = (scope.space, draft.id, scope.key, draft.source, draft.name, draft.url)
    row += (draft.media_type, size, draft.content_hash, metadata, at)
    db.run(SQL["insert"], row)
    _put_file(db, draft, db.last_insert)
    enqueue_anew(db, scope.space, IMPORT_JOB, draft.id, {}, at)


def _put_file(db: Database, draft: DocumentDraft, seq: int) -> None:
    if draft.data is not None:
        db.run(SQL["put_file"], (seq, draft.data))


def _filled(content: DocumentContent) -> tuple[Any, ...]:
    return (
        content.title,
        content.media_type,
        content.size,
        content.pages,
        content.content_hash,
        len(content.passages),
        json.dumps(list(content.warnings), ensure_ascii=False),
    )


def _retired(db: Database, space: str, id: str, retired_at: int | None, now: int) -> Document:
    document = _read(db, space, id)
    if (document.status == "retired") != (retired_at is not None):
        seq, key = _number(db, space, id)
        _set_retired(db, Scope.parse(space, key), seq, retired_at, now)
    return _read(db, space, id)


def _set_retired(db: Database, scope: Scope, seq: int, retired_at: int | None, now: int) -> None:
    db.run(SQL["set_retired"], (seq, retired_at, now))
    status: Status = "active" if retired_at is None else "retired"
    refresh_passages(db, Owner(scope, "document", seq, now), status=status)


def _number(db: Database, space: str, id: str) -> tuple[int, str]:
    found = db.row(SQL["number"], (space, id))
    if found is None:
        raise NotFoundError("document", id)
    return found[0], found[1]


def _read(db: Database, space: str, id: str) -> Document:
    document = _find(db, space, id)
    if document is None:
        raise NotFoundError("document", id)
    return document


def _find(db: Database, space: str, id: str) -> Document | None:
    row = db.row(_GET, (space, id))
    return None if row is None else document_from(row)


def document_from(row: Sequence[Any]) -> Document:
    """The document that a row tells of."""
    *facts, retired_at, metadata, created_at, updated_at = row
    return Document(
        *facts,
        status="active" if retired_at is None else "retired",
        metadata=json.loads(metadata),
        created_at=from_micros(created_at),
        updated_at=from_micros(updated_at),
    )
