"""A process that is killed in the middle of an answer."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from tests.journeys.turns.conftest import settings

from nagori import Nagori
from nagori.llm.build import build_models
from nagori.testing.model_server import ModelServer, settings_for

ANSWERING = """
import asyncio, sys
from nagori import Nagori, Settings

async def main():
    settings = Settings.model_validate_json(sys.argv[2])
    async with Nagori.open(sys.argv[1], settings=settings) as n:
        async for event in n.turn("c", "tell me a long story", user="carla"):
            print(event.type, flush=True)

asyncio.run(main())
"""


async def test_the_users_message_and_a_partial_answer_are_left_and_the_next_start_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "memory.db"
    with ModelServer("word " * 400) as server:
        server.pause_s = 0.02
        given = settings_for(server).model_dump(exclude={"api_key"})
        chosen = settings(models={"chat": given})
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", ANSWERING, str(path), chosen.model_dump_json(exclude_none=True),
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        answers = 0
        async with asyncio.timeout(20):
            while answers < 60:
                answers += (await process.stdout.readline()).strip() == b"answer"
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()

        async with Nagori.open(path, settings=chosen, models=build_models(chosen)) as n:
            async with asyncio.timeout(20):
                while len(await n.chats.messages("c")) < 2:
                    await asyncio.sleep(0.1)
            user, answer = await n.chats.messages("c")
            assert (user.content, user.state) == ("tell me a long story", "final")
            assert answer.state == "partial"
            assert answer.content.startswith("word word")
            (turn,) = await n.store.turns.of_chat("default", "c", limit=9)
            assert turn.state == "lost"
            *_, last = [event async for event in n.turn_events(turn.id)]
            assert (last.type, last.data["code"]) == ("error", "interrupted")
            assert "cut off" in caplog.text

            server.pause_s, server.answer = 0.0, "And they lived happily."
            again = await n.answer("c", "go on", user="carla")
            assert again.content == "And they lived happily."
