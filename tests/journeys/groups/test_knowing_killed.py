"""Processes that are killed while they get to know a group: nothing is lost, nothing doubled."""

import asyncio
import json
import os
import re
import signal
import sys
from datetime import datetime, timedelta
from pathlib import Path

from tests.journeys.groups.knowing import KNOWS, known, settled

from nagori import Nagori, Settings
from nagori.values.times import utc_now

TALKING = """
import asyncio, sys
from nagori import Nagori, Settings

async def main():
    settings = Settings.model_validate_json(sys.argv[2])
    async with Nagori.open(sys.argv[1], settings=settings) as n:
        print("open", flush=True)
        for number in range(int(sys.argv[3]), 400):
            text = f"my cousin Kim{number} collects stamps"
            await n.group("team").hear(text, speaker="u1", name="Ann", external_id=str(number))
            print(number, flush=True)
            await asyncio.sleep(0.01)

asyncio.run(main())
"""
EVERY = 4


async def test_a_killed_process_loses_and_doubles_nothing(tmp_path: Path) -> None:
    path, said = tmp_path / "memory.db", 0
    group = {**KNOWS, "summary_every_messages": EVERY}
    chosen = {"embedding": {"type": "none"}, "group": group}
    for after_s in (0.1, 0.3, 0.5):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", TALKING, str(path), json.dumps(chosen), str(said),
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        async with asyncio.timeout(60):
            assert (await process.stdout.readline()).strip() == b"open"
            await asyncio.sleep(after_s)
            os.kill(process.pid, signal.SIGKILL)
            rest = (await process.stdout.read()).split()
        await process.wait()
        said = int(rest[-1]) + 1 if rest else said

    def later() -> datetime:
        """When the lease of a job whose process is gone has run out."""
        return utc_now() + timedelta(minutes=2)

    async with Nagori.open(path, settings=Settings.model_validate(chosen), clock=later) as n:
        messages = await n.store.chats.messages(n.space, "team", limit=1000)
        await settled(n, within_s=100)
        summaries = await n.group("team").summaries(200)

        assert len(messages) >= said > 0
        cousins = [re.findall(r"Kim\d+", text) for text in await known(n, "team")
                   if "cousin" in text and "Ann: " not in text]  # fmt: skip
        names = sorted(name for found in cousins for name in found)
        assert names == sorted(f"Kim{number}" for number in range(len(messages)))
        assert len(summaries) == len(messages) // EVERY
        sources = [source.ref for memory in summaries for source in memory.sources]
        assert len(sources) == len(set(sources))
