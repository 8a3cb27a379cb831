"""Data entities of Python source: tables, models, records with their fields. Pure."""

import ast

from nagori.learn.code.outline import Entity, EntityField, Span, Symbol
from nagori.learn.code.python_names import MOST_DECORATORS, called, dotted, source_of, tail, text_of
from nagori.learn.code.source import Source

_BY_BASE = {
    "BaseModel": "pydantic",
    "RootModel": "pydantic",
    "SQLModel": "sqlmodel",
    "TypedDict": "typed dict",
    "NamedTuple": "named tuple",
    "Struct": "msgspec",
    "models.Model": "django",
    "db.Model": "sqlalchemy",
    "Document": "document",
}
_BY_DECORATOR = {
    "dataclass": "dataclass",
    "define": "attrs",
    "frozen": "attrs",
    "mutable": "attrs",
    "attr.s": "attrs",
    "attrs": "attrs",
    "attr.attrs": "attrs",
}
_COLUMNS = frozenset({"Column", "mapped_column", "relationship", "column_property"})


def entity_of(
    node: ast.ClassDef, symbol: Symbol, source: Source, known: dict[str, str]
) -> Entity | None:
    """The entity that a class declares; None when it is none. `known` are entities of the file."""
    kind = _kind(node, known)
    table: str | None = None
    fields: list[EntityField] = []
    last = symbol.head.last
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            name, type_ = item.target.id, source_of(item.annotation, source, 120)
            if tail(called(item.annotation)) == "ClassVar" or name.startswith("__"):
                continue
        elif isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name):
            name = item.targets[0].id
            if name == "__tablename__":
                table, kind = text_of(item.value), kind or "sqlalchemy"
                continue
            type_ = _column(item.value, kind)
            if not type_:
                continue
        else:
            continue
        if name == "model_config":
            continue
        fields.append(EntityField(name, type_, item.lineno))
        last = max(last, item.end_lineno or item.lineno)
    if kind is None or (not fields and table is None):
        return None
    return Entity(node.name, symbol.path, kind, tuple(fields), Span(symbol.span.first, last), table)


def _kind(node: ast.ClassDef, known: dict[str, str]) -> str | None:
    for item in node.decorator_list[:MOST_DECORATORS]:
        name = called(item)
        if found := _BY_DECORATOR.get(name) or _BY_DECORATOR.get(tail(name)):
            return found
    for base in node.bases:
        name = called(base)
        last = tail(name)
        if found := _BY_BASE.get(name) or _BY_BASE.get(last) or known.get(last):
            return found
    return None


def _column(value: ast.expr, kind: str | None) -> str:
    """The type of a field that a call declares: `Column(Integer)`, `models.CharField()`."""
    if not isinstance(value, ast.Call):
        return ""
    name = dotted(value.func)
    last = tail(name)
    if last in _COLUMNS:
        first = next((called(a) for a in value.args if called(a)), "")
        return tail(first) or text_of(value.args[0] if value.args else None) or last
    if kind == "django" and (last.endswith("Field") or last in ("ForeignKey", "OneToOneField")):
        return last
    if kind == "attrs" and name in ("attr.ib", "attrib", "field", "attrs.field"):
        return last
    return ""
