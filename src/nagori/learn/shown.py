"""What a tool gives back: text with numbered lines, as long as a model can read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec

from nagori.errors import UserError
from nagori.learn.code.outline import Span

MOST_CHARACTERS = 30_000
LONGEST_LINE = 400

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class FileLines:
    """Lines of a file that were shown."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Shown:
    """What was found, or an error that says what to do instead."""

    text: str
    error: str | None = None
    seen: tuple[FileLines, ...] = ()
    """The lines that the text shows; nothing else was seen."""
    is_cut: bool = False
    """Whether there is more than the text shows."""


def telling(tool: Callable[P, Shown]) -> Callable[P, Shown]:
    """The tool, but what it refuses is told as a result."""

    @wraps(tool)
    def told(*arguments: P.args, **named: P.kwargs) -> Shown:
        try:
            return tool(*arguments, **named)
        except UserError as error:
            return Shown("", str(error))

    return told


def numbered(lines: Iterable[str], first: int) -> list[str]:
    """The lines with their numbers before them."""
    return [f"{number:>6}  {shortened(line)}" for number, line in enumerate(lines, first)]


def shortened(line: str) -> str:
    """The line, cut where it gets long, on one line whatever it holds."""
    line = "".join(c if c.isprintable() or c == "\t" else "�" for c in line)
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + " … (line cut)"


def fitting(lines: Sequence[str]) -> int:
    """How many of the lines fit into one result."""
    left = MOST_CHARACTERS
    for count, line in enumerate(lines):
        left -= len(line) + 1
        if left < 0:
            return count
    return len(lines)
