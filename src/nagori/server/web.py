"""The web app: its built files, served with a policy that lets them fetch from here only."""

import gzip
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

BUILT = Path(__file__).with_name("web")
"""Committed, so that a clone without Node has the app; made by `make web`."""
INDEX = "index.html"
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_NOT_PAGES = ("api", "v1", "mcp", "metrics", "livez", "readyz", "openapi.json", "assets")
"""First parts of paths that are never a page of the app."""
_WORTH_GZIP = ("text/", "application/json", "application/javascript", "image/svg+xml")
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json"}


@dataclass(frozen=True)  # no slots: what is computed once is kept beside the fields
class WebFile:
    """One file of the build."""

    body: bytes
    media_type: str
    cache: str

    @cached_property
    def etag(self) -> str:
        """Changes with the body."""
        return f'"{sha256(self.body).hexdigest()[:24]}"'

    @cached_property
    def zipped(self) -> bytes | None:
        """The body, smaller; None when that is not worth it."""
        if not self.media_type.startswith(_WORTH_GZIP):
            return None
        small = gzip.compress(self.body, 9, mtime=0)
        return small if len(small) < len(self.body) else None


def read_build(folder: Path) -> dict[str, WebFile]:
    """The files of a build by their path; empty when there is none."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _read(path, folder) for path in found}


def _read(path: Path, folder: Path) -> WebFile:
    guessed = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = guessed or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    hashed = path.parent != folder
    return WebFile(path.read_bytes(), kind, _FOREVER if hashed else _ASK_AGAIN)


class WebApp(Route):
    """Answers with the app's files, and with its page wherever a browser asks for a page."""

    def __init__(self, files: Mapping[str, WebFile]) -> None:
        super().__init__("/{path:path}", self._answer, methods=["GET"], include_in_schema=False)
        self._files = files

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Only what it can answer: everything else is refused as if there were no app."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return Match.NONE, {}
        if self._found(scope["path"], Headers(scope=scope)) is None:
            return Match.NONE, {}
        return super().matches(scope)

    def _found(self, path: str, headers: Headers) -> WebFile | None:
        name = path.removeprefix("/")
        if name != INDEX and name in self._files:
            return self._files[name]
        wants_page = not name or "text/html" in headers.get("accept", "")
        if wants_page and name.partition("/")[0] not in _NOT_PAGES:
            return self._files.get(INDEX)
        return None

    async def _answer(self, request: Request) -> Response:
        file = self._found(request.url.path, request.headers)
        if file is None:  # `matches` has looked
            return Response(status_code=404)
        headers = {
            "Content-Security-Policy": _POLICY,
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cache-Control": file.cache,
            "ETag": file.etag,
            "Vary": "Accept-Encoding, Accept",
        }
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        body = file.body
        if "gzip" in request.headers.get("accept-encoding", "") and file.zipped is not None:
            headers["Content-Encoding"] = "gzip"
            body = file.zipped
        return Response(body, headers=headers, media_type=file.media_type)
