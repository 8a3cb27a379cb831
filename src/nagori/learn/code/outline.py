"""Outline: what one file of a project declares, each thing with the lines that show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

SymbolKind = Literal[
    "class",
    "function",
    "method",
    "constant",
    "field",
    "enum",
    "enum member",
    "interface",
    "type",
]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Lines of a file, counted from 1; both ends belong to it."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Doc:
    """The first paragraph that was written about something."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a function takes."""

    name: str
    line: int
    type: str = ""
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """What a function gives back, as its source says it."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something with a name that the file declares."""

    name: str
    path: str
    """With the names around it: `Outer.method`."""
    kind: SymbolKind
    span: Span
    """All of it, from its first decorator or annotation to the end of its body."""
    head: Span
    """From its first decorator or annotation to the end of its signature."""
    line: int
    """Where its name stands."""
    signature: str
    """On one line."""
    doc: Doc | None = None
    decorators: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    value: str | None = None
    """Of a constant, field or enum member, as its source says; None when there is none to tell."""
    returns: tuple[Returned, ...] = ()
    """Of a function, all that it may give back; empty when that is nothing, or much."""


@dataclass(frozen=True, slots=True)
class Import:
    """Another module that the file uses."""

    module: str
    names: tuple[str, ...]
    """What is taken from it; empty when it is used as a whole."""
    span: Span


@dataclass(frozen=True, slots=True)
class Raise:
    """A place where the file gives up with an error."""

    exception: str
    message: str | None
    """As the source says it; None when it is not written there."""
    span: Span
    """With the line of the condition."""
    line: int
    """Of the statement itself."""
    within: str = ""
    """Path of the symbol around it."""
    condition: str | None = None
    """Source of the `if` that it stands directly in."""


@dataclass(frozen=True, slots=True)
class Warned:
    """A place where the file warns who uses it."""

    category: str
    message: str
    """As the source says it; empty when it is not written there."""
    span: Span
    within: str = ""
    """Path of the symbol around it."""


@dataclass(frozen=True, slots=True)
class Route:
    """A request that the file answers."""

    method: str
    path: str
    """As written beside the handler."""
    handler: str
    """Path of the symbol, or its source when it is declared elsewhere."""
    span: Span
    prefix: str = ""
    """What the router or class around it puts before the path."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that whoever runs the program can choose."""

    key: str
    default: str | None
    """As the source says it; None when there is none, or when it looks like a secret."""
    span: Span
    how: str
    """Where it comes from: `environment`, `option`, `settings class`, `file`, …"""
    description: str | None = None
    within: str = ""
    around: tuple[int, ...] = ()
    """Lines of a file that name what it stands in."""


@dataclass(frozen=True, slots=True)
class EntityField:
    """A part of a data entity."""

    name: str
    type: str
    line: int


@dataclass(frozen=True, slots=True)
class Entity:
    """A shape of data: a table's row, a request's body, a record."""

    name: str
    path: str
    kind: str
    """What makes it one: `sqlalchemy`, `django`, `pydantic`, `dataclass`, `jpa`, …"""
    fields: tuple[EntityField, ...]
    span: Span
    table: str | None = None


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """Where the program starts."""

    name: str
    how: str
    """Such as `main guard`, `main function`, `script`, `application`."""
    span: Span
    target: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A use of something that is declared in another file."""

    callee: str
    """Dotted, as written."""
    line: int
    within: str = ""
    module: str = ""
    """Where an import says that it comes from; empty when no import tells."""


@dataclass(frozen=True, slots=True)
class Todo:
    """A remark that something is still to be done."""

    mark: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A section of a document."""

    text: str
    level: int
    span: Span
    """From the heading to the line before the next one that is as high."""
    line: int
    doc: Doc | None = None
    around: int = 0
    """The line that names what it is a part of, where its text says so; 0 when it does not."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """Another package that the project needs."""

    name: str
    version: str
    """As asked for; empty when any will do."""
    line: int
    group: str = ""
    """Such as `dev`, `test`, `build`; empty for what it runs with."""
    ecosystem: str = ""
    """Such as `python`, `npm`, `maven`, `go`, `cargo`, `docker`."""
    around: int = 0
    """The line that names the group; 0 when there is none."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What one file declares."""

    path: str
    language: str
    lines: int
    doc: Doc | None = None
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    raises: tuple[Raise, ...] = ()
    warnings: tuple[Warned, ...] = ()
    routes: tuple[Route, ...] = ()
    settings: tuple[Setting, ...] = ()
    entities: tuple[Entity, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    calls: tuple[Call, ...] = ()
    todos: tuple[Todo, ...] = ()
    headings: tuple[Heading, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    degraded: tuple[str, ...] = ()
    """What could not be read, and why, in words for a person."""

    def symbol(self, path: str) -> Symbol | None:
        """The symbol of that dotted path."""
        return next((symbol for symbol in self.symbols if symbol.path == path), None)

    def spans(self) -> list[Span]:
        """Every stretch of lines that something in the outline points at."""
        docs = [self.doc, *(s.doc for s in self.symbols), *(h.doc for h in self.headings)]
        lines: Sequence[int] = [
            *(s.line for s in self.symbols),
            *(p.line for s in self.symbols for p in s.parameters),
            *(r.line for r in self.raises),
            *(f.line for e in self.entities for f in e.fields),
            *(c.line for c in self.calls),
            *(t.line for t in self.todos),
            *(h.line for h in self.headings),
            *(d.line for d in self.dependencies),
        ]
        return [
            *(doc.span for doc in docs if doc is not None),
            *(s.span for s in self.symbols),
            *(s.head for s in self.symbols),
            *(i.span for i in self.imports),
            *(r.span for r in self.raises),
            *(w.span for w in self.warnings),
            *(r.span for s in self.symbols for r in s.returns),
            *(r.span for r in self.routes),
            *(s.span for s in self.settings),
            *(e.span for e in self.entities),
            *(e.span for e in self.entry_points),
            *(h.span for h in self.headings),
            *(Span(line, line) for line in lines),
        ]
