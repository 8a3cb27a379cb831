"""What can be said of a domain for sure, by the outlines of its files and its records. Pure."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from nagori.learn.claims.claim import first_sentence, listed
from nagori.learn.code.outline import Heading, Outline, Symbol
from nagori.values.learning import Concept, LearningRecord

_MOST_FILES = 10
_MOST_CONCEPTS = 12
_MOST_RELATED = 5
_MOST_SOURCES = 60
_MOST_LEARNED = 20
_TOLD_LEARNED = 3
_LONGEST = 240
_EVERYWHERE = 3
_VERSION = re.compile(r"v?\d|unreleased", re.IGNORECASE)
"""How the sections of release notes are called."""
_THINGS = frozenset({"class", "interface", "enum", "type"})
_MAIN = ("__init__", "index", "mod", "readme", "package-info")
"""Files that tell of the folder they lie in."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a domain, apart from how it is put."""

    domain: str
    summary: str
    """Put together from what stands in the files."""
    concepts: tuple[Concept, ...]
    key_files: tuple[str, ...]
    sources: tuple[str, ...]
    """Ids of the records that tell of it."""


def facts_of(
    domain: str,
    outlines: Sequence[Outline],
    learned: Sequence[LearningRecord],
    *,
    cited: Mapping[str, int],
    ids: Mapping[str, str],
) -> Facts:
    """The facts of a domain.

    `learned` are its records that no analysis made, newest first; `cited` tells how many records
    cite a file, `ids` the ids of an analysis's records by their claims.
    """
    users = _users(outlines)
    files = _key_files(outlines, cited)
    concepts = list(_concepts(outlines, users, set(files)))[:_MOST_CONCEPTS]
    some = learned[:_MOST_LEARNED]
    paths = files or list(dict.fromkeys(p for one in some for p in one.source_files))
    claims = [f"file:{path}" for path in files]
    claims += [
        f"{kind}:{one.related_files[0]}:{one.name}"
        for one in concepts
        for kind in ("class", "enum", "function")
        if one.related_files
    ]
    sources = [*(one.id for one in some), *(ids[claim] for claim in claims if claim in ids)]
    return Facts(
        domain=domain,
        summary=_summary(domain, outlines, files, some),
        concepts=tuple(concepts),
        key_files=tuple(paths[:_MOST_FILES]),
        sources=tuple(dict.fromkeys(sources))[:_MOST_SOURCES],
    )


def _users(outlines: Iterable[Outline]) -> dict[str, set[str]]:
    """The files in which a name is imported, called or inherited from."""
    users: dict[str, set[str]] = defaultdict(set)
    for outline in outlines:
        used = {name for one in outline.imports for name in one.names}
        used |= {one.callee.rpartition(".")[2] for one in outline.calls}
        used |= {
            base.partition("[")[0].rpartition(".")[2]
            for symbol in outline.symbols
            for base in symbol.bases
        }
        for name in used:
            users[name].add(outline.path)
    return users


def _key_files(outlines: Sequence[Outline], cited: Mapping[str, int]) -> list[str]:
    """The files that most is said about; one with words of its own comes first."""

    def weight(one: Outline) -> float:
        told = bool(one.doc) + sum(symbol.doc is not None for symbol in one.symbols) / 10
        return math.log1p(cited.get(one.path, 0)) + min(told, 2) + math.log1p(one.lines) / 3

    held = [one for one in outlines if one.symbols or one.headings or one.doc]
    best = sorted(held, key=lambda one: (-weight(one), one.path))[:_MOST_FILES]
    return [one.path for one in best]


def _concepts(
    outlines: Sequence[Outline], users: Mapping[str, set[str]], key_files: set[str]
) -> Iterator[Concept]:
    """What the domain is made of, the most telling first, each name once."""
    found: list[tuple[float, str, str, Concept]] = []
    declared = Counter(one.path for outline in outlines for one in outline.symbols)
    for outline in outlines:
        for symbol in outline.symbols:
            # What many files declare, such as migrations do, says nothing of the domain.
            if _is_told(symbol) and declared[symbol.path] < _EVERYWHERE:
                others = sorted(users.get(symbol.name, set()) - {outline.path})
                weight = 2 * math.log1p(len(others)) + 2 * (symbol.doc is not None)
                weight += 2 * (symbol.kind in _THINGS) + (outline.path in key_files)
                weight += math.log1p(symbol.span.last - symbol.span.first) / 4
                related = (outline.path, *others[: _MOST_RELATED - 1])
                concept = Concept(symbol.path, _about(outline, symbol), related)
                found.append((-weight, symbol.path, outline.path, concept))
        if not outline.symbols:
            for heading in outline.headings:
                if heading.doc is not None and not _VERSION.match(heading.text):
                    weight = 4.0 - heading.level + (outline.path in key_files)
                    found.append((-weight, heading.text, outline.path, _section(outline, heading)))
    given: set[str] = set()
    for _, name, _, concept in sorted(found, key=lambda one: one[:3]):
        if concept.description and name.casefold() not in given:
            given.add(name.casefold())
            yield concept


