"""Fetching from real servers on loopback, with a canary that must never be reached."""

import asyncio
import gzip
import random
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from nagori import __version__
from nagori.documents.fetch import Fetched, FetchLimits, NotFetchedError, fetch, resolved
from nagori.documents.guard import Address
from nagori.errors import InvalidInputError

# The site plays the public web; everything else on loopback is the private network.
SITE, CANARY = "127.0.0.2", "127.0.0.1"
SMALL = FetchLimits(max_bytes=100_000, max_s=5.0)
PIECE = 256 * 1024

Script = Callable[[asyncio.StreamWriter], Awaitable[None]]


def only_the_site(address: Address) -> bool:
    return address == ip_address(SITE)


class Site:
    """A web server that sends exactly the bytes that a test wants."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pages: dict[str, bytes | Script] = {}
        self.requests: list[str] = []

    def url(self, path: str = "/", *, host: str = "site.example", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.requests.append(head)
            page = self.pages[head.split(" ")[1]]
            if isinstance(page, bytes):
                writer.write(page)
            else:
                await page(writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client went away, as it should with half of the pages
        finally:
            writer.close()


class Names:
    """A resolver that gives its answers one after the other, the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class Canary:
    """Listens on both loopback addresses and counts who comes."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seen = 0

    async def unseen(self) -> bool:
        """Whether nobody came; asked by coming oneself, since connections queue up in order."""
        before = self.seen
        _, writer = await asyncio.open_connection(CANARY, self.port)
        async with asyncio.timeout(5):
            while self.seen == before:
                await asyncio.sleep(0.001)
        writer.close()
        return self.seen == 1


@asynccontextmanager
async def serving(tls: ssl.SSLContext | None = None) -> AsyncGenerator[Site]:
    site = Site(0)
    server = await asyncio.start_server(site.serve, SITE, 0, ssl=tls)
    site.port = server.sockets[0].getsockname()[1]
    async with server:
        yield site


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    async with serving() as site:
        yield site


@pytest.fixture
async def canary() -> AsyncGenerator[Canary]:
    canary = Canary(0)

    async def count(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        canary.seen += 1
        writer.close()

    four = await asyncio.start_server(count, CANARY, 0)
    canary.port = four.sockets[0].getsockname()[1]
    six = await asyncio.start_server(count, "::1", canary.port)
    async with four, six:
        yield canary


async def get(
    url: str,
    *,
    names: Names | None = None,
    limits: FetchLimits = SMALL,
    trust: ssl.SSLContext | None = None,
) -> Fetched:
    return await fetch(
        url,
        limits=limits,
        resolve=names or Names([SITE]),
        allowed=only_the_site,
        certificates=trust,
    )


def page(
    body: bytes = b"hello",
    *headers: str,
    status: str = "200 OK",
    kind: str = "text/html",
    length: int | None = None,
) -> bytes:
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body) if length is None else length}",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def moved(location: str, *headers: str, status: str = "302 Found") -> bytes:
    return page(b"", f"Location: {location}", *headers, status=status)


def chunked(body: bytes, *headers: str, size: int = 1000) -> bytes:
    head = ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Transfer-Encoding: chunked", *headers]
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    sent = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)
    return "\r\n".join([*head, "", ""]).encode() + sent + b"0\r\n\r\n"


# What works -----------------------------------------------------------------------------------


async def test_a_page_is_fetched_from_the_address_of_its_name(site: Site) -> None:
    site.pages["/a/page.html?q=1"] = page(b"<p>hi", kind="Text/HTML; charset=GB18030")
    names = Names([SITE])

    found = await get(site.url("/a/page.html?q=1#part"), names=names)

    assert found == Fetched(
        data=b"<p>hi",
        media_type="text/html",
        charset="gb18030",
        url=site.url("/a/page.html?q=1"),
        name="page.html",
    )
    assert names.asked == ["site.example"]
    (head,) = site.requests
    assert f"\r\nHost: site.example:{site.port}\r\n" in head
    assert f"\r\nUser-Agent: Nagori/{__version__}\r\n" in head
    assert "cookie" not in head.lower()


async def test_progress_is_told_in_bytes(site: Site) -> None:
    body = random.Random(1).randbytes(90_000)
    site.pages["/known"] = page(body, kind="application/pdf")
    site.pages["/unknown"] = chunked(body)
    told: list[tuple[int, int | None]] = []

    for path in ("/known", "/unknown"):
        found = await fetch(
            site.url(path),
            resolve=Names([SITE]),
            allowed=only_the_site,
            progress=lambda done, total: told.append((done, total)),
        )
        assert found.data == body

    known = [done for done, total in told if total == 90_000]
    unknown = [done for done, total in told if total is None]
    assert known == sorted(known)
    assert unknown == sorted(unknown)
    assert known[-1] == unknown[-1] == 90_000
    assert len(told) == len(known) + len(unknown)


@pytest.mark.parametrize(
    ("path", "disposition", "name"),
    [
        ("/", "", "site.example"),
        ("/guide/", "", "guide"),
        ("/a%20b.pdf", "", "a b.pdf"),
        ("/x", 'attachment; filename="report.docx"', "report.docx"),
        ("/x", "attachment; filename*=UTF-8''%E4%BD%99%E9%9F%B5.pdf", "余韵.pdf"),
        ("/x", 'attachment; filename="余韵.txt"', "余韵.txt"),
        ("/x", 'attachment; filename="../../etc/passwd"', "passwd"),
        ("/x", 'attachment; filename="C:\\\\temp\\\\a.txt"', "a.txt"),
        ("/x", "attachment; filename*=idna''%ff.pdf", "x"),
        ("/x", "attachment; filename*=zlib''%ff.pdf", "ÿ.pdf"),
        ("/x", 'inline; filename=".."', "x"),
        ("/x", ";;;=", "x"),
        ("/%2e%2e%2f%E2%80%AEfdp.exe", "", "fdp.exe"),
        (f"/{'a' * 300}.pdf", "", f"{'a' * 116}.pdf"),
    ],
)
async def test_a_name_is_fit_for_a_list(site: Site, path: str, disposition: str, name: str) -> None:
    site.pages[path] = page(b"x", *([f"Content-Disposition: {disposition}"] if disposition else []))

    assert (await get(site.url(path))).name == name


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 7])
@pytest.mark.parametrize("members", [1, 3])
async def test_a_packed_body_is_unpacked(site: Site, size: int, members: int) -> None:
    bodies = [bytes(size), random.Random(size).randbytes(size), b"a" * size][:members]
    packed = b"".join(gzip.compress(body) for body in bodies)
    site.pages["/"] = chunked(packed, "Content-Encoding: gzip")

    found = await get(site.url(), limits=FetchLimits(max_s=10))

    assert found.data == b"".join(bodies)


async def test_another_address_is_tried_if_the_first_is_dead(site: Site) -> None:
    site.pages["/"] = page()

    found = await fetch(
        site.url(),
        resolve=Names(["127.0.0.3", "::1", SITE]),
        allowed=lambda address: address.is_loopback,
    )

    assert found.data == b"hello"


async def test_proxies_of_the_environment_are_not_asked(
    site: Site, canary: Canary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://{CANARY}:{canary.port}")
    site.pages["/"] = page()

    assert (await get(site.url())).data == b"hello"
    assert await canary.unseen()


async def test_names_are_looked_up_on_this_machine() -> None:
    assert set(await resolved("localhost")) <= {"127.0.0.1", "::1"}


# What is not public ---------------------------------------------------------------------------

FORMS = [
    "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.1.", "127.255.255.254", "127.000.000.001",
    "2130706433", "02130706433", "017700000001", "0177.0.0.1", "0177.0.0.01", "00000177.1",
    "0x7f000001", "0X7F000001", "0x7f.0.0.1", "0x7f.1", "0x7f.0x0.0x0.0x1", "127.0x1",
    "4294967295", "4294967296", "6425673729",
    "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "１２７.0.0.1", "127。0。0。1", "１２７．０．０．１",
    "①②⑦.0.0.1", "127.0.0\u00ad.1", "127\u200b.0.0.1",
    "0.0.0.0",  # noqa: S104 - nothing is bound
    "0", "0.0.0.0.", "localhost", "LocalHost.", "lo%63alhost", "ｌｏｃａｌｈｏｓｔ",
    "a.localhost", "localhost.localdomain", "router.local", "metadata.google.internal",
    "public.example@127.0.0.1", "a:b@127.0.0.1", "127.0.0.1\\@public.example",
    "127.0.0.1%00.example",
    "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "168.63.129.16",
    "100.100.100.200", "192.0.0.192", "198.18.0.1", "192.0.2.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255",
    "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::127.0.0.1]", "[::7f00:1]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:0001]", "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:7f00:1::1]", "[2002:a9fe:a9fe::]",
    "[2001::80ff:fffe]", "[2001:0:7f00:1::]", "[fe80::1]", "[fe80::1%25lo]", "[::1%25lo]",
    "[::1%lo]", "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[100::1]",
    "[2001:db8::1]", "[3fff::1]", "[2606:4700::5efe:7f00:1]",
]  # fmt: skip


@pytest.mark.parametrize("host", FORMS)
async def test_no_form_of_a_private_address_is_reached(host: str, canary: Canary) -> None:
    names = Names([CANARY])

    with pytest.raises(InvalidInputError) as error:
        await fetch(f"http://{host}:{canary.port}/", resolve=names)

    assert type(error.value) is InvalidInputError  # refused, and not only in vain
    assert names.asked == []
    assert await canary.unseen()


@pytest.mark.parametrize(
    "answer",
    [
        ["127.0.0.1"], ["::1"], ["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"],
        ["2606:4700::1111", "::1"], ["::ffff:127.0.0.1"], ["64:ff9b::7f00:1"],
        ["2002:7f00:1::"], ["2001::80ff:fffe"], ["fe80::1%lo"], ["::1%lo"],
        ["0.0.0.0"],  # noqa: S104 - nothing is bound
        ["::"], ["10.0.0.1"], ["169.254.169.254"], ["fd00:ec2::254"], ["127.1"], ["localhost"],
        ["8.8.8.8", ""],
    ],
)  # fmt: skip
async def test_a_name_that_leads_to_a_private_address_is_refused(
    answer: list[str], canary: Canary
) -> None:
    names = Names(answer)

    with pytest.raises(InvalidInputError, match="not on the public internet") as error:
        await fetch(f"http://trap.example:{canary.port}/", resolve=names)

    assert type(error.value) is InvalidInputError
    assert "127" not in error.value.problem
    assert names.asked == ["trap.example"]
    assert await canary.unseen()


async def test_the_canary_would_notice(canary: Canary) -> None:
    with pytest.raises(NotFetchedError):
        await fetch(f"http://{CANARY}:{canary.port}/", allowed=lambda _: True)

    assert not await canary.unseen()


async def test_a_name_is_looked_up_once_so_that_it_can_not_change(
    site: Site, canary: Canary
) -> None:
    site.pages["/"] = page()
    names = Names([SITE], [CANARY])

    assert (await get(site.url(), names=names)).data == b"hello"
    assert names.asked == ["site.example"]
    assert await canary.unseen()


async def test_a_name_that_changes_between_redirects_is_checked_anew(
    site: Site, canary: Canary
) -> None:
    site.pages["/"] = moved(f"http://site.example:{canary.port}/")
    names = Names([SITE], [CANARY])

    with pytest.raises(InvalidInputError, match="not on the public internet"):
        await get(site.url(), names=names)

    assert names.asked == ["site.example"] * 2
    assert await canary.unseen()


# Redirects ------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["301 x", "302 x", "303 x", "307 x", "308 x"])
@pytest.mark.parametrize(
    "location",
    ["/there", "there", "//other.example:{port}/there", "http://other.example:{port}/there#x"],
)
async def test_a_redirect_is_followed(site: Site, status: str, location: str) -> None:
    there = location.format(port=site.port)
    site.pages["/"] = moved(there, "Set-Cookie: a=b; Path=/", status=status)
    site.pages["/there"] = page(b"found")

    found = await get(site.url())

    assert found.data == b"found"
    host = "other.example" if "other" in there else "site.example"
    assert found.url == site.url("/there", host=host)
    assert f"\r\nHost: {host}:{site.port}\r\n" in site.requests[1]
    assert "cookie" not in site.requests[1].lower()


@pytest.mark.parametrize("host", FORMS)
async def test_no_redirect_reaches_a_private_address(host: str, site: Site, canary: Canary) -> None:
    site.pages["/"] = moved(f"http://{host}:{canary.port}/")

    with pytest.raises(InvalidInputError) as error:
        await get(site.url())

    assert type(error.value) is InvalidInputError
    assert len(site.requests) == 1
    assert await canary.unseen()


@pytest.mark.parametrize(
    "location",
    [
        "ftp://site.example/", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
        "http://a:b@site.example/", "http://[::1", "http://site.example:22/", "mailto:a@b",
    ],
)  # fmt: skip
async def test_a_redirect_out_of_the_web_is_refused(site: Site, location: str) -> None:
    site.pages["/"] = moved(location)

    with pytest.raises(InvalidInputError, match="leads on") as error:
        await get(site.url())

    assert type(error.value) is InvalidInputError


async def test_three_redirects_are_followed_and_four_are_not(site: Site) -> None:
    site.pages |= {f"/{n}": moved(f"/{n - 1}") for n in range(1, 5)}
    site.pages["/0"] = page(b"end")

    assert (await get(site.url("/3"))).data == b"end"
    with pytest.raises(NotFetchedError, match="more than 3 times"):
        await get(site.url("/4"))

    assert [head.split(" ")[1] for head in site.requests[4:]] == ["/4", "/3", "/2", "/1"]


async def test_a_redirect_to_itself_ends(site: Site) -> None:
    site.pages["/"] = moved("/")

    with pytest.raises(NotFetchedError, match="more than 3 times"):
        await get(site.url())

    assert len(site.requests) == 4


async def test_a_redirect_to_nowhere_is_told(site: Site) -> None:
    site.pages["/"] = page(b"", status="302 Found")

    with pytest.raises(NotFetchedError, match="does not say where"):
        await get(site.url())


# Secure connections ---------------------------------------------------------------------------


def certificates(folder: Path, *names: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """For a server with these names, and for a client that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(issuer)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(n) for n in names]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "both.pem").write_bytes(private + pem)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "both.pem")
    return server, ssl.create_default_context(cadata=pem.decode())


