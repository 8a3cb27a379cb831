"""Processes that are killed while they memorise: nothing is lost, nothing is doubled."""

import asyncio
import json
import os
import re
import signal
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.journeys.memorising.conftest import Helpers, settings_with, settled, texts

from nagori import Nagori, Settings
from nagori.testing.model_wire import Body
from nagori.values.times import utc_now

WORKING = """
import asyncio, sys
from nagori import Nagori, Settings

async def main():
    settings = Settings.model_validate_json(sys.argv[2])
    async with Nagori.open(sys.argv[1], settings=settings) as n:
        print("open", flush=True)
        for number in range(int(sys.argv[3]), 40):
            await n.answer(sys.argv[4], f"my cousin Kim{number} collects stamps", user="carla")
            print(number, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def _stated(body: Body) -> str:
    """What a careful model would write: one statement for each cousin that was spoken of."""
    names = re.findall(r"my cousin (Kim\d+) collects", body["messages"][-1]["content"])
    return "\n".join(f"The user's cousin {name} collects stamps." for name in names)


def a_while_later() -> datetime:
    return utc_now() + timedelta(minutes=2)


@pytest.mark.parametrize("after_s", [0.1, 0.4])
async def test_a_killed_process_loses_no_turn_and_doubles_no_memory(
    tmp_path: Path, helpers: Helpers, after_s: float
) -> None:
    helpers.summary.answer = _stated
    path, said = tmp_path / "memory.db", 0
    chosen = settings_with(helpers, embedding={"type": "none"})
    given = json.dumps(_with_keys(chosen))
    for run in range(3):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WORKING, str(path), given, str(said), f"chat-{run}",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        async with asyncio.timeout(30):
            assert (await process.stdout.readline()).strip() == b"open"
            await asyncio.sleep(after_s)
            os.kill(process.pid, signal.SIGKILL)
            rest = (await process.stdout.read()).split()
        await process.wait()
        said = int(rest[-1]) + 1 if rest else said

    # A minute later, when the leases of jobs whose process is gone have run out.
    async with Nagori.open(path, settings=chosen, clock=a_while_later) as n:
        # A process that was killed early may not have come to begin its chat.
        heard = [
            message.content
            for chat in await n.chats.list(user="carla")
            for message in await n.chats.messages(chat.id, limit=200)
            if message.role == "user"
        ]
        names = {text.split()[2] for text in heard}
        await settled(n, within_s=30)
        async with asyncio.timeout(30):
            while len(await texts(n)) < len(names):
                await asyncio.sleep(0.05)

        assert len(names) >= said
        assert sorted(await texts(n)) == sorted(
            f"The user's cousin {name} collects stamps." for name in names
        )


def _with_keys(settings: Settings) -> object:
    """The settings as another process reads them; keys are hidden when they are written out."""
    plain = json.loads(settings.model_dump_json(exclude_none=True, include={"models", "embedding"}))
    for model in plain["models"].values():
        if "api_key" in model:
            model["api_key"] = "sk-none"
    return plain
