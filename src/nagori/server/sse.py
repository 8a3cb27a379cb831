"""Event streams: numbered frames that a reader can resume after.

What a stream reads from is closed by a dependency of its route: when a reader leaves between two
frames, nobody else closes the route's generator, and the turn would count as read.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import is_dataclass
from typing import Any

from fastapi.sse import ServerSentEvent

from nagori.errors import NagoriError
from nagori.face.feed import News
from nagori.server.errors import detail_of
from nagori.values.event import Kept, plain


def frame(event: Kept) -> ServerSentEvent:
    """One event of a turn; its number lets a reader resume where it stopped."""
    data = {"number": event.number, "type": event.type, **event.data}
    return ServerSentEvent(raw_data=_json(data), event=event.type, id=str(event.number))


async def frames(events: AsyncGenerator[Kept]) -> AsyncGenerator[ServerSentEvent]:
    """The frames of a turn. A reader that leaves closes nothing but its own reading."""
    try:
        async with aclosing(events) as source:
            async for event in source:
                yield frame(event)
    except NagoriError as error:  # the stream has begun: it can only be told in its own words
        data = {"type": "error", "code": error.code, "detail": detail_of(error)}
        yield ServerSentEvent(raw_data=_json(data), event="error")


async def told(events: AsyncGenerator[Kept]) -> list[dict[str, Any]]:
    """What happened in a turn that is over, without the words of its answer; thoughts in one."""
    made: list[dict[str, Any]] = []
    async with aclosing(events) as source:
        async for event in source:
            if event.type == "answer":
                continue
            data = {"number": event.number, "type": event.type, **event.data}
            if event.type == "thinking" and made and made[-1]["type"] == "thinking":
                data["text"] = made.pop()["text"] + data["text"]
            made.append(data)
    return made


def news_frame(news: News) -> ServerSentEvent:
    """One change on the live feed: a value under its own noun, beside the type."""
    return ServerSentEvent(
        raw_data=_json({"type": news.type, **_fields(news.data)}), event=news.type
    )


async def news_frames(
    news: AsyncGenerator[News], closing: asyncio.Event
) -> AsyncGenerator[ServerSentEvent]:
    """Changes from now on, until the server stops. The first frame says that it listens."""
    ends = asyncio.create_task(closing.wait())
    async with aclosing(news) as source:
        coming = asyncio.ensure_future(anext(source))
        try:
            await asyncio.sleep(0)  # now it listens: what happens after the next line is seen
            yield ServerSentEvent(comment="listening")
            while not closing.is_set():
                await asyncio.wait({coming, ends}, return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    yield news_frame(coming.result())
                    coming = asyncio.ensure_future(anext(source))
        finally:
            coming.cancel()
            ends.cancel()
            await asyncio.gather(coming, ends, return_exceptions=True)


def _fields(data: Any) -> Mapping[str, Any]:
    if isinstance(data, Mapping):
        return plain(data)
    noun = type(data).__name__.lower()
    return {noun: plain(data)} if is_dataclass(data) else {"data": data}


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
