"""Files of transcripts: the JSON values in them, one at a time, whatever holds them."""

import io
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from nagori.errors import InvalidInputError
from nagori.write.json_text import LONGEST, JsonText
from nagori.write.legacy import Problem

if TYPE_CHECKING:
    Reader: TypeAlias = io.BufferedReader[io.RawIOBase]

_BOM = b"\xef\xbb\xbf"
_HEAD = 1 << 16
"""Bytes that tell what a file holds."""
_ZIP = b"PK\x03\x04"
_CHATS = re.compile(r"conversations(-\d+)?\.json")
"""What ChatGPT and Claude call the file with the chats; a large export has several."""
_SIGNS = frozenset(("role", "mapping", "chat_messages", "nagori"))
"""Keys that tell a message, a chat of ChatGPT, one of Claude, and an export of ours."""
MOST_UNPACKED = 1 << 31
"""Bytes that a zip may hold of chats."""
_MOST_TIMES = 200
"""How much smaller than its content a zip may be: chats shrink to a tenth, bombs far more."""
_SMALL = 1 << 20
"""Below this, nothing is a bomb."""


@dataclass(frozen=True, slots=True)
class Item:
    """A value in a file, or a `Problem` where there is none, and the line that it begins on."""

    file: str
    line: int
    value: Any


def open_items(path: Path) -> Iterator[Item]:
    """The values of a file of lines, of a JSON file, or of the chats in a zip."""
    try:
        if path.is_dir():
            raise InvalidInputError("file", f"{path} is a folder; give a file")
        with path.open("rb", buffering=0) as raw:
            file = _buffered(raw)
            if file.peek(len(_ZIP)).startswith(_ZIP):
                yield from _zipped(path.name, file)
            else:
                yield from _items(path.name, file)
    except OSError as error:
        reason = error.strerror or error
        raise InvalidInputError("file", f"{path} can't be read: {reason}") from error


def _buffered(raw: io.RawIOBase) -> "Reader":
    return io.BufferedReader(raw, _HEAD)


def _items(name: str, file: "Reader") -> Iterator[Item]:
    if file.peek(len(_BOM)).startswith(_BOM):
        file.read(len(_BOM))
    return _lines(name, file) if _is_lines(file.peek(_HEAD)) else _values(name, file)


def _is_lines(head: bytes) -> bool:
    """Whether each line is a value of its own, as far as the beginning tells."""
    start = head.lstrip()[:1]
    if start == b"[":
        return False
    for line in head.splitlines():
        value = _parsed(line)
        if isinstance(value, dict) and not _SIGNS.isdisjoint(cast("dict[str, Any]", value)):
            return True
    return start != b"{"


def _lines(name: str, file: "Reader") -> Iterator[Item]:
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        whole = line
        while len(line) == LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST)
            whole = b""
        if not whole:
            yield Item(name, number, Problem(f"it has more than {LONGEST:,} bytes"))
        elif whole.strip():
            yield Item(name, number, _parsed(whole))


def _parsed(line: bytes) -> Any:
    """The value of a line, or what is wrong with it."""
    try:
        return json.loads(line.decode())
    except UnicodeDecodeError as error:
        return Problem(f"it is not UTF-8 (byte {error.start + 1})")
    except json.JSONDecodeError as error:
        return Problem(f"it is not JSON ({error.msg} at character {error.colno})")
    except ValueError as error:
        return Problem(f"it is not JSON ({error})")
    except RecursionError:
        return Problem("it is nested too deeply")


def _values(name: str, file: "Reader") -> Iterator[Item]:
    """Values of a JSON file; one that breaks off gives what comes before."""
    # What is no UTF-8 spoils only the message that it stands in.
    text = io.TextIOWrapper(file, "utf-8", "surrogateescape", newline="")
    stream = JsonText(text.read)
    try:
        for line, value in stream.values():
            yield Item(name, line, value)
    except (ValueError, RecursionError) as error:
        # Where the parser stands in its piece of the file says nothing to a reader.
        problem = error.msg if isinstance(error, json.JSONDecodeError) else error
        yield Item(name, stream.line, Problem(f"it is not JSON from here on ({problem})"))
    finally:
        text.detach()


def _zipped(name: str, file: "Reader") -> Iterator[Item]:
    """Values of the files in a zip that hold chats, without unpacking it anywhere."""
    try:
        with ZipFile(file) as archive:
            for info in _chats(name, archive.infolist()):
                with archive.open(info) as packed:
                    member = _buffered(cast("io.RawIOBase", packed))
                    yield from _items(f"{name}/{info.filename}", member)
    except (BadZipFile, EOFError, zlib.error) as error:
        raise InvalidInputError(
            "file", f"{name} is a damaged zip ({error}); download it again"
        ) from error


def _chats(name: str, infos: Sequence[ZipInfo]) -> list[ZipInfo]:
    """The members that hold chats; raises when there are none, or more than anybody said."""
    found = [info for info in infos if _CHATS.fullmatch(info.filename.rpartition("/")[2])]
    if not found:
        raise InvalidInputError(
            "file",
            f"{name} has no conversations.json; give the zip as ChatGPT or Claude made it",
        )
    # Sizes may be lies, but no more than what they say is ever read.
    if sum(info.file_size for info in found) > MOST_UNPACKED or any(map(_is_bomb, found)):
        raise InvalidInputError(
            "file",
            f"{name} would unpack to more than chats do; unpack it yourself if you trust it, and "
            "give its conversations.json",
        )
    for info in found:
        if info.flag_bits & 1:
            raise InvalidInputError("file", f"{name} is locked with a password; unpack it first")
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise InvalidInputError("file", f"{name} is packed in a rare way; unpack it first")
    return sorted(found, key=lambda info: info.filename)


def _is_bomb(info: ZipInfo) -> bool:
    return info.file_size > max(_SMALL, info.compress_size * _MOST_TIMES)
