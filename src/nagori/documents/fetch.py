"""One page or file of the public web, and nothing of the networks around this machine."""

import asyncio
import re
import socket
import ssl
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.message import Message
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

import httpx2

from nagori.documents.guard import Address, Target, checked_url, public
from nagori.errors import InvalidInputError
from nagori.remote.http import system_certificates

_FIELD: Final = "url"
_MEGABYTE: Final = 1024 * 1024
_PIECE_BYTES: Final = 256 * 1024
_LONGEST_NAME: Final = 120
# One address of several may be dead (IPv6 in half of the world): leave time for the next.
_CONNECT_S: Final = 5.0
_MOST_ADDRESSES: Final = 4
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_PASSING: Final = frozenset({408, 425, 429})
_HEADERS: Final = {
    "Accept": "text/html, application/pdf, text/*;q=0.9, */*;q=0.5",
    "Accept-Encoding": "gzip",
    "Connection": "close",
}
_MEDIA_TYPE: Final = re.compile(r"\s*([\w.+-]+/[\w.+-]+)\s*(;|$)", re.ASCII)
_UNKNOWN_TYPE: Final = "application/octet-stream"
_UNREADABLE: Final = {
    "audio": "a sound recording", "font": "a font", "image": "a picture", "model": "a 3D model",
    "multipart": "a mix of parts", "video": "a video",
}  # fmt: skip
_READABLE: Final = frozenset(
    f"application/{name}"
    for name in (
        "csv", "download", "force-download", "json", "markdown", "octet-stream", "pdf",
        "vnd.openxmlformats-officedocument.wordprocessingml.document", "x-download", "x-ndjson",
        "x-pdf", "x-yaml", "xhtml+xml", "xml", "yaml", "zip",
    )
)  # fmt: skip

Resolve = Callable[[str], Awaitable[Sequence[str]]]
Progress = Callable[[int, int | None], None]
"""Takes the bytes that have come, and how many there will be if the server said so."""


class NotFetchedError(InvalidInputError):
    """The address is a proper one, but what it leads to can't be had.

    `again` says that it may be there later.
    """

    def __init__(self, problem: str, *, again: bool = False) -> None:
        super().__init__(_FIELD, problem)
        self.again = again


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How much one fetch may cost, redirects included; sizes are those after unpacking."""

    max_bytes: int = 20 * _MEGABYTE
    max_s: float = 30.0
    redirects: int = 3


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was found: the bytes, and what the server says that they are.

    The URL is where they were in the end, the name fit for a list of files.
    """

    data: bytes
    media_type: str
    charset: str | None
    url: str
    name: str


