"""Models against a real HTTP server that misbehaves: each wire, each fault, whole and streamed."""

import asyncio
import logging
import time
import traceback
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from nagori.errors import KeyRefusedError, ModelError, ModelReplyError, ModelUnavailableError
from nagori.llm.collect import collect
from nagori.llm.port import Model
from nagori.testing.model_server import MODEL_FAULTS, SECRET, ModelFault, ModelServer
from nagori.testing.model_wire import ModelAnswer
from nagori.values.prompt import PromptMessage, Reply, TextPiece

Make = Callable[..., Model]
Way = Callable[[Model], Coroutine[Any, Any, Reply]]

MESSAGES = [PromptMessage("user", "Carla drinks tea.")]
SCHEMA = {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}}
KINDS = ["openai", "gemini", "anthropic"]


async def reply(model: Model) -> Reply:
    return await model.reply(MESSAGES)


async def schema(model: Model) -> Reply:
    return await model.reply(MESSAGES, schema=SCHEMA)


async def stream(model: Model) -> Reply:
    return await collect(model.stream(MESSAGES))


async def read(model: Model, got: list[str]) -> None:
    async for piece in model.stream(MESSAGES):
        got += [piece.text] if isinstance(piece, TextPiece) else []


_DOWN: dict[str, tuple[type[ModelError], str]] = {
    "refused": (ModelUnavailableError, "can't be reached"),
    "hang": (ModelUnavailableError, "no reply .*within 0.4 s"),
    "rate_limit": (ModelUnavailableError, "too many requests"),
    "server_error": (ModelUnavailableError, "out of service"),
    "unauthorized": (KeyRefusedError, "the key was refused"),
    "cut": (ModelUnavailableError, "cut off"),
    "huge": (ModelReplyError, "larger than 16 MB"),
}
_WHOLE: dict[str, tuple[type[ModelError], str]] = {
    **_DOWN,
    "broken_json": (ModelReplyError, "not JSON"),
    "wrong_schema": (ModelReplyError, "wrong shape"),
    "empty": (ModelReplyError, "not JSON"),
    "bad_utf8": (ModelReplyError, "not JSON"),
}
EXPECTED: dict[Way, dict[str, tuple[type[ModelError], str]]] = {
    reply: _WHOLE,
    schema: {**_WHOLE, "wrong_schema": (ModelReplyError, "does not fit the schema.*title is miss")},
    stream: {
        **_DOWN,
        "broken_json": (ModelReplyError, "broken JSON"),
        "wrong_schema": (ModelReplyError, "wrong shape"),
        "empty": (ModelUnavailableError, "cut off"),
        "bad_utf8": (ModelReplyError, "not UTF-8"),
    },
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", [reply, schema, stream])
@pytest.mark.parametrize("fault", [fault for fault in MODEL_FAULTS if fault != "slow"])
async def test_every_fault_ends_in_its_error_in_time_and_without_the_key(
    server: ModelServer,
    make: Make,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    way: Way,
    fault: ModelFault,
) -> None:
    deadline = 0.4 if fault == "hang" else 5.0  # the others answer, even on a busy machine
    # Of two limits that end at once, either may be the first to be told of.
    model = make(kind, deadline_s=deadline, first_byte_s=deadline, total_s=deadline + 0.4)
    error, problem = EXPECTED[way][fault]
    server.fault = fault
    started = time.monotonic()

    with caplog.at_level(logging.DEBUG), pytest.raises(error, match=problem) as caught:
        await way(model)

    assert time.monotonic() - started < deadline + 0.5
    assert model.reason is not None
    assert (model.state == "unavailable") is issubclass(error, ModelUnavailableError)
    shown = f"{caught.value!r} {model!r} {model.reason} {vars(caught.value)}"
    assert SECRET not in shown + caplog.text + "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", [reply, stream])
@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_after_every_fault_the_model_recovers_by_itself(
    server: ModelServer, make: Make, kind: str, way: Way, fault: ModelFault
) -> None:
    model = make(kind, deadline_s=0.5, first_byte_s=0.5, total_s=2.0)
    server.fault, server.slow_s = fault, 0.02
    if fault == "slow":
        assert (await way(model)).text == "Hello."
    else:
        with pytest.raises(ModelError):
            await way(model)
    server.fault = None
    if fault == "unauthorized":
        await asyncio.sleep(1.0)  # a refused key is not shown again for a second

    assert (await way(model)).text == "Hello."
    assert (model.state, model.reason) == ("ready", None)


@pytest.mark.parametrize("kind", KINDS)
async def test_slow_words_within_the_limits_are_fine(
    server: ModelServer, make: Make, kind: str
) -> None:
    server.answer, server.fault, server.slow_s = ModelAnswer("a b c d", piece_chars=1), "slow", 0.05

    said = await stream(make(kind, first_byte_s=0.5))

    assert said.text == "a b c d"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_stream_that_falls_silent_is_given_up(
    server: ModelServer, make: Make, kind: str
) -> None:
    model = make(kind, first_byte_s=0.3)
    server.hold()
    started = time.monotonic()

    with pytest.raises(ModelUnavailableError, match=r"no reply within 0\.3 s"):
        await stream(model)

    assert time.monotonic() - started < 1.0


@pytest.mark.parametrize("kind", KINDS)
async def test_a_stream_that_never_ends_is_given_up(
    server: ModelServer, make: Make, kind: str
) -> None:
    server.answer, server.fault = ModelAnswer("x" * 500, piece_chars=1), "slow"
    server.slow_s = 0.02
    started = time.monotonic()

    with pytest.raises(ModelUnavailableError, match=r"no end of the reply within 0\.5 s"):
        await stream(make(kind, first_byte_s=0.4, total_s=0.5))

    assert time.monotonic() - started < 1.2


async def test_a_long_stream_of_many_events_is_capped_too(server: ModelServer, make: Make) -> None:
    server.answer = ModelAnswer("x" * (17 * 1024 * 1024), piece_chars=1024 * 1024)
    got: list[str] = []

    with pytest.raises(ModelReplyError, match="larger than 16 MB"):
        await read(make(), got)

    assert 0 < sum(map(len, got)) <= 16 * 1024 * 1024


@pytest.mark.parametrize("kind", KINDS)
async def test_what_came_before_a_cut_has_been_given(
    server: ModelServer, make: Make, kind: str
) -> None:
    server.answer, server.fault = ModelAnswer("a b c d e f g h", piece_chars=1), "cut"
    got: list[str] = []

    with pytest.raises(ModelUnavailableError, match="cut off"):
        await read(make(kind), got)

    assert "a b c d e f g h".startswith("".join(got))
    assert "".join(got)
