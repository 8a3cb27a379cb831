"""Importing web pages from a real server on loopback into a real store."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from functools import partial
from ipaddress import ip_address
from pathlib import Path

import pytest

from nagori.documents.blocks import Extract
from nagori.documents.encoding import DAMAGED
from nagori.documents.fetch import fetch
from nagori.documents.guard import Address
from nagori.documents.importing import Importer, ImportParts, Progress
from nagori.documents.process import Limits, extract
from nagori.store.document_port import IMPORT_JOB
from nagori.store.port import Store
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, NOW, an_id
from nagori.testing.clock import HandClock
from nagori.values.document import Document, DocumentDraft

# The site plays the public web.
SITE = "127.0.0.2"


class Site:
    """A web server with one page."""

    def __init__(self) -> None:
        self.port = 0
        self.answer = b""

    @property
    def url(self) -> str:
        return f"http://site.example:{self.port}/guide"

    def shows(self, body: bytes, *, kind: str = "text/html", status: str = "200 OK") -> None:
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.answer = head.encode() + body

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(self.answer)
        await writer.drain()
        writer.close()


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    site = Site()
    server = await asyncio.start_server(site.serve, SITE, 0)
    site.port = server.sockets[0].getsockname()[1]
    async with server:
        yield site


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    store = SqliteStore(tmp_path / "documents.db")
    await store.open()
    yield store
    await store.close()


async def imported(store: Store, url: str) -> Document:
    """The page as the store has it after its import."""
    clock = HandClock(NOW)

    async def at_the_site(_host: str) -> Sequence[str]:
        return [SITE]

    def is_the_site(address: Address) -> bool:
        return address == ip_address(SITE)

    async def read(data: bytes, name: str, kind: str | None, progress: Progress) -> Extract:
        return await extract(data, name, kind, limits=Limits(), progress=progress)

    parts = ImportParts(
        store=store,
        embedder=None,
        clock=clock,
        chunk_size=300,
        fetch=partial(fetch, resolve=at_the_site, allowed=is_the_site),
        read=read,
        told=lambda _job, _document: None,
    )
    draft = DocumentDraft(an_id(), CARLA, url, url, url=url)
    document = await store.documents.add(draft, now=NOW)
    job = await store.jobs.claim([IMPORT_JOB], now=NOW, lease=timedelta(minutes=1))
    assert job is not None
    await Importer(parts).handle(job)
    return await store.documents.get(CARLA.space, document.id)


async def texts(store: Store, document: Document) -> list[str]:
    page = await store.documents.passages(CARLA.space, document.id, limit=10)
    return [passage.text for passage in page.items]


async def test_a_page_is_read_in_the_encoding_that_its_server_names(
    site: Site, store: Store
) -> None:
    # By its bytes alone it could be any language of Europe.
    site.shows("<p>Žluťoučký kůň".encode("iso-8859-2"), kind="text/html; charset=ISO-8859-2")

    document = await imported(store, site.url)

    assert (document.state, document.media_type) == ("ready", "text/html")
    assert await texts(store, document) == ["Žluťoučký kůň"]


async def test_a_server_that_names_no_encoding_leaves_it_to_the_page(
    site: Site, store: Store
) -> None:
    site.shows('<meta charset="gb2312"><p>茶树原产于中国'.encode("gb18030"))

    assert await texts(store, await imported(store, site.url)) == ["茶树原产于中国"]


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        ("503 Busy", "site.example is out of service (503); it may be there later"),
        ("404 Not Found", "there is no such page (404)"),
    ],
)
async def test_a_page_that_is_not_there_says_whether_to_try_again(
    site: Site, store: Store, status: str, problem: str
) -> None:
    site.shows(b"", status=status)

    document = await imported(store, site.url)

    assert document.state == "failed"
    assert (document.error or "").endswith(problem)


async def test_what_could_not_be_read_is_kept_with_the_document_until_it_can(
    site: Site, store: Store
) -> None:
    damaged = "茶树原产于中国".encode() * 30 + b"\xff"
    site.shows(damaged, kind="text/plain")
    first = await imported(store, site.url)
    site.shows("茶树原产于中国".encode(), kind="text/plain")
    second = await imported(store, site.url)

    assert first.metadata == {"warnings": [DAMAGED]}
    assert (second.id, second.metadata) == (first.id, {})
