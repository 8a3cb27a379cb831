"""Where answers go: one JSON document, or lines for a person."""

import json
import re
import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

EMBER, INDIGO, GOLD = "#d9713c", "#6a7fe8", "#d7c14a"
SOFT = "bright_black"

_LINE_BREAKS = re.compile(r"\s*[\n\r\u2028\u2029]+\s*")
# Escape sequences and marks that turn the writing direction would let a text draw over others.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Output:
    """Prints to standard output; nothing else ever goes there."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self.console = Console(highlight=False, markup=False, emoji=False)

    @property
    def plain(self) -> bool:
        """Whether only ASCII can be shown."""
        return self.console.options.ascii_only

    def document(self, value: Any) -> None:
        """Print the one JSON document."""
        from pydantic_core import to_jsonable_python

        plain = to_jsonable_python(value, fallback=str)
        sys.stdout.write(json.dumps(plain, ensure_ascii=self.plain, indent=2) + "\n")

    def say(self, *lines: RenderableType) -> None:
        """Print lines; when they go to a file or a pipe they are not wrapped."""
        for line in lines:
            self.console.print(line, soft_wrap=not self.console.is_terminal)

    def show(self, *parts: RenderableType) -> None:
        """Print what has a layout of its own, such as a table; no line ends in blanks."""
        for part in parts:
            with self.console.capture() as captured:
                self.console.print(part)
            lines = captured.get().splitlines()
            sys.stdout.write("".join(f"{line.rstrip()}\n" for line in lines))


def clean(text: str, *, most: int | None = None) -> str:
    """A text on one line, with nothing in it that moves the cursor; cut when it is very long."""
    line = one_line(text)
    return line if most is None or len(line) <= most else line[: most - 1].rstrip() + "…"


def one_line(text: str) -> str:
    """A text without line breaks and control characters."""
    return _UNSEEN.sub("�", _LINE_BREAKS.sub(" ", text.strip()).replace("\t", " "))


def whole(text: str) -> str:
    """A text with its lines, but nothing in it that moves the cursor."""
    return "\n".join(map(one_line, text.splitlines()))


def seen(piece: str) -> str:
    """A piece of a longer text, as it stands, with nothing in it that moves the cursor."""
    return _UNSEEN.sub("�", piece.replace("\r", "").replace("\t", "    "))


def soft(*parts: str | None) -> Text:
    """Details on one line, kept quiet."""
    return Text(" · ".join(part for part in parts if part), style=SOFT)
