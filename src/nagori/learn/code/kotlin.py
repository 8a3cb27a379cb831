"""Outlines of Kotlin source. Pure."""

import re
from collections.abc import Mapping, Sequence
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
    Route,
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
    nameless,
    outline_tree,
    unquoted,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_CHECKS = frozenset({"require", "check", "requireNotNull", "checkNotNull", "error"})
_NOTE = re.compile(r"@(?:\w+:)?([\w.]+)")
_NAMES = ("identifier", "simple_identifier", "navigation_expression")


def outline_kotlin(source: Source, language: str = "kotlin") -> Outline:
    """The outline of a Kotlin file."""
    return outline_tree(source, language, ("tree_sitter_kotlin", "language"), _VISITS, known=_KNOWN)


def _class(node: "Node", place: Place, page: Page) -> Place | None:
    modifiers = child_of(node, "modifiers")
    marks = children_of(modifiers, "annotation")
    notes = _annotations(marks, page)
    said = [page.text(m, 40) for m in children_of(modifiers, "class_modifier")]
    body = child_of(node, "class_body", "enum_class_body")
    tokens = {child.type for child in node.children}
    kind: SymbolKind = (
        "enum" if "enum" in said else "interface" if "interface" in tokens else "class"
    )
    bases = [page.text(b, 120) for b in children_of(child_of(node, "delegation_specifiers"),
                                                    "delegation_specifier")]  # fmt: skip
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), kind,
        body=body, decorators=marks, bases=bases,
    )  # fmt: skip
    if symbol is None:
        return None
    inside = Place(symbol.path, "enum" if kind == "enum" else "class", prefix_of(notes))
    given = children_of(child_of(child_of(node, "primary_constructor") or node, "class_parameters")
                        or node, "class_parameter")  # fmt: skip
    fields = [found for item in given if (found := _own_parameter(item, inside, page)) is not None]
    if what := entity_kind(notes) or ("data class" if "data" in said else None):
        fields += _properties(body, page)
        last = max((symbol.head.last, *(f.line for f in fields)))
        page.draft.entities.append(
            Entity(
                symbol.name, symbol.path, what, tuple(fields),
                Span(symbol.span.first, last), table_of(notes),
            )
        )  # fmt: skip
    if properties := named(notes, "ConfigurationProperties"):
        start = properties.text("prefix", "value") or ""
        page.draft.settings += [
            Setting(
                f"{start}.{f.name}", None, Span(f.line, f.line), "settings class", None, symbol.path
            )
            for f in fields
        ]
    if named(notes, "SpringBootApplication"):
        page.draft.entry_points.append(
            EntryPoint(symbol.name, "Spring Boot application", symbol.head)
        )
    return inside


def _object(node: "Node", place: Place, page: Page) -> Place | None:
    body = child_of(node, "class_body")
    name = node.child_by_field_name("name")
    if name is None:  # a companion without a name belongs to its class
        return place
    marks = children_of(child_of(node, "modifiers"), "annotation")
    symbol = page.declare(node, place, name, "class", body=body, decorators=marks)
    return Place(symbol.path, "class") if symbol else None


def _function(node: "Node", place: Place, page: Page) -> Place | None:
    marks = children_of(child_of(node, "modifiers"), "annotation")
    kind: SymbolKind = "method" if place.kind in ("class", "enum", "interface") else "function"
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), kind,
        body=child_of(node, "function_body"), decorators=marks, parameters=_parameters(node, page),
    )  # fmt: skip
    if symbol is None:
        return None
    page.draft.routes += routes_of(_annotations(marks, page), symbol.path, symbol.line, place.note)
    if symbol.name == "main" and place.kind == "module":
        page.draft.entry_points.append(
            EntryPoint(symbol.name, "main function", symbol.head, symbol.path)
        )
    return Place(symbol.path, "function")


def _property(node: "Node", place: Place, page: Page) -> None:
    if place.kind == "function":
        return
    modifiers = child_of(node, "modifiers")
    marks = children_of(modifiers, "annotation")
    declared = child_of(node, "variable_declaration")
    name = child_of(declared, "identifier", "simple_identifier") if declared is not None else None
    if name is None or declared is None:
        return
    rest = [c for c in node.named_children if c.start_byte > declared.end_byte]
    value = next((c for c in rest if c.type not in ("getter", "setter", "line_comment")), None)
    is_fixed = "const" in page.text(modifiers) or page.text(name).isupper()
    kind: SymbolKind = "constant" if is_fixed else "field"
    symbol = page.declare(node, place, name, kind, decorators=marks, value=value)
    if symbol and (setting := setting_of(_annotations(marks, page), symbol.line, place.path)):
        page.draft.settings.append(setting)


def _entry(node: "Node", place: Place, page: Page) -> None:
    name = child_of(node, "identifier", "simple_identifier")
    page.declare(node, place, name, "enum member", value=child_of(node, "value_arguments"))


def _alias(node: "Node", place: Place, page: Page) -> None:
    name = node.child_by_field_name("type") or child_of(node, "identifier", "type_identifier")
    rest = node.named_children
    page.declare(node, place, name, "type", value=rest[-1] if len(rest) > 1 else None)


def _import(node: "Node", _place: Place, page: Page) -> None:
    listed = child_of(node, "qualified_identifier", "identifier")
    whole = page.text(listed, 200)
    alias = node.named_children[-1] if len(node.named_children) > 1 else None
    module, _, last = whole.rpartition(".")
    if page.text(node, 200).endswith("*"):
        page.draft.imports.append(Import(whole, ("*",), page.span(node)))
    elif last:
        page.draft.imports.append(Import(module, (last,), page.span(node)))
        page.aliases[page.text(alias, 120) or last] = whole


