"""Requests that carry an `Idempotency-Key`: a repeat gets the answer of the first one.

The key is the caller's own: that of another user, or of another key, is another.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Header, Request, Response
from fastapi.routing import APIRoute

from nagori.errors import ConflictError, InvalidInputError, StoreError, StoreFailedError
from nagori.server.principal import principal_of
from nagori.server.state import state_of
from nagori.store.edge_port import ReplyStore
from nagori.values.key import Principal
from nagori.values.times import utc_now

log = logging.getLogger("nagori.server")

HEADER = "Idempotency-Key"
_LONGEST = 200
_GIVEN_UP = timedelta(minutes=5)
"""A request that was never answered, since its process died, may be made again after this."""

Once = Annotated[
    str | None,
    Header(
        alias=HEADER,
        min_length=1,
        max_length=_LONGEST,
        description="Any text of your own: the same request with it again is done once.",
    ),
]
"""For routes to say that they take one; what it does is done around them."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to answer a request; `before` is the answer, when it was given already."""

    replies: ReplyStore | None
    space: str = ""
    key: str = ""
    before: bytes | None = None

    async def answer(self, response: bytes) -> None:
        """Keep the answer for repeats."""
        if self.replies is None:
            return
        try:
            await self.replies.answer(self.space, self.key, response)
        except StoreError as error:  # it is done; only a repeat would be told otherwise
            log.warning("an answer could not be kept for repeats: %s", error.code)

    async def let_go(self) -> None:
        """The request failed: a repeat is made anew."""
        if self.replies is None:
            return
        try:
            await asyncio.shield(self.replies.answer(self.space, self.key, None))
        except StoreError as error:
            log.warning("a claim could not be let go of: %s", error.code)


async def claim(request: Request, who: Principal) -> Claim:
    """The claim on a request's idempotency key; one that asks for nothing when it has none."""
    key = request.headers.get(HEADER)
    if key is None:
        return Claim(None)
    if not 1 <= len(key) <= _LONGEST:
        raise InvalidInputError(HEADER, f"give 1 to {_LONGEST} characters")
    replies, now = state_of(request).n.store.replies, utc_now()
    mine = _hash(who.key_id or "", who.user or "", key).hex()
    url = request.url
    asked = _hash(request.method, url.path, url.query) + sha256(await request.body()).digest()
    try:
        found = await replies.claim(who.space, mine, asked, now=now, stale=now - _GIVEN_UP)
    except StoreFailedError:  # chats go on without it, and nothing else can be done twice
        return Claim(None)
    match found:
        case "new":
            return Claim(replies, who.space, mine)
        case "busy":
            raise ConflictError("the first request with this Idempotency-Key still runs")
        case "other":
            raise InvalidInputError(HEADER, "it was used for another request")
        case bytes():
            return Claim(replies, who.space, mine, before=found)


class RepeatableRoute(APIRoute):
    """A route whose answer is kept for repeats."""

    def get_route_handler(self) -> Handler:
        """The route's handler, within a claim."""
        handle = super().get_route_handler()

        async def once(request: Request) -> Response:
            if request.method == "GET" or HEADER not in request.headers:
                return await handle(request)
            claimed = await claim(request, await principal_of(request))
            if claimed.before is not None:
                return _thaw(claimed.before)
            try:
                response = await handle(request)
            except BaseException:
                await claimed.let_go()
                raise
            await claimed.answer(_freeze(response))
            return response

        return once


def _freeze(response: Response) -> bytes:
    return json.dumps([response.status_code, bytes(response.body).decode()]).encode()


def _thaw(kept: bytes) -> Response:
    status, body = json.loads(kept)
    headers = {"Idempotency-Replayed": "true"}
    media_type = "application/json" if body else None
    return Response(body or None, status, headers=headers, media_type=media_type)


def _hash(*parts: str) -> bytes:
    return sha256(json.dumps(parts).encode()).digest()
