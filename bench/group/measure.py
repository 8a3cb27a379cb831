"""Links and contexts of annotated rooms, from the same state that a group has."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.group.score import REACH, ContextScore, context_score
from bench.group.table import Prepared
from nagori.group.choose import MOST
from nagori.group.links import LinkState
from nagori.group.model import LinkModel

SECOND_LINK = 0.38
"""From which chance on a second link is told: half of the F1 that is reached."""
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
        low = max(0, at - REACH)
        near = self.same[at][low:]
        found = np.flatnonzero(near >= threshold)
        if len(found) > MOST:
            found = found[np.argsort(-near[found], kind="stable")[:MOST]]
        return sorted((found + low).tolist())


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


def choose_thresholds(rooms: Sequence[Prepared], told: Sequence[Told]) -> tuple[float, float]:
    """The best balance of precision and recall."""

    def worth(score: ContextScore) -> float:
        p, r = score.precision_mean, score.recall_mean
        return 2 * p * r / (p + r)

    best = (0.0, 0.3, 0.5)
    for threshold in (0.2, 0.23, 0.26, 0.29, 0.32, 0.35, 0.4):
        for starts in (0.5, 0.6):
            score = contexts(rooms, told, threshold, starts)
            print(f"threshold {threshold} starts {starts}: {score}", flush=True)
            best = max(best, (worth(score), threshold, starts))
    return best[1], best[2]
