"""The live feed."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent

from nagori.server.caller import Reader
from nagori.server.sse import news_frames

router = APIRouter(tags=["events"])


async def listening(caller: Reader) -> AsyncGenerator[AsyncGenerator[ServerSentEvent]]:
    """What is told to the caller from now on, until they leave."""
    news = caller.n.feed.listen(caller.scope)
    async with aclosing(news_frames(news, caller.state.closing)) as stream:
        yield stream


@router.get("/api/events", response_class=EventSourceResponse)
async def events(
    news: Annotated[AsyncGenerator[ServerSentEvent], Depends(listening)],
) -> AsyncIterator[ServerSentEvent]:
    """Changes of the caller's chats and memories, as they happen."""
    async for frame in news:
        yield frame