async def test_the_name_is_certified_although_the_address_is_connected_to(tmp_path: Path) -> None:
    server, trust = certificates(tmp_path, "site.example", "other.example")
    asked: list[str | None] = []
    server.sni_callback = lambda _socket, name, _context: asked.append(name)
    async with serving(server) as site:
        site.pages["/"] = moved(site.url("/there", host="other.example", scheme="https"))
        site.pages["/there"] = page(b"found")

        found = await get(site.url(scheme="https"), trust=trust)

    assert found.data == b"found"
    assert asked == ["site.example", "other.example"]


async def test_a_certificate_of_another_name_is_refused(tmp_path: Path) -> None:
    server, trust = certificates(tmp_path, "elsewhere.example", SITE)
    async with serving(server) as site:
        with pytest.raises(NotFetchedError, match=r"certificate of site\.example") as error:
            await get(site.url(scheme="https"), trust=trust)

        assert site.requests == []
    assert not error.value.again


async def test_a_certificate_that_nobody_trusts_is_refused(tmp_path: Path) -> None:
    server, _ = certificates(tmp_path, "site.example")
    async with serving(server) as site:
        with pytest.raises(NotFetchedError, match=r"certificate of site\.example"):
            await get(site.url(scheme="https"))

        assert site.requests == []


