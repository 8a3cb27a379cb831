"""What speaks for and against a message replying to each of the hundred before it."""

from bisect import bisect_left
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from nagori.group.analysis import MARKS
from nagori.group.columns import WINDOW, Columns, Floats, Ints

# What is beyond these says no more: a pause of a day is a pause, a busy channel is busy.
_LONGEST = np.float32(240)
_PACE = (np.float32(0.05), np.float32(3))
_MANY = np.float32(100)
_GAP = np.arange(WINDOW, 0, -1, dtype=np.float32)
_LOG_GAP = np.log1p(_GAP) / np.float32(4.6)
_NEAR = np.exp(-(_GAP - 1) / 2).astype(np.float32)
FADE = np.exp(-_GAP / 25).astype(np.float32)
_J_MARKS = tuple(
    MARKS.index(m) for m in ("asks", "greets", "thanks", "replies", "links", "commands", "stranger")
)

Bools = NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)

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

SELF_FEATURES = (
    *MARKS, "words", "to somebody", "somebody here", "names somebody", "new here", "own gap",
    "own minutes", "silence", "addressee's gap", "caller's gap", "no caller", "talkers",
    "addressing", "most shared", "most alike", "no vector", "own last asks", "own addressed",
    "own activity", "to my partner", "to my caller", "tempo", "silence by tempo",
)  # fmt: skip


class Evidence:
    """Features of some messages beside each of the `WINDOW` before them, oldest first."""

    __slots__ = ("alike", "alone", "pairs", "present", "same_speaker", "shared", "to_it", "to_me")

    def __init__(self, columns: Columns, first: int, last: int) -> None:
        """Of the messages from place `first` up to but not including `last`."""
        c, size = columns, last - first
        now = slice(first + WINDOW, last + WINDOW)
        speaker, addressee = c.speaker[now, None], c.addressee[now, None]
        its_speaker, its_addressee = (
            before(c.speaker, first, last),
            before(c.addressee, first, last),
        )
        self.present: Bools = its_speaker >= 0
        same = its_speaker == speaker
        directed = addressee >= 0
        to_it = (its_speaker == addressee) & directed
        names_it, to_me = to_it.copy(), its_addressee == speaker
        names_me, names_mine = to_me.copy(), np.zeros_like(to_me)
        for mentions in c.mentions:
            named = mentions[now, None]
            names_it |= (its_speaker == named) & (named >= 0)
            its = before(mentions, first, last)
            names_me |= its == speaker
            names_mine |= (its == addressee) & directed
        same_addressee = (its_addressee == addressee) & directed
        own_between, me_between = since(same), since(to_me)
        said_between, it_between = _answered(c, first, last)
        own_last, last_of = same & (own_between == 0), said_between == 0
        partner = its_speaker == c.partner[now, None]
        caller = its_speaker == c.caller[now, None]
        its_partner, its_caller = before(c.partner, first, last), before(c.caller, first, last)
        mine_now = np.where(directed, addressee, c.partner[now, None])
        numbers = c.speakers + 1
        base = numbers * np.arange(size)[:, None]
        keys = np.where(self.present, its_speaker, c.speakers) + base
        called_me = _by_speaker(keys, to_me * FADE, numbers * size)
        aims = np.where(its_addressee >= 0, its_addressee, c.speakers) + base
        i_called = _tally(aims, same * FADE, numbers * size)[keys] * self.present
        activity = _by_speaker(keys, self.present * np.float32(1), numbers * size)
        shared, alike, blind = (
            _shared(c, first, last),
            _alike(c, first, last),
            _blind(c, first, last),
        )
        self.same_speaker, self.to_it, self.to_me = same, to_it, to_me
        self.alike, self.shared = alike, shared
        minutes = (c.at[now, None] - before(c.at, first, last)).astype(np.float32) / 60
        minutes = np.where(self.present, np.clip(minutes, 0, _LONGEST), 0)
        pace = minutes.max(axis=1, keepdims=True) / np.maximum(
            self.present.sum(axis=1, keepdims=True), 1
        )
        pace = np.clip(pace, *_PACE)
        marks = [before(c.marks[at], first, last) for at in _J_MARKS]
        nobody = its_addressee < 0
        rarity = c.rarity[now, None] + 3
        found = (
            _LOG_GAP, _NEAR, _GAP == 1, np.log1p(minutes) / 4, minutes < 1,
            np.log1p(np.minimum(minutes / pace, _MANY)) / 3,
            same, own_last, np.log1p(own_between), last_of, np.log1p(said_between),
            to_it, names_it, to_it & last_of, to_me, names_me,
            to_me & (me_between == 0), np.log1p(me_between), np.log1p(it_between),
            same_addressee, names_mine, same & same_addressee, own_last & nobody & ~directed,
            directed & ~to_it, (its_addressee >= 0) & ~to_me, nobody,
            partner, caller, called_me, i_called, np.log1p(activity) / 3, last_of * called_me,
            its_partner == speaker, its_caller == speaker, (its_partner == mine_now) & (its_partner >= 0),
            np.log1p(shared) / 2, shared / rarity, shared / (before(c.rarity, first, last) + 3),
            alike, np.where(blind, 0, alike - alike.mean(axis=1, keepdims=True)), blind,
            np.log1p(before(c.words, first, last)) / 3, *marks,
            marks[0] * (it_between == 0) * ~same,
        )  # fmt: skip
        self.pairs: Floats = np.empty((len(found), size, WINDOW), dtype=np.float32)
        for row, value in zip(self.pairs, found, strict=True):
            row[:] = value
        self.pairs *= self.present
        self.alone: Floats = _alone(
            c,
            now,
            self,
            same=same,
            directed=directed[:, 0],
            caller=caller,
            minutes=minutes,
            own_last=own_last,
            blind=blind,
            nobody=nobody,
            own_marks=marks[0],
            pace=pace[:, 0],
        )


