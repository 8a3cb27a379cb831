"""From scores of every passage to the few that are worth reading: pure, over whole columns."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nagori.recall.plan import Plan
from nagori.recall.relevance import CALIBRATIONS, GENERIC, Relevance, relevance
from nagori.text.aim import aim_of
from nagori.text.normal import script
from nagori.values.passage import HIDDEN, Scores
from nagori.values.recall import Arm, Why
from nagori.values.times import to_micros

Floats = NDArray[np.float32]

WHEN_GAIN = 0.15
"""What a passage of the time that a query names gains: a preference, not a filter."""

_COPIES = 3
"""Equal texts that are read; of more, the rest would only be cut as duplicates."""
_EXPLAINED = 5
"""Passages that the filter keeps out and that are read only to be explained."""
_DAY = 86_400_000_000
_RULES = {code: rule for rule, code in HIDDEN.items()}


@dataclass(frozen=True, slots=True)
class Choice:
    """Rows worth reading, best first; the other columns are over all passages."""

    rows: NDArray[np.intp]
    cosine: Floats
    parts: Relevance
    decay: Floats
    when: Floats
    final: Floats
    hidden: NDArray[np.uint8]
    waiting: int
    """Passages whose vectors are still to come."""
    considered: int

    def why(self, row: int, rank: int) -> Why:
        """The parts of a row's score."""
        cosine, lexical = float(self.cosine[row]), float(self.parts.lexical[row])
        return Why(
            similarity=None if np.isnan(cosine) else round(cosine, 4),
            lexical=round(lexical, 4),
            neighbours=round(float(self.parts.neighbours[row]), 4),
            decay=round(float(self.decay[row]), 4),
            when=round(float(self.when[row]), 4),
            relevance=round(float(self.parts.relevance[row]), 4),
            final=round(float(self.final[row]), 5),
            arm=_arm(lexical, float(self.parts.similarity[row])),
            rank=rank,
        )

    def rule(self, row: int) -> str | None:
        """The rule of the filter that keeps a row out, if any."""
        return _RULES.get(int(self.hidden[row]))


def choose(scores: Scores, plan: Plan, *, embedder: str | None) -> Choice:
    """The best passages under the plan's mode and profile."""
    calibration = CALIBRATIONS.get(embedder or "", GENERIC)
    cjk = script(plan.query) == "cjk"
    parts = relevance(scores, calibration, query_is_cjk=cjk, aim=aim_of(plan.query))
    decay = _decay(scores, plan)
    when = _when(scores, plan)
    if plan.mode == "vector":
        base = np.nan_to_num(scores.cosine, nan=-1.0)
        order, final = base, base * decay  # S0-6 takes candidates before it lets them age
    else:
        final = np.round(parts.relevance * decay * when, 5)
        order = final
    return Choice(
        rows=_pick(scores, plan, order, parts.relevance),
        cosine=scores.cosine,
        parts=parts,
        decay=decay,
        when=when,
        final=final,
        hidden=scores.hidden,
        waiting=int(np.count_nonzero(np.isnan(scores.cosine))),
        considered=len(scores),
    )


def _decay(scores: Scores, plan: Plan) -> Floats:
    """What age leaves. The document's formula; in hybrid only above the floor."""
    if not plan.profile.decays:
        return np.ones(len(scores), np.float32)
    ages = np.maximum(to_micros(plan.now) - scores.at, 0) / _DAY
    fresh = np.exp(-ages / plan.profile.half_life_days).astype(np.float32)
    floor = np.float32(0.0 if plan.mode == "vector" else plan.profile.decay_floor)
    return floor + (1 - floor) * fresh


def _when(scores: Scores, plan: Plan) -> Floats:
    if plan.interval is None or plan.mode == "vector":
        return np.ones(len(scores), np.float32)
    start, end = to_micros(plan.interval.start), to_micros(plan.interval.end)
    inside = (scores.at >= start) & (scores.at < end)
    return 1 + np.float32(WHEN_GAIN) * inside


def _pick(scores: Scores, plan: Plan, order: Floats, relevance: Floats) -> NDArray[np.intp]:
    """Rows in order until there are enough texts, and a few that only a rule keeps out."""
    wanted = plan.profile.candidates
    shown = scores.hidden == 0
    echo = scores.raw & (scores.text_hash == plan.query_hash)
    best = _best(scores, order, shown & ~echo, wanted * _COPIES)
    copies: dict[int, int] = {}
    picked: list[int] = []
    for row, text in zip(best.tolist(), scores.text_hash[best].tolist(), strict=True):
        seen = copies.get(text, 0)
        if not seen and len(copies) == wanted:
            break
        copies[text] = seen + 1
        if seen < _COPIES or plan.mode == "vector":
            picked.append(row)
    if plan.mode == "vector":  # to the letter: so many rows, whatever they say
        picked = picked[:wanted]
    hidden = ~shown & ~echo & (relevance >= plan.profile.min_relevance)
    explained = [*_best(scores, order, shown & echo, 1), *_best(scores, order, hidden, _EXPLAINED)]
    return np.array([*picked, *explained], np.intp)


def _best(scores: Scores, order: Floats, among: NDArray[np.bool_], count: int) -> NDArray[np.intp]:
    """The rows with the highest values, ties by age of the passage, so that results repeat."""
    rows = np.flatnonzero(among)
    if len(rows) > count:
        values = order[rows]
        rows = rows[values >= np.partition(values, len(rows) - count)[len(rows) - count]]
    return rows[np.lexsort((scores.passage[rows], -order[rows]))][:count]


def _arm(lexical: float, nearness: float) -> Arm:
    """Which of the two arms found it: both, when neither outweighs the other by far."""
    if lexical <= 0.05:
        return "vector"
    return "lexical" if nearness <= 0.05 else "both"
