"""How a new statement stands to a known one: about the same thing, and saying the same or not.

Three outcomes: the same said again, a change, or another thing. The weights are fitted on
development data by `python -m bench.fit_updates`, as said and in the third person.
"""

import re
from dataclasses import dataclass

from nagori.write.denial import is_denied
from nagori.write.facts import EVENTS, Reading, is_single
from nagori.write.facts_common import (
    is_meant,
    is_plain,
    longest_run,
    meet,
    overlap,
    shared,
    swapped,
    touches,
    turns,
)
from nagori.write.facts_numbers import agree, differ
from nagori.write.facts_people import USER, same_person
from nagori.write.facts_things import clashes

WEIGHTS: dict[str, tuple[float, float]] = {
    "always": (-5.3, -5.5),
    "similarity": (5.2, 1.2),
    "similarity, high": (2.0, 0.8),
    "lead": (6.1, 6.0),
    "only mentioned": (-1.0, -1.0),
    "somebody else in both": (0.4, 0.5),
    "single": (0.9, 0.1),
    "event": (-1.0, -0.5),
    "many": (0.9, -0.7),
    "other topics": (-1.1, -1.0),
    "other topics, words": (0.2, 0.1),
    "other value, single": (-2.2, 1.9),
    "other value, many": (-2.9, -3.1),
    "single, no word": (0.5, 0.1),
    "denies": (-1.2, 0.5),
    "happened": (0.0, 0.9),
    "happened, topic": (-0.2, 0.1),
    "words": (-0.4, -0.0),
    "more words": (0.2, 1.3),
    "same numbers": (2.1, -0.1),
    "same numbers, topic": (0.5, 0.2),
    "other numbers": (-0.2, 1.0),
    "new numbers": (-1.4, -0.6),
    "other numbers, topic": (-0.9, 1.0),
    "cue": (0.4, 1.4),
    "cue, words": (-0.8, -0.2),
    "cue, single": (-0.7, -0.7),
    "cue, event": (-0.5, 0.3),
    "cue, characters": (0.1, 1.6),
    "cue, name": (-0.3, 1.4),
    "corrects": (-0.5, 2.4),
    "adds": (-1.8, -2.1),
    "beside": (-3.0, -4.1),
    "adds, no word": (-1.2, 0.5),
    "no word, no topic": (-0.4, -0.6),
    "no word, occasion": (-0.5, -1.4),
    "no word, many": (-1.0, -0.8),
    "other names": (-0.4, -0.9),
    "other names, event": (-3.0, -3.1),
    "other taste": (-2.1, 2.2),
    "other taste, words": (-0.6, 1.0),
    "ends": (-1.0, -0.1),
    "both end": (1.0, -0.4),
    "same end": (3.0, -1.0),
    "changes": (-1.0, 0.5),
    "holds": (1.2, -1.2),
    "same taste": (0.8, 0.8),
    "new words": (0.7, -0.5),
    "old words": (-1.4, 1.3),
    "new name": (-1.1, 0.4),
    "topics alike": (1.5, 2.6),
    "characters": (0.9, -0.2),
    "run": (-0.5, -0.2),
    "turns": (-0.2, -0.2),
    "of another": (-0.2, -0.1),
    "other sign": (0.1, -0.0),
    "other sign, topic": (1.4, -0.3),
    "both negated": (1.8, -0.6),
    "single, news": (-0.0, 0.5),
    "person only": (-0.5, 0.0),
    "same thing": (1.0, -0.1),
    "more things": (0.2, 0.1),
    "same thing, cue": (0.5, -0.7),
    "other thing": (-2.1, -0.1),
    "other thing, cue": (0.7, 0.4),
    "other thing, single": (0.3, 1.7),
    "other thing, only": (-0.8, -0.9),
    "clauses": (1.1, 1.6),
    "both happened": (-0.3, 0.4),
    "old plans": (1.0, 1.3),
    "plans": (-0.5, -0.0),
    "planned, happened": (0.6, 0.6),
    "both plan": (-0.7, -0.2),
    "once": (-0.3, -1.9),
    "once, both": (0.1, -0.1),
    "former": (-1.0, 3.3),
    "one more of its kind": (-1.4, 0.9),
    "one more of its kind, single": (0.1, 0.4),
    "one more of its kind, cue": (-0.6, 1.2),
    "other sign, thing": (0.6, 1.2),
    "other sign, cue": (-1.0, -0.1),
    "ends, thing": (-0.9, 0.6),
    "ends, clause": (-0.1, 1.4),
    "turned, clause": (0.0, 0.7),
    "cue, elsewhere": (0.2, -1.3),
    "nobody named": (0.0, -0.0),
    "lead, cue": (1.2, 6.3),
    "lead, happened": (1.7, 4.6),
    "lead, no topic": (2.8, 2.4),
}
"""What each piece of evidence counts for the same said again, and for a change."""

