"""Export: every record to a file, one JSON object a line."""

import asyncio
import errno
import json
import os
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterable
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from nagori.errors import InvalidInputError, StoreFullError
from nagori.store.transfer_port import TransferStore
from nagori.values.scope import Scope
from nagori.values.transfer import RECORD_KINDS, Whole
from nagori.write.transfer_lines import VERSION, line_of

_BATCH = 500
_DOCUMENTS = 4
"""Read at once: each may be a book."""


async def export(
    path: Path, store: TransferStore, *, space: str, scope: Scope | None, now: datetime
) -> int:
    """Write the records of a scope, or of the space; returns how many.

    Everything that was there when it began is in the file, unless it is erased meanwhile; what is
    added meanwhile is not; what is edited meanwhile is there as it was before or after. Turns and
    their events are left out: what was said is in the messages.
    """
    count = 0
    with _new_file(path) as file:
        await asyncio.to_thread(_write, file, [header_of(space, now)])
        async for batch in batches(store, space, scope):
            await asyncio.to_thread(_write, file, map(line_of, batch))
            count += len(batch)
        await asyncio.to_thread(_sync, file)
    return count


async def write_lines(path: Path, lines: AsyncIterator[dict[str, Any]]) -> int:
    """Write JSON objects to a file, one a line; returns how many."""
    count = 0
    with _new_file(path) as file:
        async for line in lines:
            _write(file, [line])
            count += 1
        await asyncio.to_thread(_sync, file)
    return count


def header_of(space: str, now: datetime) -> dict[str, Any]:
    """The first line of an export."""
    return {"nagori": VERSION, "exported_at": now.isoformat(), "space": space}


async def batches(
    store: TransferStore, space: str, scope: Scope | None
) -> AsyncGenerator[list[Whole]]:
    """Every record of a scope, or of the space, in the order of an export."""
    last = await store.last()
    for kind in RECORD_KINDS:
        after, limit = 0, _DOCUMENTS if kind == "document" else _BATCH
        while found := await store.read(
            kind, space, scope, after=after, upto=last[kind], limit=limit
        ):
            after = found[-1][0]
            yield [whole for _, whole in found]


def _write(file: IO[str], lines: Iterable[dict[str, Any]]) -> None:
    file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _sync(file: IO[str]) -> None:
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _new_file(path: Path) -> Generator[IO[str]]:
    """A file that takes its name, and the place of an older one, when it is complete."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise InvalidInputError("path", f"{path} is no file that could be written")
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(path)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFullError(f"no room left on the disk for {path}") from error
        raise InvalidInputError("path", f"{path} can't be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
