"""Tables of CSV files into lines that each say what their values are."""

import csv
import io
import re
from collections.abc import Iterator

from nagori.documents.blocks import Block
from nagori.documents.lines import flow

_DELIMITERS = ",;\t|"
_MOST_COLUMNS = 1000
_NUMBER = re.compile(r"^[-+]?[\d.,:/%\s-]+$")
_SAMPLE = 20_000

AS_TEXT = "it could not be read as a table, so its text was taken as it stands"


def read_csv(text: str) -> tuple[list[Block], list[str]]:
    """One list of rows, each "header: value; header: value", and what went wrong."""
    text = text.replace("\0", "")
    try:
        rows = _rows(text)
        names: list[str] | None = None
        lines: list[str] = []
        for row in rows:
            values = [flow(value) for value in row]
            if len(values) > _MOST_COLUMNS:
                return [Block("code", text)], [AS_TEXT]
            if not any(values):
                continue
            if names is None:
                names = values if _are_names(values) else []
                if names:
                    continue
            lines.append(_line(names, values))
    except csv.Error:
        return [Block("code", text)], [AS_TEXT]
    if names and not lines:
        lines = [", ".join(names)]
    return [Block("list", "\n".join(lines))], []


def _rows(text: str) -> Iterator[list[str]]:
    head = text[:_SAMPLE].splitlines()[:20]
    delimiter = max(_DELIMITERS, key=lambda mark: _evenness(head, mark))
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _evenness(head: list[str], delimiter: str) -> tuple[int, int]:
    """How well a mark parts the first lines: into as many values on each, and many."""
    counts = [line.count(delimiter) for line in head if line.strip()]
    least = min(counts, default=0)
    return least, sum(counts)


def _are_names(values: list[str]) -> bool:
    """Whether a first row names its columns."""
    return (
        len(set(values)) == len(values)
        and all(values)
        and not any(_NUMBER.match(value) for value in values)
    )


def _line(names: list[str], values: list[str]) -> str:
    if not names:
        return ", ".join(values)
    named = [f"{name}: {value}" for name, value in zip(names, values, strict=False) if value]
    return "; ".join([*named, *(value for value in values[len(names) :] if value)])