async def test_a_server_without_tls_has_no_secure_pages(site: Site) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ESMTP\r\n")
        await reader.read()
        writer.close()

    async with await asyncio.start_server(greet, SITE, 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NotFetchedError, match="no secure connection"):
            await get(f"https://site.example:{port}/")


async def test_a_secure_page_does_not_lead_to_one_that_is_not(site: Site, tmp_path: Path) -> None:
    server, trust = certificates(tmp_path, "site.example")
    async with serving(server) as secure:
        secure.pages["/"] = moved(site.url())
        with pytest.raises(InvalidInputError, match="secure address to one that is not"):
            await get(secure.url(scheme="https"), trust=trust)

    assert site.requests == []


# What goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "problem", "again"),
    [
        ("404 Not Found", "no such page", False),
        ("410 Gone", "no such page", False),
        ("401 Unauthorized", "not show this page to everybody", False),
        ("403 Forbidden", "not show this page to everybody", False),
        ("429 Too Many Requests", "less often", True),
        ("500 Oops", "out of service", True),
        ("503 Service Unavailable", "out of service", True),
        ("400 Bad Request", "did not send", False),
        ("304 Not Modified", "did not send", False),
        ("418 I'm a teapot", "did not send", False),
    ],
)
async def test_only_a_page_is_a_page(site: Site, status: str, problem: str, again: bool) -> None:
    site.pages["/"] = page(b"an explanation that nobody reads", status=status)

    with pytest.raises(NotFetchedError, match=f"{problem}.*{status[:3]}") as error:
        await get(site.url())

    assert error.value.again == again


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("video/mp4", "is a video"),
        ("AUDIO/mpeg; x=y", "is a sound recording"),
        ("image/svg+xml", "is a picture"),
        ("font/woff2", "is a font"),
        ("multipart/x-mixed-replace; boundary=x", "is a mix of parts"),
        ("application/x-msdownload", "application/x-msdownload"),
        ("application/gzip", "application/gzip"),
    ],
)
async def test_what_has_no_text_is_refused_before_it_is_read(
    site: Site, kind: str, problem: str
) -> None:
    site.pages["/"] = page(b"", kind=kind, length=50_000)

    with pytest.raises(NotFetchedError, match=problem):
        await get(site.url())


