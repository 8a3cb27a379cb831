"""A worker on a real store, with a clock that the test moves."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from nagori.errors import ModelUnavailableError
from nagori.jobs.retry import MAX_ATTEMPTS
from nagori.jobs.worker import LEASE, Worker
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW, SPACE
from nagori.values.job import Job


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


Cook = Callable[[Job], Awaitable[None]]


async def queue(store: SqliteStore, key: str = "a") -> None:
    await store.jobs.enqueue(SPACE, "cook", key, {}, now=NOW)


async def test_an_outage_is_retried_until_it_is_over(
    store: SqliteStore, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    out = 9
    tries = 0

    async def cook(job: Job) -> None:
        nonlocal tries
        tries += 1
        if tries <= out:
            raise ModelUnavailableError("stove", "cold")
        await store.jobs.finish(job, now=clock())

    worker = Worker(store.jobs, {"cook": cook}, clock)
    await queue(store)
    for _ in range(out + 1):
        assert await worker.step()
        assert not await worker.step(), "not before its time"
        clock.move(40)

    assert tries == out + 1
    assert await store.jobs.backlog() == []
    assert len([r for r in caplog.records if r.levelno == logging.WARNING]) == 1


async def test_a_bug_is_given_up_visibly(
    store: SqliteStore, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    async def cook(_: Job) -> None:
        raise ZeroDivisionError("no salt")

    worker = Worker(store.jobs, {"cook": cook}, clock)
    await queue(store)
    tries = 0
    for _ in range(20):
        tries += await worker.step()
        clock.move(40)

    assert tries == MAX_ATTEMPTS
    (dead,) = await store.jobs.dead()
    assert (dead.kind, dead.key, dead.attempts) == ("cook", "a", MAX_ATTEMPTS)
    assert "no salt" in dead.error
    (error,) = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert error.exc_info


async def test_a_job_that_fails_does_not_hold_up_the_others(
    store: SqliteStore, clock: HandClock
) -> None:
    done: list[str] = []

    async def cook(job: Job) -> None:
        if job.key == "bad":
            raise ValueError("burnt")
        done.append(job.key)
        await store.jobs.finish(job, now=clock())

    worker = Worker(store.jobs, {"cook": cook}, clock)
    for key in ("bad", "good", "better"):
        await queue(store, key)
    while await worker.step():
        pass

    assert done == ["good", "better"]


async def test_workers_side_by_side_never_do_one_job_at_once(
    store: SqliteStore, tmp_path: Path, clock: HandClock
) -> None:
    other = SqliteStore(tmp_path / "memory.db")
    await other.open()
    running: Counter[str] = Counter()
    done: Counter[str] = Counter()

    def cook_at(here: SqliteStore) -> Cook:
        async def cook(job: Job) -> None:
            running[job.key] += 1
            assert running[job.key] == 1
            await asyncio.sleep(0.002)
            running[job.key] -= 1
            done[job.key] += 1
            await here.jobs.finish(job, now=clock())

        return cook

    workers = [
        Worker(here.jobs, {"cook": cook_at(here)}, clock) for here in (store, store, other, other)
    ]
    for n in range(20):
        await queue(store, f"{n}")

    async def drain(worker: Worker) -> None:
        while await worker.step():
            pass

    await asyncio.gather(*(drain(worker) for worker in workers))
    await other.close()

    assert done == Counter({f"{n}": 1 for n in range(20)})
    assert await store.jobs.dead() == []


async def test_a_job_of_a_crashed_worker_is_done_once_by_another(
    store: SqliteStore, clock: HandClock
) -> None:
    done: list[str] = []

    async def cook(job: Job) -> None:
        done.append(job.lease)
        await store.jobs.finish(job, now=clock())

    await queue(store)
    crashed = await store.jobs.claim(["cook"], now=clock(), lease=LEASE)
    worker = Worker(store.jobs, {"cook": cook}, clock)
    assert crashed is not None
    assert not await worker.step()

    clock.move(LEASE.total_seconds())
    assert await worker.step()
    clock.move(10 * LEASE.total_seconds())
    assert not await worker.step()

    assert len(done) == 1
    await store.jobs.put_back(crashed, run_at=NOW, attempts=1, error="late", now=clock())
    assert not await worker.step(), "what the crashed one still says counts no more"


async def test_a_worker_that_is_stopped_gives_its_job_back_at_once(
    store: SqliteStore, clock: HandClock
) -> None:
    cooking = asyncio.Event()

    async def cook(_: Job) -> None:
        cooking.set()
        await asyncio.sleep(60)

    await queue(store)
    running = asyncio.create_task(Worker(store.jobs, {"cook": cook}, clock).run())
    await cooking.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    again = await store.jobs.claim(["cook"], now=clock(), lease=LEASE)
    assert again is not None
    assert again.attempts == 1, "being stopped is nobody's fault"


async def test_a_worker_is_woken_by_news_and_ends_with_a_failed_store(
    store: SqliteStore, clock: HandClock
) -> None:
    done = asyncio.Event()

    async def cook(job: Job) -> None:
        await store.jobs.finish(job, now=clock())
        done.set()

    worker = Worker(store.jobs, {"cook": cook}, clock)
    running = asyncio.create_task(worker.run())
    await asyncio.sleep(0.02)
    await queue(store)
    worker.wake()
    async with asyncio.timeout(2):
        await done.wait()

    store._engine.fail("a test says so")  # pyright: ignore[reportPrivateUsage]
    worker.wake()
    async with asyncio.timeout(2):
        await running
