"""The part of the store's seam that is about jobs; see `nagori.store.port`."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from nagori.values.job import Backlog, DeadJob, Job


class JobStore(Protocol):
    """Durable jobs: leased, retried, given up visibly."""

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
        """Queue a job; once per key while it is not done.

        One that waits for a later time goes on waiting, unless it is to `hasten`.
        """
        ...

    async def claim(self, kinds: Sequence[str], *, now: datetime, lease: timedelta) -> Job | None:
        """Lease the job that is due first, if any; one whose lease ran out counts as due."""
        ...

    async def renew(self, job: Job, *, until: datetime) -> bool:
        """Keep the lease for longer; False when it was lost."""
        ...

    async def finish(self, job: Job, *, now: datetime) -> None:
        """Say that the job is done."""
        ...

    async def put_back(
        self, job: Job, *, run_at: datetime | None, attempts: int, error: str, now: datetime
    ) -> None:
        """Try it again at `run_at`, or, with none, lay it with the dead ones."""
        ...

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        """When the next job of these kinds is due."""
        ...

    async def backlog(self) -> list[Backlog]:
        """What waits, runs or was given up."""
        ...

    async def dead(self) -> list[DeadJob]:
        """What was given up, with the last error."""
        ...
