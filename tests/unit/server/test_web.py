import gzip
import json
import re
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette

from nagori.server.web import BUILT, WebApp, read_build

SOURCES = Path(__file__).parents[3] / "web"
PARTS = ("index.html", "package.json", "package-lock.json", "public", "src", "svelte.config.js",
         "vite.config.ts")  # fmt: skip
MOST_FIRST_BYTES = 150_000
PAGE = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    app = Starlette(routes=[WebApp(read_build(BUILT))])
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


def index() -> str:
    return (BUILT / "index.html").read_text()


def first_scripts() -> list[str]:
    """What the page loads at once: its scripts, and what those import at their top."""
    found = re.findall(r'(?:src|href)="/([^"]+\.js)"', index())
    for name in found:
        imports = re.findall(r'from"\./([^"]+\.js)"', (BUILT / name).read_text())
        found += [f"assets/{one}" for one in imports if f"assets/{one}" not in found]
    return found


def test_the_committed_build_is_made_from_the_sources_beside_it() -> None:
    files = [path for part in PARTS for path in (SOURCES / part, *(SOURCES / part).rglob("*"))]
    names = sorted(file.relative_to(SOURCES).as_posix() for file in files if file.is_file())
    hash = sha256()
    for name in names:
        if not name.endswith(".spec.ts"):
            hash.update(f"{name}\0".encode() + (SOURCES / name).read_bytes() + b"\0")

    built = json.loads((BUILT / "build.json").read_text())["sources"]
    assert built == hash.hexdigest(), "the web app changed since it was built: run `make web`"


def test_the_first_page_is_small() -> None:
    sizes = {name: len(gzip.compress((BUILT / name).read_bytes(), 9)) for name in first_scripts()}

    assert len(sizes) >= 2
    assert sum(sizes.values()) <= MOST_FIRST_BYTES, sizes


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere() -> None:
    page = index()

    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert "<style" not in page
    assert re.findall(r"\s(?:style|on\w+)=", page) == []
    assert re.findall(r'(?:src|href)="(?!/)[^"]*"', page) == []


def test_the_lock_names_no_registry() -> None:
    assert "resolved" not in (SOURCES / "package-lock.json").read_text()


@pytest.mark.parametrize(
    "path", ["/", "/chats/01m7", "/garden", "/files", "/page", "/settings", "/no/such/page"]
)
async def test_a_browser_gets_the_page_at_every_address_of_the_app(
    http: httpx2.AsyncClient, path: str
) -> None:
    answer = await http.get(path, headers=PAGE)

    assert answer.status_code == 200
    assert answer.text == index()
    assert answer.headers["cache-control"] == "no-cache"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/api/nothing", PAGE),
        ("GET", "/api", PAGE),
        ("GET", "/v1/nothing", PAGE),
        ("GET", "/mcp/nothing", PAGE),
        ("GET", "/assets/gone.js", PAGE),
        ("GET", "/garden", {"Accept": "application/json"}),
        ("GET", "/../pyproject.toml", {"Accept": "*/*"}),
        ("GET", "/%2e%2e/web.py", {"Accept": "*/*"}),
        ("GET", "/index.html.bak", {"Accept": "*/*"}),
        ("POST", "/", PAGE),
        ("DELETE", "/garden", PAGE),
    ],
)
async def test_nothing_else_is_taken_for_a_page(
    http: httpx2.AsyncClient, method: str, path: str, headers: dict[str, str]
) -> None:
    assert (await http.request(method, path, headers=headers)).status_code == 404


async def test_files_that_are_named_by_their_content_are_kept_for_ever(
    http: httpx2.AsyncClient,
) -> None:
    name = next(name for name in first_scripts() if name.startswith("assets/"))
    answer = await http.get(f"/{name}", headers={"Accept-Encoding": "gzip"})

    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == (BUILT / name).read_bytes()
    plain = await http.get(f"/{name}", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content


async def test_what_a_browser_has_is_not_sent_again(http: httpx2.AsyncClient) -> None:
    first = await http.get("/theme.js")
    again = await http.get("/theme.js", headers={"If-None-Match": first.headers["etag"]})

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert first.headers["cache-control"] == "no-cache"
    head = await http.head("/theme.js")
    assert (head.status_code, head.content) == (200, b"")


async def test_without_a_build_there_is_no_app(tmp_path: Path) -> None:
    app = Starlette(routes=[WebApp(read_build(tmp_path))])
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
        assert (await http.get("/", headers=PAGE)).status_code == 404
