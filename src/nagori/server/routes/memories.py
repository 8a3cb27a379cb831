"""Memories."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from nagori.server.caller import Reader, Writer
from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.base import Id
from nagori.server.schemas.data import Erased
from nagori.server.schemas.memories import (
    Found,
    History,
    MemoryChange,
    MemoryPage,
    NewMemory,
    Search,
)
from nagori.values.memory import Memory, Tag

router = APIRouter(tags=["memories"], route_class=RepeatableRoute)
searching = APIRouter(tags=["memories"])

MemoryId = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("/api/memories")
async def list_memories(
    caller: Reader,
    tags: Annotated[list[Tag] | None, Query(max_length=4)] = None,
    messages: Annotated[list[Id] | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: Annotated[str | None, Query(pattern="^[0-9]{1,18}$")] = None,
) -> MemoryPage:
    """The caller's memories; `messages`: those that were made from one of these."""
    page = await caller.n.list(
        user=caller.user, tags=tags, messages=messages, limit=limit, cursor=cursor
    )
    return MemoryPage(items=list(page.items), next=page.next)


@router.post("/api/memories", status_code=201)
async def create(caller: Writer, body: NewMemory) -> Memory:
    """Keep a statement, or confirm the memory that already says it."""
    if body.chat_id is not None:
        await caller.chat(body.chat_id)
    return await caller.n.remember(
        body.text,
        user=caller.user,
        tag=body.tag,
        chat=body.chat_id,
        emotion=body.emotion,
        bot=body.bot,
        external_id=body.external_id,
        metadata=body.metadata,
        at=body.at,
    )


@searching.post("/api/memories/search")
async def search(caller: Reader, body: Search) -> Found:
    """What is remembered that answers a question, best first; every item says why."""
    if body.chat_id is not None:
        await caller.chat(body.chat_id)
    found = await caller.n.recall(
        body.query,
        user=caller.user,
        chat=body.chat_id,
        kinds=body.kinds,
        tags=body.tags,
        bot=body.bot,
        profile=body.profile,
        mode=body.mode,
        limit=body.limit,
        max_tokens=body.max_tokens,
        as_of=body.as_of,
        documents=body.document_ids,
    )
    caller.state.metrics.count_recall(found.degraded)
    return Found(
        query=found.query,
        items=list(found.items),
        near_misses=list(found.near_misses),
        degraded=list(found.degraded),
        settings=dict(found.settings),
        took_ms=found.took_ms,
    )


@router.get("/api/memories/{memory_id}")
async def get(caller: Reader, memory_id: MemoryId) -> Memory:
    """One memory."""
    return await caller.memory(memory_id)


@router.patch("/api/memories/{memory_id}")
async def edit(caller: Writer, memory_id: MemoryId, body: MemoryChange) -> Memory:
    """Change a memory; what it said stays in its history. An emotion of null takes it away."""
    await caller.memory(memory_id)
    return await caller.n.edit(
        memory_id,
        text=body.text,
        tag=body.tag,
        emotion=body.emotion,
        metadata=body.metadata,
        clear_emotion="emotion" in body.model_fields_set and body.emotion is None,
    )


@router.delete("/api/memories/{memory_id}", status_code=204)
async def forget(caller: Writer, memory_id: MemoryId) -> None:
    """Stop showing a memory; it can be restored."""
    await caller.memory(memory_id)
    await caller.n.forget(memory_id)


@router.post("/api/memories/{memory_id}/restore")
async def restore(caller: Writer, memory_id: MemoryId) -> Memory:
    """Show a forgotten memory again."""
    await caller.memory(memory_id)
    return await caller.n.restore(memory_id)


@router.post("/api/memories/{memory_id}/erase")
async def erase(caller: Writer, memory_id: MemoryId) -> Erased:
    """Destroy a memory. There is no undo."""
    await caller.memory(memory_id)
    return Erased.of(await caller.n.erase(memory=memory_id))


@router.get("/api/memories/{memory_id}/history")
async def history(caller: Reader, memory_id: MemoryId) -> History:
    """What happened to a memory."""
    await caller.memory(memory_id)
    return History(items=await caller.n.history(memory_id))
