"""Draft: an outline while a file is read; it stops growing where a file has too much."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nagori.learn.code.hidden import HIDDEN, holds_secret
from nagori.learn.code.outline import (
    Call,
    Dependency,
    Doc,
    Entity,
    EntryPoint,
    Heading,
    Import,
    Outline,
    Raise,
    Route,
    Setting,
    Span,
    Symbol,
    Warned,
)
from nagori.learn.code.source import Source
from nagori.text.secrets import redact

MOST = {
    "symbols": 6000,
    "calls": 600,
    "raises": 600,
    "settings": 2000,
    "headings": 2000,
    "dependencies": 2000,
    "entry_points": 500,
    "entities": 3000,
    "routes": 3000,
}
"""How many of each one file gives; more is said to be left out, but for calls."""


@dataclass(slots=True)
class Draft:
    """What was found so far."""

    source: Source
    language: str
    doc: Doc | None = None
    symbols: list[Symbol] = field(default_factory=list[Symbol])
    imports: list[Import] = field(default_factory=list[Import])
    raises: list[Raise] = field(default_factory=list[Raise])
    warnings: list[Warned] = field(default_factory=list[Warned])
    routes: list[Route] = field(default_factory=list[Route])
    settings: list[Setting] = field(default_factory=list[Setting])
    entities: list[Entity] = field(default_factory=list[Entity])
    entry_points: list[EntryPoint] = field(default_factory=list[EntryPoint])
    calls: list[Call] = field(default_factory=list[Call])
    headings: list[Heading] = field(default_factory=list[Heading])
    dependencies: list[Dependency] = field(default_factory=list[Dependency])
    degraded: list[str] = field(default_factory=list[str])

    def _settings(self) -> list[Setting]:
        return sorted(dict.fromkeys(self.settings), key=_by_span)[: MOST["settings"]]

    def outline(self) -> Outline:
        """The outline as it is kept: in the order of the file, each thing once."""
        over = [
            f"only the first {most} {name} were taken"
            for name, most in MOST.items()
            if name != "calls" and len(getattr(self, name)) > most
        ]
        return Outline(
            path=self.source.path,
            language=self.language,
            lines=len(self.source.lines),
            doc=_clean(self.doc),
            symbols=tuple(
                map(_clean_symbol, sorted(self.symbols, key=_by_symbol)[: MOST["symbols"]])
            ),
            imports=tuple(sorted(dict.fromkeys(self.imports), key=_by_span)),
            raises=tuple(sorted(dict.fromkeys(self.raises), key=_by_span)[: MOST["raises"]]),
            warnings=tuple(sorted(dict.fromkeys(self.warnings), key=_by_span)[: MOST["raises"]]),
            routes=tuple(sorted(dict.fromkeys(self.routes), key=_by_span)[: MOST["routes"]]),
            settings=tuple(map(_clean_setting, self._settings())),
            entities=tuple(sorted(dict.fromkeys(self.entities), key=_by_span)[: MOST["entities"]]),
            entry_points=tuple(
                sorted(dict.fromkeys(self.entry_points), key=_by_span)[: MOST["entry_points"]]
            ),
            calls=_once(self.calls)[: MOST["calls"]],
            todos=self.source.todos(),
            headings=tuple(
                replace(h, doc=_clean(h.doc)) for h in self.headings[: MOST["headings"]]
            ),
            dependencies=tuple(dict.fromkeys(self.dependencies))[: MOST["dependencies"]],
            degraded=tuple(dict.fromkeys((*self.degraded, *over))),
        )


def _clean(doc: Doc | None) -> Doc | None:
    """The doc without the secrets that somebody wrote into it."""
    if doc is None or not holds_secret(doc.text):
        return doc
    text = redact(doc.text).text
    return replace(doc, text=HIDDEN if holds_secret(text) else text)


def _clean_symbol(symbol: Symbol) -> Symbol:
    doc = _clean(symbol.doc)
    return symbol if doc is symbol.doc else replace(symbol, doc=doc)


def _clean_setting(setting: Setting) -> Setting:
    if setting.description is None or not holds_secret(setting.description):
        return setting
    return replace(setting, description=HIDDEN)


def _by_symbol(symbol: Symbol) -> tuple[int, int, str]:
    return symbol.span.first, -symbol.span.last, symbol.path


def _by_span(thing: Import | Raise | Warned | Route | Setting | Entity | EntryPoint) -> Span:
    return thing.span


def _once(calls: Sequence[Call]) -> tuple[Call, ...]:
    """Each callee once within each symbol: the first line where it is called."""
    first: dict[tuple[str, str], Call] = {}
    for call in sorted(calls, key=lambda call: call.line):
        first.setdefault((call.callee, call.within), call)
    return tuple(first.values())
