"""Keeping the lease of a job that takes long."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from nagori.errors import StoreError
from nagori.jobs.worker import LEASE
from nagori.store.job_port import JobStore
from nagori.values.job import Job
from nagori.values.times import Clock

_EACH_S = LEASE.total_seconds() / 3


@asynccontextmanager
async def keeping(
    jobs: JobStore, job: Job, clock: Clock, *, each_s: float = _EACH_S
) -> AsyncGenerator[None]:
    """Holds the lease until the end of the block, whatever the block waits for."""

    async def renew() -> None:
        while True:
            await asyncio.sleep(each_s)
            with suppress(StoreError):  # a busy store is asked again before the lease ends
                if not await jobs.renew(job, until=clock() + LEASE):
                    return

    renewing = asyncio.create_task(renew(), name="nagori-lease")
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.gather(renewing, return_exceptions=True)
