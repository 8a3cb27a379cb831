"""Rounds of learning."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import HASHED, NOW, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.learning import LOANS, SHOP, a_record, registered
from nagori.values.learning import ToolCallStep
from nagori.values.learning_round import LearningRound
from nagori.values.scope import Scope

LEASE = timedelta(minutes=5)
STEP = ToolCallStep("read_file", {"path": "src/kinds.py"}, "还款 kinds", NOW)


async def begin(
    store: Store, id: str = "r1", *, scope: Scope = LOANS, now: datetime = NOW
) -> LearningRound | None:
    """The round that is ours, if any is."""
    return await store.rounds.begin(scope, id, now=now, lease=LEASE)


async def begun(store: Store, id: str = "r1", *, now: datetime = NOW) -> LearningRound:
    """A round that is ours."""
    found = await begin(store, id, now=now)
    assert found is not None
    return found


class RoundContract(ContractBase):
    """`Store.rounds`."""

    async def test_a_round_begins_advances_and_ends_with_its_records(self, store: Store) -> None:
        await registered(store)
        first = await begun(store)
        assert (first.id, first.phase, first.state) == ("r1", "GENERATING_QUESTION", "running")
        assert (first.started_at, first.gap, first.taken_over) == (NOW, None, 0)

        wanted = replace(
            first, phase="EXPLORING", gap="dir:src", question="why?", steps=(STEP,), tokens=70,
            cost=0.25,
        )  # fmt: skip
        second = await store.rounds.advance(LOANS, wanted, now=later(1), lease=LEASE)
        assert second == replace(wanted, updated_at=later(1))
        assert await store.rounds.running(LOANS) == replace(second, lease=None)
        done = await store.rounds.end(
            LOANS,
            replace(second, phase="SUMMARIZING"),
            "done",
            drafts=[a_record("a?"), a_record("b?")],
            embedder=HASHED,
            now=later(2),
        )

        assert (done.state, done.ended_at, done.lease) == ("done", later(2), None)
        assert done.record_ids == ("lr-20260503-001", "lr-20260503-002")
        assert (done.steps, done.tokens, done.cost) == ((STEP,), 70, 0.25)
        assert await store.rounds.running(LOANS) is None
        assert list(await store.rounds.page(LOANS)) == [done]
        project = await store.projects.get(LOANS)
        assert (project.records, project.evolved_at) == (2, later(2))

    async def test_only_one_round_runs_in_a_project(self, opened: Opener) -> None:
        async with opened() as store, opened() as other:
            await registered(store, LOANS, SHOP)

            got = await asyncio.gather(*(begin((store, other)[n % 2], f"r{n}") for n in range(10)))

            assert sum(one is not None for one in got) == 1
            assert await begin(store, "r1", scope=SHOP) is not None

    async def test_a_round_is_kept_as_long_as_it_gives_signs_of_life(self, store: Store) -> None:
        await registered(store)
        mine = await begun(store)

        for minute in (4, 8, 12):
            mine = await store.rounds.advance(LOANS, mine, now=later(minute), lease=LEASE)
            assert await begin(store, "r2", now=later(minute + 1)) is None

    async def test_one_that_lost_its_process_is_gone_on_with_once(self, store: Store) -> None:
        await registered(store)
        lost = await begun(store)
        lost = replace(lost, gap="dir:src", question="why?", phase="EXPLORING", steps=(STEP,))
        await store.rounds.advance(LOANS, lost, now=NOW, lease=LEASE)

        taken = await begun(store, "r2", now=later(6))

        assert (taken.id, taken.gap, taken.question, taken.steps) == (
            "r1",
            "dir:src",
            "why?",
            (STEP,),
        )
        assert (taken.phase, taken.taken_over) == ("EXPLORING", 1)
        with pytest.raises(ConflictError):
            await store.rounds.advance(LOANS, lost, now=later(6), lease=LEASE)
        with pytest.raises(ConflictError):
            await store.rounds.end(
                LOANS, lost, "done", drafts=[a_record()], embedder=HASHED, now=later(6)
            )
        assert len(await store.records.page(LOANS)) == 0

    async def test_one_that_lost_its_process_twice_is_given_up(self, store: Store) -> None:
        await registered(store)
        await begun(store)
        await begun(store, "r2", now=later(6))

        fresh = await begun(store, "r3", now=later(12))

        assert (fresh.id, fresh.gap, fresh.taken_over) == ("r3", None, 0)
        latest, old = await store.rounds.page(LOANS)
        assert (latest.id, latest.state) == ("r3", "running")
        assert (old.id, old.state, old.ended_at) == ("r1", "given up", later(12))

    async def test_a_round_that_ended_makes_room_for_the_next(self, store: Store) -> None:
        await registered(store)
        mine = await begun(store)

        failed = await store.rounds.end(
            LOANS, replace(mine, error="模型 is away"), "failed", now=later(1)
        )

        assert (failed.state, failed.error, failed.record_ids) == ("failed", "模型 is away", ())
        with pytest.raises(ConflictError):
            await store.rounds.end(LOANS, mine, "done", now=later(1))
        assert (await begun(store, "r2")).id == "r2"

    async def test_records_that_can_not_be_kept_leave_the_round_running(self, store: Store) -> None:
        await registered(store)
        mine = await begun(store)

        with pytest.raises(InvalidInputError):
            await store.rounds.end(
                LOANS, mine, "done", drafts=[a_record("a?"), a_record(cites=[])], now=NOW
            )

        assert len(await store.records.page(LOANS)) == 0
        running = await store.rounds.running(LOANS)
        assert running == replace(mine, lease=None)

    async def test_pages_are_newest_first(self, store: Store) -> None:
        await registered(store)
        for n in range(5):
            await store.rounds.end(LOANS, await begun(store, f"r{n}"), "done", now=NOW)

        first = await store.rounds.page(LOANS, limit=3)
        rest = await store.rounds.page(LOANS, limit=3, before=first.next)

        assert [one.id for one in (*first, *rest)] == ["r4", "r3", "r2", "r1", "r0"]
        assert rest.next is None
        with pytest.raises(NotFoundError):
            await store.rounds.page(SHOP)

    async def test_a_round_whose_project_is_erased_leaves_nothing(self, store: Store) -> None:
        await registered(store)
        mine = await begun(store)
        await store.erasure.scope(LOANS, now=NOW)

        with pytest.raises(NotFoundError):
            await store.rounds.end(LOANS, mine, "done", drafts=[a_record()], now=NOW)
        await registered(store)
        with pytest.raises(ConflictError):
            await store.rounds.end(LOANS, mine, "done", drafts=[a_record()], now=NOW)