OCCASIONS = frozenset(
    {"trip", "interview", "exam", "meeting", "party", "delivery", "class", "tickets"}
)
"""Events that say little before one knows with whom, where or which."""
UNKNOWN, UNKNOWN_LEAD = 0.35, 0.1
"""Taken for the similarity of two statements that share no word, while the embedder is down."""
PER_WORD = 0.1
LASTING = frozenset({"retired", "dead"})
"""Ends that are told again for years, and are not over."""
GRAVE = frozenset({"allergy", "illness"})
"""What may harm if it is forgotten: only words that name it say that it is over."""
SURE = 3.0
"""Log-odds of two statements that differ in nothing but the value of what one has once."""
LIKELY = 0.3
"""Log-odds of a change where what one has once is told with a word for news or another number."""
SAME, SAME_TOPIC, SAME_SINGLE = 0.62, 0.55, 0.42
"""Similarity of two statements that may be the same fact though they share no word: at all, about
the same thing, about what one has once. Less would let one allergy swallow the other."""


@dataclass(frozen=True, slots=True)
class Bond:
    """How a new statement stands to a known one, in log-odds against saying another thing."""

    same: float
    """That it says the known one again."""
    change: float
    """That it says how the known one is by now."""

    @property
    def link(self) -> float:
        """Above 0: they are about the same thing."""
        return max(self.same, self.change)

    @property
    def repeats(self) -> bool:
        """Whether the new one is nothing but the known one said again."""
        return self.same > 0 and self.same >= self.change


def bond(new: Reading, old: Reading, similarity: float | None, lead: float | None) -> Bond | None:
    """The evidence between two statements; None when they are about different people.

    `lead` is how much nearer the known one is in meaning than the next one of the same people.
    """
    found = evidence(new, old, similarity, lead)
    if found is None or (found["other value, many"] and not found["cue"]):
        return None  # two pets, two allergies: one beside the other
    same = sum(WEIGHTS[name][0] * value for name, value in found.items())
    change = sum(WEIGHTS[name][1] * value for name, value in found.items())
    if is_denied(new.text, old.text):
        return Bond(min(same, 0.0), max(change, SURE))
    if (found["other value, single"] or found["other taste, words"]) and not found["adds"]:
        return Bond(min(same, 0.0), max(change, SURE))
    if found["single, news"] and found["lead"] > 0:
        change = max(change, LIKELY)
    if old.slots & GRAVE and not (found["words"] or found["same thing"]):
        change = min(change, 0.0)
    return Bond(same if _are_alike(found) else min(same, 0.0), change)


