"""JSON into lines that each say where a value stands."""

import json
from collections.abc import Iterator
from typing import cast

from nagori.documents.blocks import Block
from nagori.documents.lines import flow

_LONGEST_PATH = 200
_DEEPEST = 100

AS_TEXT = "it could not be read as JSON, so its text was taken as it stands"

# Objects are read as tuples of pairs, so that a name that stands twice is not lost.
_Pairs = tuple[tuple[str, object], ...]


def read_json(text: str) -> tuple[list[Block], list[str]]:
    """Lists of lines "path: value", one for each entry at the top, and what went wrong."""
    documents = _documents(text)
    if documents is None:
        return [Block("code", text)], [AS_TEXT]
    blocks: list[Block] = []
    plain: list[str] = []
    for path, value in documents:
        lines = list(_lines(path, value))
        if not isinstance(value, list | tuple):
            plain += lines
            continue
        if plain:
            blocks.append(Block("list", "\n".join(plain)))
            plain = []
        blocks.append(Block("list", "\n".join(lines)))
    if plain:
        blocks.append(Block("list", "\n".join(plain)))
    return blocks, []


def _documents(text: str) -> list[tuple[str, object]] | None:
    """What stands at the top of one JSON text, or of one on each line."""
    whole = _loaded(text)
    if whole is not None:
        return list(_entries("", whole[0])) or [("", whole[0])]
    found: list[tuple[str, object]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        loaded = _loaded(line)
        if loaded is None:
            return None
        found.append((f"[{number}]", loaded[0]))
    return found or None


def _loaded(text: str) -> tuple[object] | None:
    try:
        value = cast(
            "object",
            json.loads(
                text, object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
            ),
        )
    except (ValueError, RecursionError):
        return None
    return (value,)


def _lines(path: str, value: object) -> Iterator[str]:
    """A line for each value below a path, in the order of the text."""
    waiting: list[tuple[str, object, int]] = [(path, value, 0)]
    while waiting:
        path, value, depth = waiting.pop()
        entries = list(_entries(path, value))
        if entries and depth < _DEEPEST:
            waiting.extend((*entry, depth + 1) for entry in reversed(entries))
        elif entries:
            yield f"{path}: …"
        else:
            shown = _shown(value)
            yield f"{path}: {shown}" if path else shown


def _entries(path: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, tuple):
        for name, inner in cast("_Pairs", value):
            yield _clipped(f"{path}.{flow(name)}" if path else flow(name)), inner
    elif isinstance(value, list):
        for at, inner in enumerate(cast("list[object]", value)):
            yield _clipped(f"{path}[{at}]"), inner


def _clipped(path: str) -> str:
    return path if len(path) <= _LONGEST_PATH else "…" + path[1 - _LONGEST_PATH :]


def _shown(value: object) -> str:
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case tuple():
            return "{}"
        case _:
            return "[]"
