"""Blocks into passages that follow the structure of a document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nagori.documents.blocks import Block
from nagori.text.split import split
from nagori.text.tokens import estimate_tokens

_CHARACTERS_PER_TOKEN = 12
"""A passage has no more letters than this for each token: a million dashes are one token."""
_LONGEST_HEADING = 120
_BY_LINES = frozenset({"code", "table", "list"})


@dataclass(frozen=True, slots=True)
class SplitPassage:
    """A part of a document that is found and cited as one."""

    text: str
    """With the headings that open it; the texts of all passages are the document, once."""
    headings: tuple[str, ...]
    """The path to it, outermost first, its own heading last."""
    page: int | None
    """Where it begins."""
    number: int
    """From 1, in the order of the document."""
    blocks: range
    """The blocks it is made of; one that was too long belongs to several passages."""
    context: str = ""
    """The first line of a table that it continues."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A block, or as much of a long one as fits."""

    text: str
    block: Block
    index: int
    context: str = ""

    @property
    def most_tokens(self) -> float:
        """What it can add to a passage at most, with the empty line before it."""
        return estimate_tokens(self.text) + 1.5


def passages(blocks: Sequence[Block], *, max_tokens: int) -> list[SplitPassage]:
    """Passages of at most `max_tokens`, in order; every block is in them once.

    A passage never goes on over a heading. Code, tables and lists stay whole when they fit and are
    cut between lines when not; short paragraphs under one heading share a passage.
    """
    splitter = _Splitter(max(1, max_tokens))
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            splitter.head(index, block)
        else:
            splitter.add(index, block)
    splitter.finish()
    return splitter.found