def evidence(
    new: Reading, old: Reading, similarity: float | None, lead: float | None
) -> dict[str, float] | None:
    """What speaks for or against a bond, by name, each from -1 to 1."""
    if not meet(new, old):
        return None
    same = same_person(new.subject, old.subject) or is_meant(new, old)
    words = shared(new, old)
    if similarity is None:
        similarity, lead = UNKNOWN + PER_WORD * min(words, 3), UNKNOWN_LEAD
    nearer = min(0.25, max(-0.1, lead or 0.0))
    slots = new.slots & old.slots
    event = bool(slots & EVENTS)
    single = any(is_single(slot) for slot in slots - EVENTS)
    apart = not words and bool(new.terms) and bool(old.terms)
    cue = new.cue
    clash = bool(new.names and old.names and not new.names & old.names)
    characters = overlap(new.characters, old.characters)
    others = (new.mentions & old.mentions) - {USER}
    other_numbers = differ(new.figures, old.figures)
    # Many things happen on a Tuesday.
    telling = bool(slots or words) or any(
        kind != "weekday" for kind, _ in new.figures & old.figures
    )
    same_numbers = telling and agree(new.figures, old.figures)
    denies = bool(new.denied & (old.words | old.characters))
    happened = new.happened and not old.happened
    settled = single or bool(slots & EVENTS - OCCASIONS)
    common = new.things & old.things
    other_kinds = clashes(new.things, old.things)
    joined = bool({kind for kind, _ in common} & {kind for kind, _ in new.things - old.things})
    swap = (
        same
        and not common
        and (swapped(new, old) or (single and apart and is_plain(new) and is_plain(old)))
    )
    flip = new.taste * old.taste < 0
    return {
        "always": 1,
        "similarity": similarity,
        "similarity, high": max(0.0, similarity - 0.6),
        "lead": nearer,
        "only mentioned": not same,
        "somebody else in both": bool(others),
        "single": single,
        "event": event,
        "many": bool(slots) and not single and not event,
        "other topics": bool(new.facts and old.facts and not slots) and not words,
        "other topics, words": bool(new.facts and old.facts and not slots) and words > 0,
        "other value, single": swap and settled,
        "other value, many": swap and not settled,
        "single, no word": single and apart,
        "denies": denies,
        "happened": happened,
        "happened, topic": happened and bool(slots),
        "words": words > 0,
        "more words": min(words, 4) / 4,
        "same numbers": same_numbers,
        "same numbers, topic": same_numbers and bool(slots),
        "other numbers": other_numbers,
        "new numbers": bool(new.figures - old.figures),
        "other numbers, topic": other_numbers and bool(slots),
        "cue": cue,
        "cue, words": cue and words > 0,
        "cue, single": cue and single,
        "cue, event": cue and event,
        "cue, characters": cue * characters,
        "cue, name": cue and any(name in new.text for name in old.called),
        "corrects": new.corrects and (same or not new.subject) and similarity > 0.35,
        "adds": new.adds,
        "beside": new.beside,
        "adds, no word": new.adds and apart,
        "no word, no topic": apart and not slots,
        "no word, occasion": apart and bool(slots & OCCASIONS) and not single,
        "no word, many": apart and bool(slots) and not single and not event,
        "other names": clash and not cue,
        "other names, event": clash and not cue and event,
        "other taste": flip and (words > 0 or bool(slots)),
        "other taste, words": flip and words > 0,
        "ends": new.ends,
        "both end": new.ends and old.ends,
        "same end": new.ends and old.ends and bool(slots & LASTING),
        "changes": new.changes,
        "holds": new.holds,
        "same taste": new.taste * old.taste > 0,
        "new words": min(5, len(new.terms - old.terms)) / 5,
        "old words": min(5, len(old.terms - new.terms)) / 5,
        "new name": bool(new.names - old.names),
        "topics alike": len(slots) / max(1, len(new.slots | old.slots)),
        "characters": characters,
        "run": longest_run(new, old),
        "turns": turns(new, old),
        "of another": not same and bool(new.subject) and new.subject not in (USER, *old.mentions),
        "other sign": bool(slots or words) and new.negated != old.negated,
        "other sign, topic": bool(slots) and new.negated != old.negated and not cue,
        "both negated": bool(slots or words) and new.negated and old.negated,
        "single, news": single
        and same
        and (cue or other_numbers)
        and not new.adds
        and not new.holds,
        "person only": bool(others) and not words and not slots and not common,
        "same thing": bool(common),
        "more things": min(len(common), 3) / 3,
        "same thing, cue": bool(common) and cue,
        "other thing": bool(other_kinds),
        "other thing, cue": bool(other_kinds) and cue,
        "other thing, single": bool(other_kinds) and single,
        "other thing, only": bool(other_kinds) and not common and not words,
        "clauses": min(3, len(_CLAUSE_END.findall(new.text))) / 3,
        "both happened": new.happened and old.happened,
        "old plans": old.plans,
        "plans": new.plans and not old.plans,
        "planned, happened": old.plans and not new.plans and (new.happened or new.ends),
        "both plan": old.plans and new.plans,
        "once": old.once,
        "once, both": old.once and new.once,
        "former": bool(new.former & old.figures),
        "one more of its kind": joined,
        "one more of its kind, single": joined and single,
        "one more of its kind, cue": joined and cue,
        "other sign, thing": bool(common) and new.negated != old.negated,
        "other sign, cue": cue and bool(common or words) and new.negated != old.negated,
        "ends, thing": new.ends and not old.ends and bool(common or words),
        "ends, clause": not old.ends and touches(new.over, old),
        "turned, clause": touches(new.turned, old),
        "cue, elsewhere": cue
        and bool(common or words)
        and not touches(new.over, old)
        and not touches(new.turned, old),
        "nobody named": not new.subject,
        "lead, cue": nearer * cue,
        "lead, happened": nearer * new.happened,
        "lead, no topic": nearer * (not slots),
    }


def _are_alike(found: dict[str, float]) -> bool:
    """Whether two statements share enough for one to be nothing but the other said again."""
    if found["words"] or found["same numbers"] or found["same thing"]:
        return True
    if found["single"] or (found["many"] and not found["other thing"] and not found["adds"]):
        least = SAME_SINGLE
    else:
        least = SAME_TOPIC if found["many"] or found["event"] else SAME
    return found["similarity"] > least


_CLAUSE_END = re.compile(r"[,.;!?，。；！？](?=.)")
