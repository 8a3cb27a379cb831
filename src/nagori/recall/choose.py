"""From scores of every passage to the few that are worth reading: pure, over whole columns."""

from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import NDArray

from nagori.recall.files import WHOLE, by_file, of_wholes
from nagori.recall.plan import Plan
from nagori.recall.relevance import (
    CALIBRATIONS,
    DOCUMENTS,
    GENERIC,
    RECORDS,
    TALK,
    Relevance,
    Weights,
    relevance,
)
from nagori.text.aim import aim_of
from nagori.text.normal import is_cjk
from nagori.values.highest import highest
from nagori.values.passage import HIDDEN, Files, Scores
from nagori.values.recall import Arm, Why
from nagori.values.times import to_micros

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

ANOTHER_TIME = 0.87
"""What a passage keeps that is not of the time which the query names: a preference, no filter."""

_COPIES = 3
"""Equal texts that are read; of more only the newest, since the rest would be cut anyway."""
_TOLD = 6
"""Candidates below the minimum that are worth telling of."""
_READ = 4
"""Records of a project that are read for one that is wanted: some turn out to say the same."""
_EXPLAINED = 5
"""Passages that the filter keeps out and that are read only to be explained."""
_HARDLY_WORDS, _HARDLY_CLOSE = 0.05, 0.65
"""Below these a part says nothing: as much as chance gives any passage."""
_DAY = 86_400_000_000
_RULES = {code: rule for rule, code in HIDDEN.items()}


@dataclass(frozen=True, slots=True)
class Choice:
    """Rows worth reading, best first, each with the parts of its score."""

    rows: NDArray[np.intp]
    whys: list[Why]
    rules: list[str | None]
    """For each row the rule of the filter that keeps it out, if any."""
    waiting: int
    """Passages whose vectors are still to come."""
    considered: int


def choose(scores: Scores, plan: Plan, *, embedder: str | None) -> Choice:
    """The best passages under the plan's mode and profile."""
    calibration = CALIBRATIONS.get(embedder or "", GENERIC)
    cjk = is_cjk(plan.query)
    weights = _weights(plan)
    aim = aim_of(plan.query)
    parts = relevance(scores, calibration, query_is_cjk=cjk, aim=aim, weights=weights)
    decay = _decay(scores, plan)
    when = _when(scores, plan)
    if plan.mode == "vector":
        # S0-6 takes candidates before it lets them age. Ages of years need every digit.
        order = np.nan_to_num(scores.cosine.astype(np.float64), nan=-1.0)
        final = order * decay
    else:
        order = np.round(parts.relevance * decay * when, 5)
        final = order
    if scores.files is None or plan.mode == "vector":
        rows = _pick(scores, plan, order, parts.relevance)
    else:
        rows, final = _pick_by_file(scores, scores.files, plan, order, parts)
    return Choice(
        rows=rows,
        whys=_whys(scores.cosine, parts, decay, when, final, rows),
        rules=[_RULES.get(code) for code in scores.hidden[rows].tolist()],
        waiting=int(np.count_nonzero(np.isnan(scores.cosine))),
        considered=len(scores),
    )


def _weights(plan: Plan) -> Weights:
    if plan.is_of_documents:
        return DOCUMENTS
    return RECORDS if plan.is_of_records else TALK


def _whys(
    cosine: Floats,
    parts: Relevance,
    decay: Doubles,
    when: Doubles,
    final: Doubles,
    rows: NDArray[np.intp],
) -> list[Why]:
    """The parts of the rows' scores, as people see them."""
    shown = (parts.lexical, parts.neighbours, decay, when, parts.relevance, parts.closeness)
    columns = np.array([column[rows] for column in shown], np.float64).round(4).tolist()
    similarities = cosine[rows].astype(np.float64).round(5).tolist()
    table = zip(similarities, final[rows].tolist(), *columns, strict=True)
    return [
        Why(
            similarity=None if isnan(similarity) else similarity,
            lexical=lexical,
            neighbours=neighbours,
            decay=faded,
            when=in_time,
            relevance=relevant,
            final=end,
            arm=_arm(lexical, None if isnan(similarity) else close),
            rank=rank,
        )
        for rank, (
            similarity,
            end,
            lexical,
            neighbours,
            faded,
            in_time,
            relevant,
            close,
        ) in enumerate(table, 1)
    ]


def _decay(scores: Scores, plan: Plan) -> Doubles:
    """What age leaves. The document's formula; in hybrid only above the floor."""
    if not plan.profile.decays:
        return np.ones(len(scores))
    ages = np.maximum(to_micros(plan.now) - scores.at, 0) / (-_DAY * plan.profile.half_life_days)
    if plan.mode == "vector":  # ages of years need every digit
        return np.exp(ages)
    floor = plan.profile.decay_floor
    return floor + (1 - floor) * np.exp(ages.astype(np.float32)).astype(np.float64)


