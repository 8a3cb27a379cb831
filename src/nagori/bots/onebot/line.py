"""The connections with a OneBot program that stand now; calls go over them."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from nagori.bots.errors import UnsentError
from nagori.bots.onebot.pace import Pace
from nagori.bots.onebot.socket import Socket

log = logging.getLogger("nagori.bots")

Role = Literal["api", "event"]


class Line:
    """At most one connection for calls and one for reports, which may be the same one.

    A newer one takes over from an older one: the program has often lost that one already.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._now: dict[Role, Socket] = {}
        self._ready = asyncio.Event()
        self._closing: set[asyncio.Task[None]] = set()
        self.on_ready: Callable[[], None] = lambda: None
        """Told of every new connection for calls."""

    @property
    def is_up(self) -> bool:
        """Whether calls can go out."""
        return self._ready.is_set()

    async def call(self, action: str, params: Mapping[str, Any]) -> object:
        """The reply to a call; `UnsentError` when there is no connection in time."""
        try:
            async with asyncio.timeout(self._pace.wait_s):
                await self._ready.wait()
        except TimeoutError as error:
            raise UnsentError("onebot", "no OneBot program is connected") from error
        return await self._now["api"].call(action, params)

    def join(self, socket: Socket, roles: Sequence[Role]) -> None:
        """Use a connection from now on; those that have no use any more are closed."""
        before = set(self._now.values())
        self._now |= dict.fromkeys(roles, socket)
        for old in before - set(self._now.values()):
            log.warning("a newer connection of the same account takes over")
            old.end()
            task = asyncio.create_task(self._close(old), name="nagori-bot-close")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
        if "api" in roles:
            self._ready.set()
            self.on_ready()

    def leave(self, socket: Socket) -> None:
        """Use a connection no more."""
        socket.end()
        self._now = {role: one for role, one in self._now.items() if one is not socket}
        if "api" not in self._now:
            self._ready.clear()

    async def close(self) -> None:
        """Finish closing."""
        await asyncio.gather(*self._closing)

    async def _close(self, socket: Socket) -> None:
        try:
            async with asyncio.timeout(self._pace.close_s):
                await socket.close()
        except (TimeoutError, ConnectionError) as error:
            log.info("an old connection did not say good-bye: %s", error)
