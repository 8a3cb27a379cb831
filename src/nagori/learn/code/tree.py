"""Outlines by tree-sitter: what all of its languages share. Pure but for the grammars it loads."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, cast

from nagori.errors import MissingExtraError
from nagori.learn.code.draft import MOST, Draft
from nagori.learn.code.hidden import holds_secret, kept, masked
from nagori.learn.code.outline import (
    Call,
    Doc,
    Outline,
    Parameter,
    Raise,
    Span,
    Symbol,
    SymbolKind,
)
from nagori.learn.code.source import (
    MOST_DOC,
    MOST_SIGNATURE,
    MOST_VALUE,
    Source,
    is_directive,
    one_line,
)

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Parser

_COMMENTS = frozenset({"comment", "line_comment", "block_comment", "multiline_comment"})
_DOTTED = re.compile(r"[\w$]+(?:(?:\.|::|\?\.|!!\.)[\w$]+)*")
_STARS = re.compile(r"^(?:/\*[*!]?|\*/|\*(?!/)|//[/!]?)?\s?|\s*\*+/$")
_BEHIND = re.compile(r"[\s,;]*(//.*|/\*.*\*/)\s*$")
_DOC_TAG = re.compile(r"@\w+|</?p>|# \w")
_LICENSE = re.compile(r"copyright|licen[sc]e|SPDX", re.IGNORECASE)
_BRACKET = re.compile(r"[()\[\]{}]")
_MOST_PIECE = 8000
_LONGEST_LINE = 20_000
_DEEPEST = 400


@dataclass(frozen=True, slots=True)
class Place:
    """What is around a node."""

    path: str = ""
    kind: Literal["module", "class", "enum", "interface", "function"] = "module"
    note: str = ""
    """What the language's reader wants to know of it further down."""

    def named(self, name: str) -> str:
        """The dotted path of a name in this place."""
        return f"{self.path}.{name}" if self.path else name


