"""Deciding without a model what of a message is worth remembering.

Rules of grammar set aside what does not last: questions, requests, greetings, thought experiments,
jokes, quotations, moods. What is left are statements, and a small regression over their words says
how likely each is to matter later; `python -m bench.fit_worth` fits it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from math import exp, log1p

from nagori.write.worth_features import Unit, features, is_personal, surroundings
from nagori.write.worth_kinds import Kind, kinds
from nagori.write.worth_parts import OWN, Clause, read

VERSION = 3
"""Of the weights' form: raise it when features change their meaning."""

_LONGEST = 4000  # characters; what comes after says nothing new about the kind of message
_LONGEST_BEFORE = 600  # a question stands at the end
_NAMED: Mapping[Kind, str] = {
    "fact": "a fact", "plan": "a plan", "preference": "a preference", "relation": "a relationship",
    "question": "a question", "request": "a request", "greeting": "a greeting",
    "hypothetical": "a thought experiment", "joke": "a joke", "quote": "a quotation",
    "small_talk": "small talk",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """A clause or sentence of a message that is worth keeping: `text[start:end]`."""

    start: int
    end: int
    kind: Kind
    score: float


@dataclass(frozen=True, slots=True)
class Worth:
    """Whether a message is worth remembering, why, and which parts of it."""

    keep: bool
    score: float
    reason: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Weights:
    """The fitted regression."""

    by_name: Mapping[str, float]
    power: float
    """1 lets many weak statements add up to a strong one; the higher, the less."""
    threshold: float


def weigh(text: str, *, before: str = "") -> Worth:
    """Whether a user's message holds something lasting about them, and where.

    `before` is the message it answers, if any: "Luna and Oliver" is worth more after a question.
    """
    units, found, told = taken_apart(text, before=before)
    if not units:
        return Worth(keep=False, score=0.0, reason=_reason(found), parts=())
    weights = standard()
    costs = [_cost(weights.by_name, t) for t in told]
    score = _chance(sum(c**weights.power for c in costs) ** (1 / weights.power))
    if score < weights.threshold:
        reason = _reason(found) if any(found) else "nothing in particular"
        return Worth(keep=False, score=score, reason=reason, parts=())
    scores = [_chance(c) for c in costs]
    least = min(weights.threshold, max(scores))
    parts = tuple(
        Part(u.start, u.end, _kind(u), s) for u, s in zip(units, scores, strict=True) if s >= least
    )
    best = max(parts, key=lambda p: p.score)
    return Worth(keep=True, score=score, reason=_NAMED[best.kind], parts=parts)


def taken_apart(
    text: str, *, before: str = ""
) -> tuple[list[Unit], list[Kind | None], list[dict[str, float]]]:
    """The statements of a message, the kind of every clause, and the features of each statement."""
    reading = read(text[:_LONGEST])
    found = kinds(reading.clauses)
    units = list(_units(reading.clauses, found))
    answered = read(before[-_LONGEST_BEFORE:]) if before else None
    asked = answered is not None and any(c.mark == "?" for c in answered.clauses)
    # A picture that somebody shows is theirs, whatever words go with it.
    if not units or not (asked or reading.pictured or any(is_personal(u) for u in units)):
        return [], found, []
    around = surroundings(reading, found, answered)
    told = [features(u) | around for u in units]
    told[0]["first"] = 1.0
    if len(units) == 1 and len(units[0].clauses) == len(found):
        told[0]["alone"] = 1.0
    return units, found, told


@cache
def standard() -> Weights:
    """The weights that come with the package."""
    data = json.loads((files("nagori.write") / "data" / "worth.json").read_text("utf-8"))
    if data["version"] != VERSION:
        raise ValueError(f"worth.json has version {data['version']}, not {VERSION}")
    return Weights(data["weights"], data["power"], data["threshold"])


def _units(clauses: Sequence[Clause], found: Sequence[Kind | None]) -> Iterator[Unit]:
    pairs = zip(clauses, found, strict=True)
    for (_, kind), run in groupby(pairs, key=lambda pair: (pair[0].sentence, pair[1])):
        if kind is None or kind == "preference":
            own = [clause for clause, _ in run]
            yield Unit(own, kind is not None, own[0].classes.union(*[c.classes for c in own[1:]]))


def _cost(weights: Mapping[str, float], told: Mapping[str, float]) -> float:
    """How surely a unit matters: the softplus of its weighted features."""
    z = sum(weights[name] * value for name, value in told.items())
    return z + log1p(exp(-z)) if z > 0 else log1p(exp(z))


def _chance(cost: float) -> float:
    return 1.0 - exp(-cost)


def _kind(unit: Unit) -> Kind:
    classes = unit.classes
    past = any(t.past for c in unit.clauses for t in c.tokens)
    near = frozenset[str]().union(*[t.classes for t in unit.clauses[0].tokens[:4]])
    if unit.wish:
        return "preference"
    if "future_time" in classes or (not past and {"plan", "date"} <= classes):
        return "plan"
    if "like" in classes:
        return "preference"
    if near & {"kin", "pet", "friend"}:
        return "relation"
    if "plan" in classes and not past:
        return "plan"
    if "habit" in classes and classes & OWN and not past:
        return "preference"
    return "relation" if classes & {"kin", "pet"} else "fact"


def _reason(found: Sequence[Kind | None]) -> str:
    named: Counter[Kind] = Counter()
    named.update(k for k in found if k and k != "preference")
    return _NAMED[named.most_common(1)[0][0]] if named else "nothing in particular"
