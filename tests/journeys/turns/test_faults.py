"""Twelve faults of each provider that a turn leans on: the chat goes on, says so, and recovers."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.journeys.turns.conftest import ask, failure, settings, text_of

from nagori import Nagori
from nagori.testing.http_provider import Fault, HttpProvider
from nagori.testing.model_server import MODEL_FAULTS, ModelFault, ModelServer, settings_for
from nagori.values.event import Event

DEADLINE_S = 1.0
SLACK_S = 1.5
"""For a busy machine."""
STILL_ANSWERS: tuple[ModelFault, ...] = ("slow",)
EMBEDDING_FAULT: dict[str, Fault] = {"wrong_schema": "wrong_shape"}


@dataclass
class House:
    """Nagori with a server for each model, and one for the embedder."""

    n: Nagori
    chat: ModelServer
    summary: ModelServer
    title: ModelServer
    embedder: HttpProvider


@pytest.fixture
def servers() -> Iterator[tuple[ModelServer, ModelServer, ModelServer, HttpProvider]]:
    with ExitStack() as stack:
        chat, summary, title = (
            stack.enter_context(ModelServer(said)) for said in ("Hello.", "Codes.", "Doors")
        )
        embedder = stack.enter_context(HttpProvider())
        for server in (chat, summary, title):
            server.retry_after_s, server.slow_s = 0.2, 0.02
        embedder.retry_after_s, embedder.slow_s = 0.2, 0.05
        yield chat, summary, title, embedder


@pytest.fixture
async def house(
    tmp_path: Path, servers: tuple[ModelServer, ModelServer, ModelServer, HttpProvider]
) -> AsyncIterator[House]:
    chat, summary, title, embedder = servers
    waits: dict[str, object] = {
        "first_byte_s": DEADLINE_S,
        "total_s": 2 * DEADLINE_S,
        "deadline_s": DEADLINE_S,
    }
    chosen = settings(
        models={
            "chat": settings_for(chat, "openai", **waits),
            "summary": settings_for(summary, "openai", **waits),
            "title": settings_for(title, "openai", **waits),
        },
        embedding={
            "type": "openai",
            "base_url": f"{embedder.url}/v1",
            "deadline_s": DEADLINE_S,
        },
        chat={"rounds": 1, "fold_from_messages": 2},
    )
    async with Nagori.open(tmp_path / "memory.db", settings=chosen) as n:
        yield House(n, chat, summary, title, embedder)


async def timed(n: Nagori, text: str) -> list[Event]:
    """A turn that keeps to its deadline, whatever fails: embedding, three tries and the rest."""
    started = time.monotonic()
    events = await ask(n, text)
    assert time.monotonic() - started < 3 * DEADLINE_S + SLACK_S
    return events


async def said_once(n: Nagori, text: str) -> bool:
    return [m.content for m in await n.chats.messages("c")].count(text) == 1


async def well_again(n: Nagori, text: str) -> list[Event]:
    """The first turn that is whole and without complaints after a fault went away."""
    async with asyncio.timeout(20):
        number = 0
        while True:
            number += 1
            events = await ask(n, f"{text} {number}")
            if events[-1].type == "done" and not any(e.type == "degraded" for e in events):
                return events
            await asyncio.sleep(0.2)


@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_the_chat_model(house: House, fault: ModelFault) -> None:
    n = house.n
    house.chat.fault = fault

    events = await timed(n, "are you there?")

    assert events[-1].type == ("done" if fault in STILL_ANSWERS else "error")
    if events[-1].type == "error":
        assert failure(events) in ("model_unavailable", "model_reply")
    assert await said_once(n, "are you there?")
    house.chat.fault = None
    assert text_of(await well_again(n, "and now?")) == "Hello."
    assert await said_once(n, "are you there?")


@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_the_summary_model(house: House, fault: ModelFault) -> None:
    n = house.n
    house.summary.fault = fault
    for number in range(4):
        events = await timed(n, f"the code of door {number} is {number}{number}{number}")
        assert events[-1].type == "done"

    async with asyncio.timeout(10):
        while (await n.chats.get("c")).summary_by is None:
            await asyncio.sleep(0.05)
    by = (await n.chats.get("c")).summary_by
    if fault not in (*STILL_ANSWERS, "wrong_schema"):  # without a schema any text is a summary
        assert by == "extractive"
    house.summary.fault = None
    async with asyncio.timeout(20):
        number = 10
        while (await n.chats.get("c")).summary_by == "extractive":
            number += 1
            await ask(n, f"one more: {number}")
            await asyncio.sleep(0.3)
    assert (await n.chats.get("c")).summary_by == "openai:loopback"


@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_the_title_model(house: House, fault: ModelFault) -> None:
    n = house.n
    house.title.fault = fault

    events = await timed(n, "let us talk about the codes of all doors")

    assert events[-1].type == "done"
    chat = await n.chats.get("c")
    assert chat.title
    house.title.fault = None
    async with asyncio.timeout(20):
        number = 0
        while (await n.chats.get("c")).title_by != "model":
            number += 1
            await ask(n, f"one more: {number}")
            await asyncio.sleep(0.3)


@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_the_embedder(house: House, fault: ModelFault) -> None:
    n = house.n
    await n.remember("Carla's cat is called Miso", user="carla")
    house.embedder.fault = EMBEDDING_FAULT.get(fault, fault)  # pyright: ignore[reportAttributeAccessIssue]  # they have the same names

    events = await timed(n, "what is my cat called?")

    assert events[-1].type == "done"
    recalled = next(event for event in events if event.type == "recalled")
    assert [item.text for item in recalled.items] == ["Carla's cat is called Miso"]  # by words
    if fault not in STILL_ANSWERS:
        assert any(event.type == "degraded" and event.what == "embedding" for event in events)
    assert await said_once(n, "what is my cat called?")
    house.embedder.fault = None
    await well_again(n, "and my dog?")
