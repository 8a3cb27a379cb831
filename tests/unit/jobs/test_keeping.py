"""The lease of a job that takes long is kept for as long as it takes."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from nagori.jobs.keeping import keeping
from nagori.jobs.worker import LEASE
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW, SPACE
from nagori.testing.clock import HandClock
from nagori.values.job import Job

LATER = LEASE + timedelta(seconds=1)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


async def a_job(store: SqliteStore) -> Job:
    await store.jobs.enqueue(SPACE, "learn", "k", {}, now=NOW)
    job = await store.jobs.claim(["learn"], now=NOW, lease=LEASE)
    assert job is not None
    return job


async def test_nobody_else_gets_a_job_that_is_kept(store: SqliteStore) -> None:
    job, clock = await a_job(store), HandClock(NOW + LEASE)
    async with keeping(store.jobs, job, clock, each_s=0.001):
        await asyncio.sleep(0.1)
        assert await store.jobs.claim(["learn"], now=NOW + LATER, lease=LEASE) is None

    after = await store.jobs.claim(["learn"], now=NOW + LEASE + LATER, lease=LEASE)
    assert after is not None


async def test_a_lease_that_was_lost_is_not_taken_back(store: SqliteStore) -> None:
    job = await a_job(store)
    other = await store.jobs.claim(["learn"], now=NOW + LATER, lease=LEASE)
    assert other is not None

    async with keeping(store.jobs, job, HandClock(NOW), each_s=0.001):
        await asyncio.sleep(0.05)

    assert await store.jobs.renew(other, until=NOW + 2 * LATER)
    assert not await store.jobs.renew(job, until=NOW + 2 * LATER)
