"""Answers drawn from how files hang together, each part with the lines that show it. Pure.

An analysis tells of each file by itself; these tell what only several files show together.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from nagori.learn.claims.claim import listed
from nagori.learn.code.outline import Span, Symbol
from nagori.learn.structure import Link, Structure, folder_of
from nagori.values.learning import QuestionType

_MOST = 10
"""Parts of one answer."""
_NAMED = 6
_LONG = 120
_OF_ONE = 3
"""Of these, out of one file."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that an answer tells, true as long as its lines hold its word."""

    text: str
    path: str
    span: Span
    word: str
    around: Span | None = None
    """Where the function or class begins that the text names beside it."""


@dataclass(frozen=True, slots=True)
class Extract:
    """A question with what the files say to it."""

    question: str
    question_type: QuestionType
    opening: str
    parts: tuple[Part, ...]
    tags: tuple[str, ...]
    about: str
    """The file that it is about, most of all."""
    more: int = 0
    """Places that are not told of, since there are so many."""


def of_folder(structure: Structure, folder: str) -> Extract | None:
    """How the files of a folder use each other, and who uses them from outside."""
    links = [link for path in structure.folders.get(folder, ()) for link in _users(structure, path)]
    inside = [link for link in links if folder_of(link.user) == folder]
    outside = [link for link in links if folder_of(link.user) != folder]
    told = [*_told(inside), *_told(outside)]
    parts = [*_spread(_told(inside), _MOST // 2)]
    parts += _spread(_told(outside), _MOST - len(parts))
    if len({part.path for part in parts}) < 2:
        return None
    return Extract(
        question=f"How do the files of `{folder}` work together, and who uses them?",
        question_type="DEPENDENCY",
        opening=f"The files of `{folder}`, by who imports what:",
        parts=tuple(parts),
        tags=("folder", "import"),
        about=structure.folders[folder][0],
        more=len(told) - len(parts),
    )


def of_tests(structure: Structure, path: str) -> Extract | None:
    """Which tests use a file, and what of it they call."""
    stem = PurePosixPath(path).stem
    # The tests that are called after the file come first.
    links = sorted(structure.tests.get(path, ()), key=lambda link: stem not in link.user)
    found = [part for link in links for part in _tested(structure, link)]
    parts = _spread(found, _MOST)
    if not parts:
        return None
    return Extract(
        question=f"Which tests check `{path}`, and what of it do they use?",
        question_type="CODE_STRUCTURE",
        opening=f"Tests of `{path}`:",
        parts=tuple(parts),
        tags=("test",),
        about=path,
        more=len(found) - len(parts),
    )


def of_package(structure: Structure, name: str) -> Extract | None:
    """Who uses a package from elsewhere, and what of it."""
    found = [_imported(link) for link in structure.packages.get(name, ())]
    parts = _spread(found, _MOST)
    if not parts:
        return None
    return Extract(
        question=f"Where is the package `{name}` used, and what of it?",
        question_type="DEPENDENCY",
        opening=f"`{name}` is used here:",
        parts=tuple(parts),
        tags=("dependency",),
        about=parts[0].path,
        more=len(found) - len(parts),
    )


def of_mark(structure: Structure, name: str) -> Extract | None:
    """What a decorator of the project's own is put on."""
    places = structure.marks.get(name, ())
    found = [_part(structure, path, symbol, name) for path, symbol in places]
    return _of_places(
        structure, name, found, question=f"What is marked with `@{name}`, all over the project?",
        question_type="BEST_PRACTICE", opening=f"`@{name}` marks:", tag="decorator",
    )  # fmt: skip


def of_error(structure: Structure, name: str) -> Extract | None:
    """Where an error of the project's own is raised."""
    places = structure.errors.get(name, ())
    found = [
        Part(
            f"`{one.within or 'the module'}` in `{path}`{_when(one.condition)}",
            path,
            one.span,
            name,
            _line_of(structure, path, one.within),
        )
        for path, one in places
    ]
    return _of_places(
        structure, name, found, question=f"Who raises `{name}`, all over the project?",
        question_type="ERROR_ANALYSIS", opening=f"`{name}` is raised by:", tag="error",
    )  # fmt: skip


def of_flow(structure: Structure, name: str) -> Extract | None:
    """Which functions of other files take or return a class."""
    places = structure.flows.get(name, ())
    found = [_part(structure, path, symbol, name) for path, symbol in places]
    return _of_places(
        structure, name, found, question=f"Through which functions does `{name}` go?",
        question_type="DATA_FLOW", opening=f"`{name}` is taken or given back by:", tag="data flow",
    )  # fmt: skip


def _of_places(
    structure: Structure,
    name: str,
    found: Sequence[Part],
    *,
    question: str,
    question_type: QuestionType,
    opening: str,
    tag: str,
) -> Extract | None:
    home = structure.homes.get(name)
    if home is None:
        return None
    # What lies beside it tells more than examples and benchmarks do.
    top = home.partition("/")[0]
    found = sorted(found, key=lambda part: part.path.partition("/")[0] != top)
    parts = _spread(found, _MOST - 1)
    if len({part.path for part in parts}) < 2:
        return None
    declared = structure.outlines[home].symbol(name)
    if declared is not None:
        what = declared.doc.text if declared.doc else ""
        told = f"`{_short(declared)}` in `{home}`" + (f": {what}" if what else "")
        parts = [Part(f"declared as {told}", home, _declared(declared), name), *parts]
    more = len(found) - len(parts) + (declared is not None)
    return Extract(question, question_type, opening, tuple(parts), (tag,), home, more)


def _part(structure: Structure, path: str, symbol: Symbol, name: str) -> Part:
    """A function or class whose head holds the name."""
    outer = symbol.path.rpartition(".")[0]
    told = f"`{_short(symbol)}`" if not outer else f"`{symbol.path}`"
    return Part(f"{told} in `{path}`", path, symbol.head, name, _line_of(structure, path, outer))


def _line_of(structure: Structure, path: str, within: str) -> Span | None:
    """Where something begins that others stand in."""
    symbol = structure.outlines[path].symbol(within) if within else None
    return Span(symbol.line, symbol.line) if symbol else None


def _short(symbol: Symbol) -> str:
    return symbol.signature if len(symbol.signature) <= _LONG else symbol.path


def _declared(symbol: Symbol) -> Span:
    """Lines that show what something is and what is said about it."""
    if symbol.doc is None:
        return symbol.head
    doc = symbol.doc.span
    return Span(min(symbol.head.first, doc.first), max(symbol.head.last, doc.last))


def _users(structure: Structure, path: str) -> Sequence[Link]:
    return structure.users.get(path, ())


def _told(links: Iterable[Link]) -> list[Part]:
    return [Part(_uses(link, of=True), link.user, link.span, link.word) for link in links]


def _imported(link: Link) -> Part:
    what = f": {listed(link.names, _NAMED)}" if link.names else ""
    return Part(f"`{link.user}`{what}", link.user, link.span, link.word)


def _tested(structure: Structure, link: Link) -> Iterator[Part]:
    """The calls of a test to what it imports from a file; the import itself if there is none."""
    calls = [
        call
        for call in structure.outlines[link.user].calls
        if call.callee.partition(".")[0] in link.bound and call.within
    ]
    seen: set[tuple[str, str]] = set()
    for call in calls:
        if (call.within, call.callee) not in seen:
            seen.add((call.within, call.callee))
            told = f"`{call.within}` in `{link.user}` calls `{call.callee}`"
            word = call.callee.partition(".")[0]
            around = _line_of(structure, link.user, call.within)
            yield Part(told, link.user, Span(call.line, call.line), word, around)
    if not calls:
        yield Part(_uses(link, of=False), link.user, link.span, link.word)


def _uses(link: Link, *, of: bool) -> str:
    if not link.names:
        return f"`{link.user}` imports `{link.used}`" if of else f"`{link.user}` imports it"
    named = listed(link.names, _NAMED)
    return f"`{link.user}` uses {named}" + (f" of `{link.used}`" if of else "")


def _when(condition: str | None) -> str:
    return f" if `{condition}`" if condition else ""


def _spread(parts: Sequence[Part], most: int) -> list[Part]:
    """Some of the parts, a few of each file, files in their order."""
    taken: dict[str, int] = {}
    kept: list[Part] = []
    for part in dict.fromkeys(parts):
        taken[part.path] = taken.get(part.path, 0) + 1
        if taken[part.path] <= _OF_ONE and len(kept) < most:
            kept.append(part)
    return kept
