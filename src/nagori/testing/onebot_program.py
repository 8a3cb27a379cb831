"""A OneBot v11 program on loopback that speaks WebSocket both ways, and misbehaves on request."""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Literal

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

ProgramFault = Literal["cut", "cut_after", "silent", "broken_json", "refused", "late", "no_token"]
"""`cut` before a call took effect, `cut_after` when it had; `silent` never replies; `no_token`
tells that the token is wrong, as some programs do over an open connection."""

TOKEN, ME = "onebot-token-01", 10001


class OneBotProgram:
    """Notes what it is asked to do, in `sent`, and tells of what people say.

    `fail_next` plans one fault for each of the next calls other than those for its account.
    """

    def __init__(self, *, token: str = TOKEN, account: int = ME) -> None:
        self.token, self.account = token, account
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.wires: list[Connection] = []
        """Those that stand now, the oldest first."""
        self.late_s = 0.7
        self._faults: deque[ProgramFault] = deque()
        self._news = asyncio.Condition()

    def fail_next(self, faults: Iterable[ProgramFault]) -> None:
        """One fault for each of the next calls."""
        self._faults.extend(faults)

    @asynccontextmanager
    async def connected(
        self,
        url: str,
        *,
        role: str = "Universal",
        reads: bool = True,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncGenerator[Connection]:
        """Connect to the bot, as programs do in reverse; without `reads` nothing is looked at."""
        told = {
            "Authorization": f"Bearer {self.token}",
            "X-Self-ID": str(self.account),
            "X-Client-Role": role,
            **(headers or {}),
        }
        async with connect(
            url, additional_headers=told, proxy=None, close_timeout=0.2, max_queue=1
        ) as wire:
            serving = asyncio.create_task(self._serve(wire) if reads else wire.wait_closed())
            if not reads:
                wire.transport.pause_reading()
            try:
                yield wire
            finally:
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)

    @asynccontextmanager
    async def listening(self, port: int = 0) -> AsyncGenerator[str]:
        """Listen for the bot, as programs do in forward; gives the address."""
        async with serve(
            self._serve, "127.0.0.1", port, process_request=self._check, close_timeout=0.2
        ) as server:
            yield f"ws://127.0.0.1:{_port(server)}"

    async def tell(self, event: Mapping[str, Any] | str, *, over: Connection | None = None) -> None:
        """Report something, over the newest connection if none is named."""
        text = event if isinstance(event, str) else json.dumps(event)
        await (over or self.wires[-1]).send(text)

    async def until(self, condition: Callable[[], bool], *, within_s: float = 8.0) -> None:
        """Wait until something is so; what comes in is looked at."""
        async with asyncio.timeout(within_s), self._news:
            await self._news.wait_for(condition)

    def _check(self, wire: ServerConnection, request: Request) -> Response | None:
        if request.headers.get("Authorization") != f"Bearer {self.token}":
            return wire.respond(HTTPStatus.FORBIDDEN, "wrong token\n")
        return None

    async def _serve(self, wire: Connection) -> None:
        await self._note(lambda: self.wires.append(wire))
        try:
            await wire.send(json.dumps(meta_event("lifecycle", sub_type="connect")))
            async for frame in wire:
                await self._answer(wire, json.loads(frame))
        except ConnectionClosed:
            pass
        finally:
            await self._note(lambda: self.wires.remove(wire))

    async def _note(self, change: Callable[[], object]) -> None:
        async with self._news:
            change()
            self._news.notify_all()

    async def _answer(self, wire: Connection, call: dict[str, Any]) -> None:
        action, echo = call["action"], call["echo"]
        if action == "get_login_info":
            data = {"user_id": self.account, "nickname": "Nagori"}
            await wire.send(json.dumps({"status": "ok", "retcode": 0, "data": data, "echo": echo}))
            return
        fault = self._faults.popleft() if self._faults else None
        if fault == "cut":
            wire.transport.abort()
            return
        if fault in ("refused", "no_token"):
            number = 100 if fault == "refused" else 1403
            told = {"status": "failed", "retcode": number, "data": None}
            await wire.send(json.dumps(told | ({"echo": echo} if fault == "refused" else {})))
            return
        await self._note(lambda: self.sent.append((action, call["params"])))
        reply = {
            "status": "ok",
            "retcode": 0,
            "data": {"message_id": 900 + len(self.sent)},
            "echo": echo,
        }
        if fault == "cut_after":
            wire.transport.abort()
        elif fault == "broken_json":
            await wire.send(json.dumps(reply)[:-9])
        elif fault != "silent":
            await asyncio.sleep(self.late_s if fault == "late" else 0)
            await wire.send(json.dumps(reply))


def _port(server: Server) -> int:
    return next(iter(server.sockets)).getsockname()[1]


# events -----------------------------------------------------------------------------------------


def message_event(text: str, *, id: int, **fields: object) -> dict[str, Any]:
    """Somebody says something in a group, with CQ codes if there are any."""
    return {
        "time": int(time.time()),
        "self_id": ME,
        "post_type": "message",
        "message_type": "group",
        "message_id": id,
        "group_id": 777,
        "user_id": 42,
        "message": text,
        "sender": {"nickname": "ann"},
        **fields,
    }


def meta_event(kind: str, **fields: object) -> dict[str, Any]:
    """The program tells of itself: `lifecycle` or `heartbeat`."""
    told = {"time": int(time.time()), "self_id": ME, "post_type": "meta_event"}
    return {**told, "meta_event_type": kind, **fields}
