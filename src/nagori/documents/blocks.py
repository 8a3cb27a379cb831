"""Blocks: what every kind of document is read into."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from nagori.errors import InvalidInputError

BlockKind = Literal["heading", "paragraph", "code", "table", "list", "quote"]
KINDS: tuple[BlockKind, ...] = get_args(BlockKind)

MAX_BLOCKS = 300_000
MAX_TITLE = 300

_BREAK = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# Control characters and halves of surrogate pairs can't be stored; soft hyphens, zero-width
# spaces and byte order marks keep words from being found.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufeff\ufffe\uffff]")
_HALF = re.compile("[\ud800-\udfff]")
_EMPTY_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document that a reader sees as one."""

    kind: BlockKind
    text: str
    level: int | None = None
    """Of a heading: 1 is the highest."""
    page: int | None = None
    """Where it begins, counted from 1; None for kinds that have no pages."""


@dataclass(frozen=True, slots=True)
class Extract:
    """What was read from a document."""

    title: str | None
    """As the document calls itself; None when it does not say."""
    blocks: tuple[Block, ...]
    pages: int | None = None
    warnings: tuple[str, ...] = ()
    """What could not be read, in words for a person."""


def tidy(text: str) -> str:
    """The text as it can be stored and found: no control characters, plain line ends."""
    if not text.isascii() or not text.isprintable():
        text = _BREAK.sub("\n", text).replace("\u00a0", " ")
        text = _HALF.sub("\ufffd", _UNSEEN.sub("", text))
    if "\n" in text:
        text = _EMPTY_LINES.sub("\n\n", "\n".join(map(str.rstrip, text.split("\n"))))
    return text.rstrip().strip("\n")


def tidied(
    title: str | None,
    blocks: Iterable[Block],
    *,
    pages: int | None = None,
    warnings: Iterable[str] = (),
) -> Extract:
    """The extract without what is empty; raises when nothing is left or it is far too much."""
    kept: list[Block] = []
    for block in blocks:
        text = tidy(block.text)
        if not text.strip():
            continue
        kept.append(Block(block.kind, text, block.level, block.page))
        if len(kept) > MAX_BLOCKS:
            raise InvalidInputError(
                "document", f"it has more than {MAX_BLOCKS:,} paragraphs; split it into files"
            )
    if not kept:
        raise InvalidInputError("document", "there is no text in it")
    named = " ".join(tidy(title or "").split())[:MAX_TITLE] or None
    return Extract(named, tuple(kept), pages, tuple(warnings))


def too_much_text(most_mb: float) -> str:
    """What to do about a document with more text than is taken."""
    return f"it holds more than {most_mb:g} MB of text; split it into smaller files"
