"""How a new statement stands to a known one: about the same thing, and saying the same or not.

Two sums of evidence, in log-odds. The weights are choices made on development data by
`python -m bench.fit_updates`: the development halves of our own sets and the pairs of
`bench/data/update_pairs.jsonl`, as said and in the third person.
"""

from dataclasses import dataclass

from nagori.write.facts import EVENTS, Reading, is_single
from nagori.write.facts_numbers import agree, differ
from nagori.write.facts_people import USER, same_person

LINK = {
    "always": -4.3,
    "similarity": 3.8,
    "similarity, high": 1.3,
    "lead": 6.4,
    "only mentioned": -1.0,
    "somebody else in both": 0.8,
    "single": 1.7,
    "event": -0.1,
    "many": 1.8,
    "other topics": -1.6,
    "other topics, words": -0.9,
    "denies": 0.4,
    "happened": 0.5,
    "happened, topic": 0.3,
    "words": 0.9,
    "more words": 1.1,
    "same numbers": 1.2,
    "same numbers, topic": 1.1,
    "other numbers, topic": 0.7,
    "cue": 0.8,
    "cue, words": 0.3,
    "cue, single": 0.6,
    "cue, event": 0.7,
    "cue, characters": 0.3,
    "cue, name": 1.4,
    "corrects": 3.0,
    "adds": -0.9,
    "adds, no word": -1.3,
    "no word, no topic": -1.1,
    "no word, many": -0.7,
    "no word, occasion": -1.1,
    "other names": -1.3,
    "other names, event": -4.0,
    "other taste": 1.0,
}
CHANGE = {
    "always": -0.8,
    "similarity": -2.3,
    "ends": 2.8,
    "both end": -2.1,
    "changes": 2.8,
    "happened": 2.1,
    "denies": 0.8,
    "corrects": 1.5,
    "adds": 0.7,
    "holds": -2.0,
    "same numbers": -1.7,
    "other numbers": 1.8,
    "other taste": 0.6,
    "same taste": -0.1,
    "single": 0.3,
    "event": 1.2,
    "new words": 0.5,
    "old words": 0.8,
    "new name": 1.1,
}

OCCASIONS = frozenset(
    {"trip", "interview", "exam", "meeting", "party", "delivery", "class", "tickets"}
)
"""Events that say little before one knows with whom, where or which."""
UNKNOWN, UNKNOWN_LEAD = 0.35, 0.1
"""Taken for the similarity of two statements that share no word, while the embedder is down."""
PER_WORD = 0.1
SAME, SAME_TOPIC = 0.62, 0.5
"""Similarity of two statements that may be the same fact though they share no word. Without this,
what is known of somebody swallows whatever else is said of them."""


@dataclass(frozen=True, slots=True)
class Bond:
    """How a new statement stands to a known one."""

    link: float
    """Above 0: they are about the same thing."""
    change: float
    """Above 0: if so, the new one says something else than the known one."""
    alike: bool
    """Whether they share enough for the new one to be nothing but the known one said again."""


def bond(new: Reading, old: Reading, similarity: float | None, lead: float | None) -> Bond | None:
    """The evidence between two statements; None when they are about different people.

    `lead` is how much nearer the known one is in meaning than the next known one.
    """
    found = evidence(new, old, similarity, lead)
    if found is None:
        return None
    return Bond(_sum(LINK, found), _sum(CHANGE, found), _are_alike(found))


