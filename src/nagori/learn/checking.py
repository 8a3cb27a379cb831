"""What became of the lines that records cite, and where lines may have gone that are not there."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import PurePosixPath

from nagori.learn.citing import Checker
from nagori.learn.folder import Folder
from nagori.learn.walk import walk
from nagori.values.learning import CheckedLines, LearningRecord, Lines
from nagori.values.project import ProjectFile

_MOST_PLACES = 12
"""Files that are searched for lines that stand no more where they were: a look must stay quick when
a whole branch was changed."""


_TELLING = 3
"""Lines from which on a stretch is known again in a file that was there before: a line or two may
have stood in it all along."""


class Lookup:
    """Files that lines may have gone to: those that are not as they were analysed.

    What stands in the others stood there before, beside the lines that are missing now.
    """

    def __init__(self, folder: Folder, known: Sequence[ProjectFile]) -> None:
        self._folder = folder
        self._known = {file.path: (file.size, file.mtime_ns) for file in known}

    def places(self, cited: Lines) -> list[str]:
        """Where to look for cited lines: files of the same name first, then the nearest."""
        name, here = PurePosixPath(cited.path).name, PurePosixPath(cited.path).parent
        is_telling = cited.end - cited.start + 1 >= _TELLING
        return sorted(
            (path for path in self._news if is_telling or path not in self._known),
            key=lambda path: (
                PurePosixPath(path).name != name,
                PurePosixPath(path).parent != here,
                path,
            ),
        )[:_MOST_PLACES]

    @cached_property
    def _news(self) -> list[str]:
        return [
            file.path
            for file in walk(self._folder)
            if file.kind == "file"
            and not file.left_out
            and self._known.get(file.path) != (file.size, file.mtime_ns)
        ]


def checked(
    records: Sequence[LearningRecord], checker: Checker, lookup: Lookup | None
) -> list[tuple[CheckedLines, ...]]:
    """What became of the citations of each record; without a look-up nothing is found elsewhere."""
    known: dict[Lines, CheckedLines] = {}
    found: list[tuple[CheckedLines, ...]] = []
    for record in records:
        for cited in record.citations:
            if cited not in known:
                known[cited] = _checked(cited, checker, lookup)
        found.append(tuple(known[cited] for cited in record.citations))
    return found


def _checked(cited: Lines, checker: Checker, lookup: Lookup | None) -> CheckedLines:
    state = checker.check(cited)
    if lookup is None or state.state in ("unchanged", "moved"):
        return state
    return checker.check(cited, elsewhere=lookup.places(cited))