def _is_told(symbol: Symbol) -> bool:
    """Whether something is there for others, and there is something to say about it."""
    if "." in symbol.path or symbol.name.startswith(("_", "test_", "Test")):
        return False
    if symbol.kind == "type":  # an alias or a type variable, unless words tell what it is for
        return symbol.doc is not None
    return symbol.kind in _THINGS or (symbol.kind == "function" and symbol.doc is not None)


def _about(outline: Outline, symbol: Symbol) -> str:
    """What is written about it, or else what it has."""
    if symbol.doc is not None:
        return _sentence(symbol.doc.text)
    inside = [one for one in outline.symbols if one.path.rpartition(".")[0] == symbol.path]
    names = [one.name for one in inside if not one.name.startswith("_")]
    word = "An enum with" if symbol.kind == "enum" else "Has"
    if names:
        return _short(f"{word} {listed(names, 6)}.")
    bases = [base for base in symbol.bases if base != "object"]
    return f"A kind of {listed(bases, 3)}." if bases else ""


def _section(outline: Outline, heading: Heading) -> Concept:
    text = _sentence(heading.doc.text) if heading.doc else ""
    return Concept(_short(heading.text), text, (outline.path,))


def _summary(
    domain: str,
    outlines: Sequence[Outline],
    files: Sequence[str],
    learned: Sequence[LearningRecord],
) -> str:
    told: list[str] = []
    if outlines:
        told.append(_size(domain, outlines))
        told += _own_words(outlines)
        by_path = {one.path: one for one in outlines}
        main = [_part(by_path[path]) for path in files[:5]]
        told.append(f"Its main files: {'; '.join(main)}." if main else "")
    told += [f"{_short(one.question)} {_sentence(one.answer)}" for one in learned[:_TOLD_LEARNED]]
    return " ".join(text for text in told if text) or f"`{domain}` is known by its records."


def _size(domain: str, outlines: Sequence[Outline]) -> str:
    lines = Counter[str]()
    for one in outlines:
        lines[one.language] += one.lines
    languages = ", ".join(name for name, count in lines.most_common(3) if count)
    files = "1 file" if len(outlines) == 1 else f"{len(outlines):,} files"
    return f"`{domain}`: {files}, {sum(lines.values()):,} lines of {languages or 'text'}."


def _own_words(outlines: Sequence[Outline]) -> list[str]:
    """What the domain says of itself, in its topmost folder."""
    top = min(one.path.count("/") for one in outlines)
    main = [
        one
        for one in outlines
        if one.path.count("/") == top and PurePosixPath(one.path).stem.lower() in _MAIN
    ]
    main.sort(key=lambda one: one.path)
    return [_sentence(one.doc.text) for one in main if one.doc][:1]


def _part(outline: Outline) -> str:
    name = f"`{outline.path}`"
    if outline.doc:
        return f"{name} ({_short(first_sentence(outline.doc.text).rstrip('.'), 120)})"
    top = [
        one.name
        for one in outline.symbols
        if "." not in one.path and one.kind in _THINGS - {"type"} and not one.name.startswith("_")
    ]
    return f"{name} (with {listed(top, 4)})" if top else name


def _sentence(text: str) -> str:
    """How a text begins, as a sentence."""
    told = _short(first_sentence(text))
    if told.endswith((":", ",", ";")):
        told = f"{told[:-1]}."
    return told if told.endswith((".", "!", "?", "。", "…")) else f"{told}."


def _short(text: str, most: int = _LONGEST) -> str:
    told = " ".join(text.split())
    return told if len(told) <= most else f"{told[: most - 1]}…"
