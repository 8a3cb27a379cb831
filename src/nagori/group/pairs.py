"""What speaks for and against a message replying to each of the hundred before it."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nagori.group.analysis import MARKS
from nagori.group.columns import WINDOW, Columns, Floats
from nagori.group.relations import Relations, history, relations
from nagori.group.views import GAP, LOG_GAP, Bools, before, nearest, skewed

# What is beyond these says no more: a pause of a day is a pause, a busy channel is busy.
_LONGEST = np.float32(240)
_PACE = (np.float32(0.05), np.float32(3))
_MANY = np.float32(100)
_NEAR: Floats = np.exp(-(GAP - 1) / 2).astype(np.float32)
_ITS_MARKS = slice(0, MARKS.index("exclaims"))
_ASKS = MARKS.index("asks")
_BLOCK = 64

PAIR_FEATURES = (
    "gap", "near", "next", "minutes", "within a minute", "tempo",
    "same speaker", "own last", "own between", "last of speaker", "of speaker between",
    "to speaker", "names speaker", "to speaker, last of speaker", "speaks to me", "names me",
    "last to me", "to me between", "to it between",
    "same addressee", "names my addressee", "same speaker, addressee", "own last, both to nobody",
    "I speak to another", "it speaks to another", "it speaks to nobody",
    "my partner", "my caller", "called me", "I called", "activity", "last of speaker, called me",
    "its partner is me", "its caller is me", "its partner is mine",
    "shared words", "shared part", "shared part of its", "alike", "alike to others", "no vector",
    "its words", "it asks", "it greets", "it thanks", "it replies", "it links", "it commands",
    "it speaks to a stranger", "question of another, unanswered",
)  # fmt: skip
"""Of a message (I) and a candidate (it)."""

SELF_FEATURES = (
    *MARKS, "words", "to somebody", "somebody here", "names somebody", "new here", "own gap",
    "own minutes", "silence", "addressee's gap", "caller's gap", "no caller", "talkers",
    "addressing", "most shared", "most alike", "no vector", "own last asks", "own addressed",
    "own activity", "to my partner", "to my caller", "tempo", "silence by tempo",
)  # fmt: skip
"""Of a message alone: they bear on whether it starts a conversation, and on all candidates."""

Feature = NDArray[np.generic] | np.generic


@dataclass(frozen=True, slots=True)
class Evidence:
    """Features of some messages beside each of the `WINDOW` before them, oldest first."""

    pairs: Floats
    """(feature, message, candidate)"""
    alone: Floats
    """(feature, message)"""
    relations: Relations
    shared: Floats
    """The weight of the words that both have."""
    alike: Floats
    """The cosine of the vectors; 0 where one is missing."""


@dataclass(frozen=True, slots=True)
class _Measured:
    """What several features are made of."""

    minutes: Floats
    pace: Floats
    """Minutes from message to message: one column."""
    shared: Floats
    alike: Floats
    blind: Bools
    """Where the cosine says nothing because a vector is missing."""


def evidence(c: Columns, first: int, last: int) -> Evidence:
    """The evidence on the messages from place `first` up to but not including `last`."""
    r = relations(c, first, last)
    m = _measured(c, r, first, last)
    found = (
        *_distance(m), *_turns(r), *_calls(r), *_aims(r), *_past(c, r, first, last),
        *_words(c, m, first, last), *_itself(c, r, first, last),
    )  # fmt: skip
    pairs = np.empty((len(PAIR_FEATURES), last - first, WINDOW), dtype=np.float32)
    for row, feature in zip(pairs, found, strict=True):
        row[:] = feature
    pairs *= r.present
    alone = np.empty((len(SELF_FEATURES), last - first), dtype=np.float32)
    for row, feature in zip(alone, _alone(c, r, m, first, last), strict=True):
        row[:] = feature
    return Evidence(pairs, alone, r, m.shared, m.alike)


def _measured(c: Columns, r: Relations, first: int, last: int) -> _Measured:
    at = c.at[first + WINDOW : last + WINDOW, None]
    minutes = ((at - before(c.at, first, last)) / 60).astype(np.float32)
    minutes = np.where(r.present, np.clip(minutes, 0, _LONGEST), 0)
    heard = np.maximum(r.present.sum(axis=1, keepdims=True), 1)
    pace = np.clip(minutes.max(axis=1, keepdims=True) / heard, *_PACE).astype(np.float32)
    missing = np.ascontiguousarray(c.vectors[first : last + WINDOW, 0] == 0)
    blind = missing[WINDOW:, None] | before(missing, 0, last - first)
    return _Measured(minutes, pace, _shared(c, first, last), _alike(c, first, last), blind)


def _distance(m: _Measured) -> Iterator[Feature]:
    yield LOG_GAP
    yield _NEAR
    yield GAP == 1
    yield np.log1p(m.minutes) / 4
    yield m.minutes < 1
    yield np.log1p(np.minimum(m.minutes / m.pace, _MANY)) / 3


def _turns(r: Relations) -> Iterator[Feature]:
    yield r.same
    yield r.same & (r.own_between == 0)
    yield np.log1p(r.own_between)
    yield r.said_between == 0
    yield np.log1p(r.said_between)


def _calls(r: Relations) -> Iterator[Feature]:
    yield r.to_it
    yield r.names_it
    yield r.to_it & (r.said_between == 0)
    yield r.to_me
    yield r.names_me
    yield r.to_me & (r.me_between == 0)
    yield np.log1p(r.me_between)
    yield np.log1p(r.it_between)


def _aims(r: Relations) -> Iterator[Feature]:
    yield r.same_addressee
    yield r.names_mine
    yield r.same & r.same_addressee
    yield r.same & (r.own_between == 0) & r.nobody & ~r.directed
    yield r.directed & ~r.to_it
    yield ~r.nobody & ~r.to_me
    yield r.nobody


def _past(c: Columns, r: Relations, first: int, last: int) -> Iterator[Feature]:
    now = slice(first + WINDOW, last + WINDOW)
    its_speaker = before(c.speaker, first, last)
    its_partner, its_caller = before(c.partner, first, last), before(c.caller, first, last)
    partner = c.partner[now, None]
    h = history(c, r, first, last)
    yield its_speaker == partner
    yield its_speaker == c.caller[now, None]
    yield h.called_me
    yield h.i_called
    yield np.log1p(h.activity) / 3
    yield (r.said_between == 0) * h.called_me
    yield its_partner == c.speaker[now, None]
    yield its_caller == c.speaker[now, None]
    mine = np.where(r.directed, c.addressee[now, None], partner)
    yield (its_partner == mine) & (its_partner >= 0)


def _words(c: Columns, m: _Measured, first: int, last: int) -> Iterator[Feature]:
    yield np.log1p(m.shared) / 2
    yield m.shared / (c.rarity[first + WINDOW : last + WINDOW, None] + 3)
    yield m.shared / (before(c.rarity, first, last) + 3)
    yield m.alike
    yield np.where(m.blind, 0, m.alike - m.alike.mean(axis=1, keepdims=True))
    yield m.blind


def _itself(c: Columns, r: Relations, first: int, last: int) -> Iterator[Feature]:
    yield np.log1p(before(c.words, first, last)) / 3
    for mark in c.marks[_ITS_MARKS]:
        yield before(mark, first, last)
    yield before(c.marks[_ASKS], first, last) * (r.it_between == 0) * ~r.same


def _alone(c: Columns, r: Relations, m: _Measured, first: int, last: int) -> Iterator[Feature]:
    now = slice(first + WINDOW, last + WINDOW)
    own_last = r.same & (r.own_between == 0)
    caller = before(c.speaker, first, last) == c.caller[now, None]
    heard = np.maximum(r.present.sum(axis=1), 1)
    directed, silence = r.directed[:, 0], m.minutes[:, -1]
    yield from c.marks[:, now]
    yield np.log1p(c.words[now]) / 3
    yield directed
    yield r.to_it.any(axis=1)
    yield c.mentions[0, now] >= 0
    yield ~r.same.any(axis=1)
    yield nearest(r.same)
    yield np.log1p((m.minutes * own_last).sum(axis=1)) / 4
    yield np.log1p(silence)
    yield nearest(r.to_it)
    yield nearest(caller)
    yield ~caller.any(axis=1)
    yield np.log1p(((r.said_between == 0) & r.present).sum(axis=1)) / 4
    yield (~r.nobody).sum(axis=1) / heard
    yield np.log1p(m.shared.max(axis=1)) / 2
    yield m.alike.max(axis=1)
    yield m.blind.all(axis=1)
    yield (own_last * before(c.marks[_ASKS], first, last)).sum(axis=1)
    yield (own_last & ~r.nobody).any(axis=1)
    yield np.log1p(r.same.sum(axis=1)) / 3
    yield directed & (c.addressee[now] == c.partner[now])
    yield directed & (c.addressee[now] == c.caller[now])
    yield np.log1p(m.pace[:, 0])
    yield np.log1p(np.minimum(silence / m.pace[:, 0], _MANY))


def _shared(c: Columns, first: int, last: int) -> Floats:
    found = np.zeros((last - first, WINDOW), dtype=np.float32)
    start = bisect_left(c.shared.later, first + WINDOW)
    stop = bisect_left(c.shared.later, last + WINDOW, start)
    if stop > start:
        later = np.array(c.shared.later[start:stop])
        earlier = np.array(c.shared.earlier[start:stop])
        weights = np.array(c.shared.weight[start:stop], dtype=np.float32)
        np.add.at(found, (later - first - WINDOW, earlier - later + WINDOW), weights)
    return found


def _alike(c: Columns, first: int, last: int) -> Floats:
    found = np.empty((last - first, WINDOW), dtype=np.float32)
    for start in range(first, last, _BLOCK):
        stop = min(start + _BLOCK, last)
        every = c.vectors[start + WINDOW : stop + WINDOW] @ c.vectors[start : stop + WINDOW - 1].T
        shape, steps = (stop - start, WINDOW), (every.shape[1] + 1, 1)
        found[start - first : stop - first] = skewed(every, 0, shape, steps)
    return found
