"""Lines of PDF pages into headings and paragraphs."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from nagori.documents.blocks import Block
from nagori.documents.lines import BULLET, heading_level, joined, width
from nagori.documents.pdf_lines import Line, Outline

_LARGER = 1.12
"""How much larger than the text a heading is drawn."""
_LONGEST_HEADING = 150
_LONGEST_NUMBER = 40
_TAIL = 100
"""How much of a line is looked at for how it ends."""
_MOST_LEVELS = 4
_REPEATED_ON = 3
"""Lines at the edge of at least so many pages are running heads."""
_ENDS = re.compile(r"[.!?。！？:：;；…][\"'”’」』）)\]]*$")
_OUTER_NUMBER = re.compile(r"^(\d{1,5})\b|\b(\d{1,5})(?:\s*(?:/|of)\s*\d{1,5})?$")
_LEADER = re.compile(r"(?:[.·…‥]\s?){5,}\s*\d{1,5}$")
"""Ends an entry of a printed table of contents, which says nothing that the headings don't."""
_PAGE_NUMBER = re.compile(
    r"^[-–—\s|/·]*(?:page|第)?\s*\d{1,5}(?:\s*(?:/|of|页|頁)\s*\d{0,5})?[-–—\s|]*$", re.IGNORECASE
)
_NOT_WORDS = re.compile(r"[\W_]+")
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*\.?|[A-Z]\.(?:\d+\.?)*)\s+")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the pages of one document have in common."""

    body: float
    levels: dict[float, int]
    """The level of headings by their size."""
    outline: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    """The level of headings by page and words; when there is one, sizes don't count."""
    running: frozenset[str] = frozenset()
    offset: int | None = None
    """How far the printed page numbers are behind; None when there are none."""

    @classmethod
    def of(cls, pages: Sequence[Sequence[Line]], outline: Sequence[Outline]) -> "Layout":
        """Look at all lines once."""
        sizes: Counter[float] = Counter()
        edges: Counter[str] = Counter()
        offsets: Counter[int] = Counter()
        for number, lines in enumerate(pages, 1):
            for line in lines:
                sizes[line.size] += len(line.text)
            outer = [line.text.strip() for line in (*lines[:1], *lines[-2:])]
            edges.update(set(outer))
            offsets.update({number - n for text in outer for n in _outer_numbers(text)})
        sizes.pop(0.0, None)
        body = max(sizes, key=lambda size: (sizes[size], -size)) if sizes else 0.0
        running = frozenset(e for e, count in edges.items() if count >= _REPEATED_ON and e)
        larger = [s for s in sizes if body and s >= body * _LARGER]
        levels = {s: min(n, _MOST_LEVELS) for n, s in enumerate(sorted(larger, reverse=True), 1)}
        named = {(o.page, _words(o.title)): o.level for o in outline if _words(o.title)}
        standing = {(n, _words(line.text)) for n, lines in enumerate(pages, 1) for line in lines}
        is_told = len(named.keys() & standing) * 2 >= len(named)
        offset, count = max(offsets.items(), key=lambda o: o[1], default=(0, 0))
        is_numbered = count >= max(_REPEATED_ON, len(pages) // 3)
        return cls(body, levels, named if is_told else {}, running, offset if is_numbered else None)

    def title(self, first: Sequence[Line]) -> str | None:
        """The largest words of the first page, when they are larger than its text."""
        found = [line for line in first if line.size in self.levels and _words(line.text)]
        largest = max((line.size for line in found), default=None)
        return " ".join(line.text.strip() for line in found if line.size == largest) or None

    def is_running(self, text: str, page: int) -> bool:
        """Whether a line at the edge of a page is its number or a running head."""
        if len(text) <= _LONGEST_NUMBER and _PAGE_NUMBER.match(text):
            return True
        if text.strip() in self.running:
            return True
        return self.offset is not None and page - self.offset in _outer_numbers(text)

    def heading(self, line: Line, page: int) -> int | None:
        """The level of a line that is a heading."""
        if self.outline:
            return self.outline.get((page, _words(line.text)))
        if line.size in self.levels and len(line.text) <= _LONGEST_HEADING and _words(line.text):
            return self.levels[line.size]
        return heading_level(line.text)


def page_blocks(lines: Sequence[Line], page: int, layout: Layout) -> list[Block]:
    """The headings, paragraphs, lists and code of one page."""
    kept = list(_without_edges(lines, page, layout))
    full = max((width(line.text) for line in kept), default=0)
    gap = _usual_gap(kept)
    held: list[Line] = []
    blocks: list[Block] = []
    for line in kept:
        level = layout.heading(line, page)
        if held and (level is not None or _parts(held[-1], line, full, gap)):
            _add(blocks, _block(held, page, full))
            held = []
        if level is None:
            held.append(line)
        else:
            _add(blocks, Block("heading", line.text.strip(), level, page))
    if held:
        _add(blocks, _block(held, page, full))
    return blocks


def _add(blocks: list[Block], block: Block) -> None:
    """Items of a list and pieces of code that follow each other are one block."""
    last = blocks[-1] if blocks else None
    if last is not None and last.kind == block.kind and block.kind in {"list", "code"}:
        blocks[-1] = Block(block.kind, f"{last.text}\n{block.text}", page=block.page)
    else:
        blocks.append(block)


def _without_edges(lines: Sequence[Line], page: int, layout: Layout) -> Iterator[Line]:
    for at, line in enumerate(lines):
        is_edge = at == 0 or at >= len(lines) - 2
        is_large = line.size in layout.levels  # a title that later pages repeat in small
        if is_edge and not is_large and layout.is_running(line.text, page):
            continue
        if not _LEADER.search(line.text[-_TAIL:]):
            yield line


def _outer_numbers(text: str) -> list[int]:
    """Numbers that a line begins or ends with."""
    return [int(found[1] or found[2]) for found in _OUTER_NUMBER.finditer(text.strip())]


def _words(text: str) -> str:
    """What makes two spellings of a heading the same."""
    return _NOT_WORDS.sub("", _NUMBERING.sub("", text.strip())).lower()


def _usual_gap(lines: Sequence[Line]) -> float:
    gaps = [
        above.y - below.y
        for above, below in pairwise(lines)
        if above.y is not None and below.y is not None and above.y > below.y
    ]
    return median(gaps) if gaps else 0.0


def _parts(above: Line, below: Line, full: int, gap: float) -> bool:
    """Whether a paragraph ends between two lines."""
    if above.is_mono != below.is_mono or BULLET.match(below.text):
        return True
    if above.y is not None and below.y is not None and gap and abs(above.y - below.y) > gap * 1.45:
        return above.y > below.y or bool(
            _ENDS.search(above.text[-_TAIL:])
        )  # the next column goes on
    return bool(_ENDS.search(above.text[-_TAIL:])) and width(above.text) < full * 0.8


def _block(lines: Sequence[Line], page: int, full: int) -> Block:
    """One paragraph; lines that end early stay lines."""
    if all(line.is_mono for line in lines):
        return Block("code", "\n".join(line.text for line in lines), page=page)
    text = lines[0].text.strip()
    for above, below in pairwise(lines):
        if width(above.text) >= full * 0.6:
            text = joined(text, below.text.strip())
        else:
            text = f"{text}\n{below.text.strip()}"
    kind = "list" if BULLET.match(lines[0].text) else "paragraph"
    return Block(kind, text, page=page)
