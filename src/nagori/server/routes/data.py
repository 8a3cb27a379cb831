"""The caller's data as a whole: how much, all of it, none of it."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import StreamingResponse

from nagori.server.caller import Reader, Writer
from nagori.server.counts import counted
from nagori.server.idempotency import RepeatableRoute
from nagori.server.principal import runs_the_server
from nagori.server.schemas.data import Erase, Erased, MemorisingStats, Stats
from nagori.values.times import utc_now
from nagori.values.transfer import Whole
from nagori.write.transfer_export import batches, header_of
from nagori.write.transfer_lines import line_of

router = APIRouter(tags=["operation"])
repeatable = APIRouter(tags=["operation"], route_class=RepeatableRoute)

Records = AsyncGenerator[list[Whole]]


class JsonLines(StreamingResponse):
    """One JSON object a line."""

    media_type = "application/jsonl"


@router.get("/api/stats")
async def stats(caller: Reader) -> Stats:
    """How much the caller has."""
    counts = await counted(caller.n.store.transfer, caller.scope)
    jobs = None
    if runs_the_server(caller.principal):
        jobs = sum(one.count for one in await caller.n.backlog() if one.state == "queued")
    groups = None
    if not caller.principal.is_one_user_s:
        groups = await caller.n.group_desk.stats(caller.n.space)
    cost = await caller.n.store.memorising.stats(caller.scope)
    tokens = cost.prompt_tokens + cost.completion_tokens
    return Stats(
        chats=counts.chats,
        messages=counts.messages,
        memories=counts.memories,
        turns_running=caller.state.turns.count(caller.scope),
        memorising=MemorisingStats(
            **asdict(cost),
            tokens_per_memory=round(tokens / cost.memories, 1) if cost.memories else None,
        ),
        groups=groups,
        jobs_waiting=jobs,
    )


async def exported(caller: Reader) -> Records:
    """The caller's records; a store that can't be read fails here, before the stream."""
    await caller.n.store.transfer.last()
    return batches(caller.n.store.transfer, caller.n.space, caller.scope)


@router.post("/api/export", response_class=JsonLines)
async def export(
    caller: Reader, records: Annotated[Records, Depends(exported)]
) -> AsyncIterator[bytes]:
    """Everything of the caller: one JSON object a line, as `nagori import` reads it."""
    yield _text([header_of(caller.n.space, utc_now())])
    async with aclosing(records) as source:
        async for batch in source:
            yield _text([line_of(record) for record in batch])


@repeatable.post("/api/erase")
async def erase(caller: Writer, body: Erase) -> Erased:
    """Destroy one memory, one chat, or everything of the caller. There is no undo."""
    if body.memory is not None:
        await caller.memory(body.memory)
        receipt = await caller.n.erase(memory=body.memory)
    elif body.chat is not None:
        await caller.chat_or_deleted(body.chat)
        receipt = await caller.n.erase(chat=body.chat)
    else:
        receipt = await caller.n.erase(user=caller.user)
    return Erased.of(receipt)


def _text(batch: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in batch).encode()