@dataclass(slots=True)
class Page:
    """A file while its tree is read."""

    draft: Draft
    source: Source
    data: bytes
    starts: list[int]
    """The byte where each line begins."""
    aliases: dict[str, str] = field(default_factory=dict[str, str])
    calls: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])

    def row(self, node: "Node") -> int:
        """The row, from 0, where a node begins."""
        # Not by `start_point`: reading its numbers crashes tree-sitter 0.26.0 after a while.
        return bisect_right(self.starts, node.start_byte) - 1

    def last_row(self, node: "Node") -> int:
        """The row, from 0, where a node ends; one that ends with a line break ends before it."""
        return bisect_right(self.starts, max(node.end_byte - 1, node.start_byte)) - 1

    def span(self, node: "Node") -> Span:
        """The lines of a node, counted from 1."""
        return Span(self.row(node) + 1, self.last_row(node) + 1)

    def text(self, node: "Node | None", most: int = MOST_VALUE) -> str:
        """The node as it was written, on one line."""
        if node is None:
            return ""
        end = min(node.end_byte, node.start_byte + _MOST_PIECE)
        return one_line(self.data[node.start_byte : end].decode("utf-8", "replace"), most)

    def call(self, callee: "Node | None", node: "Node", place: Place) -> None:
        """Note a call, when a plain dotted name says of what."""
        if callee is not None and callee.end_byte - callee.start_byte < 120:
            name = self.text(callee).replace("?.", ".")
            if _DOTTED.fullmatch(name):
                self.calls.append((name, self.span(node).first, place.path))

    def declare(
        self,
        node: "Node",
        place: Place,
        name: "Node | None",
        kind: SymbolKind,
        *,
        outer: "Node | None" = None,
        body: "Node | None" = None,
        decorators: Sequence["Node"] = (),
        bases: Sequence[str] = (),
        parameters: Sequence[Parameter] = (),
        value: "Node | None" = None,
        path: str | None = None,
        doc: Doc | None = None,
    ) -> Symbol | None:
        """Note a symbol; None when the broken source gives it no name."""
        called = self.text(name)
        if name is None or not called or "\n" in called:
            return None
        outer = outer or node
        whole = self.span(node)
        first = min(
            (self.span(outer).first, whole.first, *(self.span(d).first for d in decorators))
        )
        line = self.span(name).first
        end = max(self.span(body).first if body is not None else whole.last, line)
        told = self.text(value) if value is not None else None
        symbol = Symbol(
            name=called,
            path=path or place.named(called),
            kind=kind,
            span=Span(first, max(whole.last, end)),
            head=Span(first, end),
            line=line,
            signature=self._signature(node, body, decorators),
            doc=doc or self.doc_of(outer, decorators),
            decorators=tuple(masked(self.text(d, 200)) for d in decorators),
            bases=tuple(bases),
            parameters=tuple(parameters),
            value=kept(called, told) if told else None,
        )
        self.draft.symbols.append(symbol)
        return symbol

    def _signature(self, node: "Node", body: "Node | None", decorators: Sequence["Node"]) -> str:
        start = max(
            (node.start_byte, *(d.end_byte for d in decorators if d.end_byte <= node.end_byte))
        )
        end = min(body.start_byte if body is not None else node.end_byte, start + _MOST_PIECE)
        text = self.data[start:end].decode("utf-8", "replace")
        return one_line(masked(one_line(text, MOST_SIGNATURE)).rstrip(" {;,="), MOST_SIGNATURE)

    # ── comments ──

    def doc_of(self, node: "Node", decorators: Sequence["Node"] = ()) -> Doc | None:
        """What the comment above a node, or behind it on its line, says first."""
        top = min((node, *decorators), key=lambda n: n.start_byte)
        found: list[Node] = []
        above = top.prev_sibling
        row = self.row(top)
        while above is not None and above.type in _COMMENTS and self.last_row(above) >= row - 1:
            before = above.prev_sibling
            is_behind = before is not None and self.last_row(before) == self.row(above)
            if (
                is_behind
                and before is not None
                and before.is_named
                and before.type not in _COMMENTS
            ):
                break
            if is_behind and before is not None and before.type in (",", ";"):
                break
            found.append(above)
            row = self.row(above)
            above = before
        if found:
            return self.comment(found[::-1])
        return self._behind(node)

    def _behind(self, node: "Node") -> Doc | None:
        end = self.data.find(b"\n", node.end_byte)
        rest = self.data[node.end_byte : end if end >= 0 else len(self.data)]
        found = _BEHIND.match(rest.decode("utf-8", "replace"))
        words = _STARS.sub("", found[1]).strip() if found else ""
        row = self.last_row(node) + 1
        return Doc(one_line(words, MOST_DOC), Span(row, row)) if _says(words) else None

    def comment(self, nodes: Sequence["Node"]) -> Doc | None:
        """The first paragraph of comments that follow each other."""
        words: list[str] = []
        start = end = 1
        for number, line in self._comment_lines(nodes):
            if words and (not line or _DOC_TAG.match(line)):
                break
            if not words and (not _says(line) or _DOC_TAG.match(line)):
                continue
            start = start if words else number
            end = number
            words.append(line)
        return Doc(one_line(" ".join(words), MOST_DOC), Span(start, end)) if words else None

    def _comment_lines(self, nodes: Sequence["Node"]) -> Iterator[tuple[int, str]]:
        """The lines of comments with their numbers, without the marks."""
        for node in nodes:
            text = self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")
            for number, line in enumerate(text.rstrip().split("\n"), self.row(node) + 1):
                yield number, _STARS.sub("", line.strip()).strip()

    def head_comment(self, root: "Node") -> Doc | None:
        """What the comment at the top of the file says, unless it is its licence."""
        for child in root.children[:6]:
            if child.type not in _COMMENTS:
                return None
            doc = self.comment([child])
            after = child.next_sibling
            gap = after is None or self.row(after) > self.last_row(child) + 1
            if doc and gap and not _LICENSE.search(self.text(child, 2000)):
                return doc
        return None

    # ── errors ──

    def fail(
        self, node: "Node", place: Place, exception: str, message: str | None, test: "Node | None"
    ) -> None:
        """Note a place where an error is raised, with the `if` it stands in."""
        own = self.span(node)
        condition = test.child_by_field_name("condition") if test is not None else None
        if exception:
            self.draft.raises.append(
                Raise(
                    exception=exception,
                    message=None if message and holds_secret(message) else message,
                    span=Span(self.span(test).first, own.last) if test is not None else own,
                    line=own.first,
                    within=place.path,
                    condition=_bare(masked(self.text(condition, 300))) if condition else None,
                )
            )


Visit = Callable[["Node", Place, Page], Place | None]


