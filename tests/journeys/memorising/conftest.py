"""Memorising over a real store, with servers on loopback that play the models."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from nagori import Memory, Nagori, Settings
from nagori.testing.model_server import ModelServer, settings_for

House = Callable[..., AbstractAsyncContextManager[Nagori]]


def decided(worth: bool, reason: str = "a lasting fact") -> str:
    """A decision as a model writes it."""
    return json.dumps({"should_remember": worth, "reason": reason})


@dataclass
class Helpers:
    """The servers behind a house: what they say can be changed, and what can go wrong."""

    chat: ModelServer
    decision: ModelServer
    summary: ModelServer


@pytest.fixture
def helpers() -> Iterator[Helpers]:
    with (
        ModelServer("Noted.") as chat,
        ModelServer(decided(worth=True)) as decision,
        ModelServer("") as summary,
    ):
        for server in (chat, decision, summary):
            server.retry_after_s, server.slow_s = 0.2, 0.02
        yield Helpers(chat, decision, summary)


def settings_with(helpers: Helpers | None, **sections: Any) -> Settings:
    """With the models of these servers, or with none."""
    models: Mapping[str, Any] = {}
    if helpers is not None:
        waits = {"first_byte_s": 1.0, "total_s": 2.0, "deadline_s": 1.0}
        models = {
            # Not what is tried here: a busy machine may make it wait.
            "chat": settings_for(helpers.chat, "openai", first_byte_s=20.0, total_s=30.0),
            "decision": settings_for(helpers.decision, "openai", **waits),
            "summary": settings_for(helpers.summary, "openai", **waits),
            "title": {"type": "extractive"},
        }
    return Settings.model_validate({"models": models, **sections})


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Opens Nagori over this test's file, with the embedded embedder."""

    @asynccontextmanager
    async def open(helpers: Helpers | None = None, **sections: Any) -> AsyncGenerator[Nagori]:
        async with Nagori.open(
            tmp_path / "memory.db", settings=settings_with(helpers, **sections)
        ) as n:
            yield n

    return open


async def kept(n: Nagori, *, user: str = "carla") -> list[Memory]:
    """What was made to be kept, oldest first, once nothing waits to be considered."""
    await settled(n)
    page = await n.list(user=user, tags=["summary"])
    return list(reversed(page.items))


async def settled(n: Nagori, *, within_s: float = 20) -> None:
    """Wait until no memorise job is to be done."""
    async with asyncio.timeout(within_s):
        while any(waiting.kind == "memorise" for waiting in await n.backlog()):
            await asyncio.sleep(0.02)


async def texts(n: Nagori, *, user: str = "carla") -> list[str]:
    """The statements that are kept, oldest first."""
    return [memory.text for memory in await kept(n, user=user)]
