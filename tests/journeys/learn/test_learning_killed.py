"""Processes that are killed in the middle of a round: nothing is lost, no step is done twice."""

import asyncio
import json
import os
import signal
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.journeys.learn.learning import Mind, Schools, part_of

from nagori.learn.doing import LEASE
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.clock import HandClock
from nagori.testing.learning import LOANS
from nagori.testing.model_server import SECRET, ModelServer
from nagori.testing.model_wire import Body, ModelAnswer

LEARNING = """
import asyncio, sys
from pathlib import Path
from nagori.config import ModelsSettings, Settings
from nagori.config_learn import LearnSettings
from nagori.learn.folder import Folder
from nagori.learn.learner import Learner, LearnerParts
from nagori.llm.build import build_models
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW
from nagori.testing.learning import LOANS

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open()
    models = build_models(Settings(models=ModelsSettings.model_validate_json(sys.argv[3])))
    parts = LearnerParts(store, models.chat, None, lambda: NOW, LearnSettings(), "UTC", 300)
    await Learner(parts).round(LOANS, Folder(sys.argv[2]))
    print("done", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""
HEARD = {
    "question": ["question", "question", "explore", "explore", "summary"],
    "explore": ["question", "explore", "explore", "explore", "summary"],
    "summary": ["question", "explore", "explore", "summary", "explore", "summary"],
}
"""What the model is asked, by both processes together, when the first ends at that part."""


@pytest.mark.parametrize("part", ["question", "explore", "summary"])
async def test_a_round_whose_process_was_killed_is_gone_on_with_where_it_was(
    loans: Path,
    school: Schools,
    opened: SqliteStore,
    server: ModelServer,
    clock: HandClock,
    tmp_path: Path,
    part: str,
) -> None:
    here = await school(loans, server=server, questions_per_day=1)
    mind, reached = Mind(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def dies(body: Body) -> ModelAnswer:
        answer = mind(body)
        # The last look is the one that says that it has seen enough.
        if part_of(body) == part and (part != "explore" or "done" in answer.text):
            loop.call_soon_threadsafe(reached.set)
            server.hold()
        return answer

    server.answer = dies
    chat = {"type": "openai", "endpoint": f"{server.url}/v1", "model": "m", "api_key": SECRET}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", LEARNING, str(tmp_path / "memory.db"), str(loans),
        json.dumps({"chat": chat}),
    )  # fmt: skip
    async with asyncio.timeout(60):
        await reached.wait()
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    server.release()
    server.answer = mind
    lost = await opened.rounds.running(LOANS)
    assert lost is not None
    assert await here.round() is None  # its lease still holds

    clock.now += LEASE + timedelta(seconds=1)
    round = await here.done()

    assert (round.id, round.state, round.taken_over) == (lost.id, "done", 1)
    assert lost.question in (None, round.question)
    assert mind.heard == HEARD[part]
    (record,) = await here.learned()
    assert record.question == "How does `months` limit the years of a loan?"
    assert [step.tool_name for step in record.exploration_path] == ["read_file"]
    status = await here.status()
    assert (status.questions_generated_today, status.total_questions_explored) == (1, 1)
    assert len((await opened.rounds.page(LOANS)).items) == 1


async def test_a_round_that_ended_just_before_its_process_did_is_counted_by_the_next(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    round = await opened.rounds.begin(LOANS, "r1", now=clock(), lease=LEASE)
    assert round is not None
    was = (await opened.projects.get(LOANS)).evolution_status
    status = replace(
        was,
        current_phase="SUMMARIZING",
        questions_generated_today=1,
        last_reset_date="2026-05-03",
    )
    assert await opened.projects.set_evolution(LOANS, status, was=was, now=clock())
    await opened.rounds.end(LOANS, round, "done", now=clock())

    await here.done()

    status = await here.status()
    assert (status.questions_generated_today, status.total_questions_explored) == (2, 2)


async def test_what_two_processes_did_not_survive_is_not_tried_again(
    loans: Path, school: Schools, opened: SqliteStore, clock: HandClock
) -> None:
    here = await school(loans)
    first = (await here.learner.gaps(LOANS))[0]
    key = f"{first.type}:{first.target}"
    round = await opened.rounds.begin(LOANS, "r1", now=clock(), lease=LEASE)
    assert round is not None
    told = replace(round, gap=key, question=first.suggested_question)
    await opened.rounds.advance(LOANS, told, now=clock(), lease=LEASE)
    clock.move(minutes=5)
    await opened.rounds.begin(LOANS, "r2", now=clock(), lease=LEASE)
    clock.move(minutes=5)

    after = await here.done()
    last = [after, await here.round()]

    (failure,) = await opened.failures.page(LOANS)
    assert (failure.operation, failure.context) == (first.suggested_question, {"gap": key})
    assert key not in {one.gap for one in last[1:] if one}


async def test_a_worker_that_is_stopped_lets_go_of_its_round_at_once(
    loans: Path, school: Schools, opened: SqliteStore, server: ModelServer
) -> None:
    here = await school(loans, server=server)
    server.answer = Mind()
    server.hold()
    doing = asyncio.create_task(here.round())
    assert await asyncio.to_thread(server.wait_for, lambda it: it.streaming == 1)
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
    server.release()

    round = await here.done()

    assert (round.state, round.taken_over) == ("done", 1)
    assert (await here.status()).questions_generated_today == 1
