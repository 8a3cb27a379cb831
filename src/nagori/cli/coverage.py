"""How much of a project is known, folder by folder: pure, for a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nagori.values.project import ProjectFile

if TYPE_CHECKING:  # it takes long to import; every other command would wait for it
    from nagori.values.learned import Coverage, Known

_MOST_ROWS = 12
_LARGE = 0.25
"""A folder with a larger share of all files is shown by what is in it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A folder and what is known of its files."""

    folder: str
    """Empty for files that lie in no folder."""
    files: int
    known: int
    """Files that records tell of."""
    lines: int
    records: int
    """How often its files are told of: a record of two files counts for both."""
    stale: int


def rows(files: Sequence[ProjectFile], coverage: "Coverage") -> list[Row]:
    """The folders of a project by name; a large one is shown by the folders in it."""
    analysed = {file.path: file for file in files if file.is_analysed}
    return [
        _row(folder, [analysed[path] for path in paths], coverage.files)
        for folder, paths in sorted(_groups(list(analysed)).items())
    ]


def _row(folder: str, files: Sequence[ProjectFile], known: "Mapping[str, Known]") -> Row:
    told = [known[file.path] for file in files if file.path in known]
    return Row(
        folder=folder,
        files=len(files),
        known=sum(one.active + one.stale > 0 for one in told),
        lines=sum(file.lines for file in files),
        records=sum(one.active + one.stale for one in told),
        stale=sum(one.stale for one in told),
    )


def _groups(paths: Sequence[str]) -> dict[str, list[str]]:
    """Paths by folder: the first one of each path, and deeper where most of them lie."""
    groups = _split("", paths)
    whole: set[str] = {""}
    while True:
        large = [
            folder
            for folder, inside in groups.items()
            if folder not in whole and len(inside) > max(_LARGE * len(paths), 1)
        ]
        if not large:
            return groups
        folder = max(large, key=lambda folder: (len(groups[folder]), folder))
        inside = _split(folder, groups[folder])
        whole.add(folder)
        if len(groups) - 1 + len(inside) <= _MOST_ROWS:
            del groups[folder]
            groups |= inside


def _split(folder: str, paths: Iterable[str]) -> dict[str, list[str]]:
    """Paths by the folder next below; those that lie in the folder itself stay under its name."""
    start = len(folder) + 1 if folder else 0
    found: dict[str, list[str]] = {}
    for path in paths:
        below, slash, _ = path[start:].partition("/")
        name = f"{path[:start]}{below}" if slash else folder
        found.setdefault(name, []).append(path)
    return found
