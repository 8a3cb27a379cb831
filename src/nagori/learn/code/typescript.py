"""Outlines of TypeScript and JavaScript source. Pure."""

import re
from collections.abc import Mapping, Sequence
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
    Symbol,
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

_GRAMMARS = {
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "javascript": ("tree_sitter_javascript", "language"),
}
_STRINGS = ("string", "template_string")
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "all"})
_ROUTERS = re.compile(r"(?:\w*(?:app|router|server|api|fastify|route)s?|r)$", re.IGNORECASE)
_NEST = re.compile(r"@(Get|Post|Put|Patch|Delete|Head|Options|All)\(\s*(?:[\"'`]([^\"'`]*)[\"'`])?")
_CONTROLLER = re.compile(r"@Controller\(\s*(?:\{[^}]*path:\s*)?[\"'`]([^\"'`]*)[\"'`]")
_ENTITY = re.compile(r"@(Entity|Schema|ObjectType|Table)\(\s*(?:[\"'`]([^\"'`]*)[\"'`])?")
_SCRIPT = re.compile(r"\s*<(/?)script\b[^>]*>\s*$")
_CLIENTS = re.compile(r"api$", re.IGNORECASE)
_HANDLERS = ("identifier", "member_expression", "call_expression")
_FUNCTIONS = ("arrow_function", "function_expression", "generator_function", "function")


def outline_typescript(source: Source, language: str = "typescript") -> Outline:
    """The outline of a file in TypeScript or JavaScript, with or without JSX."""
    return outline_tree(source, language, _GRAMMARS[language], _VISITS, known=_KNOWN)


def outline_scripts(source: Source, language: str) -> Outline:
    """The outline of the scripts in a Svelte or Vue file, each thing on the file's own line."""
    inside = False
    lines: list[str] = []
    for line in source.lines:
        edge = _SCRIPT.match(line)
        inside = (inside and edge is None) or (edge is not None and not edge[1])
        lines.append(line if inside and edge is None else "")
    scripts = Source(source.path, "\n".join(lines), source.lines)
    return outline_tree(scripts, language, _GRAMMARS["typescript"], _VISITS, known=_KNOWN)


def _class(node: "Node", place: Place, page: Page) -> Place | None:
    outer, marks = _around(node)
    bases: list[str] = []
    for heritage in children_of(node, "class_heritage", "extends_type_clause"):
        clauses = children_of(heritage, "extends_clause", "implements_clause") or [heritage]
        bases += [page.text(b, 120) for clause in clauses for b in clause.named_children
                  if b.type != "type_arguments"]  # fmt: skip
    is_interface = node.type == "interface_declaration"
    body = node.child_by_field_name("body")
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), "interface" if is_interface else "class",
        outer=outer, body=body, decorators=marks, bases=bases,
    )  # fmt: skip
    if symbol is None:
        return None
    said = " ".join(symbol.decorators)
    if is_interface:
        _entity(symbol, "interface", None, children_of(body, "property_signature"), page)
    elif found := _ENTITY.search(said):
        fields = children_of(body, "public_field_definition", "field_definition")
        _entity(symbol, found[1].lower(), found[2] or None, fields, page)
    prefix = _CONTROLLER.search(said)
    return Place(symbol.path, "interface" if is_interface else "class", prefix[1] if prefix else "")


def _method(node: "Node", place: Place, page: Page) -> Place | None:
    outer, marks = _around(node)
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), "method",
        outer=outer, body=node.child_by_field_name("body"), decorators=marks,
        parameters=_parameters(node, page),
    )  # fmt: skip
    if symbol is None:
        return None
    for mark in symbol.decorators:
        if found := _NEST.match(mark):
            span = Span(symbol.span.first, symbol.head.last)
            route = Route(found[1].upper(), found[2] or "", symbol.path, span, place.note)
            page.draft.routes.append(route)
    return Place(symbol.path, "function")


def _function(node: "Node", place: Place, page: Page) -> Place | None:
    outer, _ = _around(node)
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), "function",
        outer=outer, body=node.child_by_field_name("body"), parameters=_parameters(node, page),
    )  # fmt: skip
    if symbol is None:
        return None
    if symbol.path == "main":
        page.draft.entry_points.append(EntryPoint("main", "main function", symbol.head, "main"))
    return Place(symbol.path, "function")


