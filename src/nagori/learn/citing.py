"""Lines that something was learned from: how they are known again, and what became of them."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from nagori.errors import UserError
from nagori.learn.code.source import lines_of
from nagori.learn.folder import Folder
from nagori.values.learning import CheckedLines, Lines

_MOST_FILES = 200
"""Files whose lines are kept at hand."""


def hash_of(lines: Sequence[str]) -> str:
    """What lines are known by: their text, whatever ends them."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


Read = OrderedDict[str, tuple[tuple[int, int], list[str]]]
"""Lines of files that were read, each with the time and size that the file had."""


class Checker:
    """Tells what became of cited lines of one folder, at one moment: make one for each look.

    `read` are the lines that an earlier checker of the folder has read.
    """

    def __init__(self, folder: Folder, read: Read | None = None) -> None:
        self._folder = folder
        self._read = Read() if read is None else read
        self._stretches: dict[tuple[str, int], Mapping[str, list[int]]] = {}

    def cite(self, path: str, start: int, end: int, *, commit: str | None = None) -> Lines:
        """Lines as they stand now; raises as the folder does when they can't be read."""
        lines = self._lines(path)
        end = min(end, len(lines))
        return Lines(path, start, end, hash_of(lines[start - 1 : end]), commit)

    def check(self, cited: Lines, *, elsewhere: Iterable[str] = ()) -> CheckedLines:
        """What became of the lines; `elsewhere` are files that they may have gone to."""
        here = self._lines_or_none(cited.path)
        if here is not None and hash_of(here[cited.start - 1 : cited.end]) == cited.hash:
            return CheckedLines(cited, "unchanged")
        for path in dict.fromkeys([cited.path, *elsewhere]):
            lines = self._lines_or_none(path)
            start = None if lines is None else self._found(path, lines, cited)
            if start is not None:
                end = start + cited.end - cited.start
                return CheckedLines(cited, "moved", replace(cited, path=path, start=start, end=end))
        return CheckedLines(cited, "gone" if here is None else "changed")

    def _found(self, path: str, lines: Sequence[str], cited: Lines) -> int | None:
        """The line from which on the very lines stand, the nearest to where they were."""
        count = cited.end - cited.start + 1
        known = self._stretches.get((path, count))
        if known is None:
            known = self._stretches[path, count] = _stretches(lines, count)
        starts = known.get(cited.hash, [])
        return min(starts, key=lambda at: (abs(at - cited.start), at), default=None)

    def _lines_or_none(self, path: str) -> list[str] | None:
        try:
            return self._lines(path)
        except UserError:  # gone, or no longer to be read
            return None

    def _lines(self, path: str) -> list[str]:
        entry = self._folder.entry(path)
        version = (entry.mtime_ns, entry.size)
        known = self._read.pop(path, None)
        if known is None or known[0] != version:
            known = (version, lines_of(self._folder.text(path).text))
        self._read[path] = known
        while len(self._read) > _MOST_FILES:
            self._read.popitem(last=False)
        return known[1]


def _stretches(lines: Sequence[str], count: int) -> Mapping[str, list[int]]:
    """Where each stretch of so many lines begins, from 1, by its hash."""
    found: dict[str, list[int]] = {}
    for at in range(len(lines) - count + 1):
        found.setdefault(hash_of(lines[at : at + count]), []).append(at + 1)
    return found
