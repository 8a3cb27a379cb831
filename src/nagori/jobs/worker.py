"""What does the jobs."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import timedelta

from nagori.errors import ConflictError, ModelUnavailableError, StoreBusyError, StoreError
from nagori.jobs.retry import retry_at
from nagori.store.job_port import JobStore
from nagori.values.job import Job
from nagori.values.times import Clock

log = logging.getLogger("nagori.jobs")

Handler = Callable[[Job], Awaitable[None]]
"""Does a job and finishes it; raises when it could not."""

LEASE = timedelta(seconds=60)
_POLL_S = 5.0
"""How often to look for jobs that other processes queued."""


class Worker:
    """Takes jobs one at a time, for as long as it runs."""

    def __init__(self, jobs: JobStore, handlers: Mapping[str, Handler], clock: Clock) -> None:
        self._jobs = jobs
        self._handlers = handlers
        self._clock = clock
        self._news = asyncio.Event()
        self._runs = False

    @property
    def runs(self) -> bool:
        """Whether jobs are done in this process."""
        return self._runs

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of jobs that it does."""
        return frozenset(self._handlers)

    def wake(self) -> None:
        """Say that there may be a job to do."""
        self._news.set()

    async def run(self) -> None:
        """Do jobs until cancelled; a store that fails ends it."""
        self._runs = True
        try:
            await self._run()
        finally:
            self._runs = False

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                while await self.step():
                    pass
                pause = await self._pause()
            except StoreError as error:
                if error.code == "store_failed":
                    return
                log.warning("jobs wait for the store: %s", error)
                pause = _POLL_S
            try:
                async with asyncio.timeout(pause):
                    await self._news.wait()
            except TimeoutError:
                pass

    async def step(self) -> bool:
        """Do one job that is due; False when there is none."""
        job = await self._claim()
        if job is None:
            return False
        began = time.perf_counter()
        try:
            await self._handlers[job.kind](job)
        except asyncio.CancelledError:
            await self._give_back(job)
            raise
        except ConflictError:
            log.info("job %s passed to another worker", job.kind)
        except Exception as error:  # noqa: BLE001  # a job's border: logged, retried, given up visibly
            await self._put_back(job, error)
        else:
            seconds = round(time.perf_counter() - began, 3)
            done = {"kind": job.kind, "space": job.space, "key": job.key, "seconds": seconds}
            log.debug("job %s is done", job.kind, extra={"job_done": done})
        return True

    async def _claim(self) -> Job | None:
        """The next job; one that is claimed just when this worker is stopped is given back."""
        claim = self._jobs.claim(list(self._handlers), now=self._clock(), lease=LEASE)
        claiming = asyncio.ensure_future(claim)
        try:
            return await asyncio.shield(claiming)
        except asyncio.CancelledError:
            with suppress(StoreError):
                job = await claiming
                if job is not None:
                    await self._give_back(job)
            raise

    async def _give_back(self, job: Job) -> None:
        """Let others take up what this worker is stopped at, at once: nothing was wrong with it."""
        now = self._clock()
        with suppress(StoreError):  # then it waits for the end of its lease
            await self._jobs.put_back(
                job, run_at=now, attempts=job.attempts - 1, error="stopped", now=now
            )

    async def _put_back(self, job: Job, error: Exception) -> None:
        now = self._clock()
        again = retry_at(job.attempts, error, now=now)
        expected = isinstance(error, ModelUnavailableError | StoreBusyError)
        if again is None:
            log.error("job %s was given up: %s", job.kind, error, exc_info=error)
        elif job.attempts == 1 or not expected:  # an outage is told once, not at every try
            log.warning("job %s will be tried again: %s", job.kind, error)
        await self._jobs.put_back(
            job, run_at=again, attempts=job.attempts, error=str(error), now=now
        )

    async def _pause(self) -> float:
        due = await self._jobs.next_at(list(self._handlers))
        if due is None:
            return _POLL_S
        return min(max((due - self._clock()).total_seconds(), 0.01), _POLL_S)
