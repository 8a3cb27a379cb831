"""Events for a client that may leave: then nobody goes on working for it."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from typing import Any

from starlette.requests import Request

from nagori.values.event import Event


async def while_there(
    events: AsyncGenerator[Event], request: Request, *, closing: asyncio.Event
) -> AsyncGenerator[Event]:
    """The events, to their end or until the client leaves or the server stops.

    Then their source is closed at once, also while it waits for the next one. One task reads it
    from beginning to end, since deadlines inside it belong to the task that they began in.
    """
    found: asyncio.Queue[Event | None] = asyncio.Queue()
    reading = asyncio.create_task(_read(events, found), name="nagori-relay")
    ends: list[Coroutine[Any, Any, Any]] = [_gone(request), closing.wait()]
    watching = [asyncio.create_task(end, name="nagori-relay-end") for end in ends]
    for watch in watching:
        watch.add_done_callback(lambda _: reading.cancel())
    try:
        while (event := await found.get()) is not None:
            yield event
    finally:
        tasks = [*watching, reading]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read(events: AsyncGenerator[Event], found: asyncio.Queue[Event | None]) -> None:
    try:
        async with aclosing(events):
            async for event in events:
                found.put_nowait(event)
    finally:
        found.put_nowait(None)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
