"""What memory costs a turn, in CPU time from the request to the call of the model.

    python -m bench.turn

A user with 10,000 memories and a chat of 200 messages, the embedded embedder, the whole server in
this process (the client's own cost is in the figures), a model that answers at once.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
from threadpoolctl import threadpool_limits

from bench.speed import WORDS, mood, row
from nagori import Nagori, Settings, Statement
from nagori.llm.build import Models
from nagori.llm.extractive import ExtractiveModel
from nagori.server.app import create_app
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.memory import Source
from nagori.values.prompt import EndPiece, Piece, PromptMessage, TextPiece, Tool
from nagori.values.scope import Scope

MEMORIES, ROUNDS, TURNS = 10_000, 100, 60
QUESTIONS = {
    "English": "where did I put the {0} that my sister gave me in {1}?",
    "Chinese": "我上次说的{0}放在哪里了？还有{1}的事情你记得吗？",
}


class Instant(ScriptedModel):
    """Answers at once and notes when it was called."""

    def __init__(self) -> None:
        super().__init__(name="instant")
        self.called_at = 0.0

    async def stream(
        self,
        messages: Sequence[PromptMessage],
        *,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Piece]:
        del messages, tools, options
        self.called_at = time.process_time()
        yield TextPiece("It is noted.")
        yield EndPiece()


async def fill(n: Nagori) -> None:
    rng = np.random.default_rng(0)
    scope, start = Scope("default", "user", "me"), datetime(2026, 1, 1, tzinfo=UTC)
    for block in range(0, MEMORIES, 500):
        made: list[Statement] = []
        for number in range(block, block + 500):
            at = start + timedelta(minutes=number)
            text = f"{' '.join(rng.choice(WORDS, 9))} {number}"
            made.append(Statement(text, scope, "manual", at, Source("statement", "me", at)))
        await n.remember_all(made)


async def main() -> None:
    mood()
    threadpool_limits(1, user_api="blas")  # as `nagori serve` does
    model = Instant()
    offline = ExtractiveModel()
    models = Models(chat=model, decision=offline, summary=offline, title=offline)
    settings = Settings.model_validate({"server": {"requests_per_minute": 100_000}})
    with tempfile.TemporaryDirectory() as folder:
        async with Nagori.open(Path(folder) / "a.db", settings=settings, models=models) as n:
            await fill(n)
            for number in range(ROUNDS):
                await n.answer("c", f"message {number} about {WORDS[number % 20]}", user="me")
            app = create_app(n, settings=settings)
            transport = httpx2.ASGITransport(app, client=("127.0.0.1", 50000))
            async with httpx2.AsyncClient(
                transport=transport, base_url="http://127.0.0.1:7374", timeout=30
            ) as http:
                for language, question in QUESTIONS.items():
                    costs = [await cost(n, http, model, question, at) for at in range(TURNS)][5:]
                    p95 = statistics.quantiles(costs, n=20)[-1]
                    middle = statistics.median(costs)
                    got = f"{p95:.1f} ms (median {middle:.1f})"
                    row(f"request to model call, p95 CPU, {language}", got, "25 ms")


async def cost(
    n: Nagori, http: httpx2.AsyncClient, model: Instant, question: str, at: int
) -> float:
    text = question.format(WORDS[at % len(WORDS)], WORDS[(at * 7 + 3) % len(WORDS)]) + f" {at}"
    started = time.process_time()
    response = await http.post("/api/chat", json={"chat_id": "c", "message": text})
    assert response.status_code == 200, response.text
    await asyncio.sleep(0.02)
    while any(job.state != "dead" for job in await n.backlog()):
        await asyncio.sleep(0.02)  # jobs of the turn before are not part of the next one
    return (model.called_at - started) * 1000


if __name__ == "__main__":
    asyncio.run(main())
