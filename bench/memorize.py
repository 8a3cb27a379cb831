"""What it costs to import a transcript and remember what is worth it, beside the model's time.

    python -m bench.memorize

1,000 turns, the embedded embedder, models in another process that answer at once; then the same
without a model. CPU time of this process, per turn.
"""

import asyncio
import json
import multiprocessing
import re
import tempfile
import time
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from bench.speed import WORDS, mood, row
from nagori import Nagori, Settings
from nagori.testing.model_server import ModelServer
from nagori.testing.model_wire import Body
from nagori.values.transcript import Line, Transcript

TURNS = 1000
_SAID = re.compile(r"^user: (I own .+)$", re.MULTILINE)


def transcript() -> Transcript:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    lines: list[Line] = []
    for number in range(TURNS):
        at = start + timedelta(minutes=number)
        word = WORDS[number % len(WORDS)]
        said = (
            f"I own a {word} with the number {number} and keep it at home"
            if number % 3 == 0
            else f"what do you think of {word} today, and of {WORDS[(number * 7) % len(WORDS)]}?"
        )
        lines.append(Line(f"u{number}", "user", "me", said, at))
        answer = f"That is a good question about {word}; let me tell you more of it. " * 3
        lines.append(Line(f"a{number}", "assistant", "assistant", answer, at))
    return Transcript("bench", "A long talk", lines)


def model_process(pipe: Connection) -> None:
    def answer(body: Body) -> str:
        asked = body["messages"][-1]["content"]
        if "should_remember" in asked:
            return json.dumps({"should_remember": True, "reason": "facts"})
        return "\n".join(f"The user owns{said[5:]}." for said in _SAID.findall(asked)[:10])

    with ModelServer(answer) as server:
        pipe.send(server.url)
        pipe.recv()


async def cost(settings: Settings) -> tuple[float, int]:
    """CPU milliseconds per turn, and how much was remembered."""
    with tempfile.TemporaryDirectory() as folder:
        async with Nagori.open(Path(folder) / "a.db", settings=settings) as n:
            await n.recall("warm", user="me")
            talk = [transcript()]
            started = time.process_time()
            outcome = await n.memorize_transcript(talk, user="me")
            return (time.process_time() - started) * 1000 / TURNS, len(outcome.memories)


def main() -> None:
    mood()
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=model_process, args=(theirs,))
    process.start()
    url = ours.recv()
    chat = {"type": "openai", "endpoint": f"{url}/v1", "api_key": "none", "model": "loopback"}
    by_model = Settings.model_validate({"models": {"chat": chat}})
    ms, kept = asyncio.run(cost(by_model))
    row(
        f"import of {TURNS} turns, models at once, CPU per turn",
        f"{ms:.1f} ms ({kept} kept)",
        "15 ms",
    )
    ours.send(None)
    process.join()
    without = Settings.model_validate({"models": {"chat": {"type": "extractive"}}})
    ms, kept = asyncio.run(cost(without))
    row("the same by rules", f"{ms:.1f} ms ({kept} kept)", "15 ms")


if __name__ == "__main__":
    main()
