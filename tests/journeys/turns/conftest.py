"""Turns over a real store, with models that do as they are told."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from nagori import Nagori, Settings
from nagori.llm.build import Models, build_models
from nagori.llm.port import Model
from nagori.testing.model_server import ModelRefusal, ModelServer, settings_for
from nagori.testing.model_wire import ModelAnswer
from nagori.testing.scripted_model import Script, ScriptedModel
from nagori.values.event import Error, Event, Proposal, Started, ToolResult
from nagori.values.prompt import Call
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


@dataclass
class House:
    """Nagori with a chat model that is played by a server."""

    n: Nagori
    server: ModelServer

    def plays(self, *answers: str | ModelAnswer | ModelRefusal) -> None:
        """Answer the next requests so."""
        self.server.answer_next(answers)

    @property
    def prompt(self) -> str:
        """The last request's messages, as the provider got them."""
        return json.dumps(self.server.requests[-1].body, ensure_ascii=False)


def calls(name: str, says: str = "", id: str = "call_1", **arguments: Any) -> ModelAnswer:
    """An answer that calls a tool."""
    return ModelAnswer(says, calls=(Call(id, name, json.dumps(arguments, ensure_ascii=False)),))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer("So it is.") as server:
        yield server


@pytest.fixture(params=["openai"])
async def house(
    tmp_path: Path, server: ModelServer, request: pytest.FixtureRequest
) -> AsyncIterator[House]:
    chosen = settings(models={"chat": settings_for(server, request.param)})
    models = models_of(build_models(chosen).chat)
    async with Nagori.open(tmp_path / "memory.db", settings=chosen, models=models) as n:
        yield House(n, server)


def results(events: Sequence[Event]) -> list[ToolResult]:
    """What tools gave back."""
    return [event for event in events if isinstance(event, ToolResult)]


def proposed(events: Sequence[Event]) -> list[Proposal]:
    """What a person is asked about."""
    return [event for event in events if isinstance(event, Proposal)]
