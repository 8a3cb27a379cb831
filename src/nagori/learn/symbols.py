"""Where names are defined and used: by outlines where there are some, else by how lines read."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from nagori.learn.code.outline import Outline, Span


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Lines of a file that show a name, and what they do with it."""

    path: str
    span: Span
    what: str
    """Such as `class`, `method`, `call`, `import`."""


class SymbolIndex(Protocol):
    """Knows where names of a project are defined and used."""

    def definitions(self, name: str) -> Sequence[Place]:
        """Where the name, plain or dotted, is defined, in the order of paths and lines."""
        ...

    def references(self, name: str) -> Sequence[Place]:
        """Where the name is used, in the order of paths and lines."""
        ...


class OutlineIndex:
    """Names from the outlines of a project's files."""

    def __init__(self, outlines: Iterable[Outline]) -> None:
        self._definitions: dict[str, set[Place]] = {}
        self._references: dict[str, set[Place]] = {}
        for outline in outlines:
            self._add(outline)

    def definitions(self, name: str) -> Sequence[Place]:
        """Where the name is defined."""
        return sorted(self._definitions.get(name, ()))

    def references(self, name: str) -> Sequence[Place]:
        """Where the name is called or imported."""
        return sorted(self._references.get(name, ()))

    def _add(self, outline: Outline) -> None:
        for symbol in outline.symbols:
            place = Place(outline.path, symbol.head, symbol.kind)
            for name in {symbol.name, symbol.path}:
                self._definitions.setdefault(name, set()).add(place)
        for call in outline.calls:
            place = Place(outline.path, Span(call.line, call.line), "call")
            for name in {call.callee, call.callee.rpartition(".")[2]}:
                self._references.setdefault(name, set()).add(place)
        for used in outline.imports:
            place = Place(outline.path, used.span, "import")
            for name in {used.module, *used.names}:
                self._references.setdefault(name, set()).add(place)


_WORDS_BEFORE = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|const|open"
    r"|override|sealed|data|inline|suspend|pub|unsafe|extern|virtual|partial|readonly|declare)"
    r"(?:\([a-z]{1,10}\))?\s{1,4}){0,6}"
)
_KEYWORD = (
    r"(?:def|class|func|function|fn|fun|struct|enum|interface|trait|type|const|let|var|val|object"
    r"|record|module|namespace|impl|mod|macro_rules!|create\s(?:table|view|index|function))"
)


def definition_rank(line: str, name: str) -> int:
    """0 for a line that declares the name, 1 for one that may give it a value, 2 for others."""
    word = re.escape(name)
    line = line.strip()[:1000]
    declared = (
        rf"{_WORDS_BEFORE}{_KEYWORD}\s{{1,4}}(?:\([^()]{{0,80}}\)\s{{0,2}})?[`\"]?{word}(?!\w)"
    )
    if re.match(declared, line, re.IGNORECASE):
        return 0
    # A method of Java or C#, and a value: `public List<Order> open(`, `LIMIT: int = 3`.
    typed = rf"{_WORDS_BEFORE}[\w<>\[\],.?]{{1,80}}\s{{1,4}}{word}\s?\([^;]*(?:\{{|$)"
    if re.match(rf"{word}\s?(?::[^=]{{0,80}})?=(?!=)", line) or (
        re.match(typed, line) and not re.match(r"(?:return|await|new|throw|yield|else)\b", line)
    ):
        return 1
    return 2