def outline_tree(
    source: Source,
    language: str,
    grammar: tuple[str, str],
    visits: Mapping[str, Visit],
    *,
    known: frozenset[str] = frozenset(),
) -> Outline:
    """The outline of a file, by what each kind of node in its tree tells."""
    if why := _unreadable(source):
        return Draft(source, language, degraded=[why]).outline()
    # Without the last line breaks no node begins or ends below the last line.
    data = source.text.rstrip().encode("utf-8", "replace")
    tree = parser_of(*grammar).parse(data)
    page = Page(Draft(source, language), source, data, _starts(data))
    root = tree.root_node
    page.draft.doc = page.head_comment(root)
    stack: list[tuple[Node, Place]] = [(root, Place())]
    while stack and len(page.draft.symbols) <= MOST["symbols"]:
        node, place = stack.pop()
        visit = visits.get(node.type)
        if visit is not None:
            place = visit(node, place, page) or place
        children = node.named_children
        children.reverse()
        stack.extend((child, place) for child in children)
    if root.has_error:
        page.draft.degraded.append("parts of it are not valid here and were left out")
    _foreign_calls(page, known)
    return page.draft.outline()


def parser_of(package: str, name: str) -> "Parser":
    """A parser of a grammar; raises when the extra `code` is not installed."""
    try:
        from tree_sitter import Parser

        return Parser(_grammar(package, name))
    except ImportError as error:
        raise MissingExtraError("code") from error


@lru_cache(maxsize=16)
def _grammar(package: str, name: str) -> "Language":
    """The grammar, which many parsers may share; a parser is for one thread only."""
    from tree_sitter import Language

    make = cast("Callable[[], object]", getattr(import_module(package), name))
    return Language(make())


def nameless(_node: "Node", place: Place, _page: Page) -> Place:
    """What is inside of a function without a name is local."""
    return Place(place.path, "function", place.note)


def child_of(node: "Node", *types: str) -> "Node | None":
    """The first named child of one of these types."""
    return next((child for child in node.named_children if child.type in types), None)


def children_of(node: "Node | None", *types: str) -> list["Node"]:
    """The named children of these types."""
    return [c for c in node.named_children if c.type in types] if node is not None else []


def first_string(node: "Node | None", page: Page, *types: str) -> str | None:
    """The text of the first string literal below a node, looked for three levels deep."""
    level = [node] if node is not None else []
    for _ in range(4):
        for item in level:
            if item.type in types:
                return unquoted(page.text(item))
        level = [child for item in level[:20] for child in item.named_children[:20]]
    return None


def unquoted(text: str) -> str:
    """A string literal without its quotes."""
    return text.strip("\"'`") if len(text) > 1 else text


def if_around(node: "Node", ifs: Sequence[str], wrappers: Sequence[str]) -> "Node | None":
    """The `if` in whose first branch a statement stands directly; None when in none."""
    came, above = node, node.parent
    while above is not None and above.type in wrappers:
        came, above = above, above.parent
    if above is None or above.type not in ifs:
        return None
    first = above.child_by_field_name("consequence")
    if first is None:  # Kotlin names no branches: the first one follows the condition
        branches = [c for c in above.named_children if c.type not in _COMMENTS]
        first = branches[1] if len(branches) > 1 else None
    return above if first == came else None


def _unreadable(source: Source) -> str | None:
    """Why a file is not parsed: what nobody wrote can keep a parser busy for hours."""
    if any(len(line) > _LONGEST_LINE for line in source.lines):
        return f"it has lines over {_LONGEST_LINE:,} characters: known as plain text only"
    depth = deepest = 0
    for bracket in _BRACKET.findall(source.text):
        depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        return f"it is nested over {_DEEPEST} levels deep: known as plain text only"
    return None


def _starts(data: bytes) -> list[int]:
    return [0, *(found.end() for found in re.finditer(b"\n", data))]


def _foreign_calls(page: Page, known: frozenset[str]) -> None:
    """Keep the calls of what is declared elsewhere."""
    own = {symbol.name for symbol in page.draft.symbols}
    for name, line, within in page.calls:
        parts = re.split(r"\.|::", name)
        root = parts[0]
        if name in known or root in known:
            continue
        if root in page.aliases:
            module = ".".join([page.aliases[root], *parts[1:]])
            page.draft.calls.append(Call(name, line, within, module))
        elif parts[-1] not in own and root not in own:
            page.draft.calls.append(Call(name, line, within))


def _says(words: str) -> bool:
    return bool(words) and not is_directive(words)


def _bare(condition: str) -> str:
    """A condition without the parentheses that its language wants around it."""
    if condition.startswith("(") and condition.endswith(")"):
        return condition[1:-1].strip()
    return condition
