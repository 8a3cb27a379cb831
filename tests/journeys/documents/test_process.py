"""Reading in a process of its own: what comes back, what it may take, and that it ends."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fixtures.docx_files import a_docx, paragraph
from tests.fixtures.pdf_files import a_pdf, plain_pdf, says

from nagori.documents.blocks import Extract
from nagori.documents.parse import parse
from nagori.documents.process import Limits, extract
from nagori.errors import InvalidInputError

SLOW = plain_pdf(says("Words.") + b" q 1 0 0 1 0 0 cm Q" * 500_000)
"""Takes minutes to read."""

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")


async def read(
    data: bytes,
    name: str,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Extract:
    return await extract(data, name, None, limits=limits or Limits(), progress=progress)


def readers() -> list[int]:
    """Processes that read a document for this one."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            called = (folder / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if b"nagori.documents.child" in called and int(status[1]) == os.getpid():
            found.append(int(folder.name))
    return found


async def reader() -> int:
    """The one process that reads, once it is at work."""
    for _ in range(1000):
        for process in readers():
            return process
        await asyncio.sleep(0.02)
    raise AssertionError("no reader was started")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("# 茶 Tea\n\nWords.\n\n- a\n- b\n".encode(), "a.md"),
        (b"<html><title>T</title><h1>Tea</h1><p>Words", "a.html"),
        (a_docx(paragraph("茶 Tea", style="Heading1") + paragraph("Words.")), "a.docx"),
        (a_pdf([[("茶 Tea", 20), ("Words.", 11)], [], [("More.", 11)]], title="茶"), "a.pdf"),
        (b"name,city\nWu,Porto\n", "a.csv"),
        (rb'{"a": ["\ud83c\udf75", "\ud800"]}', "a.json"),
        ("茶。\r\n\0\r\nTea.".encode("gb18030"), "\0 \udcff 茶.txt"),
    ],
)
async def test_what_comes_back_is_what_stands_in_the_file(data: bytes, name: str) -> None:
    assert await read(data, name) == parse(data, name)


async def test_progress_is_told_page_by_page() -> None:
    told: list[tuple[int, int]] = []
    pages = [[(f"Page {n} of the book.", 11.0)] for n in range(40)]

    found = await read(a_pdf(pages), "a.pdf", progress=lambda n, of: told.append((n, of)))

    assert told == [(n, 40) for n in range(1, 41)]
    assert found.pages == 40
    assert [b.page for b in found.blocks] == list(range(1, 41))


async def test_a_large_text_comes_back_whole() -> None:
    text = "\n\n".join(f"# 第{n}章\n\n" + "茶树原产于中国。Tea grows. " * 50 for n in range(1500))

    found = await read(text.encode(), "a.md")

    assert len(text.encode()) > 2_000_000
    assert [b.text for b in found.blocks if b.kind == "heading"] == [
        f"第{n}章" for n in range(1500)
    ]


async def test_several_documents_are_read_at_once() -> None:
    found = await asyncio.gather(*(read(f"number {n}".encode(), "a.txt") for n in range(5)))

    assert [e.blocks[0].text for e in found] == [f"number {n}" for n in range(5)]


async def test_a_problem_is_told_in_words() -> None:
    with pytest.raises(InvalidInputError, match="document: this is a picture"):
        await read(b"\x89PNG\r\n\x1a\n" + bytes(100), "a.pdf")


@only_linux
async def test_a_reader_that_takes_too_long_is_ended() -> None:
    with pytest.raises(InvalidInputError, match=r"longer than 1\.5 seconds; split it"):
        await read(SLOW, "a.pdf", Limits(seconds=1.5))

    assert readers() == []


async def test_a_reader_that_works_too_long_ends_itself() -> None:
    with pytest.raises(InvalidInputError, match="longer than 1 seconds; split it"):
        await read(SLOW, "a.pdf", Limits(seconds=120, cpu_seconds=1))


@only_linux
async def test_a_reader_that_needs_too_much_memory_says_so() -> None:
    with pytest.raises(InvalidInputError, match="more than 30 MB of memory"):
        await read(b"words and words " * 1_000_000, "a.txt", Limits(memory_mb=30))


async def test_a_text_that_is_too_long_is_refused() -> None:
    limits = Limits(text_mb=0.5)

    with pytest.raises(InvalidInputError, match=r"more than 0\.5 MB of text"):
        await read(b"words " * 100_000, "a.txt", limits)
    assert len((await read(b"words " * 80_000, "a.txt", limits)).blocks) == 1


@only_linux
async def test_a_cancelled_caller_leaves_no_reader() -> None:
    task = asyncio.create_task(read(SLOW, "a.pdf"))
    await reader()

    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert readers() == []


@only_linux
@pytest.mark.parametrize(
    ("how", "problem"),
    [(signal.SIGKILL, "too much memory"), (signal.SIGSEGV, "its reader broke off")],
)
async def test_a_reader_that_dies_is_one_clear_error(how: signal.Signals, problem: str) -> None:
    task = asyncio.create_task(read(SLOW, "a.pdf"))
    os.kill(await reader(), how)

    with pytest.raises(InvalidInputError, match=problem):
        await task


async def test_nothing_in_the_current_folder_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json", "csv", "nagori", "pypdf", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(tmp_path)

    assert (await read(b"a,b\n1,2\n", "a.csv")).blocks[0].text == "a: 1; b: 2"
    assert (await read(plain_pdf(says("Words.")), "a.pdf")).blocks[0].text == "Words."


async def test_no_file_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    await read(a_docx(paragraph("Words.")), "a.docx")
    with pytest.raises(InvalidInputError):
        await read(SLOW, "a.pdf", Limits(seconds=1.0))

    assert os.listdir(tmp_path) == []  # noqa: PTH208  # a test may block


def test_a_reader_starts_with_little() -> None:
    heavy = "asyncio pypdf markdown_it trafilatura lxml pydantic numpy zipfile csv html.parser"
    code = (
        "import sys, nagori.documents.child;"
        f"print([m for m in {heavy.split()!r} if m in sys.modules])"
    )

    done = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"
