"""The live feed."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from fastapi import APIRouter
from fastapi.sse import EventSourceResponse, ServerSentEvent

from nagori.server.caller import Reader
from nagori.server.sse import news_frames

router = APIRouter(tags=["events"])


@router.get("/api/events", response_class=EventSourceResponse)
async def events(caller: Reader) -> AsyncIterator[ServerSentEvent]:
    """Changes of the caller's chats and memories, as they happen."""
    news = caller.n.feed.listen(caller.scope)
    async with aclosing(news_frames(news, caller.state.closing)) as stream:
        async for frame in stream:
            yield frame
