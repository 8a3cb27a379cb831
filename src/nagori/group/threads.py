"""What speaks for a candidate by the conversation it seems to be in."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from nagori.group.columns import WINDOW, Columns, Floats
from nagori.group.look import FirstLook
from nagori.group.pairs import Evidence, Feature
from nagori.group.views import FADE, between, skewed

TOP = 10
"""Candidates that the second look is worth: one in a hundred replies is to none of them."""

THREAD_FEATURES = (
    "chance", "log chance", "of the best", "same conversation",
    "size", "of mine", "of my addressee", "to me", "shared words", "alike", "lately",
    "replies to me", "later", "of mine later", "replies to me later", "replies to it",
    "it starts", "it replies to me", "it replies to my addressee", "my last was to its speaker",
    "my last", "my addressee's last", "shared words of its kin", "rank",
)  # fmt: skip
"""Of a candidate and what is in one conversation with it."""

OWN_FEATURES = (
    "chance", "log chance", "best", "second", "best of mine", "to me since", "conversations",
)  # fmt: skip
"""Of a message alone, by the first look."""

Places = NDArray[np.int64]


def second_look(
    c: Columns, e: Evidence, seen: FirstLook, first: int, last: int
) -> tuple[Places, Floats, Floats]:
    """The likeliest candidates' columns, their features, and those of each message alone."""
    size = last - first
    top = best(seen.links[first + WINDOW : last + WINDOW, :-1])
    to_me = _replies_to_me(c, seen, first, last)
    known, own = len(e.pairs), len(e.alone)
    pairs = np.empty((known + len(THREAD_FEATURES), size, TOP), dtype=np.float32)
    pairs[:known] = np.take_along_axis(e.pairs, top[None], axis=2)
    rows = np.arange(size)[:, None]
    for row, feature in zip(pairs[known:], _threads(c, e, seen, to_me, first, top), strict=True):
        row[:] = feature
    pairs[known:] *= e.relations.present[rows, top]
    alone = np.empty((own + len(OWN_FEATURES), size), dtype=np.float32)
    alone[:own] = e.alone
    for row, feature in zip(alone[own:], _alone(e, seen, to_me, first), strict=True):
        row[:] = feature
    return top, pairs, alone


def best(links: Floats) -> Places:
    """The columns of the likeliest candidates, the likeliest first, the nearest of equals."""
    order = np.argsort(-links[:, ::-1], axis=1, kind="stable")[:, :TOP]
    return links.shape[1] - 1 - order


def _threads(
    c: Columns, e: Evidence, seen: FirstLook, to_me: Floats, first: int, top: Places
) -> Iterator[Feature]:
    size, r = len(top), e.relations
    rows, now = np.arange(size)[:, None], slice(first + WINDOW, first + WINDOW + size)
    at = top + rows + first
    chance = seen.links[now, :-1]
    mine = chance[rows, top]
    near = seen.same[at[:, :, None], (rows + np.arange(WINDOW) + first)[:, None, :]]
    yield mine
    yield np.log(mine + 1e-4) / 5
    yield mine / np.maximum(chance.max(axis=1, keepdims=True), 1e-6)
    yield (near @ chance[:, :, None])[:, :, 0]

    told = np.empty((size, WINDOW, 8), dtype=np.float32)
    for place, part in enumerate(
        (to_me, r.same, np.float32(1), r.to_it, r.to_me, e.shared, e.alike, FADE)
    ):
        told[:, :, place] = part
    replies, own, many, addressed, called, shared, alike, lately = (near @ told).transpose(2, 0, 1)
    for part in (many, own, addressed, called):
        yield np.log1p(part)
    yield np.log1p(shared) / 2
    yield alike / (many + 0.5)
    yield np.log1p(lately)
    yield np.log1p(replies)

    near *= np.arange(WINDOW) > top[:, :, None]
    replies, own, many = (near @ told[:, :, :3]).transpose(2, 0, 1)
    yield np.log1p(many)
    yield np.log1p(own)
    yield np.log1p(replies)
    yield np.log1p(_replies(seen.links, first, first + size)[rows, top])

    addressee, my_last = c.addressee[now, None], _last_of(r.same, rows, first)
    yield seen.links[at, -1]
    yield to_me[rows, top]
    yield seen.aims[at, np.maximum(addressee, 0)] * (addressee >= 0)
    yield seen.aims[my_last, np.maximum(c.speaker[at], 0)]
    yield seen.same[my_last, at]
    yield seen.same[_last_of(r.to_it, rows, first), at]
    yield np.log1p(shared - e.shared[rows, top]) / 2
    yield np.arange(TOP) / 10


def _alone(e: Evidence, seen: FirstLook, to_me: Floats, first: int) -> Iterator[Feature]:
    size, r = len(to_me), e.relations
    links = seen.links[first + WINDOW : first + WINDOW + size]
    ordered = np.sort(links[:, :-1], axis=1)
    yield links[:, -1]
    yield np.log(links[:, -1] + 1e-4) / 5
    yield ordered[:, -1]
    yield ordered[:, -2]
    yield (links[:, :-1] * r.same).max(axis=1)
    yield np.log1p((to_me * (r.own_between == 0)).sum(axis=1))
    window = np.arange(size)[:, None] + np.arange(WINDOW) + first
    yield np.log1p(seen.links[window, -1].sum(axis=1)) / 3


def _replies_to_me(c: Columns, seen: FirstLook, first: int, last: int) -> Floats:
    """For each candidate the chance that it replies to the message's speaker."""
    window = np.arange(last - first)[:, None] + np.arange(WINDOW) + first
    return seen.aims[window, c.speaker[first + WINDOW : last + WINDOW, None]]


def _last_of(found: NDArray[np.bool_], rows: Places, first: int) -> Places:
    """The row of the last of the found; an empty row if there is none."""
    back = np.argmax(found[:, ::-1], axis=1)[:, None]
    return np.where(found.any(axis=1, keepdims=True), rows + first + WINDOW - 1 - back, 0)


def _replies(links: Floats, first: int, last: int) -> Floats:
    """How many replies each candidate has had before the message."""
    size = last - first
    # Row j, column g: the chance that the message g + 1 after j replies to j.
    start = (first + 1) * (WINDOW + 1) + WINDOW - 1
    given = skewed(links, start, (size + WINDOW - 1, WINDOW), (WINDOW + 1, WINDOW))
    return between(given, size)
