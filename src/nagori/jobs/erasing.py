"""Finishing erasures that others kept from being finished."""

from nagori.errors import StoreBusyError
from nagori.jobs.worker import Handler
from nagori.store.port import Store
from nagori.values.job import Job
from nagori.values.times import Clock


def erasing_job(store: Store, clock: Clock) -> Handler:
    """A handler that destroys what is pending, or is tried again."""

    async def handle(job: Job) -> None:
        if not await store.erasure.finish():
            raise StoreBusyError("others still read what was erased")
        await store.jobs.finish(job, now=clock())

    return handle
