"""Requests of platforms, as every webhook reads and answers them."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

_MOST_BYTES = 1024 * 1024
_WITHIN_S = 2.0
"""Platforms wait three seconds for an answer; ours takes a few milliseconds of them."""


class Refused(Exception):  # noqa: N818  # it ends a request; nothing went wrong on our side
    """A request that is not answered with what it asks for.

    `why` is what it is counted as and told; never what was wrong with it in detail.
    """

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


Handler = Callable[[Request, bytes], Awaitable[Response]]


def webhook(path: str, handle: Handler, counts: "Counter[str]") -> Starlette:
    """An app that takes requests at a path; those that are refused are counted by why."""

    async def take(request: Request) -> Response:
        try:
            return await handle(request, await _body(request))
        except Refused as refused:
            counts[refused.why] += 1
            return JSONResponse({"error": refused.why}, refused.status)

    routes: Sequence[Route] = [
        Route(path, take, methods=["POST"]),
        Route("/livez", live, methods=["GET"]),
    ]
    return Starlette(routes=routes)


async def live(request: Request) -> Response:
    """Say that the bot runs."""
    del request
    return JSONResponse({"status": "ok"})


async def _body(request: Request) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(_WITHIN_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > _MOST_BYTES:
                    raise Refused(413, "too_large")
    except TimeoutError:
        raise Refused(408, "too_slow") from None
    except ClientDisconnect:
        raise Refused(400, "cut_off") from None
    return bytes(body)
