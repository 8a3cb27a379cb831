"""How much one caller may ask for: the size of a request, and how many in a minute."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nagori.server.errors import problem
from nagori.server.principal import secret_of

_MOST_BUCKETS = 10_000
_REFUSALS_PER_MINUTE = 60
"""Wrong keys from one address; they cost a look-up each."""
_FREE = ("/livez", "/readyz")


class BodyLimit:
    """Refuses requests that are too large, also when they don't say so, or come too slowly."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        most: int,
        larger: Mapping[str, int] | None = None,
        within_s: float = 30.0,
    ) -> None:
        self._app, self._most, self._within_s = app, most, within_s
        self._larger = larger or {}
        """Paths that take more."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        said = Headers(scope=scope).get("content-length", "0")
        most = self._larger.get(scope["path"], self._most)
        detail = f"a request may have {most:,} bytes"
        if not said.isdecimal() or int(said) > most:
            await problem(413, "too_large", detail, instance=scope["path"])(scope, receive, send)
            return
        left, whole = most, False
        # A large file over a slow line takes longer than any other request may.
        until = asyncio.get_running_loop().time() + self._within_s * max(1, most // self._most)

        async def counted() -> Message:
            nonlocal left, whole
            try:
                async with asyncio.timeout_at(None if whole else until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, "the request did not come in time") from None
            whole = not message.get("more_body", False)
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413, detail)
            return message

        await self._app(scope, counted, send)


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Buckets:
    """Token buckets by name: as many at once as in a minute, then one by one as they refill."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = float(per_minute), clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait_s(self, name: str) -> float:
        """Seconds until a token is there; 0 when there is one."""
        return max(0.0, (1 - self._filled(name).tokens) * 60 / self._most)

    def take(self, name: str) -> None:
        """Use a token up."""
        self._filled(name).tokens -= 1

    def _filled(self, name: str) -> _Bucket:
        now = self._clock()
        bucket = self._buckets.setdefault(name, _Bucket(self._most, now))
        self._buckets.move_to_end(name)
        bucket.tokens = min(self._most, bucket.tokens + (now - bucket.at) * self._most / 60)
        bucket.at = now
        while len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


class RateLimit:
    """Lets a key, or an address without one, make so many requests in a minute."""

    def __init__(
        self, app: ASGIApp, *, per_minute: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._asked = Buckets(per_minute, clock)
        self._refused = Buckets(_REFUSALS_PER_MINUTE, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes within the limit."""
        if scope["type"] != "http" or scope["path"] in _FREE:
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        name = _name(Headers(scope=scope), address)
        wait = max(self._asked.wait_s(name), self._refused.wait_s(address))
        if wait > 0:
            headers = {"Retry-After": str(math.ceil(wait))}
            await problem(
                429,
                "too_many_requests",
                "too many requests in a minute: wait, then try again",
                instance=scope["path"],
                headers=headers,
            )(scope, receive, send)
            return
        self._asked.take(name)

        async def noticed(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                self._refused.take(address)
            await send(message)

        await self._app(scope, receive, noticed)


def _name(headers: Headers, address: str) -> str:
    secret = secret_of(headers)
    if secret is None:
        return f"address {address}"
    return "key " + sha256(secret.encode()).hexdigest()
