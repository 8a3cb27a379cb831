"""Groups: what is said in them, what a bot gets to see, its answers, and what came of those.

A group is nobody's own: keys that are bound to one user are refused.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from nagori.chat.running import Running
from nagori.face.group import Group
from nagori.server.idempotency import RepeatableRoute
from nagori.server.principal import Signed
from nagori.server.schemas.groups import (
    ContextView,
    ContextWanted,
    Feedback,
    GroupList,
    GroupMessage,
    GroupTurnInput,
    UsagePage,
    UsageView,
)
from nagori.server.shared import Reads, Writes
from nagori.server.sse import frames
from nagori.server.streams import begun_once
from nagori.values.event import Kept
from nagori.values.group import UsageRecord
from nagori.values.message import Message

router = APIRouter(tags=["groups"], route_class=RepeatableRoute)
streaming = APIRouter(tags=["groups"])

GroupId = Annotated[str, Path(min_length=1, max_length=200)]
ContextId = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("/api/groups")
async def list_groups(n: Reads) -> GroupList:
    """The groups in which something was said or for which something is set."""
    return GroupList(items=await n.store.groups.list(n.space))


@router.post("/api/groups/{group_id}/messages", status_code=201)
async def hear(n: Writes, group_id: GroupId, body: GroupMessage) -> Message:
    """Store what was said in a group."""
    return await n.group(group_id).hear(**_fields(body))


@router.post("/api/groups/{group_id}/context")
async def context(n: Writes, group_id: GroupId, body: ContextWanted) -> ContextView:
    """What a bot gets to see before it answers a message, and why; whether it is addressed."""
    return ContextView.of(await n.group(group_id).context(body.message_id))


@router.get("/api/contexts")
async def list_contexts(
    n: Reads,
    group_id: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
) -> UsagePage:
    """How contexts were made and used, newest first."""
    await n.group_desk.collector.flush()
    page = await n.store.usage.page(n.space, group_id, limit=limit, before=cursor)
    return UsagePage(items=list(page), next=page.next)


@router.get("/api/contexts/{context_id}")
async def read_context(n: Reads, context_id: ContextId) -> UsageView:
    """How one context was made and used, with the messages that it tells of."""
    await n.group_desk.collector.flush()
    record = await n.store.usage.get(n.space, context_id)
    return UsageView.of(record, await n.group(record.group_id).told_of(record))


@router.post("/api/contexts/{context_id}/feedback")
async def feedback(n: Writes, context_id: ContextId, body: Feedback) -> UsageRecord:
    """Join what people thought to the record of a context."""
    await n.group_desk.collector.flush()
    record = await n.store.usage.get(n.space, context_id)
    return await n.group(record.group_id).feedback(context_id, **_fields(body))


async def begun(
    request: Request, n: Writes, who: Signed, group_id: GroupId, body: GroupTurnInput
) -> AsyncGenerator[AsyncGenerator[Kept]]:
    """The events of the turn that a message begins, or began when it was sent before."""
    group = n.group(group_id)
    events = await begun_once(request, who, n, group.scope, lambda: _start(group, body))
    async with aclosing(events):
        yield events


@streaming.post("/api/groups/{group_id}/chat", response_class=EventSourceResponse)
async def answer(
    events: Annotated[AsyncGenerator[Kept], Depends(begun)],
) -> AsyncIterator[ServerSentEvent]:
    """Let the bot answer a message of a group, and read the answer as it comes."""
    async with aclosing(frames(events)) as stream:
        async for frame in stream:
            yield frame


async def _start(group: Group, body: GroupTurnInput) -> Running:
    told = _fields(body)
    id, text = told.pop("message_id", None), told.pop("message", None)
    message = text if id is None else await group.find(id)
    return await group.start_turn(message, **told)


def _fields(body: Any) -> dict[str, Any]:
    """What the body says; what it leaves out is left to the library."""
    return {name: getattr(body, name) for name in body.model_fields_set}
