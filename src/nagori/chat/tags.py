"""Emotion and gesture tags, taken out of what a model says while it says it.

`[emotion:happy]` in the pattern that is set, `<emotion>happy</emotion>` and
`<emotion type="happy"/>` always. Text that may be the beginning of a tag is held back: only after
the fixed characters that a tag begins with, and never more than `MAX_TAG_CHARS`. Of tags that
overlap, the one that ends first is one. So nothing depends on how the text was cut into pieces.

White space on both sides of a tag becomes that of one side, the one with more line breaks, else the
longer; at the beginning and end of the text it goes with the tag. All else stays as it was.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from nagori.errors import InvalidInputError

TAG_PATTERN = r"\[(?P<key>emotion|gesture):(?P<value>[^\[\]\n]{1,64})\]"
"""What a tag looks like unless set otherwise."""
MAX_TAG_CHARS = 100
"""A longer text is no tag, whatever the pattern says."""

_SETTING = "chat.tag_pattern"
_GESTURES = frozenset({"gesture", "action", "motion", "pose", "动作", "手势", "姿势"})
_CLOSERS = frozenset(".,;:!?)]}…，。！？；：、）】》」』”’")

_META = r"\\^$.|?*+()\[\]{}"
_ONE = rf"(?:\\[^\w\s]|[^{_META}])"  # a character that stands for itself
_LITERAL = re.compile(rf"({_ONE})(?![?*+{{])")
_CLASS = re.compile(r"\[((?:\\[^\w\s]|[^\]\[\\^-])+)\](?![?*+{])")
_WORD = rf"(?:(?!\\\|){_ONE})+"
_CHOICE = re.compile(rf"\((?:\?P<\w+>|\?:)?({_WORD}(?:\|{_WORD})*)\)(?![?*+{{])")
_OPEN_ENDED = re.compile(r"(?<!\\)(?:[+*?]|\{\d*,?\d*\})\)*$")
_MOST_HEADS = 64


class Cue(NamedTuple):
    """How something is said."""

    key: Literal["emotion", "gesture"]
    value: str


@dataclass(frozen=True, slots=True)
class _Form:
    """One way to write a tag."""

    pattern: re.Pattern[str]
    heads: tuple[str, ...]
    """The fixed characters that it begins with, one of these."""
    alive: re.Pattern[str] | None = None
    """Matches whatever can still become one, once its head is whole; None: everything may."""

    def end_of(self, text: str, start: int) -> int | None:
        """Where the shortest tag that starts there ends."""
        if not self._begins(text[start : start + MAX_TAG_CHARS], whole=True):
            return None
        stop = min(len(text), start + MAX_TAG_CHARS)
        ends = range(start + 1, stop + 1)
        return next((end for end in ends if self.pattern.fullmatch(text[start:end])), None)

    def may_become(self, rest: str) -> bool:
        """Whether a text that is no tag yet can be one when more of it comes."""
        if len(rest) >= MAX_TAG_CHARS or not self._begins(rest, whole=False):
            return False
        if self.alive is None or not self._begins(rest, whole=True):
            return True
        return self.alive.fullmatch(rest) is not None

    def _begins(self, rest: str, *, whole: bool) -> bool:
        if self.pattern.flags & re.IGNORECASE:
            rest = rest.casefold()
        return rest.startswith(self.heads) or (
            not whole and any(head.startswith(rest) for head in self.heads)
        )


_XML = (
    _Form(
        re.compile(r"<(?P<key>emotion|gesture)>(?P<value>[^<>\n]{1,64})</(?P=key)>", re.IGNORECASE),
        ("<emotion>", "<gesture>"),
        re.compile(r"<\w+>[^<>\n]{0,64}(?:</?\w{0,7})?", re.IGNORECASE),
    ),
    _Form(
        re.compile(
            r"<(?P<key>emotion|gesture) {1,3}(?:type|value|name) ?= ?"
            r"(?P<quote>[\"'])(?P<value>[^\"'<>\n]{1,64})(?P=quote) {0,3}/>",
            re.IGNORECASE,
        ),
        ("<emotion ", "<gesture "),
        re.compile(r"<\w+ {1,3}\w{0,5} ?(?:= ?(?:[\"'][^\"'<>\n]*(?:[\"'] {0,3}/?)?)?)?"),
    ),
)


class TagReader:
    """Takes tags out of a text that comes in pieces."""

    def __init__(self, pattern: str = TAG_PATTERN) -> None:
        self._forms = (_form(pattern), *_XML)
        starts = {head[0] for form in self._forms for head in form.heads}
        starts |= {case for char in starts for case in (char.upper(), char.lower())}
        self._opener = re.compile("|".join(map(re.escape, sorted(starts))))
        self._held = ""
        self._text = _Text()

    def feed(self, piece: str) -> tuple[str, list[Cue]]:
        """The text that is sure by now, without tags, and the tags that were found."""
        held, cues = self._held + piece, list[Cue]()
        while tag := self._first(held):
            start, end, found = tag
            self._text.add(held[:start])
            self._text.tag()
            held = held[end:]
            if cue := _cue(found):
                cues.append(cue)
        sure = self._sure(held)
        self._text.add(held[:sure])
        self._held = held[sure:]
        return self._text.take(), cues

    def close(self) -> str:
        """The rest of the text; afterwards the reader is ready for another one."""
        self._text.add(self._held)
        rest = self._text.close()
        self._held, self._text = "", _Text()
        return rest

    def _first(self, text: str) -> tuple[int, int, re.Match[str]] | None:
        """The tag that ends first."""
        best: tuple[int, int, re.Match[str]] | None = None
        for opener in self._opener.finditer(text):
            start = opener.start()
            if best and start >= best[1]:
                break
            for form in self._forms:
                end = form.end_of(text, start)
                if end is None or (best and end >= best[1]):
                    continue
                if found := form.pattern.fullmatch(text[start:end]):
                    best = (start, end, found)
        return best

    def _sure(self, text: str) -> int:
        """Up to where no tag can come any more."""
        since = max(0, len(text) - MAX_TAG_CHARS)
        for opener in self._opener.finditer(text, since):
            rest = text[opener.start() :]
            if any(form.may_become(rest) for form in self._forms):
                return opener.start()
        return len(text)


class _Text:
    """The clean text; white space is held until it is known what stands beside it."""

    def __init__(self) -> None:
        self._ready: list[str] = []
        self._begun = False
        self._gaps = [""]
        """White space since the last other character, parted by tags."""

    def add(self, text: str) -> None:
        body = text.lstrip()
        self._gaps[-1] += text[: len(text) - len(body)]
        if body:
            bare = body.rstrip()
            self._ready += (self._gap(bare[0]), bare)
            self._begun = True
            self._gaps = [body[len(bare) :]]

    def tag(self) -> None:
        self._gaps.append("")

    def take(self) -> str:
        ready, self._ready = "".join(self._ready), []
        return ready

    def close(self) -> str:
        if len(self._gaps) == 1:
            self._ready += self._gaps
        self._gaps = [""]
        return self.take()

    def _gap(self, following: str) -> str:
        if len(self._gaps) == 1:
            return self._gaps[0]
        if not self._begun:
            return ""
        if not self._gaps[-1] and following in _CLOSERS and not any("\n" in g for g in self._gaps):
            return ""
        return max(self._gaps, key=lambda gap: (gap.count("\n"), len(gap)))


def strip_tags(text: str, pattern: str = TAG_PATTERN) -> str:
    """The text without emotion and gesture tags."""
    reader = TagReader(pattern)
    return reader.feed(text)[0] + reader.close()


def _cue(found: re.Match[str]) -> Cue | None:
    value = (found["value"] or "").strip()
    key = (found["key"] or "").strip().casefold()
    return Cue("gesture" if key in _GESTURES else "emotion", value) if value else None


def _form(source: str) -> _Form:
    """A pattern from the settings, if it can be found in a stream."""
    try:
        pattern = re.compile(source)
    except (re.error, OverflowError, RecursionError) as error:
        raise InvalidInputError(_SETTING, f"is no regular expression: {error}") from error
    for group in ("key", "value"):
        if group not in pattern.groupindex:
            raise InvalidInputError(_SETTING, f"needs a group (?P<{group}>…)")
    heads = _heads(source.removeprefix("(?i)"))
    if not heads:
        raise InvalidInputError(_SETTING, r"must begin with fixed characters, such as \[")
    if _OPEN_ENDED.search(source):
        raise InvalidInputError(_SETTING, r"must end with a fixed character, such as \]")
    if pattern.flags & re.IGNORECASE:
        heads = tuple(head.casefold() for head in heads)
    return _Form(pattern, heads)


def _heads(source: str) -> tuple[str, ...]:
    """The texts that everything the pattern matches begins with, one of these."""
    heads, at = [""], 0
    while len(heads) <= _MOST_HEADS:
        choices, at = _choices(source, at)
        if not choices:
            break
        heads = [head + choice for head, choice in product(heads, choices)]
    return tuple(head for head in heads if head)


def _choices(source: str, at: int) -> tuple[Sequence[str], int]:
    """What may stand next, if that is fixed, and where the pattern goes on."""
    if found := _LITERAL.match(source, at):
        return [_bare(found[1])], found.end()
    if found := _CLASS.match(source, at):
        return list(_bare(found[1])), found.end()
    if found := _CHOICE.match(source, at):
        return [_bare(word) for word in found[1].split("|")], found.end()
    return [], at


def _bare(escaped: str) -> str:
    return re.sub(r"\\(.)", r"\1", escaped)