async def resolved(host: str) -> list[str]:
    """The addresses of a name, best first, as this machine finds them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


async def fetch(
    url: str,
    *,
    limits: FetchLimits = FetchLimits(),  # noqa: B008 - frozen
    resolve: Resolve = resolved,
    allowed: Callable[[Address], bool] = public,
    certificates: ssl.SSLContext | None = None,
    progress: Progress | None = None,
) -> Fetched:
    """What the address leads to, over at most a few redirects, all of them to the public web.

    `InvalidInputError` for an address that is refused, `NotFetchedError` if nothing came of it.
    """
    target = checked_url(url)
    try:
        async with asyncio.timeout(limits.max_s):
            for _ in range(limits.redirects + 1):
                addresses = await _addresses(target, resolve, allowed)
                async with _answer(target, addresses, certificates) as response:
                    onward = _onward(target, response)
                    if onward is None:
                        return await _read(target, response, limits, progress)
                target = onward
    except TimeoutError as error:
        problem = f"{target.host} took longer than {limits.max_s:g} s"
        raise NotFetchedError(problem, again=True) from error
    raise NotFetchedError(f"leads on more than {limits.redirects} times")


async def _addresses(
    target: Target, resolve: Resolve, allowed: Callable[[Address], bool]
) -> list[Address]:
    """Where the host is, asked once; one address that is not allowed spoils all of them."""
    try:
        written = [target.host] if target.address else await resolve(target.host)
    except (socket.gaierror, UnicodeError) as error:
        again = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
        raise NotFetchedError(f"{target.host} is not known", again=again) from error
    if not written:
        raise NotFetchedError(f"{target.host} is not known")
    try:
        addresses = [ip_address(text) for text in written]
    except ValueError as error:
        raise _not_public(target) from error
    if not all(allowed(address) for address in addresses):
        raise _not_public(target)
    return _in_turn(addresses)


def _in_turn(addresses: Sequence[Address]) -> list[Address]:
    """The best first, then the best of the other version, in case only one version works here."""
    same = [address for address in addresses if address.version == addresses[0].version]
    other = [address for address in addresses if address.version != addresses[0].version]
    return [same[0], *other[:1], *same[1:], *other[1:]][:_MOST_ADDRESSES]


def _not_public(target: Target) -> InvalidInputError:
    # Not which address: that would tell a stranger how the network here is laid out.
    return InvalidInputError(_FIELD, f"{target.host} is not on the public internet")


@cache
def _agent() -> str:
    """Who asks; the version from outside, because the package itself lies above this file."""
    try:
        return f"Nagori/{version('nagori')}"
    except PackageNotFoundError:
        return "Nagori"  # a copy that was never installed


@asynccontextmanager
async def _answer(
    target: Target, addresses: Sequence[Address], certificates: ssl.SSLContext | None
) -> AsyncGenerator[httpx2.Response]:
    """The response from the first address that can be connected to, its body still to be read."""
    # One for each hop, so that no connection of one host is used for the next. And a transport,
    # not a client: that would read cookies, proxies and where a redirect leads on its own.
    transport = httpx2.AsyncHTTPTransport(
        verify=certificates or system_certificates(), trust_env=False
    )
    async with transport:
        response = await _asked(transport, target, addresses)
        try:
            yield response
        finally:
            await response.aclose()


async def _asked(
    transport: httpx2.AsyncHTTPTransport, target: Target, addresses: Sequence[Address]
) -> httpx2.Response:
    # The connection goes to the address; the name is what is asked for and what is certified.
    headers = {**_HEADERS, "User-Agent": _agent(), "Host": target.authority}
    extensions: dict[str, object] = {"timeout": {"connect": _CONNECT_S}}
    if target.address is None:
        extensions["sni_hostname"] = target.host
    refused: httpx2.HTTPError | None = None
    for address in addresses:
        request = httpx2.Request("GET", target.at(address), headers=headers, extensions=extensions)
        try:
            return await transport.handle_async_request(request)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            refused = error
        except httpx2.HTTPError as error:
            problem = f"{target.host} does not answer as a web server should"
            raise NotFetchedError(problem, again=True) from error
    raise _unreachable(target, refused) from refused


def _unreachable(target: Target, error: BaseException | None) -> NotFetchedError:
    cause = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return NotFetchedError(f"the certificate of {target.host} can't be trusted")
        if isinstance(cause, ssl.SSLError):
            return NotFetchedError(f"no secure connection to {target.host} is possible")
        cause = cause.__cause__ or cause.__context__
    return NotFetchedError(f"{target.host} can't be reached", again=True)


def _onward(target: Target, response: httpx2.Response) -> Target | None:
    """Where a redirect leads, checked like any address; None if this is no redirect."""
    if response.status_code not in _MOVED:
        return None
    location = response.headers.get("location", "")
    if not location:
        raise NotFetchedError(f"{target.host} leads on, but does not say where")
    try:
        onward = checked_url(urljoin(target.url, location))
    except InvalidInputError as error:
        raise InvalidInputError(_FIELD, f"leads on to another: {error.problem}") from error
    except ValueError as error:
        raise InvalidInputError(_FIELD, "leads on to what is no address") from error
    if target.scheme == "https" and onward.scheme == "http":
        raise InvalidInputError(_FIELD, "leads on from a secure address to one that is not")
    return onward


async def _read(
    target: Target, response: httpx2.Response, limits: FetchLimits, progress: Progress | None
) -> Fetched:
    _refuse_status(target, response.status_code)
    media_type, charset = _type(response.headers.get("content-type", ""))
    _refuse_type(media_type)
    data = await _body(target, response, limits.max_bytes, progress or (lambda _done, _all: None))
    name = _name(target, response.headers.get("content-disposition", ""))
    return Fetched(data, media_type, charset, target.url, name)


def _refuse_status(target: Target, status: int) -> None:
    if 200 <= status < 300:
        return
    again = status in _PASSING or status >= 500
    match status:
        case 404 | 410:
            problem = "there is no such page"
        case 401 | 402 | 403 | 407 | 451:
            problem = f"{target.host} does not show this page to everybody"
        case 429:
            problem = f"{target.host} wants to be asked less often"
        case _ if again:
            problem = f"{target.host} is out of service"
        case _:
            problem = f"{target.host} did not send the page"
    raise NotFetchedError(f"{problem} ({status})", again=again)


def _type(header: str) -> tuple[str, str | None]:
    """The media type in lower case, and the charset if a sensible one is named."""
    found = _MEDIA_TYPE.match(header)
    if found is None:
        return _UNKNOWN_TYPE, None
    charset = re.search(
        r";\s*charset\s*=\s*[\"']?([\w.:-]{1,40})", header, re.ASCII | re.IGNORECASE
    )
    return found[1].lower(), charset[1].lower() if charset else None


def _refuse_type(media_type: str) -> None:
    family = media_type.partition("/")[0]
    if family in _UNREADABLE:
        raise NotFetchedError(f"is {_UNREADABLE[family]}, which has no text to read")
    known = media_type in _READABLE or media_type.endswith(("+json", "+xml"))
    if family == "application" and not known:
        raise NotFetchedError(f"is of a kind that can't be read ({media_type})")


async def _body(
    target: Target, response: httpx2.Response, max_bytes: int, progress: Progress
) -> bytes:
    expected = _expected(response)
    if expected is not None and expected > max_bytes:
        raise _too_large(max_bytes)
    unpack = _unpacking(response.headers.get("content-encoding", ""))
    data, came = bytearray(), 0
    try:
        async for chunk in response.aiter_raw():
            came += len(chunk)
            for piece in unpack.feed(chunk):
                data += piece
                # What came counts too: packed nothing is still something to wait for.
                if max(came, len(data)) > max_bytes:
                    raise _too_large(max_bytes)
            progress(came, expected)
        unpack.end()
    except httpx2.HTTPError as error:
        raise NotFetchedError(f"{target.host} broke off in the middle", again=True) from error
    except zlib.error as error:
        raise NotFetchedError(f"what {target.host} sent is damaged", again=True) from error
    return bytes(data)


def _expected(response: httpx2.Response) -> int | None:
    """The size that is announced; the client has made sure that it is a number."""
    length = response.headers.get("content-length")
    return int(length) if length and "transfer-encoding" not in response.headers else None


def _too_large(max_bytes: int) -> NotFetchedError:
    return NotFetchedError(f"is larger than {max_bytes / _MEGABYTE:.3g} MB")


class _Plain:
    """A body that is sent as it is."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        yield chunk

    def end(self) -> None:
        """Nothing can be missing that the client would not have missed."""


