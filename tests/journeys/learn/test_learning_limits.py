"""What the learner may spend, and when it goes on: quotas, budgets, back-off, pauses, jobs."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from tests.journeys.learn.learning import Mind, School, Schools, founded

from nagori.jobs.worker import Worker
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW, SPACE
from nagori.testing.clock import HandClock
from nagori.testing.learning import LOANS
from nagori.testing.model_server import ModelFault, ModelServer
from nagori.testing.model_wire import ModelAnswer
from nagori.values.project import LEARN_JOB
from nagori.values.prompt import Usage

MIDNIGHT = datetime(2026, 5, 3, 16, 0, tzinfo=UTC)
"""When the day ends where the project's people live, in Shanghai."""


@asynccontextmanager
async def working(path: Path, clock: HandClock, root: Path) -> AsyncGenerator[School]:
    """A learner of another process: a store of its own over the same file."""
    store = SqliteStore(path)
    await store.open()
    try:
        yield await founded(store, clock, root, analyse=False, questions_per_day=4)
    finally:
        await store.close()


async def waits_until(store: SqliteStore) -> datetime | None:
    return await store.jobs.next_at([LEARN_JOB])


@pytest.mark.parametrize("fault", ["rate_limit", "server_error", "hang", "cut", "broken_json"])
async def test_a_model_that_fails_ends_the_round_and_the_learner_backs_off(
    loans: Path, school: Schools, server: ModelServer, fault: ModelFault
) -> None:
    here = await school(loans, server=server, patience_s=0.3 if fault == "hang" else 5.0)
    server.fault = fault

    round = await here.done()

    assert (round.state, round.question, await here.learned()) == ("failed", None, [])
    status = await here.status()
    assert (status.current_phase, status.consecutive_errors) == ("BACKING_OFF", 1)
    assert status.last_error == round.error is not None
    wait = 300 if fault == "rate_limit" else 60
    assert status.backoff_until == NOW + timedelta(seconds=wait)
    assert status.questions_generated_today == 0
    assert await here.round() is None


async def test_a_back_off_doubles_with_every_error_and_ends_with_the_first_success(
    loans: Path, school: Schools, server: ModelServer, clock: HandClock
) -> None:
    mind = server.answer = Mind(question=lambda _: "no")
    here = await school(loans, server=server, backoff_longest_s=600)
    waits: list[float] = []
    for _ in range(6):
        await here.done()
        status = await here.status()
        assert status.backoff_until is not None
        waits.append((status.backoff_until - clock()).total_seconds())
        clock.now = status.backoff_until - timedelta(seconds=1)
        assert await here.round() is None
        clock.move(seconds=1)

    assert waits == [60, 120, 240, 480, 600, 600]
    mind.question = Mind().question
    assert (await here.done()).state == "done"
    status = await here.status()
    assert (status.consecutive_errors, status.last_error, status.backoff_until) == (0, None, None)


async def test_the_questions_of_a_day_are_never_passed_and_the_next_day_brings_new_ones(
    loans: Path, school: Schools, clock: HandClock
) -> None:
    here = await school(loans, questions_per_day=2)
    assert [await here.round() is not None for _ in range(4)] == [True, True, False, False]

    clock.now = MIDNIGHT - timedelta(seconds=1)
    assert await here.round(asked=True) is None
    clock.move(seconds=1)
    assert await here.round() is not None
    status = await here.status()
    assert (status.last_reset_date, status.questions_generated_today) == ("2026-05-04", 1)
    clock.move(days=-1)  # a clock that is set back brings no day twice
    assert (await here.status()).last_reset_date == "2026-05-04"


@dataclass
class Interrupted(HandClock):
    """A clock at one of whose ticks something else happens first."""

    tick: int = 0
    first: Callable[[], None] = lambda: None

    def __call__(self) -> datetime:
        self.tick -= 1
        if self.tick == 0:
            self.first()
        return self.now


@pytest.mark.parametrize("tick", range(1, 10))
async def test_what_another_process_learns_meanwhile_is_not_learned_again(
    loans: Path, school: Schools, tmp_path: Path, clock: HandClock, tick: int
) -> None:
    """Whenever in a round the other one does its own: both ask the clock at every step."""
    await school(loans)
    path = tmp_path / "memory.db"

    async def other() -> None:
        async with working(path, clock, loans) as two:
            await two.round()

    def meanwhile() -> None:
        thread = Thread(target=asyncio.run, args=(other(),))
        thread.start()
        thread.join()

    async with working(path, Interrupted(tick=tick, first=meanwhile), loans) as one:
        await one.round()

        gaps = [round.gap for round in await one.store.rounds.page(LOANS, limit=10)]
        assert len(gaps) == len({*gaps})


