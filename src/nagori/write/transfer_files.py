"""Files to import: which format one has, and its records, one at a time."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from nagori.errors import InvalidInputError
from nagori.values.transfer import RECORD_KINDS, Format
from nagori.write.json_text import JsonText
from nagori.write.legacy import Problem
from nagori.write.transfer_lines import VERSION
from nagori.write.transfer_sqlite import is_sqlite, sqlite_records

_BOM = b"\xef\xbb\xbf"
_SAMPLE = 100
"""Lines that are looked at before a file counts as none of ours: the first may be broken."""
_CHUNK = 1 << 18

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
        return next(_records(JsonText(text.read)), None) is not None
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
        text = JsonText(file.read)
        try:
            yield from _records(text)
        except (ValueError, RecursionError) as error:
            yield text.line, Problem(f"it is not JSON from here on ({error})")


def _records(text: JsonText) -> Iterator[Found]:
    """Items of the text's list, or of those lists in its object that hold records."""
    if text.peek() == "[":
        yield from text.items()
        return
    text.take("{")
    while text.peek() != "}":
        text.value()
        text.take(":")
        if text.peek() == "[":
            yield from _with_text(text.items())
        else:
            text.value()
        if text.peek() != "}":
            text.take(",")


def _with_text(items: Iterator[Found]) -> Iterator[Found]:
    """The items of a list whose first has text; none of another, which is read to its end."""
    wanted: bool | None = None
    for number, value in items:
        if wanted is None:
            wanted = isinstance(value, dict) and "text" in value
        if wanted:
            yield number, value
