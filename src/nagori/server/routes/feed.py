"""The live feed."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent

from nagori.face.feed import projects_of
from nagori.server.caller import Reader
from nagori.server.sse import news_frames

router = APIRouter(tags=["events"])


async def listening(caller: Reader) -> AsyncGenerator[AsyncGenerator[ServerSentEvent]]:
    """What is told to the caller from now on, until they leave."""
    scopes = [caller.scope]
    if not caller.principal.is_one_user_s:
        scopes.append(projects_of(caller.n.space))
    news = caller.n.feed.listen(*scopes)
    async with aclosing(news_frames(news, caller.state.closing)) as stream:
        yield stream


@router.get("/api/events", response_class=EventSourceResponse)
async def events(
    news: Annotated[AsyncGenerator[ServerSentEvent], Depends(listening)],
) -> AsyncIterator[ServerSentEvent]:
    """Changes of the caller's chats and memories, and which project changed, as they happen."""
    async for frame in news:
        yield frame
