"""Connecting to a OneBot program by WebSocket, again and again."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from nagori.bots.errors import PlatformRefusedError
from nagori.bots.onebot.line import Line
from nagori.bots.onebot.pace import Pace
from nagori.bots.onebot.reports import Reports
from nagori.bots.onebot.socket import Socket
from nagori.bots.serve import MOST_BYTES, PING_S
from nagori.remote.address import host_of
from nagori.remote.http import system_certificates
from nagori.remote.key import bearer

log = logging.getLogger("nagori.bots")

_OPEN_S = 10.0
_DICE = random.Random()  # noqa: S311  # no secret


class Forward:
    """Keeps one connection to the program's address."""

    def __init__(
        self,
        url: str,
        token: str | None,
        line: Line,
        reports: Reports,
        pace: Pace,
        *,
        jitter: Callable[[], float] = _DICE.random,
    ) -> None:
        self._url, self._headers, self._host = url, bearer(token), host_of(url)
        self._line, self._reports = line, reports
        self._pace, self._jitter = pace, jitter
        self._pause_s = pace.first_pause_s
        self._is_down = False

    async def run(self) -> None:
        """Connect, and connect again whenever the connection ends; never returns."""
        while True:
            began = time.monotonic()
            problem = await self._once()
            if time.monotonic() - began > self._pace.steady_s:
                self._pause_s = self._pace.first_pause_s
            pause_s = self._pause_s * (0.5 + self._jitter())
            self._pause_s = min(2 * self._pause_s, self._pace.most_pause_s)
            # One warning for each time that it is away, however long it takes.
            level = logging.INFO if self._is_down else logging.WARNING
            log.log(level, "onebot: %s; tried again in %.1f s", problem, pause_s)
            self._is_down = True
            await asyncio.sleep(pause_s)

    async def check(self) -> None:
        """Connect and leave; `PlatformRefusedError` when the program does not want us.

        One that is not there yet is no mistake: it is tried again later.
        """
        try:
            async with self._open():
                pass
        except InvalidStatus as error:
            if error.response.status_code in (401, 403):
                problem = f"the access token is refused by {self._host}"
                raise PlatformRefusedError("onebot", problem) from error
        except (OSError, TimeoutError, WebSocketException):
            pass

    async def _once(self) -> str:
        """Talk over one connection; returns why it ended."""
        try:
            async with self._open() as wire:
                await self._talk(wire)
        except InvalidStatus as error:
            status = error.response.status_code
            why = "check the access token" if status in (401, 403) else "is ws_url right?"
            return f"{self._host} refuses ({status}): {why}"
        except (TimeoutError, OSError):
            return f"can't be reached at {self._host}"
        except WebSocketException:
            return f"{self._host} does not speak WebSocket as it should"
        return f"the connection to {self._host} ended"

    @asynccontextmanager
    async def _open(self) -> AsyncGenerator[ClientConnection]:
        async with connect(
            self._url,
            additional_headers=self._headers,
            ssl=system_certificates() if self._url.startswith("wss:") else None,
            proxy=None,  # such programs are near, and addresses of theirs mean nothing elsewhere
            open_timeout=_OPEN_S,
            close_timeout=self._pace.close_s,
            ping_interval=PING_S,
            ping_timeout=PING_S,
            max_size=MOST_BYTES,
        ) as wire:
            yield wire

    async def _talk(self, wire: ClientConnection) -> None:
        async def send(text: str) -> None:
            try:
                await wire.send(text)
            except ConnectionClosed as error:
                raise ConnectionError("it is over") from error

        socket = Socket(send, wire.close, self._reports, reply_s=self._pace.reply_s)
        self._is_down = False
        self._line.join(socket, ("api", "event"))
        try:
            async for frame in wire:
                await socket.take(frame)
        except ConnectionClosed as error:
            log.info("onebot: the connection broke off (%s)", error.rcvd and error.rcvd.code)
        finally:
            self._line.leave(socket)
