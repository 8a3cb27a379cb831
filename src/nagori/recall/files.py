"""Records judged together with others of the same file. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nagori.values.passage import Files

Doubles = NDArray[np.float64]

OTHERS = (0.3, 0.09)
"""Shares of the second and third record of a file: a file that much speaks for is more likely."""
WHOLE = 0.5
"""Share of the record that tells what a file is for: it says what the others are there for."""
ASIDE, TOLD = 0.8, 0.85
"""What a file keeps that only checks others or tells what changed when, and what a document keeps:
questions about a project are mostly about its code, of which documents speak in the same words."""

_ALL = 1 + sum(OTHERS) + WHOLE
_DOCUMENTS = (".md", ".mdx", ".markdown", ".rst", ".txt", ".adoc", ".asciidoc")
_ASIDE = re.compile(
    r"(^|/)(tests?|testing|__tests__|spec|benchmarks?)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.\w+$"
    r"|\.(test|spec)\.\w+$|(^|/)migrations/\d[^/]*$"
    r"|(^|/)(changelog|changes|history|news|release[-_]?notes|releases?/[^/]*)(\.\w+)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A record among those of its file."""

    row: int
    final: float
    added: float
    """What the others of its file add to its own score."""


def of_wholes(files: Files, own: Doubles, shown: NDArray[np.bool_]) -> Doubles:
    """For every row what the record of its whole file has; 0 where there is none."""
    best = np.zeros(len(files.names))
    rows = np.flatnonzero(files.whole & shown)
    np.maximum.at(best, files.file[rows], own[rows])
    return best[files.file]


def by_file(files: Files, own: Doubles, wholes: Doubles, rows: Sequence[int]) -> list[Judged]:
    """The best record of each file, the likeliest file first, and then the second ones.

    None is dropped. Of one record one row is given, the best rows of a file first.
    """
    held: dict[int, list[int]] = {}
    for row, file in zip(rows, files.file[list(rows)].tolist(), strict=True):
        held.setdefault(file, []).append(row)
    firsts = [
        _first(files.names[file], own[of_file].tolist(), float(wholes[of_file[0]]), of_file[0])
        for file, of_file in held.items()
    ]
    firsts.sort(key=lambda one: -one.final)  # stable: equal ones stay as they came
    least = firsts[-1].final if firsts else 0.0
    rest = [
        Judged(row, round(least * float(own[row]), 5), 0.0)
        for of_file in held.values()
        for row in of_file[1:]
    ]
    rest.sort(key=lambda one: -one.final)
    return [*firsts, *rest]


def _first(name: str, own: Sequence[float], whole: float, row: int) -> Judged:
    """The best of a file's records, with what the others add."""
    best, *others = own
    added = WHOLE * whole + sum(x * y for x, y in zip(OTHERS, others, strict=False))
    return Judged(row, round((best + added) / _ALL * _share(name), 5), round(added, 4))


@lru_cache(65_536)
def _share(file: str) -> float:
    if _ASIDE.search(file):
        return ASIDE
    return TOLD if file.lower().endswith(_DOCUMENTS) else 1.0
