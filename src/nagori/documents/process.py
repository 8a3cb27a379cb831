"""Reading a document in a process of its own, so that a hostile file costs one clear error."""

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import cast

from nagori.documents.blocks import Block, BlockKind, Extract, too_much_text
from nagori.errors import InvalidInputError

log = logging.getLogger("nagori.documents")

Progress = Callable[[int, int], None]

_CHUNK = 1 << 16
_MB = 1_000_000
_MOST_ERROR = 2_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one document may take."""

    seconds: float = 300.0
    """From start to end."""
    cpu_seconds: float = 240.0
    memory_mb: int = 1024
    """Beyond what the process starts with; on Linux only, elsewhere time is the limit."""
    text_mb: float = 16.0
    """Of what comes out of it, as UTF-8."""


async def extract(
    data: bytes, name: str, media_type: str | None, *, limits: Limits, progress: Progress
) -> Extract:
    """What stands in the document; `progress` hears how many pages of how many were read.

    Raises `InvalidInputError` with what to do when it can't be read or takes more than it may.
    When the caller is cancelled, the process ends at once.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        # What lies in the folder that the program was started in is never imported.
        "-P",
        "-X",
        "utf8",
        "-m",
        "nagori.documents.child",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    order = json.dumps({"name": name, "media_type": media_type, **asdict(limits)})
    reply = _Reply(limits, progress)
    complaint = asyncio.create_task(_complaint(process))
    tasks = (
        complaint,
        asyncio.create_task(_send(process, order, data)),
        asyncio.create_task(reply.read(process)),
    )
    try:
        async with asyncio.timeout(limits.seconds):
            await asyncio.gather(*tasks)
            status = await process.wait()
    except TimeoutError as error:
        raise _too_long(limits.seconds) from error
    finally:
        _kill(process)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await _forget(process)
    return reply.result(status, complaint.result())


@dataclass(slots=True)
class _Reply:
    """What the process has said until now."""

    limits: Limits
    progress: Progress
    size: int = 0
    about: dict[str, object] = field(default_factory=dict[str, object])
    blocks: list[Block] = field(default_factory=list[Block])
    problem: str | None = None
    is_whole: bool = False

    async def read(self, process: asyncio.subprocess.Process) -> None:
        """Take in lines as they come; more than allowed ends it."""
        assert process.stdout is not None  # noqa: S101  # a pipe was asked for
        pieces: list[bytes] = []
        while chunk := await process.stdout.read(_CHUNK):
            self.size += len(chunk)
            if self.size > self.limits.text_mb * _MB * 2 + _MB:  # quoting may double it
                raise InvalidInputError("document", too_much_text(self.limits.text_mb))
            *lines, rest = chunk.split(b"\n")
            for line in lines:
                self._take(b"".join([*pieces, line]))
                pieces = []
            pieces.append(rest)

    def _take(self, line: bytes) -> None:
        told = _told(line)
        if (block := told.get("block")) is not None:
            self.blocks.append(_block(block))
        elif "of" in told:
            self.progress(_whole(told["page"]) or 0, _whole(told["of"]) or 0)
        elif "problem" in told:
            self.problem = str(told["problem"])
        elif "title" in told:
            self.about = told
        else:
            self.is_whole = told.get("blocks") == len(self.blocks)

    def result(self, status: int, complaint: str) -> Extract:
        """The extract, or the error that says what went wrong."""
        if complaint or status:
            log.warning("the reader of a document ended with %d: %s", status, complaint)
        if self.problem is not None:
            raise InvalidInputError("document", self.problem)
        if status != 0 or not self.is_whole or not self.about:
            raise _ended(status, self.limits)
        title, warnings = self.about["title"], cast("list[object]", self.about["warnings"])
        return Extract(
            title if isinstance(title, str) else None,
            tuple(self.blocks),
            _whole(self.about["pages"]),
            tuple(map(str, warnings)),
        )


def _told(line: bytes) -> dict[str, object]:
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return cast("dict[str, object]", told) if isinstance(told, dict) else {}


def _block(told: object) -> Block:
    kind, text, level, page = cast("tuple[BlockKind, str, int | None, int | None]", told)
    return Block(kind, text, level, page)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _too_long(seconds: float) -> InvalidInputError:
    problem = f"reading it took longer than {seconds:g} seconds; split it into smaller files"
    return InvalidInputError("document", problem)


def _ended(status: int, limits: Limits) -> InvalidInputError:
    if sys.platform != "win32" and status == -signal.SIGXCPU:
        return _too_long(limits.cpu_seconds)
    if (
        sys.platform != "win32" and status == -signal.SIGKILL
    ):  # the system ends what takes too much memory
        return InvalidInputError("document", "reading it took too much memory; split it")
    problem = "it can't be read: its reader broke off; save it again or in another format"
    return InvalidInputError("document", problem)


async def _send(process: asyncio.subprocess.Process, order: str, data: bytes) -> None:
    """What to read; the process may end before it has taken all of it."""
    assert process.stdin is not None  # noqa: S101  # a pipe was asked for
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(order.encode() + b"\n")
        for start in range(0, len(data), _CHUNK):
            process.stdin.write(data[start : start + _CHUNK])
            await process.stdin.drain()
    process.stdin.close()


async def _complaint(process: asyncio.subprocess.Process) -> str:
    """The end of what it wrote to its error stream: for the log."""
    assert process.stderr is not None  # noqa: S101  # a pipe was asked for
    said = b""
    while chunk := await process.stderr.read(_CHUNK):
        said = (said + chunk)[-_MOST_ERROR:]
    return said.decode("utf-8", "replace").strip().rpartition("\n")[2]


def _kill(process: asyncio.subprocess.Process) -> None:
    """End it and whatever it may have started; nothing happens when it has ended."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)


async def _forget(process: asyncio.subprocess.Process) -> None:
    """Read its pipes empty, so that they are closed, and wait for its end."""
    for stream in (process.stdout, process.stderr):
        while stream is not None and await stream.read(_CHUNK):
            pass
    await process.wait()
