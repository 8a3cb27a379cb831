"""Turns that are read as they come, whoever begins them."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from fastapi import HTTPException, Request

from nagori.app import Nagori
from nagori.chat.running import Running
from nagori.server.idempotency import claim
from nagori.server.state import state_of
from nagori.values.event import Kept, kept
from nagori.values.key import Principal
from nagori.values.scope import Scope


async def begun_once(
    request: Request,
    who: Principal,
    n: Nagori,
    scope: Scope,
    start: Callable[[], Awaitable[Running]],
) -> AsyncGenerator[Kept]:
    """The events of the turn that `start` begins, or began when the request came before."""
    claimed = await claim(request, who)
    if claimed.before is not None:
        return n.turn_events(claimed.before.decode())
    state = state_of(request)
    if state.closing.is_set():
        await claimed.let_go()
        raise HTTPException(503, "the server is about to stop", {"Retry-After": "5"})
    try:
        running = await start()
    except BaseException:
        await claimed.let_go()
        raise
    state.turns.watch(running, scope)
    await claimed.answer(running.id.encode())
    return _read(running)


async def _read(running: Running) -> AsyncGenerator[Kept]:
    async with aclosing(running.read()) as source:
        async for event in source:
            yield kept(event)