def _throw(node: "Node", place: Place, page: Page) -> None:
    made = child_of(node, "call_expression")
    if made is not None:
        message = first_string(child_of(made, "value_arguments"), page, "string_literal")
        test = if_around(
            node, ("if_expression",), ("block", "control_structure_body", "statements")
        )
        page.fail(node, place, page.text(child_of(made, *_NAMES), 120), message, test)


def _call(node: "Node", place: Place, page: Page) -> None:
    callee = child_of(node, *_NAMES)
    page.call(callee, node, place)
    name = page.text(callee, 120)
    given = children_of(child_of(node, "value_arguments"), "value_argument")
    first = given[0].named_children[-1] if given and given[0].named_children else None
    lambda_ = node.parent is not None and child_of(node.parent, "annotated_lambda") is not None
    if first is None:
        return
    if name in ("System.getenv", "System.getProperty") and first.type == "string_literal":
        _getenv(node, first, place, page)
    elif name in _VERBS and first.type == "string_literal" and lambda_:
        where = unquoted(page.text(first))
        line = page.span(node).first
        if where.startswith("/") or not where:
            page.draft.routes.append(Route(name.upper(), where, place.path, Span(line, line)))
    elif name in _CHECKS:
        _check(node, name, first, place, page)


def _getenv(node: "Node", key: "Node", place: Place, page: Page) -> None:
    name = unquoted(page.text(key))
    around = node.parent
    default = None
    if around is not None and around.type in ("binary_expression", "elvis_expression"):
        parts = around.named_children
        default = kept(name, page.text(parts[-1], 200)) if parts[-1] != node else None
    page.draft.settings.append(
        Setting(name, default, page.span(around if default and around else node), "environment",
                None, place.path)
    )  # fmt: skip


def _check(node: "Node", name: str, first: "Node", place: Place, page: Page) -> None:
    """`require(x > 0) { "message" }` and its kin give up unless the condition holds."""
    outer = (
        node.parent if node.parent is not None and node.parent.type == "call_expression" else node
    )
    message = first_string(child_of(outer, "annotated_lambda"), page, "string_literal")
    if name == "error":
        message = first_string(first, page, "string_literal")
    page.fail(outer, place, name, message, None)


# ── parts ──


def _annotations(marks: Sequence["Node"], page: Page) -> list[Annotation]:
    found: list[Annotation] = []
    for mark in marks:
        text = page.text(mark, 1000)
        if name := _NOTE.match(text):
            found.append(
                Annotation(name[1].rpartition(".")[2], text[name.end() :], page.span(mark))
            )
    return found


def _own_parameter(node: "Node", place: Place, page: Page) -> EntityField | None:
    """The field that `val name: Type` in a class's head declares; None for a plain parameter."""
    marks = children_of(child_of(node, "modifiers"), "annotation")
    name = child_of(node, "identifier", "simple_identifier")
    if setting := setting_of(_annotations(marks, page), page.span(node).last, place.path):
        page.draft.settings.append(setting)
    if name is None or not {c.type for c in node.children} & {"val", "var"}:
        return None
    rest = [c for c in node.named_children if c.start_byte > name.end_byte]
    value = rest[1] if len(rest) > 1 else None
    page.declare(node, place, name, "field", decorators=marks, value=value)
    return EntityField(
        page.text(name), page.text(rest[0], 120) if rest else "", page.span(name).first
    )


def _properties(body: "Node | None", page: Page) -> list[EntityField]:
    found: list[EntityField] = []
    for node in children_of(body, "property_declaration"):
        declared = child_of(node, "variable_declaration")
        parts = declared.named_children if declared is not None else []
        if parts and "const" not in page.text(child_of(node, "modifiers")):
            type_ = page.text(parts[1], 120) if len(parts) > 1 else ""
            found.append(EntityField(page.text(parts[0]), type_, page.span(parts[0]).first))
    return found


def _parameters(node: "Node", page: Page) -> list[Parameter]:
    listed = child_of(node, "function_value_parameters")
    found: list[Parameter] = []
    for item in listed.named_children if listed is not None else []:
        parts = item.named_children
        if item.type == "parameter" and parts:
            type_ = page.text(parts[-1], 120) if len(parts) > 1 else ""
            found.append(Parameter(page.text(parts[0], 120), page.span(item).first, type_))
        elif found and item.type not in ("parameter", "line_comment", "block_comment",
                                         "parameter_modifiers"):  # fmt: skip
            last = found.pop()
            default = kept(last.name, page.text(item, 120))
            found.append(Parameter(last.name, last.line, last.type, default))
    return found


_KNOWN = frozenset(
    {"println", "print", "listOf", "mapOf", "setOf", "mutableListOf", "mutableMapOf", "emptyList",
     "require", "check", "error", "to", "let", "apply", "run", "also", "with", "lazy"}
)  # fmt: skip
_VISITS: Mapping[str, Visit] = {
    "lambda_literal": nameless,
    "anonymous_function": nameless,
    "class_declaration": _class,
    "object_declaration": _object,
    "companion_object": _object,
    "function_declaration": _function,
    "property_declaration": _property,
    "enum_entry": _entry,
    "type_alias": _alias,
    "import": _import,
    "throw_expression": _throw,
    "call_expression": _call,
}
