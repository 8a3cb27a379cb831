"""Trials of other settings in groups, in the database file."""

from datetime import datetime
from typing import Any

from nagori.errors import ConflictError, NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.groups import add_settings
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.trial_rows import definition_of, trial_of
from nagori.values.times import to_micros
from nagori.values.trial import Trial, TrialUse

_SQL = load_queries("trials")
_GET = _SQL["get"].format(columns=_SQL["columns"])
_LIST = _SQL["list"].format(columns=_SQL["columns"])


class SqliteTrials:
    """Trials; which arm a context was made in is told by its record."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def start(self, space: str, trial: Trial) -> None:
        """Keep a trial that runs from now on; `ConflictError` when it is in another's way."""
        row = (space, trial.name, definition_of(trial), to_micros(trial.started_at))

        def work(db: Database) -> None:
            for other in _list(db, space):
                _check_apart(trial, other)
            db.run(_SQL["start"], row)

        await self._engine.write(work)

    async def get(self, space: str, name: str) -> Trial:
        """One trial; `NotFoundError` when there is none."""
        return await self._engine.read(lambda db: _get(db, space, name))

    async def end(
        self, space: str, name: str, *, adopted: str | None = None, now: datetime
    ) -> Trial:
        """The trial, ended; what the adopted arm sets is from now on set for all groups."""

        def work(db: Database) -> Trial:
            trial = _get(db, space, name)
            if trial.ended_at is not None:
                raise ConflictError(f"trial {name!r} ended before")
            if adopted is not None:
                arms = {arm.name: arm for arm in trial.arms}
                if adopted not in arms:
                    raise NotFoundError("arm", adopted)
                add_settings(db, space, arms[adopted].settings, now)
            db.run(_SQL["end"], (space, name, to_micros(now)))
            return _get(db, space, name)

        return await self._engine.write(work)

    async def uses(self, space: str, name: str, *, limit: int) -> list[TrialUse]:
        """The contexts that were made in its arms, the last ones first."""

        def work(db: Database) -> list[TrialUse]:
            started = to_micros(_get(db, space, name).started_at)
            return [_use(row) for row in db.rows(_SQL["uses"], (space, name, started, limit))]

        return await self._engine.read(work)

    async def list(self, space: str) -> list[Trial]:
        """All trials, those that ended too, newest first."""
        return await self._engine.read(lambda db: _list(db, space))


def _check_apart(trial: Trial, other: Trial) -> None:
    if other.name == trial.name:
        raise ConflictError(f"there is a trial {other.name!r} already: give this one another name")
    shared = sorted(trial.sets & other.sets)
    if shared and other.ended_at is None:
        raise ConflictError(f"trial {other.name!r} runs and sets {', '.join(shared)}: end it first")


def _get(db: Database, space: str, name: str) -> Trial:
    row = db.row(_GET, (space, name))
    if row is None:
        raise NotFoundError("trial", name)
    return trial_of(row)


def _list(db: Database, space: str) -> list[Trial]:
    return [trial_of(row) for row in db.rows(_LIST, (space,))]


def _use(row: Any) -> TrialUse:
    arm, group_id, success, took_ms, tokens, fell_back = row
    return TrialUse(arm, group_id, success, took_ms or 0.0, tokens or 0, bool(fell_back))
