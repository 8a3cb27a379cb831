"""Reports of an analysis for people: Markdown, one subject a file. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from nagori.learn.claims.claim import first_sentence, is_test
from nagori.learn.code.outline import Outline, Symbol
from nagori.learn.code.stack import stack_of
from nagori.learn.domain_names import domain_of

MARK = "<!-- Written by Nagori from an analysis; it is written anew, so don't edit it here. -->"
_MOST_ROWS = 1000
_LONG = 160
_TOLD = frozenset({"class", "interface", "enum", "function"})

Row = Sequence[str]


def reports_of(name: str, outlines: Sequence[Outline]) -> dict[str, str]:
    """The reports on a project, by the names of their files."""
    every = sorted(outlines, key=lambda one: one.path)
    own = [one for one in every if not is_test(one.path)]
    return {
        f"{file}.md": _page(f"{title} of {name}", body(every if file in _OF_ALL else own))
        for file, title, body in _REPORTS
    }


def is_report(data: bytes) -> bool:
    """Whether a file says of itself that it is such a report."""
    return data.startswith(MARK.encode())


def _page(title: str, body: Iterator[str]) -> str:
    text = "\n".join(body) or "Nothing of this kind was found."
    return f"{MARK}\n\n# {title}\n\n{text}\n"


def _structure(outlines: Sequence[Outline]) -> Iterator[str]:
    domains: dict[str, list[Outline]] = defaultdict(list)
    for one in outlines:
        domains[domain_of(one.path)].append(one)
    rows = [
        (f"[{_cell(name)}](#{_anchor(name)})", str(len(held)), f"{sum(o.lines for o in held):,}")
        for name, held in sorted(domains.items())
    ]
    yield from _table(("part", "files", "lines"), rows)
    for name, held in sorted(domains.items()):
        yield f"\n## {name}\n"
        yield from _table(
            ("file", "lines", "about"),
            [(_code(one.path), f"{one.lines:,}", _about(one)) for one in held],
        )


def _stack(outlines: Sequence[Outline]) -> Iterator[str]:
    rows: list[Row] = []
    for one in stack_of(outlines).technologies:
        shown = ", ".join(f"`{proof.path}:{proof.line}`" for proof in one.proofs[:3])
        size = f"{one.lines:,} lines" if one.lines else one.version
        rows.append((_cell(one.name), one.part, _cell(size), shown))
    yield from _table(("technology", "part", "how much, which", "shown by"), rows)


def _entries(outlines: Sequence[Outline]) -> Iterator[str]:
    starts = [
        (_cell(one.name), one.how, _place(outline, one.span.first), _cell(one.target))
        for outline in outlines
        for one in outline.entry_points
    ]
    routes = [
        (one.method, _code(one.prefix + one.path), _code(one.handler),
         _place(outline, one.span.first))
        for outline in outlines
        for one in outline.routes
    ]  # fmt: skip
    if starts:
        yield "## Where it starts\n"
        yield from _table(("name", "how", "where", "leads to"), starts)
    if routes:
        yield "\n## Requests that it answers\n"
        yield from _table(("method", "path", "answered by", "where"), routes)


def _entities(outlines: Sequence[Outline]) -> Iterator[str]:
    for outline in outlines:
        for one in outline.entities:
            table = f", table `{one.table}`" if one.table else ""
            yield f"\n## {one.path}\n\n{one.kind}{table}, {_place(outline, one.span.first)}\n"
            fields = [(_code(f.name), _code(f.type), str(f.line)) for f in one.fields]
            yield from _table(("field", "type", "line"), fields)


def _enums(outlines: Sequence[Outline]) -> Iterator[str]:
    for outline in outlines:
        for one in outline.symbols:
            if one.kind == "enum":
                doc = f"{one.doc.text}\n\n" if one.doc else ""
                yield f"\n## {one.path}\n\n{doc}{_place(outline, one.line)}\n"
                members = [
                    (_code(m.name), _code(m.value or ""), _cell(m.doc.text if m.doc else ""))
                    for m in _members(outline, one)
                ]
                yield from _table(("member", "value", "meaning"), members)


def _configuration(outlines: Sequence[Outline]) -> Iterator[str]:
    rows = [
        (_code(one.key), one.how, "" if one.default is None else _code(one.default),
         _cell(one.description or ""), _place(outline, one.span.first))
        for outline in outlines
        for one in outline.settings
    ]  # fmt: skip
    yield from _table(("setting", "from", "default", "about", "where"), rows)


def _dependencies(outlines: Sequence[Outline]) -> Iterator[str]:
    rows = [
        (_cell(one.name), _cell(one.version), one.group or "to run", one.ecosystem,
         _place(outline, one.line))
        for outline in outlines
        for one in outline.dependencies
    ]  # fmt: skip
    yield from _table(("package", "version", "for", "kind", "where"), rows)
    uses = Counter(
        (domain_of(outline.path), module)
        for outline in outlines
        for module in {one.module.split(".")[0] for one in outline.imports if one.module}
    )
    if uses:
        yield "\n## What the parts import most\n"
        most: Mapping[str, list[str]] = defaultdict(list)
        for (domain, module), count in uses.most_common():
            most[domain].append(f"`{module}` ({count})")
        yield from _table(
            ("part", "modules, and in how many files"),
            [(_cell(name), ", ".join(modules[:8])) for name, modules in sorted(most.items())],
        )


Body = Callable[[Sequence[Outline]], Iterator[str]]
_REPORTS: tuple[tuple[str, str, Body], ...] = (
    ("structure", "Structure", _structure),
    ("tech_stack", "Tech stack", _stack),
    ("entry_points", "Entry points and routes", _entries),
    ("entities", "Data entities", _entities),
    ("enums", "Enums", _enums),
    ("configuration", "Configuration", _configuration),
    ("dependencies", "Dependencies", _dependencies),
)
_OF_ALL = frozenset({"structure", "tech_stack", "dependencies"})
"""Reports that tell of tests, too."""


def _members(outline: Outline, enum: Symbol) -> list[Symbol]:
    return [
        one
        for one in outline.symbols
        if one.kind == "enum member" and one.path.rpartition(".")[0] == enum.path
    ]


def _about(outline: Outline) -> str:
    if outline.doc:
        return _cell(first_sentence(outline.doc.text))
    names = [
        one.name
        for one in outline.symbols
        if "." not in one.path and one.kind in _TOLD and not one.name.startswith("_")
    ]
    return ", ".join(_code(name) for name in names[:5])


def _table(head: Row, rows: Sequence[Row]) -> Iterator[str]:
    if not rows:
        return
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows[:_MOST_ROWS]:
        yield f"| {' | '.join(row)} |"
    if len(rows) > _MOST_ROWS:
        yield f"\n… and {len(rows) - _MOST_ROWS:,} more."


def _cell(text: str) -> str:
    """Words inside a table: on one line, and nothing that ends the cell or begins a tag."""
    told = " ".join(text.split())
    told = told if len(told) <= _LONG else f"{told[: _LONG - 1]}…"
    return told.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _code(text: str) -> str:
    told = " ".join(text.split()).replace("`", "'").replace("|", "\\|")
    told = told if len(told) <= _LONG else f"{told[: _LONG - 1]}…"
    return f"`{told}`" if told else ""


def _place(outline: Outline, line: int) -> str:
    return f"`{PurePosixPath(outline.path)}:{line}`"


def _anchor(name: str) -> str:
    """What a page calls the place of a heading."""
    return "".join(c for c in name.lower().replace(" ", "-") if c.isalnum() or c in "-_")
