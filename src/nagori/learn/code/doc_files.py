"""Outlines of documents: headings, the lines of their sections, what each says first. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from nagori.documents.lines import flow
from nagori.documents.parse_markdown import inline_text
from nagori.learn.code.draft import Draft
from nagori.learn.code.outline import Doc, Heading, Outline, Span
from nagori.learn.code.source import MOST_DOC, Source, one_line

_FRONT = re.compile(r"\A---[^\S\n]*\n.{0,20000}?\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)", re.DOTALL)
_TOO_DEEP = re.compile(r"^(?:[ \t]*>){40,}|^(?: {2}|\t){40,}[-*+]", re.MULTILINE)
_TARGET = re.compile(r" \((?:https?://|mailto:|www\.)[^\s)]*\)")
_LINKS_ONLY = re.compile(
    r"(?:\s|\||\[!\[[^\]]{0,200}\]\([^)]{0,500}\)\]\([^)]{0,500}\)|<a\b[^>]{0,500}>[^<]{0,80}</a>"
    r"|!?\[[^\]]{0,200}\](?:\([^)]{0,500}\)|\[[^\]]{0,80}\])"
    r"|<(?:img|br|p|/p|em|/em|strong|/strong)\b[^>]{0,500}>)*$"
)
_HASHES = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_EQUALS = re.compile(r"(={1,6})\s+(.*\S)")
_RULE = re.compile(r"([=\-~^\"'`#*+.:_<>])\1{2,}\s*$")
_DESCRIBES = re.compile(
    r"( *)\.\. (?:\w+:)?(?:class|function|method|classmethod|staticmethod|attribute|data|exception"
    r"|module|option|envvar|setting|django-admin|django-admin-option|templatetag|templatefilter"
    r"|fieldlookup|confval|directive|role|describe|decorator|property)::\s+(\S.*)"
)
_RST_MARK = re.compile(
    r"^ *\.\. [\w:-]+::|^\.\. _[^:]+:|::$|:[\w:-]+:`[^`]+`|``[^`]+``", re.MULTILINE
)
_ROLE = re.compile(r":[\w:.+-]{1,40}:`([^`<]{0,200}?)\s*(?:<[^`<>]{0,200}>)?`|``([^`]{0,300})``")
_LINK = re.compile(r"`([^`<]{1,200}?)\s*<[^`<>]{1,300}>`_{1,2}")
_DATE = re.compile(r"\*[^*]{1,40}\*\s*$")
"""A line such as `*May 13, 2021*`, which says nothing by itself."""
_MOST_PARAGRAPH = 30_000
_HEAD_LINES = 60
_DEEPEST = 20
"""The level of what is described; no title is as deep."""


def outline_markdown(source: Source, language: str = "markdown") -> Outline:
    """The outline of a Markdown file."""
    draft = Draft(source, language)
    if _TOO_DEEP.search(source.text) or _is_too_dense(source):
        draft.degraded.append(
            "its lists or quotes are nested too deeply, or a paragraph is too long:"
            " read line by line"
        )
        _close(draft, _by_marks(source, _HASHES))
    else:
        found, intro = _by_parser(source)
        _close(draft, found)
        draft.doc = intro or draft.doc
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
        found.append((styles.index(style) + 1, number - 1, _bare(title.strip()), doc))
    around = dict(_described(source, found))
    _close(draft, sorted(found, key=lambda one: one[1]))
    draft.headings = [
        replace(one, around=around.get(one.line, 0), doc=_bare_doc(one.doc))
        for one in draft.headings
    ]
    draft.doc = _bare_doc(draft.doc)
    return draft.outline()


def _bare(text: str) -> str:
    """The words without the marks of links and code."""
    text = _ROLE.sub(lambda found: (found[1] or found[2] or "").lstrip("~!"), text)
    return _LINK.sub(r"\1", text)


def _bare_doc(doc: Doc | None) -> Doc | None:
    return doc and replace(doc, text=_bare(doc.text))


def is_rst(source: Source) -> bool:
    """Whether a plain text is reStructuredText: it has a title and one of its marks."""
    head = source.lines[:_HEAD_LINES]
    has_title = any(
        _RULE.match(below) and title.strip() and len(below.rstrip()) >= len(title.strip()) > 2
        for title, below in pairwise(head)
        if not _RULE.match(title)
    )
    return has_title and _RST_MARK.search(source.text[:20_000]) is not None


def outline_asciidoc(source: Source, language: str = "asciidoc") -> Outline:
    """The outline of an AsciiDoc file."""
    draft = Draft(source, language)
    _close(draft, _by_marks(source, _EQUALS))
    return draft.outline()


def _by_parser(source: Source) -> tuple[list[tuple[int, int, str, Doc | None]], Doc | None]:
    """Level, line, text and first paragraph of each heading, and what stands before them."""
    intro: Doc | None = None
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
            found.append((int(token.tag[1:]), first, _words(inside), None))
        elif token.type == "paragraph_open":
            words = "" if _LINKS_ONLY.match(inside.content) else _words(inside)
            doc = Doc(words, Span(first, last)) if words else None
            if doc and not found:
                intro = intro or doc
            elif doc and found[-1][3] is None:
                found[-1] = (*found[-1][:3], doc)
    return found, intro


def _is_too_dense(source: Source) -> bool:
    """Whether a paragraph is so long that marks without an end in it would take too long."""
    size = 0
    for line in source.lines:
        size = size + len(line) if line.strip() else 0
        if size > _MOST_PARAGRAPH:
            return True
    return False


def _words(inside: Token) -> str:
    """What a line says, without where its links lead: that may stand elsewhere."""
    return one_line(_TARGET.sub("", inline_text(inside)), MOST_DOC)


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
    while start <= len(source.lines) and (
        not source.line(start).strip() or _DATE.match(source.line(start))
    ):
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


def _described(
    source: Source, found: list[tuple[int, int, str, Doc | None]]
) -> Iterator[tuple[int, int]]:
    """Add things that a document describes: `.. attribute:: Field.null`, and what is said of it.

    Yields the line of each that is a part of another one, with the line of that.
    """
    open_: list[tuple[int, str, int]] = []
    for number, line in enumerate(source.lines, 1):
        if ".. " not in line or (mark := _DESCRIBES.match(line)) is None:
            if line[:1].strip():
                open_.clear()
            continue
        indent, name = len(mark[1]), mark[2].strip()
        while open_ and open_[-1][0] >= indent:
            open_.pop()
        if open_:
            yield number, open_[-1][2]
            name = f"{open_[-1][1]}.{name}"
        open_.append((indent, name.partition("(")[0], number))
        doc = _indented_below(source, number + 1, indent)
        if doc is not None:
            found.append((_DEEPEST + indent, number, name, doc))


def _indented_below(source: Source, first: int, indent: int) -> Doc | None:
    """The first paragraph that stands further to the right, after the options of a directive."""
    start = first
    while start <= len(source.lines) and (
        not source.line(start).strip() or source.line(start).lstrip().startswith(":")
    ):
        start += 1
    text = source.line(start)
    if len(text) - len(text.lstrip()) <= indent or not (
        text.lstrip()[:1].isalnum() or text.lstrip()[:1] in "*`\"'("
    ):
        return None
    end = start
    while end < len(source.lines) and source.line(end + 1).strip():
        end += 1
    lines = [line.strip() for line in source.lines[start - 1 : end]]
    return Doc(one_line(flow("\n".join(lines)), MOST_DOC), Span(start, end))


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
    if found and found[0][0] == min(level for level, *_ in found):
        draft.doc = found[0][3]
