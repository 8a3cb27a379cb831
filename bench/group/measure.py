"""Links and contexts of annotated rooms, from the same state that a group has."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bench.group.score import ContextScore, context_score
from bench.group.table import Prepared
from nagori.group.choose import MOST
from nagori.group.links import LinkState
from nagori.group.model import LinkModel

SECOND_LINK = 0.38
"""From which chance on a second link is told: half of the F1 that is reached."""
PRECISION = 84.5
"""Half a point more than is asked for: other rooms differ."""
STARTS = 0.5
"""More likely than not."""
CHUNK = 100
"""Messages heard at once: few enough that each is looked at."""
Floats = NDArray[np.float32]


class Told:
    """What the state says of one room's annotated messages."""

    def __init__(self, p: Prepared, model: LinkModel, *, vectors: bool = True) -> None:
        state = LinkState(model, capacity=p.last)
        found = [v.astype(np.float32) if vectors and v.any() else None for v in p.vectors]
        for start in range(0, p.last, CHUNK):
            now = slice(start, start + CHUNK)
            state.extend(p.messages[now], found[now])
        place = {message.id: at for at, message in enumerate(p.messages)}
        self.same: dict[int, Floats] = {}
        self.starts: dict[int, float] = {}
        self.links: dict[int, list[int]] = {}
        for at in p.room.links:
            key = p.messages[at].id
            self.same[at] = np.array([chance for _, chance in state.same(key)], dtype=np.float32)
            self.starts[at] = state.starts(key)
            found = [(place[link.to], link.chance) for link in state.links(key)]
            best = found[0][0]
            others = [to for to, chance in found[1:] if chance > SECOND_LINK and to != at]
            self.links[at] = [best] if best == at else [best, *others]

    def context(self, at: int, threshold: float, starts: float) -> list[int]:
        if self.starts[at] >= starts:
            return []
        same = self.same[at]
        found = np.flatnonzero(same >= threshold)[::-1]
        if len(found) > MOST:
            found = found[np.argsort(-same[found].round(5), kind="stable")[:MOST]]
        return sorted(found.tolist())


def states(rooms: Sequence[Prepared], model: LinkModel, *, vectors: bool = True) -> list[Told]:
    return [Told(p, model, vectors=vectors) for p in rooms]


def predicted(rooms: Sequence[Prepared], told: Sequence[Told]) -> list[dict[int, list[int]]]:
    return [{at: t.links[at] for at in p.room.links} for p, t in zip(rooms, told, strict=True)]


def contexts(
    rooms: Sequence[Prepared], told: Sequence[Told], threshold: float, starts: float
) -> ContextScore:
    found = [
        {at: t.context(at, threshold, starts) for at in p.room.links}
        for p, t in zip(rooms, told, strict=True)
    ]
    return context_score([p.room for p in rooms], found)


def choose_threshold(rooms: Sequence[Prepared], told: Sequence[Told]) -> float:
    """The lowest threshold at which so much of what is chosen is of the own conversation."""
    for percent in range(20, 60):
        score = contexts(rooms, told, percent / 100, STARTS)
        if score.precision_mean >= PRECISION:
            print(f"threshold {percent / 100}: {score}", flush=True)
            return percent / 100
    raise ValueError(f"no threshold reaches a precision of {PRECISION} %")