def _variable(node: "Node", place: Place, page: Page) -> Place | None:
    """`const name = …` at the top of a file or namespace: a function, a constant or a field."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    group = node.parent
    if place.kind == "function" or name is None or name.type != "identifier" or group is None:
        return None
    above = group.parent
    if above is None or above.type not in ("program", "export_statement", "statement_block"):
        return None  # the head of a loop
    outer = above if above.type == "export_statement" else group
    if value is not None and value.type in _FUNCTIONS:
        symbol = page.declare(
            node, place, name, "function",
            outer=outer, body=value.child_by_field_name("body"),
            parameters=_parameters(value, page),
        )  # fmt: skip
        return Place(symbol.path, "function") if symbol else None
    kind: SymbolKind = "constant" if re.fullmatch(r"[A-Z][A-Z0-9_]*", page.text(name)) else "field"
    page.declare(node, place, name, kind, outer=outer, value=value)
    return None


def _is_nested(node: "Node") -> bool:
    """Whether a property is one of an object inside of a field's type."""
    around = node.parent.parent if node.parent is not None else None
    return node.type == "property_signature" and (
        around is None or around.type != "interface_declaration"
    )


def _field(node: "Node", place: Place, page: Page) -> None:
    if place.kind in ("class", "interface") and not _is_nested(node):
        outer, marks = _around(node)
        name = node.child_by_field_name("name") or node.child_by_field_name("property")
        value = node.child_by_field_name("value")
        page.declare(node, place, name, "field", outer=outer, decorators=marks, value=value)


def _alias(node: "Node", place: Place, page: Page) -> None:
    outer, _ = _around(node)
    value = node.child_by_field_name("value")
    page.declare(node, place, node.child_by_field_name("name"), "type", outer=outer, value=value)


def _enum(node: "Node", place: Place, page: Page) -> Place | None:
    outer, _ = _around(node)
    body = node.child_by_field_name("body")
    symbol = page.declare(
        node, place, node.child_by_field_name("name"), "enum", outer=outer, body=body
    )
    if symbol is None:
        return None
    inside = Place(symbol.path, "enum")
    for item in body.named_children if body is not None else []:
        if item.type == "enum_assignment":
            name, value = item.child_by_field_name("name"), item.child_by_field_name("value")
            page.declare(item, inside, name, "enum member", value=value)
        elif item.type in ("property_identifier", "string"):
            page.declare(item, inside, item, "enum member")
    return inside


def _namespace(node: "Node", place: Place, page: Page) -> Place:
    name = unquoted(page.text(node.child_by_field_name("name"), 120))
    return Place(place.named(name), "module") if name else place


def _import(node: "Node", _place: Place, page: Page) -> None:
    module = unquoted(page.text(node.child_by_field_name("source")))
    if not module:
        return
    names: list[str] = []
    level = list(children_of(node, "import_clause", "export_clause"))
    while level:
        item = level.pop(0)
        if item.type in ("import_specifier", "export_specifier"):
            name = page.text(item.child_by_field_name("name"), 120)
            names.append(name)
            page.aliases[page.text(item.child_by_field_name("alias"), 120) or name] = (
                f"{module}.{name}"
            )
        elif item.type == "identifier":
            page.aliases[page.text(item, 120)] = module
        else:
            level += item.named_children
    page.draft.imports.append(Import(module, tuple(names), page.span(node)))


def _throw(node: "Node", place: Place, page: Page) -> None:
    made = child_of(node, "new_expression", "call_expression")
    if made is None:
        return
    name = made.child_by_field_name("constructor") or made.child_by_field_name("function")
    message = first_string(made.child_by_field_name("arguments"), page, *_STRINGS)
    test = if_around(node, ("if_statement",), ("statement_block",))
    page.fail(node, place, page.text(name, 120), message, test)


def _call(node: "Node", place: Place, page: Page) -> None:
    callee = node.child_by_field_name("function") or node.child_by_field_name("constructor")
    page.call(callee, node, place)
    listed = node.child_by_field_name("arguments")
    given = [c for c in listed.named_children if c.type != "comment"] if listed is not None else []
    if callee is None or not given:
        return
    text = unquoted(page.text(given[0])) if given[0].type in _STRINGS else None
    if callee.type == "identifier" and page.text(callee) == "require" and text:
        page.draft.imports.append(Import(text, (), page.span(node)))
    elif callee.type == "member_expression":
        on = page.text(callee.child_by_field_name("object"), 120)
        name = page.text(callee.child_by_field_name("property"), 120)
        if text is not None:
            _route(node, on, name, text, given, page)
            _option(node, name, text, given, place, page)
        if name == "listen" and _ROUTERS.match(on):
            line = page.span(node).first
            page.draft.entry_points.append(EntryPoint(on, "server", Span(line, line), place.path))


def _route(
    node: "Node", on: str, name: str, path: str, given: Sequence["Node"], page: Page
) -> None:
    if name not in _VERBS or not path.startswith("/") or len(given) < 2 or not _ROUTERS.match(on):
        return
    last = given[-1]
    is_inline = last.type in _FUNCTIONS
    # A client is called `api` too, and what it is given by name may be anything.
    if not is_inline and (last.type not in _HANDLERS or _CLIENTS.search(on)):
        return
    handler = "inline function" if is_inline else page.text(last, 120)
    span = Span(page.span(node).first, page.span(given[0] if is_inline else last).last)
    page.draft.routes.append(Route(name.upper(), path, handler, span))