def _alone(
    c: Columns, now: slice, e: Evidence, *, same: Bools, directed: Bools, caller: Bools, minutes: Floats,
    own_last: Bools, blind: Bools, nobody: Bools, own_marks: Floats, pace: Floats,
) -> Floats:  # fmt: skip
    """What of a message speaks for its starting a conversation, or bears on all candidates."""
    talkers = (e.pairs[PAIR_FEATURES.index("last of speaker")]).sum(axis=1)
    heard = np.maximum(e.present.sum(axis=1), 1)
    own = same.any(axis=1)
    rows = (
        *c.marks[:, now], np.log1p(c.words[now]) / 3, directed, e.to_it.any(axis=1),
        c.mentions[0, now] >= 0, ~own, _nearest(same) * own,
        np.log1p((minutes * own_last).sum(axis=1)) / 4, np.log1p(minutes[:, -1]),
        _nearest(e.to_it), _nearest(caller), ~caller.any(axis=1), np.log1p(talkers) / 4,
        (~nobody).sum(axis=1) / heard, np.log1p(e.shared.max(axis=1)) / 2,
        e.alike.max(axis=1), blind.all(axis=1), (own_last * own_marks).sum(axis=1),
        (own_last & ~nobody).any(axis=1), np.log1p(same.sum(axis=1)) / 3,
        directed & (c.addressee[now] == c.partner[now]), directed & (c.addressee[now] == c.caller[now]),
        np.log1p(pace), np.log1p(np.minimum(minutes[:, -1] / pace, _MANY)),
    )  # fmt: skip
    return np.stack([np.asarray(row, dtype=np.float32) for row in rows])


def before(column: NDArray[T], first: int, last: int) -> NDArray[T]:
    """For each message, the column's values of those before it."""
    return skewed(column, first, (last - first, WINDOW), (1, 1))


def skewed(
    of: NDArray[T], start: int, shape: tuple[int, int], steps: tuple[int, int]
) -> NDArray[T]:
    """A view of values in a row: `steps` further for each row and column (numpy's own is slow)."""
    size = of.itemsize
    strides = (steps[0] * size, steps[1] * size)
    return np.ndarray(shape, of.dtype, buffer=of, offset=start * size, strides=strides)


def since(found: Bools) -> Floats:
    """How many of the found lie between a candidate and the message."""
    counts = np.cumsum(found[:, ::-1], axis=1, dtype=np.float32)[:, ::-1]
    return counts - found


def _answered(c: Columns, first: int, last: int) -> tuple[Floats, Floats]:
    """How much a candidate's speaker said, and was told, between the candidate and the message."""
    size = last - first
    speaker = c.speaker[first : last + WINDOW - 1, None]
    after = (size + WINDOW - 1, WINDOW)
    said = skewed(c.speaker, first + 1, after, (1, 1)) == speaker
    told = skewed(c.addressee, first + 1, after, (1, 1)) == speaker
    return _between(said, size), _between(told, size)


def _between(found: Bools, size: int) -> Floats:
    """From how many were found up to each later message, to how many between each pair."""
    counts = np.cumsum(found, axis=1, dtype=np.float32)
    counts -= found
    return skewed(counts, WINDOW - 1, (size, WINDOW), (WINDOW, WINDOW - 1))


def _tally(keys: NDArray[np.integer], weights: NDArray[np.floating], size: int) -> Floats:
    return np.bincount(keys.reshape(-1), weights.reshape(-1), size).astype(np.float32)


def _by_speaker(keys: NDArray[np.integer], weights: NDArray[np.floating], size: int) -> Floats:
    """For each candidate, the sum over all candidates of the same speaker."""
    return _tally(keys, weights, size)[keys]


def _nearest(found: Bools) -> Floats:
    """How near the last of the found is: 1 for the message before, 0 for none."""
    return np.max(found * (1 - _LOG_GAP), axis=1)


def _shared(c: Columns, first: int, last: int) -> Floats:
    """The weight of the words that each pair shares."""
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
    """The cosine of each pair's vectors; 0 where one is missing."""
    size, block = last - first, 64
    found = np.empty((size, WINDOW), dtype=np.float32)
    for start in range(first, last, block):
        stop = min(start + block, last)
        every = c.vectors[start + WINDOW : stop + WINDOW] @ c.vectors[start : stop + WINDOW - 1].T
        shape, steps = (stop - start, WINDOW), (every.shape[1] + 1, 1)
        found[start - first : stop - first] = skewed(every, 0, shape, steps)
    return found


def _blind(c: Columns, first: int, last: int) -> Bools:
    """Where a cosine is no evidence because a vector is missing."""
    missing = np.ascontiguousarray(c.vectors[first : last + WINDOW, 0] == 0)
    return missing[WINDOW:, None] | before(missing, 0, last - first)
