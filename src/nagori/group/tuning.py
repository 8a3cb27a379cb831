"""Weights of the rules, from what people thought of the contexts that they led to. Pure.

How well a context went is taken to grow with the parts of the messages in it: the weights are those
parts' shares in a regression that lets none count against. A part of the records is held back; new
weights are given only when they tell how those went better than the present ones do, surely.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np
from numpy.typing import NDArray

from nagori.group.rules import Weights
from nagori.values.group import UsageRecord

LEAST = 200
"""Judged contexts below which nothing can be said."""
_HELD = 0.3
_RESAMPLED = 400
_STEPS = 4000
_NAMES = tuple(field.name for field in fields(Weights))

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of tuning."""

    weights: Weights | None
    """None when the present ones should stay."""
    reason: str
    judged: int
    """Contexts that were judged and by the rules."""
    gain: float = 0.0
    """By how much less the held-back part surprises, as a share."""
    interval: tuple[float, float] = (0.0, 0.0)
    """Where the gain lies, 95 times in a hundred."""


def tune(records: Sequence[UsageRecord], present: Weights, *, seed: int = 0) -> Tuned:
    """Better weights, if the records say so."""
    parts, success = _table(records)
    if len(success) < LEAST:
        return Tuned(None, f"{len(success)} judged contexts are too few: {LEAST} are needed",
                     len(success))  # fmt: skip
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(success))
    held, fit = np.split(order, [int(_HELD * len(order))])
    found = _fitted(parts[fit], success[fit])
    if found is None:
        return Tuned(None, "no part has anything to do with how it went", len(success))
    before = _missed(parts, success, np.array(astuple(present)), fit, held)
    after = _missed(parts, success, found, fit, held)
    gain, interval = _gain(before, after, rng)
    if interval[0] <= 0:
        return Tuned(None, "no sure gain on what was held back", len(success), gain, interval)
    whole = _fitted(parts, success)  # from all of them, now that it is known to help
    best = found if whole is None else whole
    weights = Weights(**dict(zip(_NAMES, (round(float(w), 3) for w in best), strict=True)))
    return Tuned(weights, "better on what was held back", len(success), gain, interval)


def _table(records: Sequence[UsageRecord]) -> tuple[Floats, Floats]:
    """The mean parts of each judged context's messages, and how it went."""
    rows: list[list[float]] = []
    success: list[float] = []
    for record in records:
        if record.success_indicator is None or record.build.get("scorer") != "rules":
            continue
        scored = record.relevance_scores
        told = [scored[id] for id in record.context_message_ids if id in scored]
        told = [parts for parts in told if _NAMES[0] in parts]
        if told:
            rows.append([sum(p[name] for p in told) / len(told) for name in _NAMES])
            success.append(record.success_indicator)
    return np.array(rows).reshape(-1, len(_NAMES)), np.array(success)


def _fitted(parts: Floats, success: Floats) -> Floats | None:
    """Shares of the parts that tell best how contexts went; none counts against. They sum to 1."""
    centred = parts - parts.mean(axis=0)
    wanted = success - success.mean()
    grown = centred.T @ centred
    aim = centred.T @ wanted
    step = 1 / max(np.linalg.norm(grown, 2), 1e-12)
    weights = np.zeros(parts.shape[1])
    for _ in range(_STEPS):  # projected: no weight below 0
        weights = np.maximum(weights + step * (aim - grown @ weights), 0)
    whole = weights.sum()
    return weights / whole if whole > 1e-9 else None  # nothing, in floats


def _missed(
    parts: Floats, success: Floats, weights: Floats, fit: NDArray[np.intp], held: NDArray[np.intp]
) -> Floats:
    """The squared misses on what was held back, of a line over the score."""
    score = parts @ weights
    centre = float(score[fit].mean())
    over: Floats = score[fit] - centre
    spread = float(over @ over)
    slope = float(over @ success[fit]) / spread if spread > 0 else 0.0
    slope = max(slope, 0.0)  # a higher score is never worse
    line = success[fit].mean() + slope * (score[held] - centre)
    return (success[held] - line) ** 2


def _gain(
    before: Floats, after: Floats, rng: np.random.Generator
) -> tuple[float, tuple[float, float]]:
    """How much smaller the misses are, as a share, and its interval by resampling."""
    picks = rng.integers(0, len(before), (_RESAMPLED, len(before)))
    gains = 1 - after[picks].mean(axis=1) / np.maximum(before[picks].mean(axis=1), 1e-12)
    low, high = np.quantile(gains, [0.025, 0.975])
    return float(1 - after.mean() / max(before.mean(), 1e-12)), (float(low), float(high))
