"""What remote embedders share: JSON over HTTP with one deadline and our errors."""

import asyncio
import json
import random
import ssl
import time
from collections.abc import Callable, Mapping
from functools import cache

import httpx2

from nagori.embed.address import host_of
from nagori.embed.port import KeyRefusedError
from nagori.embed.reply import again_after, problem_in
from nagori.errors import ModelReplyError, ModelUnavailableError

_TRIES = 3
_FIRST_PAUSE_S = 0.2
_MAX_REPLY_BYTES = 64 * 1024 * 1024
_KEY_REFUSED = {401, 403}
# The provider may be better later: payment due, time-out, too early, too many requests.
_PASSING = {402, 408, 425, 429}


@cache
def _certificates() -> ssl.SSLContext:
    """What the machine trusts; reading it takes 0.1 s, so at the first call and once."""
    return httpx2.create_ssl_context()


class _TryAgainError(ModelUnavailableError):
    """Failed before any work was done there, so that asking again at once may help."""


class JsonApi:
    """One provider's address and key. Keys are in headers only, and headers are never shown."""

    def __init__(
        self,
        name: str,
        base_url: str,
        *,
        headers: Mapping[str, str] | None = None,
        deadline_s: float = 5.0,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.name, self.base_url = name, base_url
        self._headers = {**(headers or {}), "content-type": "application/json"}
        self._deadline_s = deadline_s
        self._jitter = jitter
        self._client: httpx2.AsyncClient | None = None

    async def post(self, path: str, body: Mapping[str, object]) -> object:
        """The parsed reply, after at most three tries that all fit into the deadline."""
        content = json.dumps(body).encode()
        until = time.monotonic() + self._deadline_s
        tries = 1
        while True:
            try:
                return self._parse(await self._once(path, content, until))
            except _TryAgainError as error:
                pause = error.retry_after
                if pause is None:
                    pause = _FIRST_PAUSE_S * 2 ** (tries - 1) * (0.5 + self._jitter())
                if tries == _TRIES or time.monotonic() + pause >= until:
                    raise
            tries += 1
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _once(self, path: str, content: bytes, until: float) -> bytes:
        host = host_of(self.base_url)
        try:
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                return await self._exchange(f"{self.base_url}/{path}", content)
        except TimeoutError as error:
            problem = f"no reply from {host} within {self._deadline_s:g} s"
            raise ModelUnavailableError(self.name, problem) from error
        except httpx2.ConnectError as error:
            raise _TryAgainError(self.name, f"can't be reached at {host}") from error
        except httpx2.HTTPError as error:
            raise ModelUnavailableError(self.name, f"the reply from {host} was cut off") from error

    async def _exchange(self, url: str, content: bytes) -> bytes:
        if self._client is None:
            # The deadline of the whole call replaces the client's own time-outs.
            self._client = httpx2.AsyncClient(
                verify=_certificates(), timeout=None, follow_redirects=False
            )
        send = self._client.stream("POST", url, content=content, headers=self._headers)
        async with send as response:
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > _MAX_REPLY_BYTES:
                    raise ModelReplyError(self.name, "the reply is larger than 64 MB")
        self._check(response, bytes(body))
        return bytes(body)

    def _check(self, response: httpx2.Response, body: bytes) -> None:
        status = response.status_code
        if response.is_success:
            return
        if status in _KEY_REFUSED:
            raise KeyRefusedError(self.name, f"the key was refused ({status})")
        if status in _PASSING or status >= 500:
            what = "too many requests" if status == 429 else "out of service"
            wait = again_after(response.headers.get("retry-after"))
            kind = _TryAgainError if status == 429 or status >= 500 else ModelUnavailableError
            raise kind(self.name, f"{what} ({status})", retry_after=wait)
        if response.is_redirect:
            raise ModelReplyError(self.name, f"redirects are not followed ({status})")
        detail = problem_in(body, secrets=self._headers.values())
        raise ModelReplyError(self.name, f"the request was refused ({status}){detail}")

    def _parse(self, body: bytes) -> object:
        try:
            return json.loads(body)
        except (ValueError, RecursionError) as error:
            raise ModelReplyError(self.name, "the reply is not JSON") from error
