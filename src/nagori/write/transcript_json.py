"""JSON that is parsed as it is read, so that the size of a file does not matter."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

_CHUNK = 1 << 18
LONGEST = 1 << 26
"""Characters that one value may take: a chat of years fits."""
_BLANK = re.compile(r"\s*")
_DECODER = json.JSONDecoder()


class JsonText:
    """A list, or values that follow one another; `line` is where it stands."""

    def __init__(self, read: Callable[[int], str]) -> None:
        self._read = read
        self._text = ""
        self._at = 0
        self._ended = False
        self.line = 1

    def values(self) -> Iterator[tuple[int, Any]]:
        """Values with the lines they begin on; raises `ValueError` where it is no JSON."""
        if self._peek() != "[":
            while self._peek():
                yield self.line, self._value()
            return
        self._take("[")
        while self._peek() != "]":
            yield self.line, self._value()
            if self._peek() != "]":
                self._take(",")
        self._take("]")
        if self._peek():
            raise ValueError("something follows the list")

    def _peek(self) -> str:
        """The next character that is not blank; none at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._move(blank.end() if blank else self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def _take(self, mark: str) -> None:
        found = self._peek()
        if found != mark:
            raise ValueError(f"{mark} is missing" if found else "it breaks off")
        self._at += 1

    def _value(self) -> Any:
        if not self._peek():
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
