"""`/v1/chat/completions` and `/v1/models`: memory for any OpenAI client, by its base URL."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import quote, unquote

from fastapi import APIRouter, Depends, Header, HTTPException, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from nagori.errors import InvalidInputError, NotFoundError
from nagori.face.relay import Relayed
from nagori.server.caller import Caller, check_writes
from nagori.server.errors import STATUS
from nagori.server.idempotency import Claim, claim
from nagori.server.openai.chunks import Told, stream, whole
from nagori.server.openai.errors import openai_error
from nagori.server.openai.leaving import while_there
from nagori.server.openai.repeat import EVENTS, keep_frames, keep_whole, repeated
from nagori.server.openai.schemas import (
    Completion,
    CompletionRequest,
    ErrorBody,
    ModelCard,
    ModelList,
)
from nagori.server.principal import Signed
from nagori.server.state import state_of
from nagori.text.rules import checked_id
from nagori.values.event import Done, Error, Event
from nagori.values.ids import new_id
from nagori.values.prompt import PromptMessage
from nagori.values.times import utc_now

CHAT = "X-Nagori-Chat"
_ALIAS = "nagori"
_FAILURES: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorBody, "description": "What can't be done, in OpenAI's form."},
    "5XX": {"model": ErrorBody, "description": "What failed, in OpenAI's form."},
}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "model": Completion,
        "description": "The answer; with `stream`, chunks of it as server-sent events.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "headers": {CHAT: {"schema": {"type": "string"}, "description": "The chat it is in."}},
    },
    **_FAILURES,
}

router = APIRouter(prefix="/v1", tags=["openai"])


async def _caller(
    request: Request,
    who: Signed,
    body: CompletionRequest,
    idempotency_key: Annotated[
        str | None,
        Header(min_length=1, max_length=200, description="A repeat gets the same answer."),
    ] = None,
) -> Caller:
    """Who asks. A key of a whole space names the user in `Nagori-User`, or as OpenAI does."""
    del idempotency_key  # read where the answer is kept
    check_writes(who)
    state = state_of(request)
    user = who.user
    if user is None:
        if body.user is None:
            raise InvalidInputError("user", "say for which user, since the key is for all")
        user = checked_id(body.user, "user")
        who = replace(who, user=user)
    return Caller(who, user, state.n.within(who.space), state)


@router.post("/chat/completions", response_model=None, responses=_ANSWERS)
async def complete(
    request: Request,
    body: CompletionRequest,
    caller: Annotated[Caller, Depends(_caller)],
    x_nagori_chat: Annotated[
        str | None,
        Header(max_length=2000, description="The chat to go on in; else it is found by itself."),
    ] = None,
) -> Response:
    """Answer a conversation, with what is remembered put in. Leaving stops it."""
    if caller.state.closing.is_set():
        raise HTTPException(503, "the server is about to stop", {"Retry-After": "5"})
    claimed = await claim(request, caller.principal)
    if claimed.before is not None:
        return repeated(claimed.before)
    try:
        return await _answer(request, body, caller, x_nagori_chat, claimed)
    except BaseException:
        await claimed.let_go()
        raise


async def _answer(
    request: Request, body: CompletionRequest, caller: Caller, chat: str | None, claimed: Claim
) -> Response:
    prompt = body.prompt()
    relayed = await caller.n.relay(
        prompt,
        user=caller.user,
        chat=None if chat is None else _chat_id(chat),
        tools=body.offered(),
        options=body.options(),
    )
    if relayed.running is not None:
        caller.state.turns.watch(relayed.running, caller.scope)
    told = _told(relayed, caller, prompt)
    headers = {CHAT: quote(relayed.chat_id)} if relayed.chat_id else {}
    events = while_there(relayed.events, request, closing=caller.state.closing)
    begun: list[Event] = []
    async for event in events:
        told.take(event)
        begun.append(event)
        if told.begun and body.stream:  # not before it speaks: until then, errors have a status
            break
    if body.stream and not isinstance(told.end, Error):
        frames = stream(told, begun, events, with_usage=body.wants_usage)
        kept = keep_frames(claimed, frames, headers)
        return StreamingResponse(kept, headers=headers, media_type=EVENTS)
    await events.aclose()
    return await keep_whole(claimed, _whole(told, headers), headers)


def _whole(told: Told, headers: Mapping[str, str]) -> Response:
    match told.end:
        case Error(code, detail):
            return openai_error(STATUS.get(code, 500), code, detail, headers=headers)
        case Done():
            return JSONResponse(whole(told), headers=headers)
        case None:
            return openai_error(503, "stopped", "the answer was stopped before its end")


def _told(relayed: Relayed, caller: Caller, prompt: Sequence[PromptMessage]) -> Told:
    now, turn_id = utc_now(), relayed.running.id if relayed.running else None
    return Told(
        id=f"chatcmpl-{turn_id or new_id(now)}",
        created=int(now.timestamp()),
        model=caller.n.models.chat.name,
        chat_id=relayed.chat_id,
        turn_id=turn_id,
        prompt=prompt,
    )


def _chat_id(header: str) -> str:
    """The id in a header: as UTF-8, or in the escapes that it is sent back with."""
    try:
        return checked_id(unquote(header.encode("latin-1").decode()), CHAT)
    except UnicodeError as error:
        raise InvalidInputError(CHAT, "give it as UTF-8") from error


@router.get("/models", responses=_FAILURES)
async def models(request: Request, who: Signed) -> ModelList:
    """The models that can be named: the one that answers, and `nagori`, which is the same."""
    del who
    return ModelList(object="list", data=_cards(request))


@router.get("/models/{model:path}", responses=_FAILURES)
async def model(request: Request, model: str, who: Signed) -> ModelCard:
    """One of them."""
    del who
    for card in _cards(request):
        if card.id == model:
            return card
    raise NotFoundError("model", model)


def _cards(request: Request) -> list[ModelCard]:
    name = state_of(request).n.models.chat.name
    names = (name,) if name == _ALIAS else (name, _ALIAS)
    return [ModelCard(id=one, object="model", created=0, owned_by="nagori") for one in names]
