"""Markdown into blocks: code and tables as they were typed, the rest as it is read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from nagori.documents.blocks import Block, BlockKind
from nagori.documents.lines import flow
from nagori.documents.parse_html import read_html
from nagori.documents.parse_text import read_text

_FRONT = re.compile(r"\A---[^\S\n]*\n(.{0,20000}?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title\s*:\s*(.+)$", re.MULTILINE | re.IGNORECASE)
_KEPT_LINK = re.compile(r"^(?:https?|mailto|tel|ftp):", re.IGNORECASE)
_DEEPEST = 60
"""The parser leaves out what stands in more quotes and lists than this."""
_TOOAS_TEXT = "its lists or quotes are nested too deeply, so its text was taken as it stands"
_TOO_DEEP = re.compile(
    rf"^(?:[ \t]*>){{{_DEEPEST},}}|^(?: {{2}}|\t){{{_DEEPEST},}}[-*+]", re.MULTILINE
)

AS_TEXT = "its lists or quotes are nested too deeply, so its text was taken as it stands"


def read_markdown(text: str) -> tuple[str | None, list[Block], list[str]]:
    """Title, blocks, warnings."""
    if _TOO_DEEP.search(text):
        return None, read_text(text, ".md"), [AS_TEXT]
    title: str | None = None
    blocks: list[Block] = []
    if front := _FRONT.match(text):
        blocks.append(Block("list", front[1]))
        if named := _TITLE.search(front[1]):
            title = named[1].strip().strip("\"'")
        text = text[front.end() :]
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    body = _Body(text.splitlines())
    body.read(parser.parse(text))
    blocks += body.blocks
    first = next((b.text for b in blocks if b.kind == "heading" and b.level == 1), None)
    return title or first, blocks, []


@dataclass(slots=True)
class _Body:
    """Goes through the tokens once, with what is open around them."""

    source: Sequence[str]
    blocks: list[Block] = field(default_factory=list[Block])
    lists: list[int | None] = field(default_factory=list[int | None])
    """The number of the next item of each open list; None for bullets."""
    quotes: int = 0
    lines: list[str] = field(default_factory=list[str])
    """Of the list or quote that is open at the top."""
    marker: str = ""
    level: int | None = None

    def read(self, tokens: Sequence[Token]) -> None:
        skip_to = ""
        for token in tokens:
            if skip_to:
                skip_to = "" if token.type == skip_to else skip_to
            elif token.type == "table_open":
                self._put("table", self._typed(token))
                skip_to = "table_close"
            else:
                self._take(token)

    def _take(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self.level = int(token.tag[1:])
            case "heading_close":
                self.level = None
            case "inline":
                self._words(inline_text(token))
            case "fence" | "code_block":
                self._put("code", token.content)
            case "html_block":
                for block in read_html(token.content)[1]:
                    self._put(block.kind, block.text)
            case "bullet_list_open":
                self.lists.append(None)
            case "ordered_list_open":
                self.lists.append(int(token.attrs.get("start", 1)))
            case "list_item_open":
                self._item()
            case "blockquote_open":
                self.quotes += 1
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
                self._end("list")
            case "blockquote_close":
                self.quotes -= 1
                self._end("quote")
            case _:
                pass

    def _item(self) -> None:
        number = self.lists[-1]
        self.marker = "- "
        if number is not None:
            self.marker = f"{number}. "
            self.lists[-1] = number + 1

    def _words(self, text: str) -> None:
        if self.lists or self.quotes:
            self._line(text)
        elif self.level is not None:
            self.blocks.append(Block("heading", text, self.level))
        else:
            self.blocks.append(Block("paragraph", text))

    def _put(self, kind: BlockKind, text: str) -> None:
        """A block of its own, or lines of the list or quote around it."""
        if not self.lists and not self.quotes:
            self.blocks.append(Block(kind, text))
            return
        for line in text.rstrip("\n").split("\n"):
            self._line(line)

    def _line(self, text: str) -> None:
        depth = max(len(self.lists) - 1, 0)
        lead = self.marker or ("  " if self.lists else "")
        self.lines.append("  " * depth + lead + text)
        self.marker = ""

    def _end(self, kind: BlockKind) -> None:
        if self.lists or self.quotes or not self.lines:
            return
        self.blocks.append(Block(kind, "\n".join(self.lines)))
        self.lines = []

    def _typed(self, token: Token) -> str:
        start, end = token.map or (0, 0)
        return "\n".join(line.strip() for line in self.source[start:end])


def inline_text(token: Token) -> str:
    """The words of a line, without marks; where a link leads stays beside it."""
    parts: list[str] = []
    links: list[tuple[str, int]] = []
    for child in token.children or ():
        match child.type:
            case "text" | "code_inline":
                parts.append(child.content)
            case "softbreak" | "hardbreak":
                parts.append("\n")
            case "image":
                parts.append(child.content)
            case "link_open":
                links.append((str(child.attrs.get("href", "")), len(parts)))
            case "link_close" if links:
                target, start = links.pop()
                words = "".join(parts[start:])
                if _KEPT_LINK.match(target) and target.removeprefix("mailto:") not in words:
                    parts.append(f" ({target})")
            case _:
                pass
    return flow("".join(parts))
