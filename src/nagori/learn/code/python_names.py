"""Pieces of a Python syntax tree as text: names, literals, source. Pure."""

import ast
from collections.abc import Iterable

from nagori.learn.code.outline import Span
from nagori.learn.code.source import MOST_VALUE, Source, one_line

Function = ast.FunctionDef | ast.AsyncFunctionDef


def dotted(node: ast.expr | None) -> str:
    """`a.b.c` of a name or attribute; empty for all else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))


def called(node: ast.expr | None) -> str:
    """The dotted name of what is called or used: `app.get` of `app.get("/")`."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Subscript):
        node = node.value
    return dotted(node)


def tail(name: str) -> str:
    """The last part of a dotted name."""
    return name.rpartition(".")[2]


def text_of(node: ast.expr | None) -> str | None:
    """The text of a string literal; None for all else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def texts_of(node: ast.expr | None) -> list[str]:
    """The texts of a list, tuple or set of string literals."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [text for item in node.elts if (text := text_of(item)) is not None]
    return []


def keyword(call: ast.Call, *names: str) -> ast.expr | None:
    """The argument that was given by one of these names."""
    return next((k.value for k in call.keywords if k.arg in names), None)


def argument(call: ast.Call, place: int, *names: str) -> ast.expr | None:
    """The argument at a place, or given by one of these names."""
    if place < len(call.args) and not isinstance(call.args[place], ast.Starred):
        return call.args[place]
    return keyword(call, *names)


def span_of(node: ast.stmt | ast.expr) -> Span:
    """The lines of a node."""
    return Span(node.lineno, node.end_lineno or node.lineno)


MOST_DECORATORS = 20
"""Of one definition that are looked at."""


def whole_span(node: Function | ast.ClassDef) -> Span:
    """The lines of a definition, from its first decorator."""
    first = min((node.lineno, *(d.lineno for d in node.decorator_list)))
    return Span(first, node.end_lineno or node.lineno)


def source_of(node: ast.expr | None, source: Source, most: int = MOST_VALUE) -> str:
    """The node as it was written, on one line; columns are counted in UTF-8 bytes."""
    if node is None:
        return ""
    first, last = node.lineno, node.end_lineno or node.lineno
    start, end = node.col_offset, node.end_col_offset
    if first == last:
        line = source.line(first)
        if not line.isascii():
            return one_line(line.encode()[start:end].decode("utf-8", "replace"), most)
        return one_line(line[start:end], most)
    most_lines = most // 4 + 2
    lines = source.lines[first - 1 : last]
    lines[0] = lines[0].encode("utf-8", "replace")[start:].decode("utf-8", "replace")
    if len(lines) <= most_lines:
        lines[-1] = lines[-1].encode("utf-8", "replace")[:end].decode("utf-8", "replace")
    return one_line("\n".join(lines[:most_lines]), most)


def target_names(targets: Iterable[ast.expr]) -> list[tuple[ast.Name, bool]]:
    """The names that an assignment sets, and whether each gets the whole value."""
    found: list[tuple[ast.Name, bool]] = []
    for target in targets:
        if isinstance(target, ast.Name):
            found.append((target, True))
        elif isinstance(target, ast.Tuple | ast.List):
            found += [(item, False) for item in target.elts if isinstance(item, ast.Name)]
    return found


def own_attributes(targets: Iterable[ast.expr]) -> list[tuple[ast.Attribute, bool]]:
    """The attributes of `self` that an assignment sets, and whether each gets the whole value."""
    found: list[tuple[ast.Attribute, bool]] = []
    for target in targets:
        items = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        found += [
            (item, item is target)
            for item in items
            if isinstance(item, ast.Attribute)
            and isinstance(item.value, ast.Name)
            and item.value.id == "self"
        ]
    return found
