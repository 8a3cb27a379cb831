"""Turns: a message that wants an answer, and everything that happens until it has one."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from nagori.chat.running import Running
from nagori.errors import InvalidInputError
from nagori.server.caller import Caller, Reader, Writer, check_shared
from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.chats import TurnInput
from nagori.server.sse import frames
from nagori.server.streams import begun_once
from nagori.values.event import Kept
from nagori.values.turn import Turn

router = APIRouter(tags=["turns"])
repeatable = APIRouter(tags=["turns"], route_class=RepeatableRoute)

TurnId = Annotated[str, Path(min_length=1, max_length=200)]
_HIGHEST = 2**53


async def begun(
    request: Request, caller: Writer, body: TurnInput
) -> AsyncGenerator[AsyncGenerator[Kept]]:
    """The events of the turn that a message begins, or began when it was sent before.

    What can't be begun fails here, before the stream, with a status of its own.
    """
    events = await begun_once(
        request, caller.principal, caller.n, caller.scope, lambda: _start(caller, body)
    )
    async with aclosing(events):
        yield events


async def resumed(
    caller: Reader,
    turn_id: TurnId,
    after: Annotated[int | None, Query(ge=0, le=_HIGHEST)] = None,
    last_event_id: Annotated[str | None, Header(alias="Last-Event-ID", max_length=20)] = None,
) -> AsyncGenerator[AsyncGenerator[Kept]]:
    """The events of a turn after the last one that the reader has seen."""
    number = after if after is not None else _number(last_event_id)
    turn = await caller.turn(turn_id)
    async with aclosing(caller.n.turn_events(turn.id, after=number)) as events:
        yield events


@router.post("/api/chat", response_class=EventSourceResponse)
async def say(
    events: Annotated[AsyncGenerator[Kept], Depends(begun)],
) -> AsyncIterator[ServerSentEvent]:
    """Say something and read the answer as it comes. Leaving does not stop the turn."""
    async with aclosing(frames(events)) as stream:
        async for frame in stream:
            yield frame


@router.get("/api/turns/{turn_id}/events", response_class=EventSourceResponse)
async def events(
    events: Annotated[AsyncGenerator[Kept], Depends(resumed)],
) -> AsyncIterator[ServerSentEvent]:
    """Read a turn's events again, or further."""
    async with aclosing(frames(events)) as stream:
        async for frame in stream:
            yield frame


@repeatable.post("/api/turns/{turn_id}/stop")
async def stop(caller: Writer, turn_id: TurnId) -> Turn:
    """Stop a turn; what it had said is kept."""
    turn = await caller.turn(turn_id)
    return await caller.n.stop_turn(turn.id)


async def _start(caller: Caller, body: TurnInput) -> Running:
    # While the store is out of service nobody can tell which chats there are: any may go on.
    if body.chat_id is not None and caller.n.status.store != "failed":
        await caller.chat(body.chat_id)
    if body.project is not None:
        check_shared(caller.principal)
    return await caller.n.start_turn(
        body.chat_id,
        body.message,
        user=caller.user,
        replaces=body.replaces,
        documents=body.document_ids,
        project=body.project,
        sees_projects=not caller.principal.is_one_user_s,
    )


def _number(last_event_id: str | None) -> int:
    """The number in the header; a browser sends it empty when it has seen nothing."""
    if not last_event_id:
        return 0
    if not (last_event_id.isascii() and last_event_id.isdecimal()):
        raise InvalidInputError("Last-Event-ID", "give the id of an event of this turn")
    return min(int(last_event_id), _HIGHEST)
