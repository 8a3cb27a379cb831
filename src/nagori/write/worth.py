"""Deciding without a model what of a message is worth remembering.

Rules of grammar set aside what does not last: questions, requests, greetings, thought experiments,
jokes, quotations, moods. What is left are statements, and a small regression over their words, and
over the meaning of the message where an embedder tells it, says how likely each is to matter later;
`python -m bench.fit_worth` fits it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from math import log1p

from nagori.write.worth_features import Unit, features, is_personal, surroundings
from nagori.write.worth_kinds import Kind, kinds
from nagori.write.worth_parts import OWN, Clause, read

VERSION = 4
"""Of the weights' form: raise it when features change their meaning."""
_SIGNS = '$£€¥￥“"「《#'
"""What stands right before a word and belongs to it."""
_TELLING = 4  # words
_TIES = frozenset(["they", "number"])
"""What shows, beside a name, that words about no speaker may still be of their life."""
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
    is_wish: bool
    """Whether it says how the user wants to be answered."""


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
    threshold: float


def weigh(text: str, *, before: str = "", leaning: float | None = None) -> Worth:
    """Whether a user's message holds something lasting about them, and where.

    `before` is the message it answers, if any: "Luna and Oliver" is worth more after a question.
    `leaning` is what its meaning says to it, if an embedder is there; see `worth_meaning`.
    """
    taken = taken_apart(text, before=before)
    found, told = taken.kinds, taken.told
    if not told:
        return Worth(keep=False, score=0.0, reason=_reason(found), parts=())
    weights = standard(by_meaning=leaning is not None)
    scores = [_score(weights.by_name, together([t]), leaning) for t in told]
    # Talk around a fact takes nothing from it; several weak statements may be worth it together.
    score = max(*scores, _score(weights.by_name, together(told), leaning))
    if score < weights.threshold:
        reason = _reason(found) if any(found) else "nothing in particular"
        return Worth(keep=False, score=score, reason=reason, parts=())
    least = min(weights.threshold, max(scores))
    kept = [(u, s) for u, s in zip(taken.units, scores, strict=True) if s >= least]
    parts = tuple(_whole(text, taken, kept))
    best = max(parts, key=lambda p: p.score)
    return Worth(keep=True, score=score, reason=_NAMED[best.kind], parts=parts)


@dataclass(frozen=True, slots=True)
class Taken:
    """A message taken apart."""

    clauses: Sequence[Clause]
    kinds: Sequence[Kind | None]
    """Of every clause; None for a statement."""
    units: Sequence[Unit]
    told: Sequence[dict[str, float]]
    """The features of every unit; none where nothing in it can be about somebody here."""


def taken_apart(text: str, *, before: str = "") -> Taken:
    """The clauses of a message, which of them are statements, and what those are like."""
    reading = read(text[:_LONGEST])
    found = kinds(reading.clauses)
    units = list(_units(reading.clauses, found))
    nothing = Taken(reading.clauses, found, [], [])
    if not units:
        return nothing
    answered = read(before[-_LONGEST_BEFORE:]) if before else None
    around = surroundings(reading, found, answered)
    told = [features(u) | around for u in units]
    # A picture that somebody shows is theirs, whatever words go with it; so is an answer.
    if not (around.get("asked") or reading.pictured or any(is_personal(u) for u in units)):
        if not any(one.keys() & _TIES or one["names"] for one in told):
            return nothing
        if all(one["world"] for one in told):  # an octopus has three hearts
            return nothing
        for one in told:
            one["impersonal"] = 1.0
    told[0]["first"] = 1.0
    if len(units) == 1 and len(units[0].clauses) == len(found):
        told[0]["alone"] = 1.0
    return Taken(reading.clauses, found, units, told)


def together(told: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The features of a message: the most that any of its statements has of each."""
    most: dict[str, float] = {"statements": log1p(len(told))}
    for one in told:
        for name, value in one.items():
            if value > most.get(name, 0.0):
                most[name] = value
    return most


@cache
def standard(*, by_meaning: bool) -> Weights:
    """The weights that come with the package: for words alone, or with the meaning beside them."""
    data = json.loads((files("nagori.write") / "data" / "worth.json").read_text("utf-8"))
    if data["version"] != VERSION:
        raise ValueError(f"worth.json has version {data['version']}, not {VERSION}")
    fitted = data["by_meaning" if by_meaning else "by_words"]
    return Weights(fitted["weights"], fitted["threshold"])


def _whole(text: str, taken: Taken, kept: Sequence[tuple[Unit, float]]) -> Iterator[Part]:
    """The statements with the clauses that belong to their sense.

    大夫让先吃二甲双胍，一天两片: the tablets are nothing without the clause before them.
    """
    goes_along = [
        clause.quoted or (kind is not None and _goes_along(clause, kind))
        for clause, kind in zip(taken.clauses, taken.kinds, strict=True)
    ]
    place = {clause.start: number for number, clause in enumerate(taken.clauses)}
    done = -1
    for unit, score in kept:
        first, last = place[unit.clauses[0].start], place[unit.clauses[-1].start]
        if first <= done:  # it went along with the one before
            continue
        # A wish how to be answered stays apart from what is told beside it.
        own = "preference" if unit.wish else None
        belongs = [
            along or kind == own for along, kind in zip(goes_along, taken.kinds, strict=True)
        ]
        while first - 1 > done and _joins(taken.clauses, belongs, first - 1, first):
            first -= 1
        while last + 1 < len(belongs) and _joins(taken.clauses, belongs, last + 1, last):
            last += 1
        done = last
        start = taken.clauses[first].start
        while start and text[start - 1] in _SIGNS:
            start -= 1
        yield Part(start, taken.clauses[last].end, _kind(unit), score, is_wish=unit.wish)


def _joins(clauses: Sequence[Clause], belongs: Sequence[bool], number: int, to: int) -> bool:
    return belongs[number] and clauses[number].sentence == clauses[to].sentence


def _goes_along(clause: Clause, kind: Kind) -> bool:
    """Whether small talk beside a statement is a part of what is told, and no mere filler."""
    spoken_to = "you" in clause.tokens[0].classes
    return kind == "small_talk" and len(clause.tokens) >= _TELLING and not spoken_to


def _units(clauses: Sequence[Clause], found: Sequence[Kind | None]) -> Iterator[Unit]:
    pairs = zip(clauses, found, strict=True)
    for (_, kind), run in groupby(pairs, key=lambda pair: (pair[0].sentence, pair[1])):
        if kind is None or kind == "preference":
            own = [clause for clause, _ in run]
            yield Unit(own, kind is not None, own[0].classes.union(*[c.classes for c in own[1:]]))


def _score(weights: Mapping[str, float], told: Mapping[str, float], leaning: float | None) -> float:
    """How likely it matters later, as a reader would grade it."""
    score = sum(weights[name] * value for name, value in told.items()) + (leaning or 0.0)
    return min(1.0, max(0.0, score))


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
