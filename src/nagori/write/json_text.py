"""JSON that is parsed as it is read, so that the size of a file does not matter."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

_CHUNK = 1 << 18
LONGEST = 1 << 26
"""Characters that one value may take: a chat of years fits, a record with its embedding, too."""
_BLANK = re.compile(r"\s*")
_DECODER = json.JSONDecoder()


class JsonText:
    """A reader of one text, from its beginning to its end; `line` is where it stands."""

    def __init__(self, read: Callable[[int], str]) -> None:
        self._read = read
        self._text = ""
        self._at = 0
        self._ended = False
        self.line = 1

    def values(self) -> Iterator[tuple[int, Any]]:
        """Items of the list, or values that follow one another, with the lines they begin on.

        This and all else here raises `ValueError` where the text is no JSON.
        """
        if self.peek() == "[":
            yield from self.items()
            if self.peek():
                raise ValueError("something follows the list")
        while self.peek():
            yield self.line, self.value()

    def items(self) -> Iterator[tuple[int, Any]]:
        """Items of the list that comes next, with the lines they begin on."""
        self.take("[")
        while self.peek() != "]":
            yield self.line, self.value()
            if self.peek() != "]":
                self.take(",")
        self.take("]")

    def peek(self) -> str:
        """The next character that is not blank; none at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._move(blank.end() if blank else self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def take(self, mark: str) -> None:
        """Go past a mark that must come next."""
        found = self.peek()
        if found != mark:
            raise ValueError(f"{mark} is missing" if found else "it breaks off")
        self._at += 1

    def value(self) -> Any:
        """The value that comes next, whole."""
        if not self.peek():
            raise ValueError("it breaks off")
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except ValueError as error:
                if len(self._text) - self._at > LONGEST:
                    raise ValueError(f"it has more than {LONGEST:,} characters") from error
                if not self._more():
                    raise
            else:
                # A number at the end of what was read may go on.
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
