"""Rounds of learning in the database file."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from nagori.errors import ConflictError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.learning_json import as_json, steps_from, steps_json, texts
from nagori.store.sqlite.passage_rows import Batch
from nagori.store.sqlite.project_rows import SQL as PROJECT_SQL
from nagori.store.sqlite.project_rows import project_number
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.record_rows import read_records
from nagori.store.sqlite.record_writes import put_records
from nagori.values.learned import RecordDraft
from nagori.values.learning_round import LearningRound, RoundEnd
from nagori.values.memory import Page
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

_SQL = load_queries("rounds")
_RUNNING, _GET, _PAGE = (
    _SQL[name].format(columns=_SQL["columns"]) for name in ("running", "get", "page")
)


class SqliteRounds:
    """Rounds, leased so that two processes never do the same one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def begin(
        self, scope: Scope, id: str, *, now: datetime, lease: timedelta
    ) -> LearningRound | None:
        """The round that is the caller's to do; None while another does one."""
        token = secrets.token_hex(8)
        at, until = to_micros(now), to_micros(now + lease)

        def work(db: Database) -> LearningRound | None:
            project = project_number(db, scope)
            seq, lease_until, taken_over = db.row(_SQL["lease"], (project,)) or (None, 0, 0)
            if seq is not None and lease_until > at:
                return None
            if seq is not None and not taken_over:
                db.run(_SQL["take_over"], (seq, token, until, at))
            else:
                if seq is not None:
                    db.run(_SQL["give_up"], (seq, at))
                db.run(_SQL["begin"], (scope.space, project, id, token, until, at))
            return replace(_round(db.row(_RUNNING, (project,)), scope.id), lease=token)

        return await self._engine.write(work)

    async def advance(
        self, scope: Scope, round: LearningRound, *, now: datetime, lease: timedelta
    ) -> LearningRound:
        """Write how far it is, and keep it for longer; a lost lease raises `ConflictError`."""
        at, until = to_micros(now), to_micros(now + lease)

        def work(db: Database) -> LearningRound:
            project, seq = _held(db, scope, round)
            db.run(_SQL["advance"], (seq, *_told(round), until, at))
            return replace(_read(db, scope, project, round.id), lease=round.lease)

        return await self._engine.write(work)

    async def end(
        self,
        scope: Scope,
        round: LearningRound,
        state: RoundEnd,
        *,
        drafts: Sequence[RecordDraft] = (),
        embedder: str | None = None,
        now: datetime,
    ) -> LearningRound:
        """The round as it ended, with its records, written as one; a lost lease raises."""
        at = to_micros(now)

        def work(db: Database) -> LearningRound:
            project, seq = _held(db, scope, round)
            seqs = put_records(Batch(db, embedder, at), scope, project, drafts)
            records = [record.id for record in read_records(db, scope.id, seqs).values()]
            db.run(_SQL["end"], (seq, *_told(round), state, as_json(records), at))
            db.run(PROJECT_SQL["evolved"], (project, at))
            return _read(db, scope, project, round.id)

        return await self._engine.write(work)

    async def running(self, scope: Scope) -> LearningRound | None:
        """The round that runs, or ran when its process died."""

        def work(db: Database) -> LearningRound | None:
            row = db.row(_RUNNING, (project_number(db, scope),))
            return None if row is None else _round(row, scope.id)

        return await self._engine.read(work)

    async def page(
        self, scope: Scope, *, limit: int = 50, before: str | None = None
    ) -> Page[LearningRound]:
        """Rounds, newest first; `before` is an id."""

        def work(db: Database) -> Page[LearningRound]:
            rows = db.rows(_PAGE, (project_number(db, scope), before, limit + 1))
            found = [_round(row, scope.id) for row in rows[:limit]]
            return Page(found, found[-1].id if len(rows) > limit else None)

        return await self._engine.read(work)


def _held(db: Database, scope: Scope, round: LearningRound) -> tuple[int, int]:
    """Numbers of the project and of the round; raises when the round is another's by now."""
    project = project_number(db, scope)
    found = db.row(_SQL["held"], (project, round.id, round.lease))
    if found is None:
        raise ConflictError(f"round {round.id!r} is not ours any more")
    return project, found[0]


def _told(round: LearningRound) -> tuple[Any, ...]:
    steps = steps_json(round.steps)
    return round.gap, round.question, round.phase, steps, round.tokens, round.cost, round.error


def _read(db: Database, scope: Scope, project: int, id: str) -> LearningRound:
    return _round(db.row(_GET, (project, id)), scope.id)


def _round(row: Any, project: str) -> LearningRound:
    (id, gap, question, phase, state, steps, tokens, cost, error, records, taken_over, started_at,
     updated_at, ended_at) = row  # fmt: skip
    return LearningRound(
        id=id,
        project_key=project,
        phase=phase,
        state=state,
        started_at=from_micros(started_at),
        updated_at=from_micros(updated_at),
        gap=gap,
        question=question,
        steps=steps_from(steps),
        tokens=tokens,
        cost=cost,
        error=error,
        record_ids=texts(records),
        taken_over=taken_over,
        ended_at=None if ended_at is None else from_micros(ended_at),
    )
