"""Durable jobs."""

from datetime import datetime, timedelta

import pytest

from nagori.errors import StoreError
from nagori.store.port import Store
from nagori.testing.builders import NOW, SPACE, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.values.job import Job
from nagori.values.times import to_micros

LEASE = timedelta(minutes=1)


async def claim(store: Store, now: datetime = NOW, *kinds: str) -> Job | None:
    """The next job."""
    return await store.jobs.claim(kinds or ("cook", "wash"), now=now, lease=LEASE)


async def enqueue(store: Store, key: str, kind: str = "cook", now: datetime = NOW) -> None:
    """Queue a job."""
    await store.jobs.enqueue(SPACE, kind, key, {"n": 1, "菜": "面"}, now=now)


class JobContract(ContractBase):
    """`Store.jobs`."""

    async def test_a_job_is_claimed_as_it_was_queued_by_one_worker(self, store: Store) -> None:
        assert await claim(store) is None
        await enqueue(store, "a")

        job = await claim(store)

        assert job is not None
        assert (job.space, job.kind, job.key, job.attempts) == (SPACE, "cook", "a", 1)
        assert job.payload == {"n": 1, "菜": "面"}
        assert await claim(store) is None

    async def test_a_queued_job_survives_a_restart(self, opened: Opener) -> None:
        async with opened() as store:
            await enqueue(store, "a")
        async with opened() as store:
            assert await claim(store) is not None
        async with opened() as store:
            assert await claim(store) is None
            assert await claim(store, later(1)) is not None

    async def test_a_job_that_waits_for_later_is_hastened_only_when_told_so(
        self, store: Store
    ) -> None:
        await enqueue(store, "a")
        job = await claim(store)
        assert job is not None
        await store.jobs.put_back(job, run_at=later(60), attempts=0, error="", now=NOW)

        await enqueue(store, "a", now=later(1))
        assert await claim(store, later(1)) is None
        await store.jobs.enqueue(SPACE, "cook", "a", {}, now=later(2), hasten=True)
        again = await claim(store, later(2))

        assert again is not None
        assert (again.seq, again.attempts, again.payload) == (job.seq, 1, job.payload)
        await store.jobs.enqueue(SPACE, "cook", "a", {}, now=later(2), hasten=True)
        assert await claim(store, later(2)) is None

    async def test_one_key_is_queued_once_while_it_is_not_done(self, store: Store) -> None:
        await enqueue(store, "a")
        await enqueue(store, "a")
        job = await claim(store)
        assert job is not None
        await enqueue(store, "a")
        assert await claim(store) is None

        await store.jobs.finish(job, now=NOW)
        assert await claim(store) is None
        await enqueue(store, "a")

        again = await claim(store)
        assert again is not None
        assert again.attempts == 1

    async def test_spaces_and_kinds_have_keys_of_their_own(self, store: Store) -> None:
        await enqueue(store, "a")
        await enqueue(store, "a", "wash")
        await store.jobs.enqueue("other", "cook", "a", {}, now=NOW)

        jobs = [await claim(store) for _ in range(3)]

        assert {(j.space, j.kind) for j in jobs if j} == {
            (SPACE, "cook"),
            (SPACE, "wash"),
            ("other", "cook"),
        }

    async def test_what_is_due_first_is_claimed_first(self, store: Store) -> None:
        await enqueue(store, "late", now=later(5))
        await enqueue(store, "b", now=later(1))
        await enqueue(store, "a", now=later(1))

        assert await claim(store, NOW) is None
        keys = [job.key if (job := await claim(store, later(9))) else None for _ in range(4)]
        assert keys == ["b", "a", "late", None]

    async def test_only_the_kinds_asked_for_are_claimed(self, store: Store) -> None:
        await enqueue(store, "a", "cook")

        assert await claim(store, NOW, "wash") is None
        assert await claim(store, NOW, "wash", "cook") is not None

    async def test_a_lease_that_ran_out_passes_to_another_worker(self, store: Store) -> None:
        await enqueue(store, "a")
        first = await claim(store)
        assert first is not None

        assert await claim(store, later(0.99)) is None
        second = await claim(store, later(1))

        assert second is not None
        assert (second.seq, second.attempts) == (first.seq, 2)
        assert second.lease != first.lease
        assert not await store.jobs.renew(first, until=later(9))
        await store.jobs.finish(first, now=later(1))
        await store.jobs.put_back(first, run_at=NOW, attempts=9, error="late", now=later(1))
        assert await claim(store, later(1.5)) is None, "what the first one says counts no more"
        assert await store.jobs.renew(second, until=later(9))
        assert await claim(store, later(8)) is None

    async def test_a_job_put_back_waits_for_its_time(self, store: Store) -> None:
        await enqueue(store, "a")
        job = await claim(store)
        assert job is not None

        await store.jobs.put_back(job, run_at=later(3), attempts=1, error="no water", now=NOW)

        assert await claim(store, later(2)) is None
        again = await claim(store, later(3))
        assert again is not None
        assert again.attempts == 2

    async def test_a_job_given_up_lies_with_the_dead_until_it_is_queued_anew(
        self, store: Store
    ) -> None:
        await enqueue(store, "a")
        job = await claim(store)
        assert job is not None

        await store.jobs.put_back(job, run_at=None, attempts=6, error="burnt", now=NOW)

        (dead,) = await store.jobs.dead()
        assert (dead.space, dead.kind, dead.key) == (SPACE, "cook", "a")
        assert (dead.attempts, dead.error, dead.payload) == (6, "burnt", {"n": 1, "菜": "面"})
        assert await claim(store, later(99)) is None
        assert [(b.state, b.count) for b in await store.jobs.backlog()] == [("dead", 1)]

        await enqueue(store, "a")
        again = await claim(store)
        assert again is not None
        assert again.attempts == 1
        assert await store.jobs.dead() == []

    async def test_the_next_job_is_due_when_it_may_be_claimed(self, store: Store) -> None:
        assert await store.jobs.next_at(["cook"]) is None
        await enqueue(store, "a", now=later(2))
        await enqueue(store, "b", "wash", now=later(1))

        assert await store.jobs.next_at(["cook"]) == later(2)
        assert await store.jobs.next_at(["cook", "wash"]) == later(1)
        job = await claim(store, later(3), "wash")
        assert job is not None
        assert await store.jobs.next_at(["wash"]) == later(4)
        await store.jobs.finish(job, now=later(3))
        assert await store.jobs.next_at(["wash"]) is None

    async def test_the_backlog_counts_by_kind_and_state(self, store: Store) -> None:
        for n, key in enumerate("abc"):
            await enqueue(store, key, now=later(n))
        await enqueue(store, "w", "wash")
        await claim(store, later(9), "wash")
        done = await claim(store, later(9), "cook")
        assert done is not None
        await store.jobs.finish(done, now=later(9))

        found = {(b.kind, b.state): (b.count, b.oldest_micros) for b in await store.jobs.backlog()}

        assert found == {
            ("cook", "queued"): (2, to_micros(later(1))),
            ("wash", "leased"): (1, to_micros(NOW)),
        }


class UserContract(ContractBase):
    """`Store.users`."""

    async def test_a_time_zone_is_kept_per_user_and_space(self, opened: Opener) -> None:
        async with opened() as store:
            assert await store.users.time_zone(SPACE, "carla") is None
            await store.users.set_time_zone(SPACE, "carla", "Europe/Berlin", now=NOW)
            await store.users.set_time_zone(SPACE, "carla", "Asia/Shanghai", now=NOW)
        async with opened() as store:
            assert await store.users.time_zone(SPACE, "carla") == "Asia/Shanghai"
            assert await store.users.time_zone(SPACE, "diego") is None
            assert await store.users.time_zone("other", "carla") is None


class LifeContract(ContractBase):
    """`Store` itself."""

    async def test_a_store_is_ready_while_it_is_open(self, opened: Opener) -> None:
        async with opened() as store:
            assert (store.state, store.reason) == ("ready", "")
        assert store.state == "uninitialized"

    async def test_a_store_that_is_not_open_says_so(self, opened: Opener) -> None:
        async with opened() as store:
            pass
        with pytest.raises(StoreError):
            await claim(store)
        with pytest.raises(StoreError):
            await store.jobs.backlog()