def _option(
    node: "Node", name: str, flags: str, given: Sequence["Node"], place: Place, page: Page
) -> None:
    """`program.option("-p, --port <number>", "what for", 80)`."""
    found = re.search(r"--[\w-]+", flags) if name in ("option", "requiredOption") else None
    if found is None:
        return
    told = given[1] if len(given) > 1 and given[1].type in _STRINGS else None
    default = kept(found[0], page.text(given[-1], 200)) if len(given) > 2 else None
    words = one_line(unquoted(page.text(told))) if told is not None else None
    line = page.span(listed).last if (listed := node.child_by_field_name("arguments")) else 0
    span = Span(page.span(given[0]).first, max(line, page.span(given[0]).last))
    page.draft.settings.append(Setting(found[0], default, span, "option", words, place.path))


def _environment(node: "Node", place: Place, page: Page) -> None:
    """`process.env.NAME`, `process.env["NAME"]`, `import.meta.env.NAME`."""
    on = page.text(node.child_by_field_name("object"), 60)
    if on not in ("process.env", "import.meta.env"):
        return
    key = node.child_by_field_name("property") or node.child_by_field_name("index")
    name = unquoted(page.text(key, 120))
    if not re.fullmatch(r"[A-Za-z_]\w*", name) or (key is not None and key.type == "identifier"):
        return
    around, default = node.parent, None
    if around is not None and around.type == "binary_expression":
        right = around.child_by_field_name("right")
        operator = page.text(around.child_by_field_name("operator"))
        if operator in ("||", "??") and right is not None and right != node:
            default = kept(name, page.text(right, 200))
    span = page.span(around if default is not None and around is not None else node)
    page.draft.settings.append(Setting(name, default, span, "environment", None, place.path))


# ── parts ──


def _around(node: "Node") -> tuple["Node", list["Node"]]:
    """The statement around a declaration, and its decorators."""
    above = node.parent
    outer = above if above is not None and above.type == "export_statement" else node
    marks = [*children_of(outer if outer != node else None, "decorator"),
             *children_of(node, "decorator")]  # fmt: skip
    before = node.prev_named_sibling
    while before is not None and before.type == "decorator" and before not in marks:
        marks.insert(0, before)
        before = before.prev_named_sibling
    return outer, marks


def _entity(
    symbol: Symbol, kind: str, table: str | None, nodes: Sequence["Node"], page: Page
) -> None:
    fields = tuple(
        EntityField(
            page.text(name, 120) + "?" * any(part.type == "?" for part in node.children),
            page.text(node.child_by_field_name("type"), 120).lstrip(": "),
            page.span(name).first,
        )
        for node in nodes
        if (name := node.child_by_field_name("name")) is not None
    )
    if fields:
        span = Span(symbol.span.first, max((symbol.head.last, *(f.line for f in fields))))
        page.draft.entities.append(Entity(symbol.name, symbol.path, kind, fields, span, table))


def _parameters(node: "Node", page: Page) -> list[Parameter]:
    listed = node.child_by_field_name("parameters")
    found: list[Parameter] = []
    for item in listed.named_children if listed is not None else []:
        name = item.child_by_field_name("pattern") or item.child_by_field_name("left") or item
        value = item.child_by_field_name("value") or item.child_by_field_name("right")
        if item.type == "comment" or name.type in ("object_pattern", "array_pattern"):
            continue
        called = page.text(name, 120)
        found.append(
            Parameter(
                called,
                page.span(name).first,
                page.text(item.child_by_field_name("type"), 120).lstrip(": "),
                kept(called, page.text(value, 120)) if value is not None else None,
            )
        )
    return found


_KNOWN = frozenset(
    {"require", "super", "console.log", "console.error", "console.warn", "Object.keys", "String",
     "Number", "Boolean", "Array.isArray", "JSON.stringify", "JSON.parse", "Promise.all", "Math"}
)  # fmt: skip
_VISITS: Mapping[str, Visit] = {
    "arrow_function": nameless,
    "function_expression": nameless,
    "class_declaration": _class,
    "abstract_class_declaration": _class,
    "interface_declaration": _class,
    "method_definition": _method,
    "method_signature": _method,
    "abstract_method_signature": _method,
    "function_declaration": _function,
    "generator_function_declaration": _function,
    "function_signature": _function,
    "variable_declarator": _variable,
    "public_field_definition": _field,
    "field_definition": _field,
    "property_signature": _field,
    "type_alias_declaration": _alias,
    "enum_declaration": _enum,
    "internal_module": _namespace,
    "module": _namespace,
    "import_statement": _import,
    "export_statement": _import,
    "throw_statement": _throw,
    "call_expression": _call,
    "new_expression": _call,
    "member_expression": _environment,
    "subscript_expression": _environment,
}
