"""What speaks for a candidate by the conversation it seems to be in."""

import numpy as np
from numpy.typing import NDArray

from nagori.group.columns import WINDOW, Columns, Floats
from nagori.group.look import FirstLook
from nagori.group.pairs import FADE, Evidence, since, skewed

TOP = 10
"""Candidates that the second look is worth: one in a hundred replies is to none of them."""

THREAD_FEATURES = (
    "chance", "log chance", "of the best", "same conversation",
    "size", "of mine", "of my addressee", "to me", "shared words", "alike", "lately", "replies to me",
    "later", "of mine later", "replies to me later", "replies to it", "it starts", "it replies to me",
    "it replies to my addressee", "my last was to its speaker", "my last", "my addressee's last",
    "shared words of its kin", "rank",
)  # fmt: skip

OWN_FEATURES = (
    "chance",
    "log chance",
    "best",
    "second",
    "best of mine",
    "to me since",
    "conversations",
)


def second_look(
    c: Columns, e: Evidence, seen: FirstLook, first: int, last: int
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """The likeliest candidates' columns, their features, and those of each message by itself."""
    top = best(seen.links[first + WINDOW : last + WINDOW, :-1])
    pairs, alone = thread_features(c, e, seen, first, last, top)
    known = np.take_along_axis(e.pairs, top[None], axis=2)
    return top, np.concatenate([known, pairs]), np.concatenate([e.alone, alone])


def best(links: Floats) -> NDArray[np.int64]:
    """The columns of the likeliest candidates, the likeliest first, the nearest of equals."""
    order = np.argsort(-links[:, ::-1], axis=1, kind="stable")[:, :TOP]
    return links.shape[1] - 1 - order


def thread_features(
    c: Columns, e: Evidence, seen: FirstLook, first: int, last: int, top: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Features of the candidates at columns `top`, and of each message by itself."""
    size = last - first
    rows = np.arange(size)[:, None]
    chance = seen.links[first + WINDOW : last + WINDOW]
    window = rows + np.arange(WINDOW) + first
    at = top + rows + first
    near = seen.same[at[:, :, None], window[:, None, :]]
    later = near * (np.arange(WINDOW) > top[:, :, None])
    speaker, addressee = (
        c.speaker[first + WINDOW : last + WINDOW, None],
        c.addressee[first + WINDOW : last + WINDOW, None],
    )
    to_me = seen.aims[window, speaker]
    same = e.same_speaker.astype(np.float32)
    told = np.stack([np.broadcast_to(np.float32(1), same.shape), same, e.to_it, e.to_me, e.shared, e.alike,
                     np.broadcast_to(FADE, same.shape), to_me], axis=2)  # fmt: skip
    sums = near @ told
    lately = later @ told[:, :, [0, 1, 7]]
    mine = chance[rows, top]
    best = np.maximum(chance[:, :-1].max(axis=1, keepdims=True), 1e-6)
    kin = (near @ chance[:, :-1, None])[:, :, 0]
    own = _last_of(e.same_speaker, rows, first)
    theirs = _last_of(e.to_it, rows, first)
    aimed = seen.aims[at, np.maximum(addressee, 0)] * (addressee >= 0)
    found = (
        mine, np.log(mine + 1e-4) / 5, mine / best, kin,
        *(np.log1p(sums[:, :, k]) for k in range(4)), np.log1p(sums[:, :, 4]) / 2,
        sums[:, :, 5] / (sums[:, :, 0] + 0.5), np.log1p(sums[:, :, 6]), np.log1p(sums[:, :, 7]),
        *(np.log1p(lately[:, :, k]) for k in range(3)),
        np.log1p(_replies(seen.links, first, last)[rows, top]),
        seen.links[at, -1], to_me[rows, top], aimed,
        seen.aims[own, np.maximum(c.speaker[at], 0)], seen.same[own, at], seen.same[theirs, at],
        np.log1p(sums[:, :, 4] - e.shared[rows, top]) / 2,
        np.broadcast_to(np.arange(top.shape[1], dtype=np.float32) / 10, mine.shape),
    )  # fmt: skip
    pairs = np.stack([np.asarray(part, dtype=np.float32) for part in found])
    pairs *= e.present[rows, top]
    ordered = np.sort(chance[:, :-1], axis=1)
    after_own = since(e.same_speaker) == 0
    alone = (
        chance[:, -1], np.log(chance[:, -1] + 1e-4) / 5, ordered[:, -1], ordered[:, -2],
        (chance[:, :-1] * same).max(axis=1), np.log1p((to_me * after_own).sum(axis=1)),
        np.log1p((seen.links[window, -1]).sum(axis=1)) / 3,
    )  # fmt: skip
    return pairs, np.stack([np.asarray(part, dtype=np.float32) for part in alone])


def _last_of(found: NDArray[np.bool_], rows: NDArray[np.int64], first: int) -> NDArray[np.int64]:
    """The row of the last of the found; an empty row if there is none."""
    back = np.argmax(found[:, ::-1], axis=1)[:, None]
    return np.where(found.any(axis=1, keepdims=True), rows + first + WINDOW - 1 - back, 0)


def _replies(links: Floats, first: int, last: int) -> Floats:
    """How many replies a candidate has had before the message, one row per message."""
    size = last - first
    # Row j, column g: the chance that the message g + 1 after j replies to j.
    start = (first + 1) * (WINDOW + 1) + WINDOW - 1
    given = skewed(links, start, (size + WINDOW - 1, WINDOW), (WINDOW + 1, WINDOW))
    counts = np.cumsum(given, axis=1, dtype=np.float32)
    counts -= given
    return skewed(counts, WINDOW - 1, (size, WINDOW), (WINDOW, WINDOW - 1))
