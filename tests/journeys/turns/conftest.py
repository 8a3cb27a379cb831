"""Turns over a real store, with models that do as they are told."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from nagori import Nagori, Settings
from nagori.llm.build import Models
from nagori.llm.port import Model
from nagori.testing.scripted_model import Script, ScriptedModel
from nagori.values.event import Error, Event, Started
from nagori.values.times import utc_now

Chatting = Callable[..., AbstractAsyncContextManager[Nagori]]


def models_of(
    chat: Model,
    *,
    summary: Model | None = None,
    title: Model | None = None,
) -> Models:
    """The chat model, with helpers that are unavailable unless they are given."""
    silent = ScriptedModel(name="silent")
    return Models(chat=chat, decision=silent, summary=summary or silent, title=title or silent)


def scripted(*scripts: Script, **options: object) -> ScriptedModel:
    """A model that plays these, then the last one again and again."""
    return ScriptedModel(scripts, repeats=True, **options)  # pyright: ignore[reportArgumentType]


def settings(**sections: object) -> Settings:
    """No embedder unless a test is about it: words are enough to recall by."""
    return Settings.model_validate({"embedding": {"type": "none"}, **sections})


@pytest.fixture
def chatting(tmp_path: Path) -> Chatting:
    """Opens Nagori as a program does, jobs included, over this test's file."""

    @asynccontextmanager
    async def open(
        models: Models, chosen: Settings | None = None, path: Path | None = None
    ) -> AsyncGenerator[Nagori]:
        where = path or tmp_path / "memory.db"
        async with Nagori.open(
            where, settings=chosen or settings(), clock=utc_now, models=models
        ) as n:
            yield n

    return open


async def ask(
    n: Nagori, text: str, *, chat: str | None = "c", user: str = "carla", **more: str
) -> list[Event]:
    """Everything that happened in a turn."""
    return [event async for event in n.turn(chat, text, user=user, **more)]


def started(events: Sequence[Event]) -> Started:
    """How a turn began."""
    first = events[0]
    assert isinstance(first, Started)
    return first


def failure(events: Sequence[Event]) -> str:
    """The code of the error that a turn ended with."""
    last = events[-1]
    assert isinstance(last, Error)
    return last.code


def types(events: Sequence[Event]) -> list[str]:
    """What happened, runs of one type once."""
    seen: list[str] = []
    for event in events:
        if not seen or seen[-1] != event.type:
            seen.append(event.type)
    return seen


def text_of(events: Sequence[Event]) -> str:
    """The answer as a reader saw it."""
    return "".join(event.text for event in events if event.type == "answer")
