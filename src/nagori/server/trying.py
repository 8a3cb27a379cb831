"""Whether the models and the embedder of the settings work, found out by asking them once."""

import asyncio
import time
from contextlib import aclosing
from typing import Literal

from nagori.config import Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.errors import (
    InvalidInputError,
    KeyRefusedError,
    ModelError,
    ModelReplyError,
    ModelUnavailableError,
)
from nagori.llm.build import build_models
from nagori.llm.port import Model
from nagori.server.schemas.settings import Part, SettingsTested
from nagori.values.prompt import PromptMessage, TextPiece
from nagori.wiring import embedder_from

_WAIT_S = 30.0
_LOOK_S = 0.05
_LONGEST = 200
_ASKED = (PromptMessage("user", "Say hello in one short sentence.", "user"),)
_EMBEDDED = "hello"

What = Literal["works", "no_model", "not_set_up", "key_refused", "unreachable", "bad_reply"]


async def tried_model(settings: Settings, part: Part) -> SettingsTested:
    """What the model of one job says, asked anew: what failed before is not held against it."""
    began = time.monotonic()
    try:
        models = build_models(settings)
    except InvalidInputError as error:
        return _told("not_set_up", "", str(error), began)
    model: Model = getattr(models, part)
    try:
        if model.state == "extractive":
            return _told("no_model", model.name, "", began)
        async with asyncio.timeout(_WAIT_S):
            said = await _first_words(model)
        if not said:
            return _told("bad_reply", model.name, "the answer is empty", began)
        return _told("works", model.name, said, began)
    except (ModelError, TimeoutError) as error:
        return _failed(model.name, error, began)
    finally:
        await models.close()


async def tried_embedder(settings: Settings, used: GuardedEmbedder | None) -> SettingsTested:
    """Whether the embedder embeds, asked anew; the local one is `used`: it takes long to load."""
    began = time.monotonic()
    local = settings.embedding.type == "local"
    try:
        embedder = used if local else embedder_from(settings)
    except InvalidInputError as error:
        return _told("not_set_up", "", str(error), began)
    if embedder is None:
        return _told("no_model", "none", "", began)
    try:
        async with asyncio.timeout(_WAIT_S):
            await _loaded(embedder)
            vectors = await embedder.embed([_EMBEDDED], "query")
        return _told("works", embedder.name, f"{vectors.shape[1]} dimensions", began)
    except (ModelError, TimeoutError) as error:
        return _failed(embedder.name, error, began)
    finally:
        if embedder is not used:
            await embedder.close()


async def _loaded(embedder: GuardedEmbedder) -> None:
    """Wait until it is in memory, which is no failure of its own."""
    embedder.warm()
    while embedder.state == "unloaded":  # noqa: ASYNC110 - a thread loads it, and tells nobody
        await asyncio.sleep(_LOOK_S)


async def _first_words(model: Model) -> str:
    """What it says, streamed as in a turn, as far as anybody would read."""
    said = ""
    async with aclosing(model.stream(_ASKED)) as pieces:
        async for piece in pieces:
            if isinstance(piece, TextPiece):
                said += piece.text
            if len(said) >= _LONGEST:
                break
    return said.strip()[:_LONGEST]


def _failed(name: str, error: ModelError | TimeoutError, began: float) -> SettingsTested:
    match error:
        case KeyRefusedError(problem=problem):
            return _told("key_refused", name, problem, began)
        case ModelUnavailableError(problem=problem):
            return _told("unreachable", name, problem, began)
        case ModelReplyError(problem=problem):
            return _told("bad_reply", name, problem, began)
        case _:
            return _told("unreachable", name, f"no reply within {_WAIT_S:g} s", began)


def _told(what: What, name: str, detail: str, began: float) -> SettingsTested:
    took_ms = round((time.monotonic() - began) * 1000, 1)
    ok = what in ("works", "no_model")
    return SettingsTested(ok=ok, what=what, name=name, detail=detail, took_ms=took_ms)
