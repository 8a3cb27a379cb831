"""The words of code and of questions about it, for finding records of projects.

An identifier gives its words: `getHTTPResponse` and `get_http_response` are found by "response".
Words are stemmed harder than those of talk, since a question says "serialised" or "configuration"
where code says `serializer` and `configure`; and a question is asked in the words of the glossary
too, which is how Chinese finds English code.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from nagori.text.glossary import glossary
from nagori.text.terms import content, stem, term
from nagori.text.wording import wording
from nagori.values.passage import Wording

MEANT = 0.3
"""What a word weighs that the glossary gives for one that was asked."""
TRANSLATED, TRANSLATED_LESS, PLAINEST = 0.7, 0.42, 3
"""What English words weigh for a Chinese one: the first few of a group, and the others."""
PAIR = 0.5
"""What a pair of Chinese characters weighs beside the words that it may be part of."""
LENGTH = 0.5
"""How far a record is held to its length, the words of its lines included."""
MOST_TIMES = 2
"""How often a word counts that stands in the lines of a record."""

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")
_TWOFOLD = re.compile(
    r"(?<![A-Za-z])(?:[A-Z]?[a-z]+[A-Z][a-z]+|[A-Z]{2,}[a-z]+|[A-Z][a-z]+[A-Z]{2,})(?![A-Za-z])"
)
"""`WebSocket`, `SQLite`, `PostgreSQL`: names of two parts, which are as often written as one."""
_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_PLAIN_WORD = re.compile(r"[a-z]{2,24}")
_ENDINGS = (
    "ization", "isation", "ations", "ation", "ition", "ements", "ement", "ments", "ment", "ness",
    "ility", "able", "ible", "ance", "ence", "ive", "ize", "ise", "ion", "er", "or", "al", "ly",
    "ity", "ful", "ent", "ant", "at", "is", "iz",
)  # fmt: skip
# What questions about code are framed with, beside the stop words of talk. Such words are rare in
# code, so that one that happens to stand there would weigh more than what is asked about.
_FRAME_WORDS = """
    able according actually again almost already although always anyway anywhere apart aside away
    became because become becomes becoming besides certain concerned concerning depending despite
    else elsewhere enough entirely especially even ever exactly further generally given happen
    happened happening happens hence however indeed instead itself mainly maybe meant merely mostly
    nearly never nevertheless nowhere often once ordinary otherwise perhaps possibly precisely quite
    rather regarding respectively responsible seem seemed seems simply somehow sometimes somewhere
    soon still sure thereby therefore though through throughout thus together toward towards unless
    unlike upon usually various via whatever whenever whereas wherever whichever whoever within
    works yet
"""
_FRAME = frozenset(_FRAME_WORDS.split())
_POSSESSIVE = re.compile(r"(?<=[a-z])['’]s\b")
_LEAST_LEFT = 4
_LONG = 6


def code_terms(text: str) -> NDArray[np.uint32]:
    """The hashed terms of what is said about code, repeated as often as they stand in it."""
    return _numbers([*map(_term, _words(text)), *_pairs(text)])


def body_terms(lines: Iterable[str]) -> NDArray[np.uint32]:
    """The hashed terms of lines of code, each a few times at most.

    Only plain words: what may be a key or a password is none.
    """
    times: dict[int, int] = {}
    for line in lines:
        found = [_term(word) for word in _words(line) if _PLAIN_WORD.fullmatch(word)]
        for number in (*found, *_pairs(line)):
            times[number] = times.get(number, 0) + 1
    return _numbers(
        number for number, count in times.items() for _ in range(min(count, MOST_TIMES))
    )


def code_query(text: str) -> Wording:
    """The words that a question about code looks for, each with those that may stand for it."""
    groups: list[dict[int, float]] = []
    seen: set[int] = set()
    for name in _TWOFOLD.findall(text):
        number = _term(name.lower())
        if number not in seen:
            seen.add(number)
            parts = {_term(part): MEANT for part in _words(name)}
            groups.append({**parts, **_meant(name.lower()), number: 1.0})
    for word in _asked(_TWOFOLD.sub(" ", text)):
        number = _term(word)
        if number not in seen:
            seen.add(number)
            groups.append({number: 1.0, **_meant(word)})
    for run in _HAN.findall(unicodedata.normalize("NFKC", text)):
        groups += _of_run(run, seen)
    if not groups:  # nothing but words that any question has
        groups = [{number: 1.0} for number in dict.fromkeys(code_terms(text).tolist())]
    return wording(groups, kind="record", length=LENGTH)


def _asked(text: str) -> Iterator[str]:
    """The words of a question that say what it is about."""
    for piece in content(_HUMPS.sub(" ", _POSSESSIVE.sub("", text))):
        for word in _WORD.findall(piece):
            if word not in _FRAME:
                yield word


def _of_run(run: str, seen: set[int]) -> Iterator[dict[int, float]]:
    """The words of a run of Chinese, and pairs of its characters that are part of none."""
    known = glossary()
    for phrase in known.phrases(run):
        number = term(phrase)
        if number in seen:
            continue
        seen.add(number)
        group = dict.fromkeys(_pairs(phrase), 1.0)
        for place in known.of_phrase[phrase]:
            for at, word in enumerate(known.groups[place]):
                weight = TRANSLATED if at < PLAINEST else TRANSLATED_LESS
                group[_term(word)] = max(group.get(_term(word), 0.0), weight)
        yield group
    for piece in content(run):
        for pair in _pairs(piece):
            if pair not in seen:
                seen.add(pair)
                yield {pair: PAIR}


@cache
def _groups_of_stems() -> dict[int, list[int]]:
    """The groups of the glossary by the stems of their words."""
    found: dict[int, list[int]] = {}
    for place, group in enumerate(glossary().groups):
        for word in group:
            found.setdefault(_term(word), []).append(place)
    return found


def _meant(word: str) -> dict[int, float]:
    """Words that may stand for one, without itself."""
    number = _term(word)
    groups = glossary().groups
    meant = (
        _term(other) for place in _groups_of_stems().get(number, ()) for other in groups[place]
    )
    return {other: MEANT for other in meant if other != number}


def _words(text: str) -> list[str]:
    """The words of a text in lower case, identifiers taken apart, and what is one word to some."""
    words = _WORD.findall(_HUMPS.sub(" ", text).lower())
    return words + [name.lower() for name in _TWOFOLD.findall(text)]


def _pairs(text: str) -> list[int]:
    if text.isascii():
        return []
    pairs: list[int] = []
    for run in _HAN.findall(unicodedata.normalize("NFKC", text)):
        pairs += [term(run[at : at + 2]) for at in range(max(len(run) - 1, 1))]
    return pairs


@lru_cache(65_536)
def _term(word: str) -> int:
    return term(_hard_stem(word))


def _hard_stem(word: str) -> str:
    """A word without the endings that make another kind of word of it."""
    if not word.isascii():
        return word
    left = stem(word)
    if len(left) < _LONG or not left.isalpha():
        return left
    for _ in range(3):  # `serializer` has three, "serial" one
        for ending in _ENDINGS:
            if left.endswith(ending) and len(left) - len(ending) >= _LEAST_LEFT:
                left = left.removesuffix(ending)
                break
    return left.rstrip("ei") if len(left) > _LEAST_LEFT else left


def _numbers(numbers: Iterable[int]) -> NDArray[np.uint32]:
    return np.fromiter(numbers, np.uint32)
