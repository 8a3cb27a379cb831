"""Lines of a project that tools have shown: the only ones that may be cited."""

from collections.abc import Sequence

from nagori.learn.citing import hash_of
from nagori.learn.code.outline import Span


class Seen:
    """Lines as they were when they were shown, by file and number."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[int, str]] = {}

    def add(self, path: str, span: Span, lines: Sequence[str]) -> None:
        """Note that these lines of a file were shown; `lines` are all of the file."""
        held = self._lines.setdefault(path, {})
        for number in range(span.first, min(span.last, len(lines)) + 1):
            held[number] = lines[number - 1]

    @property
    def paths(self) -> tuple[str, ...]:
        """The files of which something was shown."""
        return tuple(self._lines)

    def text(self, path: str, start: int, end: int) -> list[str] | None:
        """These lines; None unless every one of them was shown."""
        held = self._lines.get(path, {})
        if start < 1 or end < start or not all(number in held for number in range(start, end + 1)):
            return None
        return [held[number] for number in range(start, end + 1)]

    def hash(self, path: str, start: int, end: int) -> str | None:
        """What these lines are known by; None unless every one of them was shown."""
        lines = self.text(path, start, end)
        return None if lines is None else hash_of(lines)

    def words(self) -> str:
        """All that was shown, and where it stands."""
        shown = ["\n".join(lines.values()) for lines in self._lines.values()]
        return "\n".join([*self._lines, *shown])
