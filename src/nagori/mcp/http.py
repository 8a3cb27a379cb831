"""MCP over streamable HTTP, without sessions: every request stands alone and brings its key."""

import logging
from collections.abc import Awaitable, Callable

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from nagori.app import Nagori
from nagori.mcp.server import build_server
from nagori.values.key import Principal

PATH = "/mcp"

PrincipalOf = Callable[[Request], Awaitable[Principal]]
"""Who a request is from; raises when it may not come in."""


def mount(app: Starlette, n: Nagori, principal_of: PrincipalOf) -> None:
    """Answer MCP clients at `/mcp`, with the rights that `principal_of` gives their request."""
    # It reports its start and end, which is every request here.
    logging.getLogger("mcp.server.streamable_http_manager").setLevel(logging.WARNING)
    endpoint = _Endpoint(n, principal_of)
    endpoint.route = Route(PATH, endpoint)
    app.router.routes.append(endpoint.route)


class _Endpoint:
    """Builds a server for the principal of each request, so that none can see another's."""

    def __init__(self, n: Nagori, principal_of: PrincipalOf) -> None:
        self._n, self._principal_of = n, principal_of
        self.route: Route | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = self.route  # as FastAPI does, for whoever counts requests by route
        principal = await self._principal_of(Request(scope, receive))
        if scope["method"] != "POST":  # there is no session to listen to, or to end
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        manager = StreamableHTTPSessionManager(
            build_server(self._n.within(principal.space), principal),
            json_response=True,
            stateless=True,
            max_request_body_size=self._n.settings.server.max_body_bytes,
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)