@dataclass(slots=True)
class _Splitter:
    """Goes through the blocks once, with the passage that is being filled."""

    most: int
    found: list[SplitPassage] = field(default_factory=list[SplitPassage])
    path: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    opening: list[tuple[_Part, tuple[str, ...]]] = field(
        default_factory=list[tuple[_Part, tuple[str, ...]]]
    )
    """Headings that nothing has followed yet, with their paths."""
    held: list[_Part] = field(default_factory=list[_Part])
    used: float = 0.0
    has_body: bool = False

    def head(self, index: int, block: Block) -> None:
        """A heading ends what stands before it."""
        self._flush()
        level = block.level or 1
        while self.path and self.path[-1][0] >= level:
            self.path.pop()
        self.path.append((level, _title(block.text)))
        self.opening += [(part, self._headings()) for part in self._cut(index, block, self.most)]

    def add(self, index: int, block: Block) -> None:
        """Text joins what stands before it, as far as there is room."""
        if self.opening:
            self._open()
        whole = _Part(block.text.strip("\n"), block, index)
        if self._is_on_another_page(block):
            self._flush()
        if self._fits(whole):
            self._put(whole)
        elif self._fits_alone(whole) and (self.has_body or block.kind in _BY_LINES):
            self._flush()
            self._put(whole)
        else:
            self._add_long(index, block)

    def finish(self) -> None:
        """What is held becomes the last passages."""
        self._flush()
        self._bare(self.opening)

    def _add_long(self, index: int, block: Block) -> None:
        if self.has_body:
            self._flush()
        room = self.most - int(self.used + 1.5) if self.held else self.most
        for part in self._cut(index, block, room):
            if self.has_body or not self._fits(part):
                self._flush()
            self._put(part)

    def _open(self) -> None:
        """Headings that lead to each other open the passage; those before have no text."""
        opening, self.opening = self.opening, []
        start = len(opening) - 1
        while start and len(opening[start - 1][1]) < len(opening[start][1]):
            start -= 1
        if sum(part.most_tokens for part, _ in opening[start:]) * 2 > self.most:
            start = len(opening)
        self._bare(opening[:start])
        for part, _ in opening[start:]:
            self._hold(part)

    def _bare(self, opening: Sequence[tuple[_Part, tuple[str, ...]]]) -> None:
        """Passages of headings that have no text below them."""
        above: tuple[str, ...] = ()
        for part, headings in opening:
            if not self._fits(part):
                self._flush(above)
            if not self.held:
                above = headings
            self._hold(part)
        self._flush(above)

    def _is_on_another_page(self, block: Block) -> bool:
        """A new page begins a new passage: what is cited stands on the page that is named."""
        return self.has_body and block.page != self.held[-1].block.page

    def _fits(self, part: _Part) -> bool:
        size = len(part.text) + sum(len(p.text) + 2 for p in self.held)
        if size > self.most * _CHARACTERS_PER_TOKEN:
            return False
        if self.used + part.most_tokens <= self.most:
            return True
        if self.used + part.most_tokens > self.most * 2 + 2:
            return False
        return estimate_tokens(_text([*self.held, part])) <= self.most

    def _fits_alone(self, part: _Part) -> bool:
        is_short = len(part.text) <= self.most * _CHARACTERS_PER_TOKEN
        return is_short and estimate_tokens(part.text) <= self.most

    def _put(self, part: _Part) -> None:
        self._hold(part)
        self.has_body = True

    def _hold(self, part: _Part) -> None:
        self.held.append(part)
        self.used += part.most_tokens

    def _headings(self) -> tuple[str, ...]:
        return tuple(title for _, title in self.path)

    def _flush(self, headings: tuple[str, ...] | None = None) -> None:
        if not self.held:
            return
        first, last = self.held[0], self.held[-1]
        self.found.append(
            SplitPassage(
                text=_text(self.held),
                headings=self._headings() if headings is None else headings,
                page=first.block.page,
                number=len(self.found) + 1,
                blocks=range(first.index, last.index + 1),
                context=first.context,
            )
        )
        self.held, self.used, self.has_body = [], 0.0, False

    def _cut(self, index: int, block: Block, room: int) -> Iterator[_Part]:
        """Parts of a block: the first as large as the room there is, the others as passages."""
        header = ""
        if block.kind == "table":
            header = block.text.partition("\n")[0][: self.most * _CHARACTERS_PER_TOKEN // 4]
        cut = _by_lines if block.kind in _BY_LINES else _by_sentences
        texts = cut(block.text, max(1, room), self.most)
        for number, text in enumerate(text for text in texts if text.strip()):
            yield _Part(text, block, index, header if number else "")


def _title(text: str) -> str:
    title = " ".join(text[: _LONGEST_HEADING * 4].split())
    is_short = len(title) <= _LONGEST_HEADING
    return title if is_short else title[: _LONGEST_HEADING - 1] + "…"


def _text(parts: Sequence[_Part]) -> str:
    return "\n\n".join(part.text for part in parts)


def _by_sentences(text: str, room: int, most: int) -> Iterator[str]:
    """Cut where a reader would pause."""
    start = 0
    if room < most:
        head = text[: room * _CHARACTERS_PER_TOKEN]
        for span in split(head, max_tokens=room)[:1]:
            yield head[span.start : span.end]
            start = span.end
    rest = text[start:]
    longest = most * _CHARACTERS_PER_TOKEN
    for span in split(rest, max_tokens=most):
        for at in range(span.start, span.end, longest):
            yield rest[at : min(at + longest, span.end)]


def _by_lines(text: str, room: int, most: int) -> Iterator[str]:
    """Cut between lines; a line that is too long for a passage is cut as sentences are."""
    held: list[str] = []
    used, size = 0.0, 0
    for line in text.split("\n"):
        cost = estimate_tokens(line.lstrip()) + (1.0 if line.isascii() else 1.5)
        is_full = used + cost > room or size + len(line) + 1 > room * _CHARACTERS_PER_TOKEN
        if held and is_full:
            yield "\n".join(held).strip("\n")
            held, used, size, room = [], 0.0, 0, most
        if cost > most or len(line) >= most * _CHARACTERS_PER_TOKEN:
            yield from _by_sentences(line, room, most)
            room = most
        else:
            held.append(line)
            used += cost
            size += len(line) + 1
    yield "\n".join(held).strip("\n")
