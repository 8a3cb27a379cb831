"""Failures of learning in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from nagori.errors import NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.learning_json import as_json
from nagori.store.sqlite.project_rows import next_id, note_ids, project_number
from nagori.store.sqlite.queries import load_queries
from nagori.values.failure import FailureRecord, FailureStatus, OperationType
from nagori.values.learned import FailureDraft
from nagori.values.memory import Page
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

_SQL = load_queries("failures")
_FIND, _GET, _PAGE = (
    _SQL[name].format(columns=_SQL["columns"]) for name in ("find", "get", "page")
)


class SqliteFailures:
    """What did not work, known again by its kind and signature."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def note(self, scope: Scope, draft: FailureDraft, *, now: datetime) -> FailureRecord:
        """The failure as it stands now; one that is known was tried once more."""
        at = to_micros(now)

        def work(db: Database) -> FailureRecord:
            project = project_number(db, scope)
            key = (project, draft.operation_type, draft.signature)
            context = as_json(dict(draft.context))
            news = (draft.operation, draft.error, at, context, draft.avoid_strategy)
            if db.row(_SQL["again"], (*key, *news)) is None:
                id = next_id(db, project, "fr", now=at)
                fresh = FailureRecord(
                    id, scope.id, draft.operation_type, draft.operation, draft.signature,
                    draft.error, now, draft.context, avoid_strategy=draft.avoid_strategy,
                )  # fmt: skip
                db.row(_SQL["insert"], _row(scope, project, fresh))
            return _failure(db.row(_FIND, key), scope.id)

        return await self._engine.write(work)

    async def find(
        self, scope: Scope, operation_type: OperationType, signature: str
    ) -> FailureRecord | None:
        """The failure of that kind and signature, if it ever failed."""

        def work(db: Database) -> FailureRecord | None:
            row = db.row(_FIND, (project_number(db, scope), operation_type, signature))
            return None if row is None else _failure(row, scope.id)

        return await self._engine.read(work)

    async def get(self, scope: Scope, id: str) -> FailureRecord:
        """The failure; `NotFoundError` when there is none."""
        return await self._engine.read(lambda db: _read(db, scope, id))

    async def set_status(
        self, scope: Scope, id: str, status: FailureStatus, *, avoid_strategy: str | None = None
    ) -> FailureRecord:
        """The failure after the change; without a strategy it keeps the one it has."""

        def work(db: Database) -> FailureRecord:
            db.run(_SQL["set_status"], (project_number(db, scope), id, status, avoid_strategy))
            return _read(db, scope, id)

        return await self._engine.write(work)

    async def page(
        self,
        scope: Scope,
        *,
        statuses: Sequence[FailureStatus] | None = None,
        limit: int = 100,
        before: str | None = None,
    ) -> Page[FailureRecord]:
        """Failures, newest first; `before` is an id."""

        def work(db: Database) -> Page[FailureRecord]:
            wanted = None if statuses is None else json.dumps(list(statuses))
            rows = db.rows(_PAGE, (project_number(db, scope), wanted, before, limit + 1))
            found = [_failure(row, scope.id) for row in rows[:limit]]
            return Page(found, found[-1].id if len(rows) > limit else None)

        return await self._engine.read(work)

    async def put_back(self, scope: Scope, failures: Sequence[FailureRecord]) -> int:
        """Put back failures from elsewhere as they were; tells how many were not here yet."""

        def work(db: Database) -> int:
            project = project_number(db, scope)
            note_ids(db, project, [failure.id for failure in failures])
            rows = (_row(scope, project, failure) for failure in failures)
            return sum(db.row(_SQL["insert"], row) is not None for row in rows)

        return await self._engine.write(work)


def _row(scope: Scope, project: int, failure: FailureRecord) -> tuple[Any, ...]:
    return (
        scope.space,
        project,
        failure.id,
        failure.operation_type,
        failure.operation,
        failure.signature,
        failure.error,
        to_micros(failure.timestamp),
        as_json(dict(failure.context)),
        failure.retry_count,
        failure.status,
        failure.avoid_strategy,
    )


def _read(db: Database, scope: Scope, id: str) -> FailureRecord:
    row = db.row(_GET, (project_number(db, scope), id))
    if row is None:
        raise NotFoundError("failure", id)
    return _failure(row, scope.id)


def _failure(row: Any, project: str) -> FailureRecord:
    id, kind, operation, signature, error, failed_at, context, *rest = row
    at, told = from_micros(failed_at), json.loads(context)
    return FailureRecord(id, project, kind, operation, signature, error, at, told, *rest)