def evidence(
    new: Reading, old: Reading, similarity: float | None, lead: float | None
) -> dict[str, float] | None:
    """What speaks for or against a bond, by name, each from -1 to 1."""
    same = same_person(new.subject, old.subject)
    if not same and not _meet(new, old):
        return None
    words = shared(new, old)
    if similarity is None:
        similarity, lead = UNKNOWN + PER_WORD * min(words, 3), UNKNOWN_LEAD
    slots = new.slots & old.slots
    event = bool(slots & EVENTS)
    single = any(is_single(slot) for slot in slots - EVENTS)
    apart = not words and bool(new.terms) and bool(old.terms)
    cue = new.cue
    clash = bool(new.names and old.names and not new.names & old.names)
    characters = _overlap(new.characters, old.characters)
    others = (new.mentions & old.mentions) - {USER}
    same_numbers, other_numbers = agree(new.figures, old.figures), differ(new.figures, old.figures)
    denies = bool(new.denied & (old.words | old.characters))
    happened = new.happened and not old.happened
    flip = new.taste * old.taste < 0
    return {
        "always": 1,
        "similarity": similarity,
        "similarity, high": max(0.0, similarity - 0.6),
        "lead": min(0.25, max(-0.1, lead or 0.0)),
        "only mentioned": not same,
        "somebody else in both": bool(others),
        "single": single,
        "event": event,
        "many": bool(slots) and not single and not event,
        "other topics": bool(new.facts and old.facts and not slots) and not words,
        "other topics, words": bool(new.facts and old.facts and not slots) and words > 0,
        "denies": denies,
        "happened": happened,
        "happened, topic": happened and bool(slots),
        "words": words > 0,
        "more words": min(words, 4) / 4,
        "same numbers": same_numbers,
        "same numbers, topic": same_numbers and bool(slots),
        "other numbers": other_numbers,
        "other numbers, topic": other_numbers and bool(slots),
        "cue": cue,
        "cue, words": cue and words > 0,
        "cue, single": cue and single,
        "cue, event": cue and event,
        "cue, characters": cue * characters,
        "cue, name": cue and any(name in new.text for name in old.called),
        "corrects": new.corrects and (same or not new.subject) and similarity > 0.35,
        "adds": new.adds,
        "adds, no word": new.adds and apart,
        "no word, no topic": apart and not slots,
        "no word, occasion": apart and bool(slots & OCCASIONS) and not single,
        "no word, many": apart and bool(slots) and not single and not event,
        "other names": clash and not cue,
        "other names, event": clash and not cue and event,
        "other taste": flip and (words > 0 or bool(slots)),
        "ends": new.ends,
        "both end": new.ends and old.ends,
        "changes": new.changes,
        "holds": new.holds,
        "same taste": new.taste * old.taste > 0,
        "new words": min(5, len(new.terms - old.terms)) / 5,
        "old words": min(5, len(old.terms - new.terms)) / 5,
        "new name": bool(new.names - old.names),
    }


def shared(new: Reading, old: Reading) -> int:
    """How many content words two statements share, or shorten: Glasto is Glastonbury."""
    pairs = ((a, b) for a in new.words for b in old.words)
    return len(new.terms & old.terms) + sum(a != b and _alike(a, b) for a, b in pairs)


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    if len(short) >= 4 and long.startswith(short[:-1] if len(short) > 5 else short):
        return True
    heads = ((one.partition("-")[0], other), (other.partition("-")[0], one))
    return any(len(a) >= 3 and b.startswith(a) and len(b) > len(a) + 2 for a, b in heads)


def _meet(new: Reading, old: Reading) -> bool:
    """Whether one statement at least names whom the other one is about."""
    if any(same_person(new.subject, who) for who in old.mentions):
        return True
    if any(same_person(old.subject, who) for who in new.mentions):
        return True
    if any(name in new.text for name in old.called):
        return True
    if "landlord" in (new.subject, old.subject):
        return bool(new.slots & old.slots & {"home", "rent"})
    return new.corrects and not new.subject


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def _are_alike(found: dict[str, float]) -> bool:
    if found["words"] or found["same numbers"]:
        return True
    topic = found["single"] or found["event"] or found["many"]
    return found["similarity"] > (SAME_TOPIC if topic else SAME)


def _sum(weights: dict[str, float], found: dict[str, float]) -> float:
    return sum(weight * found[name] for name, weight in weights.items())
