"""Outlines of Rust source. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nagori.learn.code.hidden import kept
from nagori.learn.code.outline import (
    Doc,
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
    outline_tree,
    unquoted,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_STRINGS = ("string_literal", "raw_string_literal")
_FAILS = frozenset({"panic", "bail", "anyhow", "ensure", "unreachable", "unimplemented", "todo"})
_WRAPPERS = ("block", "expression_statement", "return_expression", "call_expression", "arguments")
_ROUTE = re.compile(r"#\[(?:\w+::)?(get|post|put|patch|delete|head|options)\(\s*\"([^\"]*)\"")
_AXUM = re.compile(r"\b(get|post|put|patch|delete|head|options|any)\(\s*([A-Za-z_][\w:]*)\s*\)")
_ACTIX = re.compile(r"web::(get|post|put|patch|delete|head)\(\)\s*\.to\(\s*([\w:]+)\s*\)")
_DATA = re.compile(r"\b(FromRow|Queryable|Serialize|Deserialize|Insertable|DeriveEntityModel)\b")
_CLAP = re.compile(r"derive\([^)]*\b(?:Parser|Args)\b")
_DEFAULT = re.compile(r"default_value(?:_t)?\s*=\s*(\"[^\"]*\"|[^,)\]]+)")
_KINDS: Mapping[str, SymbolKind] = {
    "struct_item": "class",
    "union_item": "class",
    "enum_item": "enum",
    "trait_item": "interface",
}


def outline_rust(source: Source, language: str = "rust") -> Outline:
    """The outline of a Rust file."""
    return outline_tree(source, language, ("tree_sitter_rust", "language"), _VISITS, known=_KNOWN)


def _root(node: "Node", _place: Place, page: Page) -> None:
    """What `//!` lines at the top say about the file."""
    first = [c for c in node.children[:60] if c.type in ("line_comment", "block_comment")
             and c.child_by_field_name("inner") is not None]  # fmt: skip
    page.draft.doc = page.comment(first) or page.draft.doc


def _item(node: "Node", place: Place, page: Page) -> Place | None:
    marks = _attributes(node)
    kind = _KINDS[node.type]
    body = node.child_by_field_name("body")
    bounds = node.child_by_field_name("bounds")
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), kind,
        body=body, decorators=marks,
        bases=[page.text(b, 120) for b in bounds.named_children] if bounds is not None else (),
    )  # fmt: skip
    if symbol is None:
        return None
    said = " ".join(symbol.decorators)
    fields = [
        EntityField(
            page.text(name), page.text(f.child_by_field_name("type"), 120), page.span(name).first
        )
        for f in children_of(body, "field_declaration")
        if (name := f.child_by_field_name("name")) is not None
    ]
    if fields and kind == "class" and (found := _DATA.search(said)):
        span = Span(symbol.span.first, max((symbol.head.last, *(f.line for f in fields))))
        page.draft.entities.append(Entity(symbol.name, symbol.path, found[1], tuple(fields), span))
    around = "enum" if kind == "enum" else "interface" if kind == "interface" else "class"
    return Place(symbol.path, around, "options" if _CLAP.search(said) else "")


def _impl(node: "Node", place: Place, page: Page) -> Place:
    name = re.match(r"[\w:]+", page.text(node.child_by_field_name("type"), 120))
    return Place(place.named(name[0]), "class") if name else place


def _module(node: "Node", place: Place, page: Page) -> Place:
    return Place(place.named(page.text(node.child_by_field_name("name"), 120)), "module")


def _function(node: "Node", place: Place, page: Page) -> Place | None:
    marks = _attributes(node)
    is_method = place.kind in ("class", "interface", "enum")
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), "method" if is_method else "function",
        body=node.child_by_field_name("body"), decorators=marks, parameters=_parameters(node, page),
    )  # fmt: skip
    if symbol is None:
        return None
    for mark, text in zip(marks, symbol.decorators, strict=True):
        if found := _ROUTE.match(text):
            span = Span(page.span(mark).first, symbol.line)
            page.draft.routes.append(Route(found[1].upper(), found[2], symbol.path, span))
    if symbol.path == "main":
        page.draft.entry_points.append(EntryPoint("main", "main function", symbol.head, "main"))
    return Place(symbol.path, "function")


def _constant(node: "Node", place: Place, page: Page) -> None:
    if place.kind != "function":
        kind: SymbolKind = "type" if node.type == "type_item" else "constant"
        value = node.child_by_field_name("value")
        if kind == "type":
            value = node.child_by_field_name("type")
        name = node.child_by_field_name("name")
        page.declare(node, place, name, kind, decorators=_attributes(node), value=value)


def _macro(node: "Node", place: Place, page: Page) -> None:
    body = child_of(node, "macro_rule")
    name = node.child_by_field_name("name")
    page.declare(node, place, name, "function", decorators=_attributes(node), body=body)


def _variant(node: "Node", place: Place, page: Page) -> Place | None:
    value = node.child_by_field_name("value") or node.child_by_field_name("body")
    name = node.child_by_field_name("name")
    symbol = page.declare(
        node, place, name, "enum member", decorators=_attributes(node), value=value
    )
    return Place(symbol.path, "class") if symbol else None


def _field(node: "Node", place: Place, page: Page) -> None:
    marks = _attributes(node)
    name = node.child_by_field_name("name")
    symbol = page.declare(node, place, name, "field", decorators=marks)
    if symbol is None or place.note != "options":
        return
    said = " ".join(symbol.decorators)
    default = _DEFAULT.search(said)
    key = f"--{symbol.name.replace('_', '-')}" if "long" in said else symbol.name
    doc: Doc | None = symbol.doc
    span = Span(min(symbol.span.first, doc.span.first if doc else symbol.line), symbol.span.last)
    value = kept(key, default[1].strip()) if default else None
    words = doc.text if doc else None
    page.draft.settings.append(Setting(key, value, span, "option", words, place.path))


def _use(node: "Node", _place: Place, page: Page) -> None:
    whole = page.text(node.child_by_field_name("argument"))
    module, brace, inner = whole.partition("{")
    if brace:
        module = module.removesuffix("::")
        pairs = re.findall(r"([\w:*]+)(?:\s+as\s+(\w+))?", inner)
    else:
        path, _, last = whole.partition(" as ")[0].rpartition("::")
        module, pairs = path or last, [(last, whole.partition(" as ")[2])] if path else []
    for name, alias in pairs:
        page.aliases[alias or name.rpartition("::")[2]] = f"{module}::{name}"
    names = tuple(name for name, _ in pairs)
    page.draft.imports.append(Import(module, names, page.span(node)))


def _invocation(node: "Node", place: Place, page: Page) -> None:
    name = page.text(node.child_by_field_name("macro"), 60)
    if name.rpartition("::")[2] in _FAILS:
        message = first_string(child_of(node, "token_tree"), page, *_STRINGS)
        test = if_around(node, ("if_expression",), _WRAPPERS)
        page.fail(node, place, f"{name}!", message, test)


def _call(node: "Node", place: Place, page: Page) -> None:
    callee = node.child_by_field_name("function")
    page.call(callee, node, place)
    name = page.text(callee, 200)
    listed = node.child_by_field_name("arguments")
    given = listed.named_children if listed is not None else []
    if name == "Err" and given:
        made = given[0].child_by_field_name("function") or given[0]
        test = if_around(node, ("if_expression",), _WRAPPERS)
        message = first_string(listed, page, *_STRINGS)
        page.fail(node, place, page.text(made, 80), message, test)
    if not given or given[0].type not in _STRINGS:
        return
    text = unquoted(page.text(given[0]))
    if re.search(r"\benv::var(?:_os)?$", name):
        _environment(node, text, place, page)
    elif name.endswith((".route", ".at")) or (
        callee and page.text(callee.child_by_field_name("field")) == "route"
    ):
        _route(text, given, page)


def _environment(node: "Node", key: str, place: Place, page: Page) -> None:
    above = node.parent.parent if node.parent is not None else None
    default = None
    if above is not None and above.type == "call_expression":
        method = above.child_by_field_name("function")
        way = page.text(method.child_by_field_name("field")) if method is not None else ""
        listed = above.child_by_field_name("arguments")
        if way in ("unwrap_or", "unwrap_or_else") and listed is not None and listed.named_children:
            default = kept(key, page.text(listed.named_children[0], 200))
    span = page.span(above if default is not None and above is not None else node)
    page.draft.settings.append(Setting(key, default, span, "environment", None, place.path))


def _route(path: str, given: Sequence["Node"], page: Page) -> None:
    if not path.startswith("/") or len(given) < 2:
        return
    said = page.text(given[1])
    span = Span(page.span(given[0]).first, page.span(given[1]).last)
    found = _ACTIX.findall(said) or _AXUM.findall(said)
    page.draft.routes += [Route(verb.upper(), path, handler, span) for verb, handler in found]


# ── parts ──


def _attributes(node: "Node") -> list["Node"]:
    """The attributes that stand before an item; comments may stand between."""
    found: list[Node] = []
    before = node.prev_named_sibling
    while before is not None and before.type in ("attribute_item", "line_comment"):
        if before.type == "attribute_item":
            found.insert(0, before)
        elif (
            before.prev_named_sibling is None or before.prev_named_sibling.type != "attribute_item"
        ):
            break
        before = before.prev_named_sibling
    return found


def _parameters(node: "Node", page: Page) -> list[Parameter]:
    listed = node.child_by_field_name("parameters")
    return [
        Parameter(page.text(name, 120), page.span(name).first,
                  page.text(item.child_by_field_name("type"), 120))
        for item in children_of(listed, "parameter")
        if (name := item.child_by_field_name("pattern")) is not None
    ]  # fmt: skip


_KNOWN = frozenset(
    {"Some", "Ok", "Err", "Box::new", "Vec::new", "String::new", "String::from", "Self", "self",
     "Arc::new", "Rc::new", "Default::default"}
)  # fmt: skip
_VISITS: Mapping[str, Visit] = {
    "source_file": _root,
    "struct_item": _item,
    "union_item": _item,
    "enum_item": _item,
    "trait_item": _item,
    "impl_item": _impl,
    "mod_item": _module,
    "function_item": _function,
    "function_signature_item": _function,
    "const_item": _constant,
    "static_item": _constant,
    "type_item": _constant,
    "macro_definition": _macro,
    "enum_variant": _variant,
    "field_declaration": _field,
    "use_declaration": _use,
    "macro_invocation": _invocation,
    "call_expression": _call,
}
