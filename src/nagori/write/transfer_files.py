"""Files to import: which format one has, and its records, one at a time."""

import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from nagori.errors import InvalidInputError
from nagori.values.transfer import RECORD_KINDS, Format
from nagori.write.legacy import Problem
from nagori.write.transfer_lines import VERSION
from nagori.write.transfer_sqlite import is_sqlite, sqlite_records

_BOM = b"\xef\xbb\xbf"
_SAMPLE = 100
"""Lines that are looked at before a file counts as none of ours: the first may be broken."""
_CHUNK = 1 << 18
_LONGEST = 1 << 26
"""Characters that one record of a JSON file may take, embedding and all."""
_BLANK = re.compile(r"\s*")
_DECODER = json.JSONDecoder()


Found = tuple[int, Any]
"""A record, or a `Problem`, with its line (or its row's number)."""


@dataclass(frozen=True, slots=True)
class Records:
    """What a file holds; `read` goes through it, once."""

    format: Format
    read: Callable[[], Iterator[Found]]
    total: int | None = None


def open_records(path: Path) -> Records:
    """The records of a file, whichever format it has; raises when it has none that is known."""
    try:
        if path.is_dir():
            raise InvalidInputError("path", f"{path} is a folder; give a file")
        with path.open("rb") as file:
            if is_sqlite(file.read(16)):
                total, read = sqlite_records(path)
                return Records("sqlite", read, total)
            file.seek(0)
            format = _format(file)
    except OSError as error:
        raise InvalidInputError("path", f"{path} can't be read: {error.strerror}") from error
    if format is None:
        raise InvalidInputError(
            "path",
            f"{path} is neither an export of Nagori nor JSON, JSONL or SQLite with records that "
            "have text and timestamp",
        )
    reader = _json_records if format == "json" else _line_records
    return Records(format, lambda: reader(path))


def _format(file: BinaryIO) -> Format | None:
    """Which kind of text file it is, by its beginning."""
    start = file.read(_CHUNK).removeprefix(_BOM).lstrip()
    if start.startswith(b"["):
        return "json"
    file.seek(0)
    for _, line in islice(_lines(file), _SAMPLE):
        value = _parsed(line)
        if isinstance(value, dict):
            return _format_of_object(cast("dict[str, Any]", value))
    if start.startswith(b"{") and _is_object(file, start):  # over several lines
        return "json"
    return None


def _format_of_object(value: dict[str, Any]) -> Format | None:
    if "nagori" in value:
        if value["nagori"] != VERSION:
            raise InvalidInputError(
                "path", f"it was exported by a newer Nagori (format {value['nagori']!r}): upgrade"
            )
        return "nagori"
    if value.get("kind") in RECORD_KINDS and "created_at" in value:
        return "nagori"
    if "text" in value or "timestamp" in value:
        return "jsonl"
    return "json" if _has_records(value) else None


def _has_records(value: Any) -> bool:
    """Whether it is an object with a list of records; an empty list may be one."""
    if not isinstance(value, dict):
        return False
    for items in cast("dict[str, Any]", value).values():
        if isinstance(items, list):
            first = next(iter(cast("list[Any]", items)), {"text": ""})
            if isinstance(first, dict) and "text" in first:
                return True
    return False


def _is_object(file: BinaryIO, start: bytes) -> bool:
    if len(start) < _CHUNK // 2:
        return _has_records(_parsed(start))
    file.seek(0)
    text = io.TextIOWrapper(file, "utf-8-sig", "surrogateescape")
    try:
        return next(_Stream(text.read).records(), None) is not None
    except (ValueError, RecursionError):
        return False
    finally:
        text.detach()


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(file, 1):
        if line.strip():
            yield number, line.removeprefix(_BOM) if number == 1 else line


def _parsed(line: bytes) -> Any:
    """The value of a line, or what is wrong with it."""
    try:
        return json.loads(line.decode())
    except UnicodeDecodeError as error:
        return Problem(f"it is not UTF-8 (byte {error.start + 1})")
    except ValueError as error:
        return Problem(f"it is not JSON ({error})")
    except RecursionError:
        return Problem("it is nested too deeply")


def _line_records(path: Path) -> Iterator[Found]:
    with path.open("rb") as file:
        for number, line in _lines(file):
            yield number, _parsed(line)


def _json_records(path: Path) -> Iterator[Found]:
    """Records of the lists that hold some; a file that breaks off gives what comes before."""
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        stream = _Stream(file.read)
        try:
            yield from stream.records()
        except (ValueError, RecursionError) as error:
            yield stream.line, Problem(f"it is not JSON from here on ({error})")


class _Stream:
    """A JSON text that is parsed as it is read, so that its size does not matter."""

    def __init__(self, read: Callable[[int], str]) -> None:
        self._read = read
        self._text = ""
        self._at = 0
        self._ended = False
        self.line = 1

    def records(self) -> Iterator[Found]:
        """Items of the text's list, or of those lists in its object that hold records."""
        if self._peek() == "[":
            yield from self._items(skips=False)
            return
        self._take("{")
        while self._peek() != "}":
            self._value()
            self._take(":")
            if self._peek() == "[":
                yield from self._items(skips=True)
            else:
                self._value()
            if self._peek() != "}":
                self._take(",")

    def _items(self, *, skips: bool) -> Iterator[Found]:
        """Items of the list that comes next; `skips` passes over one whose first has no text."""
        self._take("[")
        first = True
        while self._peek() != "]":
            number, value = self.line, self._value()
            if first and skips:
                skips = not (isinstance(value, dict) and "text" in value)
            first = False
            if not skips:
                yield number, value
            if self._peek() != "]":
                self._take(",")
        self._take("]")

    def _peek(self) -> str:
        """The next character that is not blank; raises at the end of the text."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._move(blank.end() if blank else self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                raise ValueError("it breaks off")

    def _take(self, mark: str) -> None:
        if self._peek() != mark:
            raise ValueError(f"{mark} is missing")
        self._at += 1

    def _value(self) -> Any:
        self._peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except ValueError:
                if len(self._text) - self._at > _LONGEST or not self._more():
                    raise
            else:
                if end < len(self._text) or not self._more():
                    self._move(end)
                    return value

    def _more(self) -> bool:
        """Read on, twice as much as waits; False at the end."""
        if not self._ended:
            left = self._text[self._at :]
            more = self._read(max(_CHUNK, len(left)))
            self._text, self._at, self._ended = left + more, 0, not more
        return not self._ended

    def _move(self, end: int) -> None:
        self.line += self._text.count("\n", self._at, end)
        self._at = end
