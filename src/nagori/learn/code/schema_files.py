"""Outlines of schemas: tables of SQL, models of Prisma, messages of protocol buffers. Pure."""

import re

from nagori.learn.code.draft import Draft
from nagori.learn.code.outline import Entity, EntityField, Outline, Span, Symbol, SymbolKind
from nagori.learn.code.source import Source, one_line

_TABLE = re.compile(
    r"\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMP(?:ORARY)?\s+|UNLOGGED\s+)?(TABLE|VIEW)"
    r"\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.\"`\[\]]+)",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"\s*[\"`\[]?([A-Za-z_]\w*)[\"`\]]?\s+([A-Za-z]\w*(?:\s*\([^)]*\))?)")
_NO_COLUMN = re.compile(
    r"\s*(?:PRIMARY|FOREIGN|UNIQUE|CHECK|CONSTRAINT|INDEX|KEY|EXCLUDE|AS|SELECT|FROM|WHERE|ON)\b",
    re.IGNORECASE,
)
_BLOCK = re.compile(r"\s*(model|enum|message|type|service)\s+(\w+)\s*\{")
_MODEL_FIELD = re.compile(r"\s*(\w+)\s+([\w\[\]?.]+)")
_PROTO_FIELD = re.compile(
    r"\s*(?:optional\s+|repeated\s+|required\s+)?([\w.<>, ]+?)\s+(\w+)\s*=\s*\d+"
)
_ENUM_FIELD = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:=\s*(-?\d+))?")


def outline_sql(source: Source, language: str = "sql") -> Outline:
    """The outline of an SQL file: the tables and views that it creates, with their columns."""
    draft = Draft(source, language)
    lines = source.lines
    for number, line in enumerate(lines, 1):
        if found := _TABLE.match(line):
            end = number
            while (
                end < len(lines)
                and ";" not in lines[end - 1].partition("--")[0]
                and not _TABLE.match(lines[end])
            ):
                end += 1
            fields = [
                EntityField(column[1], one_line(column[2]), at)
                for at in range(number + 1, end + 1)
                if (column := _COLUMN.match(lines[at - 1])) and not _NO_COLUMN.match(lines[at - 1])
            ]
            name = re.sub(r"[\"`\[\]]", "", found[2])
            _note(
                draft, name, "table" if found[1].upper() == "TABLE" else "view", number, end, fields
            )
    return draft.outline()


def outline_blocks(source: Source, language: str) -> Outline:
    """The outline of a Prisma schema or a file of protocol buffers."""
    draft = Draft(source, language)
    lines = source.lines
    at = 0
    while at < len(lines):
        at += 1
        if found := _BLOCK.match(lines[at - 1]):
            end = at
            while (
                end < len(lines)
                and lines[end - 1].strip() != "}"
                and (lines[end][:1].isspace() or not _BLOCK.match(lines[end]))
            ):
                end += 1
            if found[1] == "enum":
                _enum(draft, found[2], at, end)
            elif found[1] != "service":
                fields = _fields(lines, at, end, language)
                _note(draft, found[2], language, at, end, fields)
    return draft.outline()


def _fields(lines: list[str], first: int, last: int, language: str) -> list[EntityField]:
    found: list[EntityField] = []
    for at in range(first + 1, last):
        line = lines[at - 1]
        if line.lstrip().startswith(("//", "@@", "}")):
            continue
        if language == "prisma" and (field := _MODEL_FIELD.match(line)):
            found.append(EntityField(field[1], field[2], at))
        elif language != "prisma" and (field := _PROTO_FIELD.match(line)):
            found.append(EntityField(field[2], field[1].strip(), at))
    return found


def _enum(draft: Draft, name: str, first: int, last: int) -> None:
    _symbol(draft, name, name, "enum", Span(first, last))
    for at in range(first + 1, last):
        line = draft.source.line(at)
        if not line.lstrip().startswith("//") and (found := _ENUM_FIELD.match(line)):
            _symbol(draft, found[1], f"{name}.{found[1]}", "enum member", Span(at, at), found[2])


def _note(
    draft: Draft, name: str, kind: str, first: int, last: int, fields: list[EntityField]
) -> None:
    _symbol(draft, name, name, "class", Span(first, last))
    draft.entities.append(
        Entity(
            name, name, kind, tuple(fields), Span(first, last), name if kind == "table" else None
        )
    )


def _symbol(
    draft: Draft, name: str, path: str, kind: SymbolKind, span: Span, value: str | None = None
) -> None:
    source = draft.source
    mark = "--" if draft.language == "sql" else "//"
    line = source.line(span.first)
    draft.symbols.append(
        Symbol(
            name, path, kind, span, Span(span.first, span.first), span.first,
            one_line(line.rstrip(" {("), 200), source.comment_above(span.first, mark), value=value,
        )
    )  # fmt: skip
