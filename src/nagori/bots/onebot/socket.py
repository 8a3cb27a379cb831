"""One WebSocket connection with a OneBot program: reports come in, calls go out."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from uuid import uuid4

from nagori.bots.errors import (
    PlatformError,
    PlatformRefusedError,
    TryLaterError,
    UnreadableError,
    UnsentError,
)
from nagori.bots.onebot.events import parsed, report_of
from nagori.bots.onebot.reports import Reports

log = logging.getLogger("nagori.bots")

_NAME = "onebot"
_ROOM_S = 0.05
_NO_TOKEN = (1401, 1403)


class Socket:
    """Calls and reports over one connection, which others open, read and close.

    `send` raises `ConnectionError` when the connection is over.
    """

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[None]],
        reports: Reports,
        *,
        reply_s: float,
    ) -> None:
        self._send, self.close, self._reports = send, close, reports
        self._reply_s = reply_s
        self._replies: dict[str, asyncio.Future[object]] = {}
        self._warned = False
        self.is_over = False

    async def call(self, action: str, params: Mapping[str, Any]) -> object:
        """The reply to one call; `TryLaterError` when none comes in time or the connection ends."""
        if self.is_over:
            raise UnsentError(_NAME, "the connection is over")
        echo = uuid4().hex
        reply = self._replies[echo] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(self._reply_s):
                await self._send(json.dumps({"action": action, "params": params, "echo": echo}))
                return await reply
        except TimeoutError as error:
            problem = f"no reply to {action} within {self._reply_s:g} s"
            raise TryLaterError(_NAME, problem) from error
        except ConnectionError as error:
            raise TryLaterError(_NAME, f"the connection was cut during {action}") from error
        finally:
            del self._replies[echo]

    async def take(self, frame: str | bytes) -> None:
        """Hand on what came in: a reply to who waits for it, a report to the bot.

        While the bot has no room for a report, nothing more is read: the program has to wait.
        """
        try:
            told = parsed(frame)
            if self._is_reply(told):
                return
            report = report_of(told)
        except UnreadableError as error:
            self._reports.counts["unreadable"] += 1
            if not self._warned:
                self._warned = True
                log.warning("what a OneBot program sends is left out, here and later: %s", error)
            return
        while not self._reports.take(report):
            self._reports.counts["full"] += 1
            await asyncio.sleep(_ROOM_S)

    def end(self, error: PlatformError | None = None) -> None:
        """Let whoever waits for a reply know that none will come."""
        self.is_over = True
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(error or TryLaterError(_NAME, "the connection was cut"))

    def _is_reply(self, told: object) -> bool:
        match told:
            case {"post_type": str()}:
                return False
            case {"echo": str(echo)} if echo in self._replies:
                if not self._replies[echo].done():
                    self._replies[echo].set_result(told)
            case {"retcode": int(number), "status": "failed"} if number in _NO_TOKEN:
                # Some programs take a connection with a wrong token just to tell so.
                problem = f"the access token is refused ({number})"
                log.warning("%s: set NAGORI_BOTS__ONEBOT__ACCESS_TOKEN as it is there", problem)
                self.end(PlatformRefusedError(_NAME, problem, number=number))
            case {"retcode": int()}:
                self._reports.counts["late_replies"] += 1
            case _:
                return False
        return True