def _when(scores: Scores, plan: Plan) -> Doubles:
    if plan.interval is None or plan.mode == "vector":
        return np.ones(len(scores))
    start, end = to_micros(plan.interval.start), to_micros(plan.interval.end)
    inside = (scores.at >= start) & (scores.at < end)
    return np.where(inside, 1.0, ANOTHER_TIME)


def _pick(scores: Scores, plan: Plan, order: Doubles, relevance: Floats) -> NDArray[np.intp]:
    """Rows in order until there are enough texts, and a few that only a rule keeps out."""
    wanted = plan.profile.candidates
    shown = scores.hidden == 0
    echo = np.zeros(len(scores), np.bool_)
    for text in plan.query_hashes:
        echo |= scores.raw & (scores.text_hash == text)
    if plan.mode == "vector":  # to the letter: so many rows, whatever they say
        picked = _best(scores, order, shown & ~echo, wanted).tolist()
    else:
        picked = _different(scores, order, shown & ~echo, wanted, copies=_COPIES)
        picked = _worth_reading(picked, relevance, plan.profile.min_relevance)
    if echo.any():
        picked += _best(scores, order, shown & echo, 1).tolist()
    if not shown.all():
        hidden = ~shown & ~echo & (relevance >= plan.profile.min_relevance)
        picked += _best(scores, order, hidden, _EXPLAINED).tolist()
    return np.array(picked, np.intp)


def _pick_by_file(
    scores: Scores, files: Files, plan: Plan, own: Doubles, parts: Relevance
) -> tuple[NDArray[np.intp], Doubles]:
    """The best rows of the likeliest files, a few that are superseded, and what each ends with."""
    shown = scores.hidden == 0
    wholes = of_wholes(files, own, shown)
    # The pieces of a record count as one text, of which the best is enough.
    picked = _different(scores, own + WHOLE * wholes, shown, plan.profile.candidates, copies=1)
    picked = _worth_reading(picked, parts.relevance, plan.profile.min_relevance)
    judged = by_file(files, own, wholes, picked)[: _READ * plan.profile.limit]
    final = own.copy()
    for one in judged:
        final[one.row] = one.final
        parts.neighbours[one.row] = one.added
    rows = [one.row for one in judged]
    if not shown.all():
        hidden = ~shown & (parts.relevance >= plan.profile.min_relevance)
        rows += _best(scores, own, hidden, _EXPLAINED).tolist()
    return np.array(rows, np.intp), final


def _different(
    scores: Scores, order: Doubles, among: NDArray[np.bool_], wanted: int, *, copies: int
) -> list[int]:
    """The best rows of so many different texts: a few of each, its newest one among them."""
    count = wanted * _COPIES
    while True:
        best = _best(scores, order, among, count)
        texts: list[int] = scores.text_hash[best].tolist()
        if len(best) < count or len(set(texts)) >= wanted:
            break
        count *= 4  # what was said a hundred times must not crowd out the rest
    rows_of: dict[int, list[int]] = {}
    for row, text in zip(best.tolist(), texts, strict=True):
        if text not in rows_of and len(rows_of) == wanted:
            break
        rows_of.setdefault(text, []).append(row)
    picked: set[int] = set()
    for rows in rows_of.values():
        picked.update(rows[:copies])
        if len(rows) > _COPIES:
            picked.add(max(rows, key=lambda row: (scores.at[row], scores.passage[row])))
    return [row for row in best.tolist() if row in picked]


def _worth_reading(picked: list[int], relevance: Floats, minimum: float) -> list[int]:
    """Those that may be recalled, and of the others as many as are told as near misses."""
    passing = relevance[picked] >= minimum
    told = np.cumsum(~passing) <= _TOLD
    return np.array(picked, np.intp)[passing | told].tolist()


def _best(scores: Scores, order: Doubles, among: NDArray[np.bool_], count: int) -> NDArray[np.intp]:
    """The rows with the highest values; of equal ones the newest, so that results repeat."""
    rows = np.flatnonzero(among)
    if len(rows) > count:
        values = order[rows]
        rows = rows[values >= highest(values, count)]
    return rows[np.lexsort((-scores.passage[rows], -scores.at[rows], -order[rows]))][:count]


def _arm(lexical: float, closeness: float | None) -> Arm:
    """Which of the two arms found it: both, when neither did nearly all."""
    if lexical <= _HARDLY_WORDS:
        return "vector"
    return "lexical" if closeness is None or closeness <= _HARDLY_CLOSE else "both"
