"""JSON over HTTP with one deadline and our errors."""

import asyncio
import json
import random
import ssl
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from functools import cache
from typing import TypeVar

import httpx2

from nagori.errors import KeyRefusedError, ModelReplyError, ModelUnavailableError
from nagori.remote.address import host_of
from nagori.remote.problem import NoReplyInTimeError, RequestRefusedError, TryAgainError
from nagori.remote.reply import again_after, problem_in, without_secrets

_TRIES = 3
_FIRST_PAUSE_S = 0.2
_MEGABYTE = 1024 * 1024
_MAX_PROBLEM_BYTES = 64 * 1024
_KEY_REFUSED = {401, 403}
# The provider may be better later: payment due, time-out, too early, too many requests.
_PASSING = {402, 408, 425, 429}
# One model may have many streams at once, and each keeps its connection.
_LIMITS = httpx2.Limits(max_connections=None, max_keepalive_connections=20)

_T = TypeVar("_T")


@cache
def system_certificates() -> ssl.SSLContext:
    """What the machine trusts; reading it takes 0.1 s, so at the first call and once."""
    return httpx2.create_ssl_context()


_DICE = random.Random()  # noqa: S311  # no secret; of its own, so that a program's dice fall as before


class JsonApi:
    """One provider's address and key. Keys are in headers only, and headers are never shown."""

    def __init__(
        self,
        name: str,
        base_url: str,
        *,
        headers: Mapping[str, str] | None = None,
        deadline_s: float = 5.0,
        max_mb: int = 64,
        jitter: Callable[[], float] = _DICE.random,
    ) -> None:
        self.name, self.base_url = name, base_url
        self._headers = {**(headers or {}), "content-type": "application/json"}
        self._deadline_s = deadline_s
        self._max_mb = max_mb
        self._jitter = jitter
        self._client: httpx2.AsyncClient | None = None

    async def post(
        self, path: str, body: Mapping[str, object], *, deadline_s: float | None = None
    ) -> object:
        """The parsed reply, after at most three tries that all fit into the deadline."""
        content = _encoded(body)
        deadline_s = self._deadline_s if deadline_s is None else deadline_s
        until = time.monotonic() + deadline_s

        async def once() -> bytes:
            response = await self._open(path, content)
            try:
                return b"".join([chunk async for chunk in self._chunks(response)])
            finally:
                await response.aclose()

        return self._parse(await self._again(once, until, deadline_s))

    async def stream(
        self, path: str, body: Mapping[str, object], *, open_s: float
    ) -> AsyncGenerator[bytes]:
        """The reply as it comes. Only its beginning is tried again, and only `open_s` bounds it.

        Closing the generator closes the connection.
        """
        content = _encoded(body)
        until = time.monotonic() + open_s
        response = await self._again(lambda: self._open(path, content), until, open_s)
        try:
            async with aclosing(self._chunks(response)) as chunks:
                async for chunk in chunks:
                    yield chunk
        except httpx2.HTTPError as error:
            raise self._cut_off() from error
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def shown(self, text: str) -> str:
        """What a provider wrote, as it may be repeated: one short line without the key."""
        return without_secrets(text, self._headers.values())

    async def _again(
        self, once: Callable[[], Awaitable[_T]], until: float, deadline_s: float
    ) -> _T:
        tries = 1
        while True:
            try:
                return await self._in_time(once, until, deadline_s)
            except TryAgainError as error:
                pause = error.retry_after
                if pause is None:
                    pause = _FIRST_PAUSE_S * 2 ** (tries - 1) * (0.5 + self._jitter())
                if tries == _TRIES or time.monotonic() + pause >= until:
                    raise
            tries += 1
            await asyncio.sleep(pause)

    async def _in_time(
        self, once: Callable[[], Awaitable[_T]], until: float, deadline_s: float
    ) -> _T:
        host = host_of(self.base_url)
        try:
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                return await once()
        except TimeoutError as error:
            problem = f"no reply from {host} within {deadline_s:g} s"
            raise NoReplyInTimeError(self.name, problem) from error
        except httpx2.ConnectError as error:
            raise TryAgainError(self.name, f"can't be reached at {host}") from error
        except httpx2.HTTPError as error:
            raise self._cut_off() from error

    async def _open(self, path: str, content: bytes) -> httpx2.Response:
        """The response to a request that was not refused, its body still to be read."""
        if self._client is None:
            # The deadline of the whole call replaces the client's own time-outs.
            self._client = httpx2.AsyncClient(
                verify=system_certificates(), timeout=None, follow_redirects=False, limits=_LIMITS
            )
        url = f"{self.base_url}/{path}"
        request = self._client.build_request("POST", url, content=content, headers=self._headers)
        response = await self._client.send(request, stream=True)
        if not response.is_success:
            try:
                self._refuse(response, await _beginning(response))
            finally:
                await response.aclose()
        return response

    async def _chunks(self, response: httpx2.Response) -> AsyncGenerator[bytes]:
        size = 0
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            if size > self._max_mb * _MEGABYTE:
                raise ModelReplyError(self.name, f"the reply is larger than {self._max_mb} MB")
            yield chunk

    def _refuse(self, response: httpx2.Response, body: bytes) -> None:
        status = response.status_code
        # Gemini finds a wrong key to be a wrong request.
        if status in _KEY_REFUSED or b"API_KEY_INVALID" in body:
            raise KeyRefusedError(self.name, f"the key was refused ({status})")
        if status in _PASSING or status >= 500:
            what = "too many requests" if status == 429 else "out of service"
            wait = again_after(response.headers.get("retry-after"))
            kind = TryAgainError if status == 429 or status >= 500 else ModelUnavailableError
            raise kind(self.name, f"{what} ({status})", retry_after=wait)
        if response.is_redirect:
            raise ModelReplyError(self.name, f"redirects are not followed ({status})")
        detail = problem_in(body, secrets=self._headers.values())
        raise RequestRefusedError(self.name, f"the request was refused ({status}){detail}")

    def _cut_off(self) -> ModelUnavailableError:
        host = host_of(self.base_url)
        return ModelUnavailableError(self.name, f"the reply from {host} was cut off")

    def _parse(self, body: bytes) -> object:
        try:
            return json.loads(body)
        except (ValueError, RecursionError) as error:
            raise ModelReplyError(self.name, "the reply is not JSON") from error


def _encoded(body: Mapping[str, object]) -> bytes:
    """As UTF-8 that every provider takes: half a character becomes a question mark."""
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


async def _beginning(response: httpx2.Response) -> bytes:
    """Of a body that says why a request was refused, as much as anybody would read."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > _MAX_PROBLEM_BYTES:
            break
    return bytes(body)