@pytest.mark.parametrize(
    ("kind", "read"),
    [
        ("text/markdown", "text/markdown"),
        ("application/pdf", "application/pdf"),
        ("application/ld+json; charset=utf-8", "application/ld+json"),
        ("binary/octet-stream", "binary/octet-stream"),
        ("", "application/octet-stream"),
        ("html", "application/octet-stream"),
        ("text/html/x", "application/octet-stream"),
    ],
)
async def test_what_may_hold_text_is_read(site: Site, kind: str, read: str) -> None:
    site.pages["/"] = page(kind=kind)

    assert (await get(site.url())).media_type == read


async def test_a_page_that_says_that_it_is_too_large_is_not_read(site: Site) -> None:
    site.pages["/"] = page(b"", length=100_001)

    with pytest.raises(NotFetchedError, match="larger than") as error:
        await get(site.url())

    assert not error.value.again


async def test_a_page_may_be_as_large_as_allowed(site: Site) -> None:
    site.pages["/"] = page(bytes(100_000))

    assert len((await get(site.url())).data) == 100_000


async def test_a_page_without_end_is_left(site: Site) -> None:
    sent = 0

    async def endless(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        while True:
            writer.write(bytes(10_000))
            await writer.drain()
            sent += 10_000

    site.pages["/"] = endless

    with pytest.raises(NotFetchedError, match=r"larger than 0\.0954 MB"):
        await get(site.url())

    assert sent < 20_000_000


async def test_a_packed_bomb_is_left(site: Site) -> None:
    packed = gzip.compress(bytes(50_000_000))
    assert len(packed) < SMALL.max_bytes
    site.pages["/"] = page(packed, "Content-Encoding: gzip")

    with pytest.raises(NotFetchedError, match="larger than"):
        await get(site.url())


async def test_a_bomb_within_a_bomb_is_not_opened(site: Site) -> None:
    site.pages["/"] = page(
        gzip.compress(gzip.compress(bytes(1000))), "Content-Encoding: gzip, gzip"
    )

    with pytest.raises(NotFetchedError, match="packed in a way"):
        await get(site.url())


async def test_packed_nothing_without_end_is_left(site: Site) -> None:
    nothing = gzip.compress(b"") * 1000

    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
        while True:
            writer.write(nothing)
            await writer.drain()

    site.pages["/"] = endless

    with pytest.raises(NotFetchedError, match="larger than"):
        await get(site.url())


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "compress", "x"])
async def test_what_was_not_asked_for_is_not_unpacked(site: Site, encoding: str) -> None:
    site.pages["/"] = page(b"x", f"Content-Encoding: {encoding}")

    with pytest.raises(NotFetchedError, match=f"packed in a way.*{encoding}"):
        await get(site.url())


