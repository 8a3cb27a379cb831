"""A project's code as rules for patterns look at it. Pure."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from nagori.learn.code.outline import Outline, Symbol
from nagori.learn.domain_names import DOCS, TESTS, domain_of

Place = tuple[Outline, Symbol]
MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Seen:
    """A pattern as a project shows it."""

    told: str
    """How often, in words that hold for this project."""
    count: int
    files: tuple[str, ...]


class View:
    """Outlines of a project, by what they are for."""

    def __init__(self, outlines: Sequence[Outline], paths: Collection[str]) -> None:
        self.paths = sorted(paths)
        """All files, also those that are not analysed."""
        every = sorted(outlines, key=lambda one: one.path)
        self.all = every
        self.tests = [one for one in every if domain_of(one.path) == TESTS]
        self.code = [one for one in every if domain_of(one.path) not in (TESTS, DOCS)]
        self.classes = [
            (outline, symbol)
            for outline in self.code
            for symbol in outline.symbols
            if symbol.kind in ("class", "interface")
        ]
        self.heirs: dict[str, list[Place]] = defaultdict(list)
        for outline, symbol in self.classes:
            for base in symbol.bases:
                self.heirs[plain(base)].append((outline, symbol))

    def functions(self, outlines: Sequence[Outline]) -> Iterator[Place]:
        """Functions and methods."""
        for outline in outlines:
            for symbol in outline.symbols:
                if symbol.kind in ("function", "method"):
                    yield outline, symbol

    def marked(self, outlines: Sequence[Outline], *names: str) -> list[Place]:
        """What has a decorator of one of these names."""
        return [
            (outline, symbol)
            for outline in outlines
            for symbol in outline.symbols
            if any(plain(one.partition("(")[0]) in names for one in symbol.decorators)
        ]

    def with_method(self, name: str) -> list[Place]:
        """Classes that declare a method of that name."""
        return [
            (outline, symbol)
            for outline, symbol in self.classes
            if outline.symbol(f"{symbol.path}.{name}") is not None
        ]

    def named(self, *suffixes: str) -> list[Place]:
        """Classes whose names end so, and are longer than that."""
        return [
            (outline, symbol)
            for outline, symbol in self.classes
            if symbol.name.endswith(suffixes) and symbol.name not in suffixes
        ]

    def files(self, fits: Callable[[PurePosixPath], bool]) -> list[str]:
        """Files of the project that fit."""
        return [path for path in self.paths if fits(PurePosixPath(path))]


def plain(name: str) -> str:
    """The last part of a dotted name, without what stands in brackets."""
    return name.partition("[")[0].partition("(")[0].rpartition(".")[2]


def seen(told: str, places: Sequence[Place]) -> Seen:
    """What the places show."""
    return Seen(told, len(places), examples(outline.path for outline, _ in places))


def examples(paths: Iterator[str] | Sequence[str]) -> tuple[str, ...]:
    """A few files, each once, in the order given."""
    return tuple(dict.fromkeys(paths))[:MOST_EXAMPLES]
