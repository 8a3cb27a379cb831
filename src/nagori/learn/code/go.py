"""Outlines of Go source. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

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
from nagori.learn.code.source import Source, one_line
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

_STRINGS = ("interpreted_string_literal", "raw_string_literal")
_VERBS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY"})
_HANDLERS = frozenset({"HandleFunc", "Handle"})
_PATTERN = re.compile(r"(?:([A-Z]+) )?([\w.-]*/.*)$")
_FLAG = re.compile(r"(?:flag|pflag|\w+\.(?:Persistent)?Flags\(\))\.(\w+?)(Var)?(P)?$")
_FLAG_KINDS = frozenset(
    {"String", "Int", "Bool", "Duration", "Float64", "Int64", "Uint", "Uint64", "StringSlice"}
)
_TAGGED = re.compile(r"\b(gorm|db|bson|json|yaml|xml|toml):")
_FAILS = frozenset({"errors.New", "fmt.Errorf", "panic", "log.Fatal", "log.Fatalf", "errors.Wrap",
                    "errors.Errorf", "errors.Wrapf", "status.Errorf", "status.Error"})  # fmt: skip
_WRAPPERS = (
    "expression_list",
    "return_statement",
    "expression_statement",
    "statement_list",
    "block",
)
_RECEIVER = re.compile(r"\(?\s*(?:\w+\s+)?\*?\s*(\w+)")


def outline_go(source: Source, language: str = "go") -> Outline:
    """The outline of a Go file."""
    made = outline_tree(source, language, ("tree_sitter_go", "language"), _VISITS, known=_KNOWN)
    listed = {b for s in made.symbols if s.kind == "enum member" for b in s.bases}
    symbols = tuple(
        replace(s, kind="enum") if s.kind == "type" and s.name in listed else s
        for s in made.symbols
    )
    return replace(made, symbols=symbols) if listed else made


def _package(node: "Node", _place: Place, page: Page) -> None:
    page.draft.doc = page.doc_of(node) or page.draft.doc


def _import(node: "Node", _place: Place, page: Page) -> None:
    module = unquoted(page.text(node.child_by_field_name("path")))
    alias = page.text(node.child_by_field_name("name"))
    if module:
        page.draft.imports.append(Import(module, (), page.span(node)))
        page.aliases[alias or re.sub(r"^v\d+$", "", module.rpartition("/")[2]) or module] = module


def _constants(node: "Node", place: Place, page: Page) -> None:
    if place.kind == "function":
        return
    specs = children_of(node, "const_spec")
    type_, counted = "", False
    for spec in specs:
        given = page.text(spec.child_by_field_name("type"), 80)
        value = spec.child_by_field_name("value")
        type_ = given or ("" if value is not None else type_)
        counted = "iota" in page.text(value) if value is not None else counted
        is_member = bool(type_) and (counted or len(specs) > 1)
        kind: SymbolKind = "enum member" if is_member else "constant"
        for name in spec.children_by_field_name("name"):
            if name.is_named:
                page.declare(
                    spec, place, name, kind,
                    outer=node if len(specs) == 1 else spec,
                    bases=(type_,) if is_member else (), value=value,
                )  # fmt: skip


def _variables(node: "Node", place: Place, page: Page) -> None:
    if place.kind == "function":
        return
    group = node.parent
    alone = group is not None and group.type == "var_declaration"
    for name in node.children_by_field_name("name"):
        if name.is_named:
            page.declare(
                node, place, name, "field",
                outer=group if alone else node, value=node.child_by_field_name("value"),
            )  # fmt: skip


def _type(node: "Node", place: Place, page: Page) -> Place | None:
    made = node.child_by_field_name("type")
    if made is None or place.kind == "function":
        return None
    kinds: dict[str, SymbolKind] = {"struct_type": "class", "interface_type": "interface"}
    kind = kinds.get(made.type, "type")
    group = node.parent
    alone = group is not None and len(children_of(group, "type_spec", "type_alias")) == 1
    body = child_of(made, "field_declaration_list") if kind == "class" else None
    fields, bases = _fields(body, page)
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), kind,
        outer=group if alone else node, body=body or (made if kind == "interface" else None),
        bases=bases, value=made if kind == "type" else None,
    )  # fmt: skip
    if symbol is None:
        return None
    if tag := _TAGGED.search(page.text(body, 4000)):
        last = max((symbol.head.last, *(f.line for f in fields)))
        span = Span(symbol.span.first, last)
        page.draft.entities.append(
            Entity(symbol.name, symbol.path, f"{tag[1]} struct", tuple(fields), span)
        )
    return Place(symbol.path, "interface" if kind == "interface" else "class")


def _field(node: "Node", place: Place, page: Page) -> None:
    if place.kind == "class":
        for name in node.children_by_field_name("name"):
            if name.is_named:
                page.declare(node, place, name, "field")


def _element(node: "Node", place: Place, page: Page) -> None:
    if place.kind == "interface":
        name = node.child_by_field_name("name")
        page.declare(node, place, name, "method", parameters=_parameters(node, page))


def _function(node: "Node", place: Place, page: Page) -> Place | None:
    name = node.child_by_field_name("name")
    receiver = _RECEIVER.match(page.text(node.child_by_field_name("receiver")))
    path = f"{receiver[1]}.{page.text(name)}" if receiver else None
    symbol = page.declare(
        node, place, name, "method" if receiver else "function",
        body=node.child_by_field_name("body"), path=path, parameters=_parameters(node, page),
    )  # fmt: skip
    if symbol is None:
        return None
    if symbol.path == "main" and "package main" in page.source.text:
        page.draft.entry_points.append(EntryPoint("main", "main function", symbol.head, "main"))
    return Place(symbol.path, "function")


def _call(node: "Node", place: Place, page: Page) -> None:
    callee = node.child_by_field_name("function")
    page.call(callee, node, place)
    name = page.text(callee, 200)
    given = [c for c in (node.child_by_field_name("arguments") or node).named_children
             if c.type != "comment"]  # fmt: skip
    if name in _FAILS and place.kind == "function":
        message = first_string(node.child_by_field_name("arguments"), page, *_STRINGS)
        page.fail(node, place, name, message, if_around(node, ("if_statement",), _WRAPPERS))
    if not given or given[0].type not in _STRINGS:
        return
    text = unquoted(page.text(given[0]))
    _route(node, name.rpartition(".")[2], text, given, place, page)
    _setting(node, name, text, given, place, page)


def _route(
    node: "Node", name: str, text: str, given: Sequence["Node"], place: Place, page: Page
) -> None:
    found = _PATTERN.match(text)
    if found is None or len(given) < 2:
        return
    if name in _HANDLERS:
        verb = found[1] or "ANY"
    elif name.upper() in _VERBS and found[2].startswith("/"):
        verb = name.upper()
    else:
        return
    handler = page.text(given[-1], 120) if given[-1].type != "func_literal" else place.path
    line = page.span(node).first
    page.draft.routes.append(
        Route(verb, found[2], handler, Span(line, max(page.span(given[0]).last, line)))
    )


def _setting(
    node: "Node", name: str, key: str, given: Sequence["Node"], place: Place, page: Page
) -> None:
    def put(how: str, key: str, default: "Node | None", told: "Node | None" = None) -> None:
        value = kept(key, page.text(default, 200)) if default is not None else None
        words = one_line(unquoted(page.text(told))) if told is not None else None
        page.draft.settings.append(Setting(key, value, page.span(node), how, words, place.path))

    if name in ("os.Getenv", "os.LookupEnv"):
        put("environment", key, None)
    elif name == "viper.SetDefault":
        put("file", key, given[1] if len(given) > 1 else None)
    elif (found := _FLAG.match(name)) and found[1] in _FLAG_KINDS and not found[2]:
        at = 2 if found[3] else 1
        if len(given) > at:
            put("option", f"--{key}", given[at], given[at + 1] if len(given) > at + 1 else None)


# ── parts ──


def _fields(body: "Node | None", page: Page) -> tuple[list[EntityField], list[str]]:
    fields: list[EntityField] = []
    bases: list[str] = []
    for node in children_of(body, "field_declaration"):
        type_ = page.text(node.child_by_field_name("type"), 120)
        names = [n for n in node.children_by_field_name("name") if n.is_named]
        fields += [EntityField(page.text(n), type_, page.span(n).first) for n in names]
        if not names and type_:
            bases.append(type_)
    return fields, bases


def _parameters(node: "Node", page: Page) -> list[Parameter]:
    listed = node.child_by_field_name("parameters")
    return [
        Parameter(page.text(name), page.span(name).first,
                  page.text(item.child_by_field_name("type"), 120))
        for item in children_of(listed, "parameter_declaration", "variadic_parameter_declaration")
        for name in item.children_by_field_name("name")
        if name.is_named
    ]  # fmt: skip


_KNOWN = frozenset(
    {"append", "cap", "close", "copy", "delete", "len", "make", "new", "panic", "print", "println",
     "recover", "string", "int", "int64", "int32", "byte", "float64", "uint", "min", "max"}
)  # fmt: skip
_VISITS: Mapping[str, Visit] = {
    "func_literal": nameless,
    "package_clause": _package,
    "import_spec": _import,
    "const_declaration": _constants,
    "var_spec": _variables,
    "type_spec": _type,
    "type_alias": _type,
    "field_declaration": _field,
    "method_elem": _element,
    "function_declaration": _function,
    "method_declaration": _function,
    "call_expression": _call,
}
