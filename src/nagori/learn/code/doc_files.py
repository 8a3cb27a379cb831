"""Outlines of documents: headings, the lines of their sections, what each says first. Pure."""

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt

from nagori.documents.lines import flow
from nagori.documents.parse_markdown import inline_text
from nagori.learn.code.draft import Draft
from nagori.learn.code.outline import Doc, Heading, Outline, Span
from nagori.learn.code.source import MOST_DOC, Source, one_line

_FRONT = re.compile(r"\A---[^\S\n]*\n.{0,20000}?\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)", re.DOTALL)
_TOO_DEEP = re.compile(r"^(?:[ \t]*>){40,}|^(?: {2}|\t){40,}[-*+]", re.MULTILINE)
_HASHES = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_EQUALS = re.compile(r"(={1,6})\s+(.*\S)")
_RULE = re.compile(r"([=\-~^\"'`#*+.:_<>])\1{2,}\s*$")


def outline_markdown(source: Source, language: str = "markdown") -> Outline:
    """The outline of a Markdown file."""
    draft = Draft(source, language)
    if _TOO_DEEP.search(source.text):
        draft.degraded.append("its lists or quotes are nested too deeply: read line by line")
        _close(draft, _by_marks(source, _HASHES))
    else:
        _close(draft, _by_parser(source))
    return draft.outline()


def outline_rst(source: Source, language: str = "rst") -> Outline:
    """The outline of a reStructuredText file: titles by the lines under them."""
    draft = Draft(source, language)
    found: list[tuple[int, int, str, Doc | None]] = []
    styles: list[str] = []
    lines = source.lines
    for number, line in enumerate(lines[1:], 2):
        title = lines[number - 2]
        rule = _RULE.match(line)
        if (
            rule is None
            or not title.strip()
            or _RULE.match(title)
            or (title[:1] == " " and number < 3)
        ):
            continue
        if len(line.rstrip()) < len(title.strip()):
            continue
        over = number > 2 and _RULE.match(lines[number - 3]) is not None
        if title[0].isspace() and not over:
            continue
        style = rule[1] + ("!" if over else "")
        if style not in styles:
            styles.append(style)
        doc = _paragraph_below(source, number + 1)
        found.append((styles.index(style) + 1, number - 1, title.strip(), doc))
    _close(draft, found)
    return draft.outline()


def outline_asciidoc(source: Source, language: str = "asciidoc") -> Outline:
    """The outline of an AsciiDoc file."""
    draft = Draft(source, language)
    _close(draft, _by_marks(source, _EQUALS))
    return draft.outline()


def _by_parser(source: Source) -> list[tuple[int, int, str, Doc | None]]:
    """Level, line, text and first paragraph of each heading."""
    front = _FRONT.match(source.text)
    skipped = front[0].count("\n") if front else 0
    text = source.text[front.end() :] if front else source.text
    found: list[tuple[int, int, str, Doc | None]] = []
    tokens = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table").parse(text)
    for token, inside in zip(tokens, [*tokens[1:], None], strict=True):
        if token.map is None or inside is None or token.level:
            continue
        first, last = token.map[0] + skipped + 1, token.map[1] + skipped
        if token.type == "heading_open":
            found.append((int(token.tag[1:]), first, inline_text(inside), None))
        elif token.type == "paragraph_open" and found and found[-1][3] is None:
            words = one_line(inline_text(inside), MOST_DOC)
            level, line, title, _ = found[-1]
            if words:
                found[-1] = level, line, title, Doc(words, Span(first, last))
    return found


def _by_marks(source: Source, mark: re.Pattern[str]) -> list[tuple[int, int, str, Doc | None]]:
    found: list[tuple[int, int, str, Doc | None]] = []
    fence = ""
    for number, line in enumerate(source.lines, 1):
        start = line.lstrip()[:3]
        if start in ("```", "~~~") or line.startswith("----"):
            fence = "" if fence == start else fence or start
        elif not fence and (title := mark.match(line)):
            doc = _paragraph_below(source, number + 1)
            found.append((len(title[1]), number, title[2], doc))
    return found


def _paragraph_below(source: Source, first: int) -> Doc | None:
    """The first lines of running text from a line on, before anything else begins."""
    start = first
    while start <= len(source.lines) and not source.line(start).strip():
        start += 1
    end = start
    while end <= len(source.lines) and source.line(end).strip():
        end += 1
    lines = source.lines[start - 1 : end - 1]
    if not lines or (not lines[0][:1].isalnum() and lines[0][:1] not in "*`\"'(:|"):
        return None
    if any(_RULE.match(line) for line in lines) or lines[0].startswith(".."):
        return None
    return Doc(one_line(flow("\n".join(lines)), MOST_DOC), Span(start, end - 1))


def _close(draft: Draft, found: Sequence[tuple[int, int, str, Doc | None]]) -> None:
    """Note the headings; each section ends before the next heading that is as high."""
    total = len(draft.source.lines)
    ends = [total] * len(found)
    open_: list[int] = []
    for at, (level, line, _, _) in enumerate(found):
        while open_ and found[open_[-1]][0] >= level:
            ends[open_.pop()] = line - 1
        open_.append(at)
    for (level, line, title, doc), end in zip(found, ends, strict=True):
        draft.headings.append(
            Heading(one_line(title, 300), level, Span(line, max(end, line)), line, doc)
        )
    if found:
        draft.doc = found[0][3]
