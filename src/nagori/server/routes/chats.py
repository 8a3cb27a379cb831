"""Chats, to arrange and to read."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from nagori.server.caller import Caller, Reader, Writer, check_shared
from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.chats import (
    ChatChange,
    ChatPage,
    MessagePage,
    NewChat,
    ToldTurn,
    TurnPage,
)
from nagori.server.sse import told
from nagori.text.rules import checked_metadata
from nagori.values.message import Chat
from nagori.values.turn import Turn

router = APIRouter(tags=["chats"], route_class=RepeatableRoute)

ChatId = Annotated[str, Path(min_length=1, max_length=200)]
_ARCHIVED = {"false": False, "true": True, "all": None}


@router.post("/api/chats", status_code=201)
async def create(caller: Writer, body: NewChat) -> Chat:
    """Open a new chat, about a project or about anything."""
    if body.project is not None:
        check_shared(caller.principal)
    return await caller.n.chats.create(
        caller.user, title=body.title, metadata=body.metadata, project=body.project
    )


@router.get("/api/chats")
async def list_chats(
    caller: Reader,
    query: Annotated[str | None, Query(max_length=1000)] = None,
    archived: Annotated[Literal["false", "true", "all"], Query()] = "false",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
) -> ChatPage:
    """The caller's chats; `query` looks into titles and messages."""
    page = await caller.n.chats.list(
        caller.user, query=query, archived=_ARCHIVED[archived], limit=limit, cursor=cursor
    )
    return ChatPage(items=list(page.items), next=page.next)


@router.get("/api/chats/{chat_id}")
async def get(caller: Reader, chat_id: ChatId) -> Chat:
    """One chat."""
    return await caller.chat(chat_id)


@router.put("/api/chats/{chat_id}")
async def change(caller: Writer, chat_id: ChatId, body: ChatChange) -> Chat:
    """Rename a chat, put it away or bring it back, give it other metadata, or a project."""
    chat = await caller.chat(chat_id)
    checked_metadata(body.metadata)  # before anything is changed
    if body.project is not None:
        check_shared(caller.principal)
    if "project" in body.model_fields_set:  # also null, which detaches it
        chat = await caller.n.chats.attach(chat_id, body.project)
    if body.title is not None:
        chat = await caller.n.chats.rename(chat_id, body.title)
    if body.archived is not None:
        chat = await caller.n.chats.archive(chat_id, archived=body.archived)
    if body.metadata is not None:
        chat = await caller.n.chats.describe(chat_id, body.metadata)
    return chat


@router.delete("/api/chats/{chat_id}", status_code=204)
async def delete(caller: Writer, chat_id: ChatId) -> None:
    """Delete a chat; it can be restored for 30 days, and its memories stay."""
    await caller.chat(chat_id)
    await caller.n.chats.delete(chat_id)


@router.post("/api/chats/{chat_id}/restore")
async def restore(caller: Writer, chat_id: ChatId) -> Chat:
    """Bring back a chat that was deleted."""
    await caller.chat_or_deleted(chat_id)
    return await caller.n.chats.restore(chat_id)


@router.get("/api/chats/{chat_id}/messages")
async def messages(
    caller: Reader,
    chat_id: ChatId,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
) -> MessagePage:
    """The last messages of a chat, or those before one of them."""
    await caller.chat(chat_id)
    found = await caller.n.chats.messages(chat_id, limit + 1, before)
    shown = found[-limit:]
    return MessagePage(items=shown, next=shown[0].id if len(found) > limit else None)


@router.get("/api/chats/{chat_id}/turns")
async def turns(
    caller: Reader, chat_id: ChatId, limit: Annotated[int, Query(ge=1, le=100)] = 50
) -> TurnPage:
    """The last turns of a chat: what was recalled, thought and done on the way to each answer."""
    await caller.chat(chat_id)
    found = await caller.n.turns_of(chat_id, limit=limit)
    return TurnPage(items=[await _told(caller, turn) for turn in found])


async def _told(caller: Caller, turn: Turn) -> ToldTurn:
    if turn.state == "running":
        return ToldTurn(turn=turn, events=[])
    return ToldTurn(turn=turn, events=await told(caller.n.turn_events(turn.id)))
