"""Lines of a file of a project, for people to look at: without secrets, and not all at once."""

from dataclasses import dataclass

from nagori.errors import InvalidInputError
from nagori.learn.code.source import lines_of
from nagori.learn.folder import Folder, allowed
from nagori.learn.languages import language_of
from nagori.learn.place import joined
from nagori.learn.redacted import redacted_lines
from nagori.learn.rules import Rules
from nagori.learn.walk import check_ignored

MOST_LINES = 1000
_LONGEST = 2000
"""Characters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class ShownLines:
    """Lines as they stand now; `end` is the last one that is shown."""

    path: str
    start: int
    end: int
    lines: tuple[str, ...]
    language: str | None
    total: int
    """How many lines the file has."""


def shown_lines(folder: Folder, path: str, start: int = 1, end: int | None = None) -> ShownLines:
    """Lines of a file; raises as the folder does for what must not be read."""
    if start < 1:
        raise InvalidInputError("start", "lines are counted from 1")
    if end is not None and end < start:
        raise InvalidInputError("end", "give a line that is not before `start`")
    parts = allowed(path)
    check_ignored(Rules(folder), parts, is_folder=False)
    text = folder.text(path).text
    lines = lines_of(text)
    if start > max(len(lines), 1):
        raise InvalidInputError("start", f"the file has only {len(lines)} lines")
    last = min(len(lines), start + MOST_LINES - 1, end or len(lines))
    shown = tuple(line[:_LONGEST] for line in redacted_lines(lines, start, last))
    name = joined(parts)
    return ShownLines(name, start, last, shown, language_of(name, text[:200]), len(lines))
