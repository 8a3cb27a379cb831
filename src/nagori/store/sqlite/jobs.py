"""Durable jobs: leased, retried, given up visibly."""

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from nagori.errors import ConflictError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.values.job import Backlog, DeadJob, Job
from nagori.values.times import from_micros, to_micros

_SQL = load_queries("jobs")


def enqueue(
    db: Database,
    space: str,
    kind: str,
    key: str,
    payload: Mapping[str, Any],
    now: int,
    *,
    run_at: int | None = None,
) -> None:
    """Queue a job, in the transaction of what it is about; once per key while it is not done."""
    due = now if run_at is None else run_at
    db.run(_SQL["enqueue"], (space, kind, key, json.dumps(payload), due, now, now))


def enqueue_anew(
    db: Database,
    space: str,
    kind: str,
    key: str,
    payload: Mapping[str, Any],
    now: int,
    *,
    run_at: int | None = None,
) -> None:
    """The same for news that a job under way may have missed: then it runs once more."""
    enqueue(db, space, kind, key, payload, now, run_at=run_at)
    db.run(_SQL["ask_again"], (space, kind, key, json.dumps(payload)))


def start_over(db: Database, space: str, key: str, now: int) -> None:
    """Take the leases of jobs about `key`: what they work on is not true any more."""
    db.run(_SQL["start_over"], (space, key, now))


def drop_jobs(db: Database, space: str, key: str) -> None:
    """Remove the jobs about `key`, since it is gone."""
    db.run(_SQL["delete_of_key"], (space, key))


def check_lease(db: Database, job: Job) -> None:
    """Raise when the lease has passed to another worker: then its effect must not be written."""
    if db.row(_SQL["held"], (job.seq, job.lease)) is None:
        raise ConflictError(f"the lease of job {job.seq} was lost")


def finish(db: Database, job: Job, now: int) -> None:
    """Say that a job is done, in the transaction of its last effect."""
    db.run(_SQL["finish"], (job.seq, job.lease, now))


class SqliteJobs:
    """Jobs in the database file."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def enqueue(
        self,
        space: str,
        kind: str,
        key: str,
        payload: Mapping[str, Any],
        *,
        now: datetime,
        hasten: bool = False,
    ) -> None:
        """Queue a job; once per key while it is not done."""
        at = to_micros(now)

        def work(db: Database) -> None:
            enqueue(db, space, kind, key, payload, at)
            if hasten:
                db.run(_SQL["hasten"], (space, kind, key, at))

        await self._engine.write(work)

    async def claim(self, kinds: Sequence[str], *, now: datetime, lease: timedelta) -> Job | None:
        """Lease the job that is due first, if any; one whose lease ran out counts as due."""
        token = secrets.token_hex(8)
        values = (token, to_micros(now + lease), to_micros(now), json.dumps(list(kinds)))

        def work(db: Database) -> Job | None:
            row = db.row(_SQL["claim"], values)
            if row is None:
                return None
            seq, space, kind, key, payload, attempts = row
            return Job(seq, space, kind, key, json.loads(payload), attempts, token)

        return await self._engine.write(work)

    async def renew(self, job: Job, *, until: datetime) -> bool:
        """Keep the lease for longer; False when it was lost."""
        values = (job.seq, job.lease, to_micros(until))
        return await self._engine.write(lambda db: db.row(_SQL["renew"], values) is not None)

    async def finish(self, job: Job, *, now: datetime) -> None:
        """Say that the job is done."""
        at = to_micros(now)
        await self._engine.write(lambda db: finish(db, job, at))

    async def put_back(
        self, job: Job, *, run_at: datetime | None, attempts: int, error: str, now: datetime
    ) -> None:
        """Try it again at `run_at`, or, with none, lay it with the dead ones."""
        state = "dead" if run_at is None else "queued"
        values = (
            job.seq,
            job.lease,
            state,
            to_micros(run_at or now),
            attempts,
            error[:500],
            to_micros(now),
        )

        def work(db: Database) -> None:
            db.run(_SQL["again"], values)

        await self._engine.write(work)

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        """When the next job of these kinds is due."""
        value = (json.dumps(list(kinds)),)

        def work(db: Database) -> datetime | None:
            row = db.row(_SQL["next_at"], value)
            return None if row[0] is None else from_micros(row[0])

        return await self._engine.read(work)

    async def backlog(self) -> list[Backlog]:
        """What waits, runs or was given up."""
        return await self._engine.read(
            lambda db: [Backlog(*row) for row in db.rows(_SQL["waiting"])]
        )

    async def dead(self) -> list[DeadJob]:
        """What was given up, with the last error."""

        def work(db: Database) -> list[DeadJob]:
            rows = db.rows(_SQL["dead"])
            return [
                DeadJob(seq, space, kind, key, json.loads(payload), attempts, error)
                for seq, space, kind, key, payload, attempts, error in rows
            ]

        return await self._engine.read(work)
