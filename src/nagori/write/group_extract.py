"""What matters most of a stretch of talk, in the words of those who said it. Pure."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nagori.text.secrets import redact
from nagori.text.terms import query_terms
from nagori.values.message import Message

LONGEST_SUMMARY = 600
"""Characters."""
_LONGEST_QUOTE = 140
_MOST_QUOTES = 6
_FEW_WORDS = 5
_ALIKE = 0.7
"""A line that shares more of its words with one that was chosen says nothing new."""
_LEAST = 0.35
"""Of what the best line counts: less is small talk."""
_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？；])|\n")

Vectors = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Quote:
    """What is taken from one message."""

    message: Message
    text: str


def extract(messages: Sequence[Message], vectors: Vectors | None = None) -> list[Quote]:
    """The few sentences that most of the talk is about, in the order in which they were said.

    A line counts by its words that others use too, by replies to it and, where there are vectors by
    message id, by how near it is to the middle of all.
    """
    said = [Quote(message, _cut(redact(message.content).text)) for message in messages]
    said = [quote for quote in said if quote.text]
    words = [frozenset(map(int, query_terms(quote.text))) for quote in said]
    scores = _scores(said, words, vectors or {})
    least = _LEAST * max(scores, default=0.0)
    chosen: list[int] = []
    left = LONGEST_SUMMARY
    for at in sorted(range(len(said)), key=lambda at: (-scores[at], at)):
        cost = len(said[at].text) + len(said[at].message.name or said[at].message.speaker) + 3
        if scores[at] < least or not scores[at]:
            break
        if cost > left or any(_overlap(words[at], words[c]) for c in chosen):
            continue
        chosen.append(at)
        left -= cost
        if len(chosen) == _MOST_QUOTES:
            break
    return [said[at] for at in sorted(chosen)]


def _scores(
    said: Sequence[Quote], words: Sequence[frozenset[int]], vectors: Vectors
) -> NDArray[np.float64]:
    used = Counter(word for own in words for word in own)
    replies = Counter(quote.message.reply_to for quote in said if quote.message.reply_to)
    scores = np.zeros(len(said))
    for at, (quote, own) in enumerate(zip(said, words, strict=True)):
        if not own:
            continue
        rare = np.log1p(len(said))
        shared = sum(np.log(used[word]) * (rare - np.log(used[word])) for word in own)
        score = (1 + shared) / np.sqrt(len(own) + 4)
        answered = replies[quote.message.id] + replies[quote.message.external_id or ""]
        score *= 1 + 0.3 * min(answered, 3)
        if quote.text.endswith(("?", "？")):  # what was answered tells more than what was asked
            score *= 0.4
        if len(own) < _FEW_WORDS:
            score *= len(own) / _FEW_WORDS
        scores[at] = score
    return scores * _centrality(said, vectors)


def _centrality(said: Sequence[Quote], vectors: Vectors) -> NDArray[np.float64]:
    known = [vectors[quote.message.id] for quote in said if quote.message.id in vectors]
    if len(known) < len(said) or not known:
        return np.ones(len(said))
    matrix = np.stack(known).astype(np.float64)
    middle = matrix.mean(axis=0)
    return 0.5 + np.clip(matrix @ middle / (np.linalg.norm(middle) or 1.0), 0, 1)


def _overlap(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) > _ALIKE * min(len(one), len(other))


def _cut(text: str) -> str:
    """The first sentences of a message that are short enough, or the beginning of the first."""
    text = text.strip()
    if len(text) <= _LONGEST_QUOTE:
        return " ".join(text.split())
    kept = ""
    for sentence in _END.split(text):
        longer = f"{kept} {sentence}".strip()
        if len(longer) > _LONGEST_QUOTE:
            break
        kept = longer
    return " ".join((kept or f"{text[:_LONGEST_QUOTE].rstrip()}…").split())