async def test_many_processes_at_once_pass_no_quota_and_do_no_gap_twice(
    loans: Path, school: Schools, tmp_path: Path, clock: HandClock
) -> None:
    await school(loans)
    path = tmp_path / "memory.db"
    async with working(path, clock, loans) as one, working(path, clock, loans) as two:
        done = 0
        for _ in range(8):
            rounds = await asyncio.gather(*(who.round() for who in (one, two) * 3))
            done += sum(round is not None for round in rounds)

        assert done == 4
        status = await one.status()
        assert (status.questions_generated_today, status.total_questions_explored) == (4, 4)
        learned = await one.learned()
        assert len(learned) == len({record.metadata["gap"] for record in learned}) == 4


async def test_the_tokens_and_the_money_of_a_day_are_never_passed(
    loans: Path, school: Schools, server: ModelServer
) -> None:
    mind = Mind()
    server.answer = lambda body: ModelAnswer(mind(body).text, usage=Usage(3000, 500))
    here = await school(
        loans, server=server, tokens_per_day=25_000, price_per_million_prompt=10,
        price_per_million_completion=100, cost_per_day=0.5,
    )  # fmt: skip
    status = await here.status()
    for _ in range(12):
        await here.round(asked=True)
        status = await here.status()
        assert status.tokens_today <= 25_000
        assert status.cost_today <= 0.5

    assert status.tokens_today >= 14_000
    assert status.cost_today == pytest.approx(status.tokens_today / 3500 * 0.08)
    assert await here.round(asked=True) is None
    assert await here.learner.reason(LOANS) == "the money of the day is spent"


async def test_a_project_may_have_limits_of_its_own(
    loans: Path, school: Schools, opened: SqliteStore
) -> None:
    here = await school(loans)
    await opened.projects.set_settings(LOANS, {"questions_per_day": 1}, now=NOW)

    assert [await here.round() is not None for _ in range(3)] == [True, False, False]
    assert (await here.learner.limits(LOANS)).questions_per_day == 1
    assert (await here.learner.limits(LOANS)).tokens_per_day == 400_000


async def test_a_paused_project_rests_until_it_is_resumed_or_a_person_asks(
    loans: Path, school: Schools, opened: SqliteStore
) -> None:
    here = await school(loans)
    await here.learner.pause(LOANS)
    assert await here.round() is None
    assert await here.round(asked=True) is not None

    worker = Worker(opened.jobs, {LEARN_JOB: here.learner.handle}, here.clock)
    await here.learner.wake(LOANS)
    assert await worker.step()
    assert await waits_until(opened) is None
    await here.learner.resume(LOANS)
    assert await worker.step()
    assert len(await here.learned()) == 2


async def test_a_job_does_one_round_and_waits_for_the_time_of_the_next(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans, questions_per_day=2)
    worker = Worker(opened.jobs, {LEARN_JOB: here.learner.handle}, clock)
    await here.learner.wake(LOANS)

    assert await worker.step()
    assert await waits_until(opened) == NOW + timedelta(seconds=60)
    assert not await worker.step()
    clock.move(seconds=60)
    assert await worker.step()
    assert await waits_until(opened) == MIDNIGHT
    await opened.projects.set_settings(LOANS, {"questions_per_day": 100}, now=NOW)
    await here.learner.wake(LOANS)
    for _ in range(6):
        await worker.step()
        clock.move(seconds=60)
    assert await here.learner.gaps(LOANS) == []
    assert await waits_until(opened) is None
    assert await opened.jobs.dead() == []


async def test_a_job_waits_for_the_end_of_a_back_off_and_for_a_folder_to_come_back(
    loans: Path, school: Schools, opened: SqliteStore, server: ModelServer, clock: HandClock
) -> None:
    here = await school(loans, server=server)
    server.fault = "server_error"
    worker = Worker(opened.jobs, {LEARN_JOB: here.learner.handle}, clock)
    await here.learner.wake(LOANS)

    await worker.step()
    assert await waits_until(opened) == NOW + timedelta(seconds=60)
    clock.move(seconds=60)
    await asyncio.to_thread(loans.rename, loans.parent / "elsewhere")
    await worker.step()
    assert await waits_until(opened) == clock() + timedelta(seconds=120)
    assert "folder" in ((await here.status()).last_error or "")
    await opened.erasure.scope(LOANS, now=NOW)
    await opened.jobs.enqueue(SPACE, LEARN_JOB, LOANS.key, {"project": "loans"}, now=clock())
    await worker.step()
    assert await waits_until(opened) is None
