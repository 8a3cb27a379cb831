"""Long texts into passages, cut where a reader would pause."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from nagori.text.tokens import estimate_tokens

_UNSPACED = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff"
_CLOSING = "\"'”’」』）】》)\\]"
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_LINE = re.compile(r"\n")
# A Latin mark ends a sentence only before a space, which spares 3.14, URLs and file names.
_SENTENCE = re.compile(
    rf"(?:[。！？；…]+|[.!?]+(?=[{_CLOSING}]*\s)|[!?]+(?=[{_UNSPACED}]))[{_CLOSING}]*"
)
_CLAUSE = re.compile(
    rf"(?:[，、：；—]+|[,;:]+(?=[{_CLOSING}]*\s)|[,;](?=[{_UNSPACED}]))[{_CLOSING}]*"
)
_NEVER_FIRST = re.compile(rf"[，。！？；：、…—,.!?;:{_CLOSING}]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|no|fig|al|cf|approx|inc|ltd|co|dept|est|vol|pp"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)"
    r"|(?:\b|\.)[a-z])\.$",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATION = 8

_WORD = re.compile(rf"\s+|[{_UNSPACED}]")
# What belongs to the character before it: accents, vowel signs, joiners, selectors, skin tones.
_EXTENDS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09d7\u0e31\u0e34-\u0e3a"
    "\u0e47-\u0e4e\u1160-\u11ff\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\u302a-\u302f"
    "\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\udc00-\udfff\U0001f3fb-\U0001f3ff"
    "\U000e0020-\U000e01ef]"
)
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]+$")
_JOINER = "\u200d"
_LONGEST_CHARACTER = 64  # in code points; longer runs of accents are no writing


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text: `text[start:end]`."""

    start: int
    end: int


def split(text: str, *, max_tokens: int) -> list[Span]:
    """Passages of at most `max_tokens`, in order; only white space lies between them."""
    if len(text) <= max_tokens or estimate_tokens(text) <= max_tokens:
        start = len(text) - len(text.lstrip())
        end = len(text.rstrip())
        return [Span(start, end)] if start < end else []
    return list(_passages(text, max(1, max_tokens)))


def _passages(text: str, max_tokens: int) -> Iterator[Span]:
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    while start < end:
        stop = _reach(text, start, end, max_tokens)
        if stop < end:
            stop = _pause(text, start, stop)
        trimmed = start + len(text[start:stop].rstrip())
        yield Span(start, trimmed)
        start = stop
        while start < end and text[start].isspace():
            start += 1


def _reach(text: str, start: int, end: int, max_tokens: int) -> int:
    """How far a passage may go, nearly, and one character at least."""
    fits, most = start + 1, end
    probe = min(end, start + 3 * max_tokens)
    for step in count():
        cost = estimate_tokens(text[start:probe])
        if cost > max_tokens:
            most = probe - 1
        elif probe == most or cost >= max_tokens - max_tokens // 32:
            return probe
        else:
            fits = probe
        if fits >= most:
            break
        guess = start + (probe - start) * max_tokens // max(cost, 1)
        if step > 5:  # an uneven text leads guesses astray
            guess = (fits + most + 1) // 2
        probe = max(fits + 1, min(guess, most))
    return fits


def _pause(text: str, start: int, stop: int) -> int:
    """The best place for a cut at or before `stop`, and not so early that little is left."""
    early = start + (stop - start) // 4
    for pattern in (_PARAGRAPH, _LINE):
        found = [m.start() for m in pattern.finditer(text, early, stop + 2) if m.start() <= stop]
        if found and found[-1] > early:
            return found[-1]
    for pattern in (_SENTENCE, _CLAUSE):
        for m in reversed(list(pattern.finditer(text, early, stop + 1))):
            if early < m.end() <= stop and not _is_abbreviation(text, m.end()):
                return m.end()
    words = [m.end() for m in _WORD.finditer(text, early, stop)]
    if _WORD.match(text, stop):
        words.append(stop)
    for cut in reversed(words):
        if early < cut and not _NEVER_FIRST.match(text, cut) and _is_between(text, cut):
            return cut
    nearest = range(stop, max(start, stop - _LONGEST_CHARACTER), -1)
    return next((cut for cut in nearest if _is_between(text, cut)), stop)


def _is_abbreviation(text: str, end: int) -> bool:
    if _ABBREVIATION.search(text, max(0, end - _LONGEST_ABBREVIATION), end):
        return True
    rest = text[end : end + 2].lstrip()
    return text[end - 1] == "." and rest[:1].islower()


def _is_between(text: str, cut: int) -> bool:
    """Whether no character as people see it is cut in two."""
    if _EXTENDS.match(text, cut) or text[cut - 1] == _JOINER or text[cut - 1 : cut + 1] == "\r\n":
        return False
    flags = _FLAG.search(text, max(0, cut - _LONGEST_CHARACTER), cut)
    return not flags or len(flags[0]) % 2 == 0 or not _FLAG.match(text[cut : cut + 1])