@pytest.mark.parametrize("cut", [0, 1, 10, 500, -1, -8])
async def test_a_packed_body_that_is_cut_is_told(site: Site, cut: int) -> None:
    whole = gzip.compress(random.Random(2).randbytes(1000))
    # Without a length, only the packing itself can tell.
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
    site.pages["/"] = head + whole[:cut]

    with pytest.raises(NotFetchedError, match="damaged") as error:
        await get(site.url())

    assert error.value.again


async def test_a_packed_body_that_is_damaged_is_told(site: Site) -> None:
    site.pages["/"] = page(b"this was never packed", "Content-Encoding: gzip")

    with pytest.raises(NotFetchedError, match="damaged"):
        await get(site.url())


@pytest.mark.parametrize(
    "sent",
    [
        page(b"half", length=8),
        page(b"", length=8),
        chunked(b"half")[:-5],
        chunked(b"half")[:-8],
        chunked(b"half").replace(b"4\r\n", b"zz\r\n"),
    ],
)
async def test_a_body_that_is_cut_is_told(site: Site, sent: bytes) -> None:
    site.pages["/"] = sent

    with pytest.raises(NotFetchedError, match="broke off") as error:
        await get(site.url())

    assert error.value.again


async def test_more_than_was_announced_is_not_read(site: Site) -> None:
    site.pages["/"] = page(b"hello and more", length=5)

    assert (await get(site.url())).data == b"hello"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"hello\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 two hundred\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: b\x00c\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: " + b"a" * 500_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 50_000 + b"\r\n",
        b"HTTP/1.1 200 OK",
    ],
)
async def test_what_is_no_answer_is_told(site: Site, sent: bytes) -> None:
    site.pages["/"] = sent

    with pytest.raises(NotFetchedError, match="as a web server should") as error:
        await get(site.url())

    assert len(str(error.value)) < 200


