"""Calls to a platform: JSON over HTTP, tried again where that may help."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import httpx2

from nagori.bots.errors import PlatformError, TryLaterError, UnsentError
from nagori.remote.address import host_of
from nagori.remote.http import system_certificates
from nagori.remote.reply import again_after

_TRIES = 4
_FIRST_PAUSE_S = 0.25
_MOST_BYTES = 4 * 1024 * 1024
_RESET = "x-ogw-ratelimit-reset"
"""Where Feishu says after how many seconds it takes requests again."""
_DICE = random.Random()  # noqa: S311  # no secret

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a platform answered."""

    status: int
    body: object
    retry_after: float | None = None


class Caller:
    """One platform's address. What is sent to it, and its headers, are never shown."""

    def __init__(self, name: str, base_url: str, *, deadline_s: float = 10.0) -> None:
        self.name, self._base_url, self._deadline_s = name, base_url.rstrip("/"), deadline_s
        self._client: httpx2.AsyncClient | None = None

    async def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        deadline_s: float | None = None,
    ) -> Reply:
        """The reply to one request; `TryLaterError` when none comes or it says to come again."""
        deadline_s = deadline_s or self._deadline_s
        host = host_of(self._base_url)
        try:
            async with asyncio.timeout(deadline_s):
                response = await self._send(method, path, body, headers or {})
        except TimeoutError as error:
            problem = f"no reply from {host} within {deadline_s:g} s"
            raise TryLaterError(self.name, problem) from error
        except httpx2.ConnectError as error:
            raise UnsentError(self.name, f"can't be reached at {host}") from error
        except httpx2.HTTPError as error:
            raise TryLaterError(self.name, f"the reply from {host} was cut off") from error
        reply = self._read(response)
        if reply.status == 429 or reply.status >= 500:
            what = "too many requests" if reply.status == 429 else "out of service"
            problem = f"{what} ({reply.status})"
            raise TryLaterError(self.name, problem, retry_after=reply.retry_after)
        return reply

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None,
        headers: Mapping[str, str],
    ) -> httpx2.Response:
        if self._client is None:
            # The deadline of the whole call replaces the client's own time-outs.
            self._client = httpx2.AsyncClient(
                verify=system_certificates(), timeout=None, follow_redirects=False
            )
        content = None if body is None else json.dumps(body, ensure_ascii=False)
        return await self._client.request(
            method,
            f"{self._base_url}{path}",
            content=None if content is None else content.encode("utf-8", "replace"),
            headers={**headers, "content-type": "application/json; charset=utf-8"},
        )

    def _read(self, response: httpx2.Response) -> Reply:
        headers, status = response.headers, response.status_code
        wait = again_after(headers.get("retry-after") or headers.get(_RESET))
        if len(response.content) > _MOST_BYTES:
            raise PlatformError(self.name, "the reply is too large")
        try:
            body: object = json.loads(response.content)
        except (ValueError, RecursionError) as error:
            if status == 429 or status >= 500:
                return Reply(status, None, wait)
            raise PlatformError(self.name, f"the reply is not JSON ({status})") from error
        return Reply(status, body, wait)


async def tried(
    once: Callable[[], Awaitable[T]],
    *,
    on: type[TryLaterError] = TryLaterError,
    within_s: float = 30.0,
    jitter: Callable[[], float] = _DICE.random,
) -> T:
    """The result of `once`, which is tried again with growing pauses while it raises `on`."""
    until = time.monotonic() + within_s
    for number in range(_TRIES):
        try:
            return await once()
        except on as error:
            pause = error.retry_after
            if pause is None:
                pause = _FIRST_PAUSE_S * 2**number * (0.5 + jitter())
            if number + 1 == _TRIES or time.monotonic() + pause >= until:
                raise
        await asyncio.sleep(pause)
    raise AssertionError("the last try returns or raises")
