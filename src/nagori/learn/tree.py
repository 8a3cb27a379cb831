"""A project's tree: its files and folders, with how much is known of each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nagori.values.learned import Coverage, Known
from nagori.values.project import ProjectFile, Skipped


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file or a folder; a folder carries the sums of what lies below it."""

    path: str
    kind: Literal["folder", "file"]
    lines: int
    records: int
    """That tell of it, the stale ones too."""
    stale: int
    language: str | None = None
    skipped: Skipped | None = None


def tree_of(files: Sequence[ProjectFile], coverage: Coverage) -> list[TreeEntry]:
    """Every file and every folder above one, each folder before what it holds."""
    found = [_entry(file, coverage.files.get(file.path, Known())) for file in files]
    sums: defaultdict[str, tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    for entry in found:
        for folder in _above(entry.path):
            lines, records, stale = sums[folder]
            sums[folder] = (lines + entry.lines, records + entry.records, stale + entry.stale)
    found += [
        TreeEntry(path, "folder", lines, records, stale)
        for path, (lines, records, stale) in sums.items()
    ]
    return sorted(found, key=lambda entry: entry.path.split("/"))


def _entry(file: ProjectFile, known: Known) -> TreeEntry:
    told = known.active + known.stale
    return TreeEntry(file.path, "file", file.lines, told, known.stale, file.language, file.skipped)


def _above(path: str) -> list[str]:
    """The folders that a file lies in, but for the project's own."""
    names = path.split("/")[:-1]
    return ["/".join(names[: depth + 1]) for depth in range(len(names))]