class _Gzip:
    """A packed body, in pieces small enough to stop a bomb early; several may follow another."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        while chunk:
            if self._member.eof:
                self._member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            yield self._member.decompress(chunk, _PIECE_BYTES)
            chunk = self._member.unconsumed_tail or self._member.unused_data

    def end(self) -> None:
        """`zlib.error` if the end has not come: a connection that closes may look like it."""
        if not self._member.eof:
            raise zlib.error("incomplete")


def _unpacking(encoding: str) -> _Plain | _Gzip:
    match encoding.strip().lower():
        case "" | "identity":
            return _Plain()
        case "gzip" | "x-gzip":
            return _Gzip()
        case other:
            raise NotFetchedError(f"is packed in a way that can't be read ({other[:40]})")


def _name(target: Target, disposition: str) -> str:
    """What to call it: as the server says, else the last part of the path, else the host."""
    path = urlsplit(target.url).path
    for written in (_filename(disposition), unquote(path.rstrip("/").rpartition("/")[2])):
        last = re.split(r"[/\\]", written)[-1]
        name = "".join(c for c in last if c.isprintable()).strip(" .")
        if name:
            return name[-_LONGEST_NAME:]  # the end, which tells the kind of file
    return target.host


def _filename(disposition: str) -> str:
    header = Message()
    header["content-disposition"] = disposition
    try:
        return header.get_filename("")
    except ValueError:
        return ""  # a charset that does not decode
