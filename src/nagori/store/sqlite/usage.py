"""How contexts were made and what came of them, in the database file."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from nagori.errors import NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.values.group import UsageRecord
from nagori.values.memory import Page
from nagori.values.times import from_micros, to_micros

SQL = load_queries("usage")
_GET = SQL["get"].format(columns=SQL["columns"])
_PAGE = SQL["page"].format(columns=SQL["columns"])


class SqliteUsage:
    """Records of contexts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def add(self, space: str, records: Sequence[UsageRecord]) -> None:
        """Keep records; one that is here already stays as it is."""
        rows = [(space, *_row(record)) for record in records]

        def work(db: Database) -> None:
            for row in rows:
                db.run(SQL["add"], row)

        await self._engine.write(work)

    async def get(self, space: str, context_id: str) -> UsageRecord:
        """One record; `NotFoundError` when there is none."""
        return await self._engine.read(lambda db: _get(db, space, context_id))

    async def answered(self, space: str, context_id: str, response: str) -> bool:
        """Note the answer that a context led to; False when there is no such record."""

        def work(db: Database) -> bool:
            before = db.changes
            db.run(SQL["answered"], (space, context_id, response))
            return db.changes > before

        return await self._engine.write(work)

    async def judged(
        self,
        space: str,
        context_id: str,
        *,
        feedback: str | None = None,
        success: float | None = None,
        signal: Mapping[str, Any] | None = None,
    ) -> UsageRecord:
        """Note what people thought or did; None leaves as it is."""
        told = None if signal is None else _json(dict(signal))

        def work(db: Database) -> UsageRecord:
            db.run(SQL["judged"], (space, context_id, feedback, success, told))
            return _get(db, space, context_id)

        return await self._engine.write(work)

    async def page(
        self, space: str, group_id: str | None, *, limit: int, before: str | None = None
    ) -> Page[UsageRecord]:
        """Records of a group, or of all, newest first."""

        def work(db: Database) -> Page[UsageRecord]:
            found = [_record(row) for row in db.rows(_PAGE, (space, group_id, before, limit + 1))]
            more = len(found) > limit
            return Page(found[:limit], found[limit - 1].context_id if more else None)

        return await self._engine.read(work)


def erase_usage(
    db: Database,
    space: str,
    *,
    group: str | None = None,
    user: str | None = None,
    messages: Sequence[str] = (),
) -> None:
    """Destroy records of a group, of a user, or of contexts for messages."""
    if group is not None:
        db.run(SQL["of_group"], (space, group))
    if user is not None:
        db.run(SQL["of_user"], (space, user))
    if messages:
        db.run(SQL["of_messages"], (space, json.dumps(list(messages))))


def _get(db: Database, space: str, context_id: str) -> UsageRecord:
    row = db.row(_GET, (space, context_id))
    if row is None:
        raise NotFoundError("context", context_id)
    return _record(row)


def _row(record: UsageRecord) -> tuple[Any, ...]:
    return (
        record.context_id,
        record.group_id,
        record.user_id,
        record.trigger_message_id,
        _json(record.context_message_ids),
        _json(record.relevance_scores),
        _json(record.build),
        to_micros(record.created_at),
        record.llm_response,
        record.user_feedback,
        record.success_indicator,
        _json(record.signals),
    )


def _record(row: Any) -> UsageRecord:
    (context_id, group_id, user_id, trigger, chosen, scores, build, created_at, response, feedback,
     success, signals) = row  # fmt: skip
    return UsageRecord(
        context_id=context_id,
        group_id=group_id,
        user_id=user_id,
        trigger_message_id=trigger,
        context_message_ids=tuple(json.loads(chosen)),
        relevance_scores=json.loads(scores),
        build=json.loads(build),
        created_at=from_micros(created_at),
        llm_response=response,
        user_feedback=feedback,
        success_indicator=success,
        signals=tuple(json.loads(signals)),
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
