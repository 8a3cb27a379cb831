"""Relevance by five plain rules, each a number from 0 to 1: what there is without a model.

A message's relevance for the current one is the weighted sum of the five, at most 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from math import log

from nagori.group.analysis import Analysed

THRESHOLD = 0.3
MOST = 20
_STEP = 0.7
"""What each further step in the reply graph leaves of its score."""
_FAR = 6
_HALF_LIFE_SECONDS = 600.0
_TURNS = 10


@dataclass(frozen=True, slots=True)
class Weights:
    """What each rule counts."""

    reply_chain: float = 0.40
    time_decay: float = 0.20
    user_continuity: float = 0.15
    mention_relation: float = 0.15
    keyword_overlap: float = 0.10


@dataclass(frozen=True, slots=True)
class Relevance:
    """An earlier message with its score, and what each rule gave before it was weighted."""

    id: str
    score: float
    parts: Weights


def relevances(
    messages: Sequence[Analysed],
    *,
    weights: Weights = Weights(),  # noqa: B008 — frozen
) -> list[Relevance]:
    """How much each earlier message bears on the last one, in the order of the messages."""
    *earlier, target = messages
    graph = reply_graph(messages)
    steps = _steps(graph, len(earlier))
    rarity = rarities(messages)
    partners = _partners(messages[-_TURNS - 1 :], target)
    found: list[Relevance] = []
    for at, message in enumerate(earlier):
        parts = Weights(
            reply_chain=reply_chain(steps.get(at)),
            time_decay=time_decay(target.at - message.at),
            user_continuity=user_continuity(target, message, partners),
            mention_relation=mention_relation(target, message),
            keyword_overlap=keyword_overlap(target, message, rarity),
        )
        score = sum(w * p for w, p in zip(astuple(weights), astuple(parts), strict=True))
        found.append(Relevance(message.id, min(score, 1.0), parts))
    return found


def select(
    found: Sequence[Relevance], *, most: int = MOST, threshold: float = THRESHOLD
) -> list[Relevance]:
    """The most relevant messages over the threshold, in the order they were said."""
    enough = [at for at, one in enumerate(found) if one.score >= threshold]
    best = sorted(enough, key=lambda at: (-round(found[at].score, 5), -at))[:most]
    return [found[at] for at in sorted(best)]


def reply_graph(messages: Sequence[Analysed]) -> list[int | None]:
    """For each message the place of the one it replies to, as far as it can be told.

    That is what the platform or a person says; else the last message of the speaker it addresses;
    else, when it addresses nobody, the speaker's own last message, or the last one that addressed
    the speaker.
    """
    places: dict[str, int] = {}
    last_of: dict[str, int] = {}
    last_to: dict[str, int] = {}
    graph: list[int | None] = []
    for at, message in enumerate(messages):
        parent = places.get(message.reply_to) if message.reply_to is not None else None
        if parent is None and message.addressee is not None and message.reply_to != message.id:
            parent = last_of.get(message.addressee)
        if parent is None and message.addressee is None and message.reply_to is None:
            own, called = last_of.get(message.speaker), last_to.get(message.speaker)
            parent = max((p for p in (own, called) if p is not None), default=None)
        graph.append(parent)
        places[message.id] = at
        last_of[message.speaker] = at
        if message.addressee is not None:
            last_to[message.addressee] = at
    return graph


def reply_chain(steps: int | None) -> float:
    """1 for what is replied to or replies, less for each step more; 0 when no chain leads there."""
    return 0.0 if steps is None or steps > _FAR else _STEP ** (steps - 1)


def time_decay(seconds: float) -> float:
    """1 for now, half of it for every ten minutes."""
    return 0.5 ** (max(seconds, 0.0) / _HALF_LIFE_SECONDS)


def user_continuity(target: Analysed, message: Analysed, partners: Mapping[str, float]) -> float:
    """1 for the same speaker, some for one who is in dialogue with the speaker."""
    return 1.0 if message.speaker == target.speaker else partners.get(message.speaker, 0.0)


def mention_relation(target: Analysed, message: Analysed) -> float:
    """1 when one speaks to the other, half when both speak to the same person, or one names."""
    if target.addressee == message.speaker or message.addressee == target.speaker:
        return 1.0
    named = message.speaker in target.mentions or target.speaker in message.mentions
    both = target.addressee is not None and target.addressee == message.addressee
    return 0.5 if named or both else 0.0


def keyword_overlap(target: Analysed, message: Analysed, rarity: Mapping[int, float]) -> float:
    """The share of the shorter one's words that both have, rare words weighing more."""
    ours, theirs = set(target.terms), set(message.terms)
    least = min(_weight(ours, rarity), _weight(theirs, rarity))
    return _weight(ours & theirs, rarity) / least if least > 0 else 0.0


def rarities(messages: Sequence[Analysed]) -> dict[int, float]:
    """For each word how rare it is among the messages."""
    counts: dict[int, int] = {}
    for message in messages:
        for term in set(message.terms):
            counts[term] = counts.get(term, 0) + 1
    return {term: log(1 + len(messages) / count) for term, count in counts.items()}


def _weight(terms: set[int], rarity: Mapping[int, float]) -> float:
    return sum(rarity[term] for term in terms)


def _partners(recent: Sequence[Analysed], target: Analysed) -> dict[str, float]:
    """Who is in dialogue with the target's speaker: half a point for each way of addressing."""
    found: dict[str, float] = {}
    for who in {m.speaker for m in recent} - {target.speaker}:
        spoken_to = any(m.speaker == target.speaker and who in m.mentions for m in recent)
        speaks_to = any(m.speaker == who and target.speaker in m.mentions for m in recent)
        found[who] = 0.5 * spoken_to + 0.5 * speaks_to
    return found


def _steps(graph: Sequence[int | None], start: int) -> dict[int, int]:
    """How many replies lie between the start and every message that a chain leads to."""
    joined: dict[int, list[int]] = {}
    for at, parent in enumerate(graph):
        if parent is not None:
            joined.setdefault(at, []).append(parent)
            joined.setdefault(parent, []).append(at)
    steps, edge = {start: 0}, [start]
    for distance in range(1, _FAR + 1):
        edge = [to for at in edge for to in joined.get(at, ()) if to not in steps]
        steps.update(dict.fromkeys(edge, distance))
    return steps
