"""Where a memory lies on the map: a pure function of its vector, or of its words.

No other memory has a say in it, so nothing moves when memories are added. A vector is drawn to the
topics whose sentences it is like, and among those of a topic it keeps to its own side.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from nagori.recall.topics import Topic, topics
from nagori.text.terms import query_terms

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_PULL: Final = 2.6
"""How much the best topics win over the others."""
_RADIUS: Final = 0.17
"""How far memories of one topic spread; topics lie about 0.25 apart and may touch."""
_TIGHT: Final = 0.55
"""Memories differ by less than the sentences of the topics, which were written to differ."""
_SURE: Final = 0.3
"""A share of the pull from which on a memory belongs to a topic."""
_APART: Final = 0.006
"""Memories that mean exactly the same still have places of their own."""
_BLOCK: Final = 1024


@dataclass(frozen=True, slots=True)
class Places:
    """Where memories lie, and the topic of each: its number, or -1."""

    x: Floats
    y: Floats
    topic: NDArray[np.int16]


class Atlas:
    """Places vectors of one embedder, which is known by its vectors of the topics' sentences."""

    def __init__(self, vectors: Floats) -> None:
        count, dims = len(topics()), vectors.shape[1]
        self._mean = vectors.mean(axis=0, dtype=np.float64)
        # A sentence and its translation count as one, so that no language has a side of its own.
        pairs = vectors.reshape(count, 2, -1, dims).mean(axis=1)
        self._says = _unit(pairs - self._mean).reshape(-1, dims)
        by_topic = self._says.reshape(count, -1, dims)
        inside = by_topic - _unit(by_topic.mean(axis=1))[:, None]
        self._axes = _directions(inside.reshape(-1, dims))
        self._scale = _TIGHT * (self._says @ self._axes.T).std(axis=0)
        likeness = self._likeness(self._says)
        others = np.repeat(np.arange(count), by_topic.shape[1])[:, None] != np.arange(count)
        # Some topics are a little like everything: only what exceeds that counts.
        self._usual = np.array([likeness[others[:, t], t].mean() for t in range(count)])
        self._spread = np.array([likeness[others[:, t], t].std() for t in range(count)]) + 1e-6

    @property
    def dims(self) -> int:
        """Length of the vectors that it can place."""
        return len(self._mean)

    def place(self, vectors: Floats) -> Places:
        """A place for each vector."""
        if not len(vectors):
            return Places(np.empty(0, np.float32), np.empty(0, np.float32), np.empty(0, np.int16))
        parts = [
            self._block(vectors[start : start + _BLOCK]) for start in range(0, len(vectors), _BLOCK)
        ]
        xy, topic = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Places(xy[:, 0], xy[:, 1], topic)

    def _block(self, vectors: Floats) -> tuple[Floats, NDArray[np.int16]]:
        # In double precision, and rounded in the end: the last bits of a product depend on how many
        # others are computed with it, and a place must not.
        centred = _unit(vectors - self._mean)
        beyond = (self._likeness(centred) - self._usual) / self._spread
        beyond -= beyond.mean(axis=1, keepdims=True)
        beyond /= beyond.std(axis=1, keepdims=True) + 1e-6
        share = np.exp(_PULL * (beyond - beyond.max(axis=1, keepdims=True)))
        share /= share.sum(axis=1, keepdims=True)
        side = _in_disc(centred @ self._axes.T / self._scale)
        xy: Doubles = share @ _centres() + _RADIUS * side
        return xy.round(5).astype(np.float32), _sure(share)

    def _likeness(self, centred: Doubles) -> Doubles:
        """How like each topic: the mean over those of its sentences that are nearest."""
        each = (centred @ self._says.T).reshape(len(centred), len(topics()), -1)
        return _mean_of_largest(np.moveaxis(each, 2, 0))


def place_words(texts: list[str]) -> Places:
    """Places by words alone, for texts without a vector: those that share words lie together."""
    known = _words_of_topics()
    xy = np.zeros((len(texts), 2), np.float32)
    topic = np.full(len(texts), -1, np.int16)
    for at, text in enumerate(texts):
        terms = query_terms(text).tolist()
        share = np.zeros(len(topics()))
        for term in terms:
            if term in known:
                share[known[term]] += 1 / len(known[term])
        points = np.array([_point(term) for term in terms] or [(0.0, 0.0)])
        side = _in_disc(1.5 * points.mean(axis=0, keepdims=True))[0]
        if share.any():
            share /= share.sum()
            xy[at] = share @ _centres() + _RADIUS * side
            topic[at] = _sure(share[None])[0]
        else:
            xy[at] = side * _extent()
    return Places(xy[:, 0], xy[:, 1], topic)


def apart(ids: list[str]) -> Floats:
    """A tiny step for each id, so that no two memories lie on top of each other."""
    return _APART * np.array([_point(crc32(id.encode())) for id in ids], np.float32).reshape(-1, 2)


def _unit(rows: Doubles) -> Doubles:
    return rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-9)


def _mean_of_largest(each: Doubles) -> Doubles:
    """The mean of the two largest: a memory need not be like all sentences of a topic.

    By comparing whole arrays, which takes a fifth of the time of sorting so few numbers.
    """
    first, second = np.full_like(each[0], -1), np.full_like(each[0], -1)
    for one in each:
        second = np.maximum(second, np.minimum(first, one))
        first = np.maximum(first, one)
    return (first + second) / 2


def _directions(rows: Doubles) -> Doubles:
    """The two directions in which rows differ most.

    By repeated multiplication: few numbers, so that no threads are woken for it as by an SVD. A
    direction's largest part is made positive, since mathematics leaves the sign open.
    """
    found = np.random.default_rng(0).normal(size=(rows.shape[1], 2))
    for _ in range(40):
        found, _ = np.linalg.qr(rows.T @ (rows @ found))
    largest = np.abs(found).argmax(axis=0)
    return (found * np.sign(found[largest, np.arange(2)])).T


def _in_disc(points: Doubles) -> Doubles:
    """The same directions, within a distance of 1."""
    far = np.linalg.norm(points, axis=-1, keepdims=True) + 1e-9
    return points / far * np.tanh(far / 1.9)


def _sure(share: Doubles) -> NDArray[np.int16]:
    best = share.argmax(axis=1)
    return np.where(share[np.arange(len(share)), best] >= _SURE, best, -1).astype(np.int16)


def _point(number: int) -> tuple[float, float]:
    """A point of the square around 0 that stands for a number."""
    mixed = (number * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    return (mixed >> 40) / 2**23 - 1, ((mixed >> 16) & 0xFFFFFF) / 2**23 - 1


@cache
def _centres() -> Doubles:
    return np.array([(t.x, t.y) for t in topics()])


@cache
def _extent() -> Doubles:
    return np.abs(_centres()).max(axis=0)


@cache
def _words_of_topics() -> dict[int, list[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for number, topic in enumerate(topics()):
        for term in _terms_of(topic):
            found[term].add(number)
    return {term: sorted(numbers) for term, numbers in found.items()}


def _terms_of(topic: Topic) -> set[int]:
    return {term for text in topic.says for term in query_terms(text).tolist()}
