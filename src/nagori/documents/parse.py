"""Any file that is understood into blocks."""

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from nagori.documents.blocks import Block, Extract, tidied, too_much_text
from nagori.documents.encoding import decode
from nagori.documents.sniff import DocumentKind, sniff
from nagori.errors import InvalidInputError

MAX_CHARACTERS = 20_000_000

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_LEAST_ARTICLE = 3
"""An article that is less than this part of its page was not found."""


def parse(
    data: bytes,
    name: str,
    media_type: str | None = None,
    *,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
    max_characters: int = MAX_CHARACTERS,
) -> Extract:
    """What stands in a file; raises `InvalidInputError` with what to do when it can't be read.

    Content counts before name and type. `progress` hears of pages, for kinds that have some.
    Parsers are imported when their kind is met: a process that reads one file starts fast.
    """
    kind = sniff(data, name, media_type)
    if kind == "pdf":
        from nagori.documents.parse_pdf import read_pdf

        title, blocks, pages, warnings = read_pdf(data, progress, max_characters=max_characters)
        return tidied(title, blocks, pages=pages, warnings=warnings)
    if kind == "zip":
        from nagori.documents.archive import Archive
        from nagori.documents.parse_docx import read_docx

        return tidied(*read_docx(Archive(data)))
    text, warnings = decode(data, _declared(data, kind, media_type))
    if len(text) > 2 * max_characters and kind != "html":  # pages shrink most when they are read
        raise InvalidInputError("document", too_much_text(max_characters / 1_000_000))
    title, blocks, more = _read(kind, text, PurePosixPath(name.lower()).suffix)
    return tidied(title, blocks, warnings=[*warnings, *more])


def _read(kind: DocumentKind, text: str, suffix: str) -> tuple[str | None, list[Block], list[str]]:
    match kind:
        case "markdown":
            from nagori.documents.parse_markdown import read_markdown

            return read_markdown(text)
        case "html":
            title, blocks = _page(text)
            return title, blocks, []
        case "csv":
            from nagori.documents.parse_csv import read_csv

            blocks, warnings = read_csv(text)
            return None, blocks, warnings
        case "json":
            from nagori.documents.parse_json import read_json

            blocks, warnings = read_json(text)
            return None, blocks, warnings
        case _:
            from nagori.documents.parse_text import read_text

            return None, read_text(text, suffix), []


def _page(text: str) -> tuple[str | None, list[Block]]:
    """A web page: its article when one was found, else all of it."""
    from nagori.documents.article import article_of
    from nagori.documents.parse_html import read_html

    title, blocks = read_html(text)
    if article := article_of(text):
        found = read_html(article)[1]
        if _size(found) * _LEAST_ARTICLE >= _size(blocks):
            return title, found
    return title, blocks


def _size(blocks: list[Block]) -> int:
    return sum(len(block.text) for block in blocks)


def _declared(data: bytes, kind: DocumentKind, media_type: str | None) -> str | None:
    if found := _CHARSET.search(media_type or ""):
        return found[1]
    if kind == "html" and (meta := _META.search(data[:4096])):
        return meta[1].decode("ascii", "replace")
    return None
