"""Outlines of Java source. Pure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nagori.learn.code.annotations import (
    Annotation,
    entity_kind,
    named,
    prefix_of,
    routes_of,
    setting_of,
    table_of,
)
from nagori.learn.code.hidden import kept
from nagori.learn.code.outline import (
    Entity,
    EntityField,
    EntryPoint,
    Import,
    Outline,
    Parameter,
    Setting,
    Span,
    SymbolKind,
)
from nagori.learn.code.source import Source
from nagori.learn.code.tree import (
    Page,
    Place,
    Visit,
    child_of,
    children_of,
    first_string,
    if_around,
    outline_tree,
    unquoted,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_BODIES = ("class_body", "interface_body", "enum_body", "annotation_type_body")
_READERS = {"System.getenv": "environment", "System.getProperty": "property"}


def outline_java(source: Source, language: str = "java") -> Outline:
    """The outline of a Java file."""
    return outline_tree(source, language, ("tree_sitter_java", "language"), _VISITS, known=_KNOWN)


def _type(node: "Node", place: Place, page: Page, kind: SymbolKind) -> Place:
    modifiers = child_of(node, "modifiers")
    marks = children_of(modifiers, "marker_annotation", "annotation")
    notes = _annotations(marks, page)
    body = child_of(node, *_BODIES)
    bases: list[str] = []
    for clause in children_of(node, "superclass", "super_interfaces", "extends_interfaces"):
        listed = child_of(clause, "type_list")
        bases += [page.text(item, 120) for item in (listed or clause).named_children]
    parameters = _parameters(node, page)
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), kind,
        body=body, decorators=marks, bases=bases, parameters=parameters,
    )  # fmt: skip
    if symbol is None:
        return place
    if node.type == "record_declaration":
        fields = tuple(EntityField(p.name, p.type, p.line) for p in parameters)
        page.draft.entities.append(Entity(symbol.name, symbol.path, "record", fields, symbol.head))
    elif what := entity_kind(notes):
        fields = _fields(body, page)
        last = max((symbol.head.last, *(f.line for f in fields)))
        span = Span(symbol.span.first, last)
        page.draft.entities.append(
            Entity(symbol.name, symbol.path, what, fields, span, table_of(notes))
        )
    if properties := named(notes, "ConfigurationProperties"):
        start = properties.text("prefix", "value") or ""
        page.draft.settings += [
            Setting(
                f"{start}.{f.name}", None, Span(f.line, f.line), "settings class", None, symbol.path
            )
            for f in _fields(body, page)
        ]
    around = "enum" if kind == "enum" else "interface" if kind == "interface" else "class"
    boot = "boot" if named(notes, "SpringBootApplication") else ""
    return Place(symbol.path, around, boot or prefix_of(notes))


def _method(node: "Node", place: Place, page: Page) -> Place | None:
    modifiers = child_of(node, "modifiers")
    marks = children_of(modifiers, "marker_annotation", "annotation")
    name = node.child_by_field_name("name")
    symbol = page.declare(
        node, place, name, "method",
        body=node.child_by_field_name("body"), decorators=marks, parameters=_parameters(node, page),
    )  # fmt: skip
    if symbol is None:
        return None
    prefix = "" if place.note == "boot" else place.note
    page.draft.routes += routes_of(_annotations(marks, page), symbol.path, symbol.line, prefix)
    if symbol.name == "main" and "static" in page.text(modifiers):
        how = "Spring Boot main" if place.note == "boot" else "main function"
        page.draft.entry_points.append(EntryPoint(place.path, how, symbol.head, symbol.path))
    return Place(symbol.path, "function")


def _field(node: "Node", place: Place, page: Page) -> None:
    modifiers = child_of(node, "modifiers")
    marks = children_of(modifiers, "marker_annotation", "annotation")
    said = page.text(modifiers)
    fixed = ("static" in said and "final" in said) or node.type == "constant_declaration"
    for item in children_of(node, "variable_declarator"):
        name = item.child_by_field_name("name")
        value = item.child_by_field_name("value")
        kind: SymbolKind = "constant" if fixed else "field"
        symbol = page.declare(node, place, name, kind, decorators=marks, value=value)
        if symbol and (setting := setting_of(_annotations(marks, page), symbol.line, place.path)):
            page.draft.settings.append(setting)


def _enum_constant(node: "Node", place: Place, page: Page) -> None:
    value = node.child_by_field_name("arguments")
    page.declare(node, place, node.child_by_field_name("name"), "enum member", value=value)


def _parameter(node: "Node", place: Place, page: Page) -> None:
    marks = children_of(child_of(node, "modifiers"), "annotation")
    if marks and (
        setting := setting_of(_annotations(marks, page), page.span(node).last, place.path)
    ):
        page.draft.settings.append(setting)


def _import(node: "Node", _place: Place, page: Page) -> None:
    named_ = child_of(node, "scoped_identifier", "identifier")
    module, _, last = page.text(named_).rpartition(".")
    if child_of(node, "asterisk") is not None:
        page.draft.imports.append(Import(page.text(named_), ("*",), page.span(node)))
    elif last:
        page.draft.imports.append(Import(module, (last,), page.span(node)))
        page.aliases[last] = f"{module}.{last}"


def _throw(node: "Node", place: Place, page: Page) -> None:
    made = child_of(node, "object_creation_expression")
    if made is None:
        return
    message = first_string(made.child_by_field_name("arguments"), page, "string_literal")
    test = if_around(node, ("if_statement",), ("block",))
    page.fail(node, place, page.text(made.child_by_field_name("type"), 120), message, test)


def _call(node: "Node", place: Place, page: Page) -> None:
    target, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    line = page.span(name or node).first
    callee = page.text(name, 120)
    if target is not None:
        if target.type not in ("identifier", "field_access", "this", "super"):
            return
        callee = f"{page.text(target, 120)}.{callee}"
    page.calls.append((callee.removeprefix("this."), line, place.path))
    if how := _READERS.get(callee):
        given = (node.child_by_field_name("arguments") or node).named_children
        if given and given[0].type == "string_literal":
            key = unquoted(page.text(given[0]))
            default = kept(key, page.text(given[1], 200)) if len(given) > 1 else None
            page.draft.settings.append(
                Setting(key, default, page.span(node), how, None, place.path)
            )


def _creation(node: "Node", place: Place, page: Page) -> None:
    page.call(node.child_by_field_name("type"), node, place)


# ── parts ──


def _annotations(marks: list["Node"], page: Page) -> list[Annotation]:
    return [
        Annotation(
            page.text(mark.child_by_field_name("name"), 120).rpartition(".")[2],
            page.text(mark.child_by_field_name("arguments"), 1000),
            page.span(mark),
        )
        for mark in marks
    ]


def _parameters(node: "Node", page: Page) -> list[Parameter]:
    listed = node.child_by_field_name("parameters")
    return [
        Parameter(
            page.text(name, 120),
            page.span(name).first,
            page.text(item.child_by_field_name("type"), 120),
        )
        for item in children_of(listed, "formal_parameter", "spread_parameter")
        if (name := item.child_by_field_name("name")) is not None
    ]


def _fields(body: "Node | None", page: Page) -> tuple[EntityField, ...]:
    found: list[EntityField] = []
    for node in children_of(body, "field_declaration"):
        if "static" in page.text(child_of(node, "modifiers")):
            continue
        type_ = page.text(node.child_by_field_name("type"), 120)
        for item in children_of(node, "variable_declarator"):
            name = item.child_by_field_name("name")
            if name is not None:
                found.append(EntityField(page.text(name, 120), type_, page.span(name).first))
    return tuple(found)


def _typed(kind: SymbolKind) -> Visit:
    def visit(node: "Node", place: Place, page: Page) -> Place:
        return _type(node, place, page, kind)

    return visit


_KNOWN = frozenset({"System.out.println", "super"})
_VISITS: Mapping[str, Visit] = {
    "class_declaration": _typed("class"),
    "record_declaration": _typed("class"),
    "interface_declaration": _typed("interface"),
    "annotation_type_declaration": _typed("interface"),
    "enum_declaration": _typed("enum"),
    "method_declaration": _method,
    "constructor_declaration": _method,
    "compact_constructor_declaration": _method,
    "field_declaration": _field,
    "constant_declaration": _field,
    "enum_constant": _enum_constant,
    "formal_parameter": _parameter,
    "import_declaration": _import,
    "throw_statement": _throw,
    "method_invocation": _call,
    "object_creation_expression": _creation,
}
