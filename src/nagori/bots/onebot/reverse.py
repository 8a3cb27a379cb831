"""Where a OneBot program connects to by WebSocket."""

import hmac
import logging

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from nagori.bots.onebot.events import PEOPLE
from nagori.bots.onebot.line import Line, Role
from nagori.bots.onebot.platform import OneBotPlatform
from nagori.bots.onebot.reports import Reports
from nagori.bots.onebot.socket import Socket
from nagori.bots.webhook import Refused, live

log = logging.getLogger("nagori.bots")

_ROLES: dict[str, tuple[Role, ...]] = {
    "universal": ("api", "event"),
    "api": ("api",),
    "event": ("event",),
}


class ReverseSocket:
    """Lets in the program that shows the token, for one account."""

    def __init__(
        self,
        line: Line,
        platform: OneBotPlatform,
        reports: Reports,
        token: str,
        *,
        reply_s: float,
    ) -> None:
        self._line, self._platform, self._reports = line, platform, reports
        self._reply_s = reply_s
        self._right = f"Bearer {token}".encode()

    def app(self, path: str) -> Starlette:
        """The app to be served."""
        return Starlette(routes=[WebSocketRoute(path, self.serve), Route("/livez", live)])

    async def serve(self, wire: WebSocket) -> None:
        """Talk with one program until the connection ends."""
        try:
            roles = self._let_in(wire.headers)
        except Refused as refused:
            self._reports.counts[refused.why] += 1
            log.warning("a OneBot program is not let in: %s", refused.why)
            denial = JSONResponse({"error": refused.why}, refused.status)
            await wire.send_denial_response(denial)
            return
        await wire.accept()
        socket = _socket(wire, self._reports, self._reply_s)
        self._line.join(socket, roles)
        try:
            while (frame := await wire.receive())["type"] == "websocket.receive":
                await socket.take(frame.get("text") or frame.get("bytes") or b"")
        finally:
            self._line.leave(socket)
            log.info("a OneBot program left")

    def _let_in(self, headers: Headers) -> tuple[Role, ...]:
        given = headers.get("authorization", "").encode("utf-8", "replace")
        if not hmac.compare_digest(self._right, given):
            raise Refused(401, "wrong_token")
        account = headers.get("x-self-id", "").strip()
        if not (account.isascii() and account.isdecimal()):
            raise Refused(400, "no_self_id")
        roles = _ROLES.get(headers.get("x-client-role", "universal").strip().lower())
        if roles is None:
            raise Refused(400, "unknown_role")
        if not self._platform.meet(f"{PEOPLE}{account}"):
            raise Refused(403, "other_account")
        return roles


def _socket(wire: WebSocket, reports: Reports, reply_s: float) -> Socket:
    async def send(text: str) -> None:
        try:
            await wire.send_text(text)
        except (WebSocketDisconnect, RuntimeError) as error:  # the latter after a close of ours
            raise ConnectionError("it is over") from error

    async def close() -> None:
        try:
            await wire.close(reason="a newer connection took over")
        except (WebSocketDisconnect, RuntimeError) as error:
            raise ConnectionError("it is over") from error

    return Socket(send, close, reports, reply_s=reply_s)