async def test_a_header_without_end_is_left(site: Site) -> None:
    sent = 0

    async def endless(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            writer.write(b"A: " + b"a" * 10_000 + b"\r\n")
            await writer.drain()
            sent += 10_000

    site.pages["/"] = endless

    with pytest.raises(NotFetchedError, match="as a web server should"):
        await get(site.url())

    assert sent < 20_000_000


async def _drip(writer: asyncio.StreamWriter, first: bytes, drop: bytes) -> None:
    writer.write(first)
    while True:
        writer.write(drop)
        await writer.drain()
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"", b""),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", b"."),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", b""),
        (b"HTTP/1.1 200 OK\r\n", b"A: b\r\n"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    ],
)
async def test_the_time_for_all_of_it_is_limited(site: Site, first: bytes, drop: bytes) -> None:
    site.pages["/"] = lambda writer: _drip(writer, first, drop)
    loop = asyncio.get_running_loop()
    began = loop.time()

    with pytest.raises(NotFetchedError, match=r"site.example took longer than 0.3 s") as error:
        await get(site.url(), limits=FetchLimits(max_s=0.3))

    assert error.value.again
    assert loop.time() - began < 2


async def test_slow_redirects_share_the_time(site: Site) -> None:
    async def slow(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.2)
        writer.write(moved("/"))

    site.pages["/"] = slow

    with pytest.raises(NotFetchedError, match="took longer"):
        await get(site.url(), limits=FetchLimits(max_s=0.5))

    assert len(site.requests) < 4


async def test_a_name_that_is_looked_up_for_ever_is_left() -> None:
    async def never(host: str) -> list[str]:
        await asyncio.sleep(60)
        return [host]

    with pytest.raises(NotFetchedError, match="took longer"):
        await fetch("http://slow.example/", resolve=never, limits=FetchLimits(max_s=0.2))


async def test_a_server_that_is_not_there_is_told(site: Site) -> None:
    with pytest.raises(NotFetchedError, match=r"site\.example can't be reached") as error:
        await fetch(site.url(), resolve=Names(["127.0.0.3"]), allowed=lambda _: True)

    assert error.value.again


@pytest.mark.parametrize(("code", "again"), [(socket.EAI_NONAME, False), (socket.EAI_AGAIN, True)])
async def test_a_name_that_can_not_be_looked_up_is_told(code: int, again: bool) -> None:
    async def unknown(host: str) -> list[str]:
        raise socket.gaierror(code, host)

    with pytest.raises(NotFetchedError, match=r"gone\.example is not known") as error:
        await fetch("http://gone.example/", resolve=unknown)

    assert error.value.again == again


async def test_a_name_without_addresses_is_told() -> None:
    with pytest.raises(NotFetchedError, match=r"gone\.example is not known"):
        await fetch("http://gone.example/", resolve=Names([]))


async def test_what_is_cancelled_closes_its_connection(site: Site) -> None:
    left = asyncio.Event()

    async def wait(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        try:
            await _drip(writer, b"", b".")
        finally:
            left.set()

    site.pages["/"] = wait
    fetching = asyncio.create_task(get(site.url(), limits=FetchLimits()))
    while not site.requests:
        await asyncio.sleep(0.01)

    fetching.cancel()

    with pytest.raises(asyncio.CancelledError):
        await fetching
    async with asyncio.timeout(2):
        await left.wait()
