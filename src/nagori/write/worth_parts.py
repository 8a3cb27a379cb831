"""A message cut into clauses, each with the classes of its words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nagori.write.worth_words import Meaning, lexicon, longest_from, meaning, seconds, word_set

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CLOSING = "\"'”’」』）)"
_TOKEN = re.compile(
    rf"(?P<han>[{_HAN}]+)|(?P<word>[^\W\d_{_HAN}]+(?:['-][^\W\d_{_HAN}]+)*)"
    r"|(?P<number>\d+(?:[.,:/]\d+)*(?:[a-z]+|%)?)"
    rf"|(?P<end>\.+(?=[{_CLOSING}]*(?:\s|$))|[!?。！？；;…\n～~]+)"
    r"|(?P<pause>[,，、:：—–()（）]|(?<=[\s\w])-+\s)"
    r"|(?P<other>[^\s\w])",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\[(?:image|photo|picture|sticker|图片|照片|表情)[^\]\n]{0,400}\]", re.IGNORECASE
)
_QUOTED = re.compile(
    r"(?<!\w)[‘'](?:[^‘'\n]|'(?=\w)){8,400}'(?!\w)|“[^“”\n]{2,400}”|\"[^\"\n]{2,400}\""
    r"|「[^」\n]{2,400}」|『[^』\n]{2,400}』"
)
# Whether a quotation ends its sentence: by a mark after it, or within before a new sentence.
_ENDED = re.compile(rf"\s*[.!?。！？；…\n]|(?<=[.!?。！？].)(?:\s+[A-Z]|\s*[{_HAN}]|\s*$)")
_ABBREVIATED = word_set("dr mr mrs ms prof st vs")
# A clause may begin without a comma: with a contrast or a reason.
_JOINTS = word_set("but because cuz though 但是 但 因为 可是 所以")
_SPOKEN = word_set("i i'm i've me my you we")
_LONGEST_PHRASE = 5  # words
OWN = frozenset(["i", "we", "my"])
"""The classes of words for the speaker."""
_NONE: frozenset[str] = frozenset()
_NUMBER = Meaning(frozenset(["number"]), past=False, specific=0.0)


class Token(NamedTuple):
    """A word or a number, with its classes."""

    word: str
    start: int
    end: int
    capital: bool
    classes: frozenset[str]
    past: bool
    specific: float


class Clause(NamedTuple):
    """The words between two pauses: `text[start:end]`."""

    sentence: int
    tokens: tuple[Token, ...]
    classes: frozenset[str]
    mark: str = ""
    """What closes it: "?", "!" or "." ends a sentence, ":" or "" is a mere pause."""
    quoted: bool = False

    @property
    def ends(self) -> bool:
        """Whether a sentence ends here."""
        return self.mark in {".", "!", "?"}

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.tokens[-1].end


@dataclass(frozen=True, slots=True)
class Reading:
    """A message as clauses, and whether it came with a picture or names something by its title."""

    clauses: list[Clause]
    pictured: bool
    titled: bool


def read(text: str) -> Reading:
    """The clauses of a message, in order; a text without words has none."""
    plain = text.replace("’", "'")
    asides = [(*m.span(), False) for m in _ASIDE.finditer(plain)]
    marked = [m.span() for m in _QUOTED.finditer(plain)]
    quotes = [(*span, True) for span in marked if _is_speech(plain[slice(*span)])]
    titled = len(quotes) < len(marked) or "《" in plain
    clauses: list[Clause] = []
    sentence = at = 0
    for start, end, quoted in [*sorted(asides + quotes), (len(plain), len(plain), False)]:
        if start < at:  # a picture described in a quotation, or the reverse
            continue
        clauses += _clauses(plain, at, start, sentence)
        sentence = clauses[-1].sentence + clauses[-1].ends if clauses else 0
        if quoted:
            words = [t for t in _tokens(plain, start, end) if isinstance(t, Token)]
            if words:
                mark = "." if _ENDED.match(plain, end) else ""
                clauses.append(_clause(sentence, words, mark=mark, quoted=True))
                sentence += bool(mark)
        at = end
    return Reading(clauses, bool(asides), titled)


def _is_speech(quote: str) -> bool:
    """Whether a quotation is something said, and not a title or a single word."""
    inner = quote[1:-1]
    han = sum("\u4e00" <= c <= "\u9fff" for c in inner)
    if han >= 5 or (han >= 3 and inner[0] in "我你"):
        return True
    words = inner.split()
    if len(words) == 3 and not _SPOKEN.isdisjoint(inner.lower().split()):
        return True
    return len(words) >= 4 and sum(w[:1].isupper() for w in words) < 0.7 * len(words)


def _clauses(text: str, start: int, end: int, sentence: int) -> Iterator[Clause]:
    """The clauses of a stretch; each mark that ends a sentence is on the sentence's last clause."""
    words: list[Token] = []
    for found in _tokens(text, start, end):
        if isinstance(found, Token):
            if found.word in _JOINTS and words:
                yield _clause(sentence, words)
                words = []
            words.append(found)
        elif words:
            yield _clause(sentence, words, mark="" if found == "," else found)
            words = []
            sentence += found not in ",:"
    if words:
        yield _clause(sentence, words)


def _clause(
    sentence: int, words: Sequence[Token], *, mark: str = "", quoted: bool = False
) -> Clause:
    return Clause(sentence, tuple(words), _NONE.union(*[t.classes for t in words]), mark, quoted)


def _tokens(text: str, start: int, end: int) -> Iterator[Token | str]:
    """Words with their classes; between them "," and ":" for a pause, ".", "!", "?" for an end."""
    found = [(m.lastgroup, m.group(), m.start()) for m in _TOKEN.finditer(text, start, end)]
    following = seconds()
    at = 0
    while at < len(found):
        kind, piece, place = found[at]
        at += 1
        if kind == "word":
            word = piece.lower()
            after = following.get(word)
            if after and at < len(found) and found[at][1].lower() in after:
                word, at = _longest_phrase(word, found, at)
            last = found[at - 1]
            yield Token(word, place, last[2] + len(last[1]), piece[0].isupper(), *meaning(word))
        elif kind == "han":
            for word in _segmented(piece):
                yield Token(word, place, place + len(word), False, *meaning(word))  # noqa: FBT003
                place += len(word)
        elif kind == "number":
            yield Token(piece.lower(), place, place + len(piece), False, *_NUMBER)  # noqa: FBT003
        elif kind == "pause":
            yield ":" if piece in ":：" else ","
        elif kind == "end" and (
            piece != "." or at < 2 or found[at - 2][1].lower() not in _ABBREVIATED
        ):
            yield "?" if "?" in piece or "？" in piece else "!" if piece[0] in "!！" else "."


def _longest_phrase(
    word: str, found: Sequence[tuple[str | None, str, int]], at: int
) -> tuple[str, int]:
    """The longest known phrase from a word on, and where the text goes on after it."""
    known = lexicon()
    phrase = word
    best = word, at
    for place in range(at, min(at + _LONGEST_PHRASE - 1, len(found))):
        phrase += " " + found[place][1].lower()
        if phrase in known:
            best = phrase, place + 1
    return best


def _segmented(run: str) -> Iterator[str]:
    """Chinese words: from the left, the longest that is known, else a character."""
    known, longest = lexicon(), longest_from()
    at = 0
    while at < len(run):
        word = run[at]
        for size in range(longest.get(word, 1), 1, -1):
            if run[at : at + size] in known:
                word = run[at : at + size]
                break
        yield word
        at += len(word)
