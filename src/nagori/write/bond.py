"""How a new statement stands to a known one: about the same thing, and saying the same or not.

Three outcomes: the same said again, a change, or another thing. The weights are fitted on
development data by `python -m bench.fit_updates`, as said and in the third person.
"""

import re
from dataclasses import dataclass

from nagori.write.facts import EVENTS, Reading, is_single
from nagori.write.facts_numbers import agree, differ
from nagori.write.facts_people import USER, same_person
from nagori.write.facts_things import clashes, things

WEIGHTS: dict[str, tuple[float, float]] = {
    "always": (-4.8, -5.8),
    "similarity": (5.2, 2.4),
    "similarity, high": (1.9, 0.2),
    "lead": (5.6, 9.9),
    "only mentioned": (-0.6, -1.1),
    "somebody else in both": (0.3, 0.2),
    "single": (0.7, -0.6),
    "event": (-1.0, -0.2),
    "many": (1.0, -0.5),
    "other topics": (-1.1, -1.2),
    "other topics, words": (-0.7, 0.4),
    "other value, single": (-1.6, 3.0),
    "other value, many": (-3.0, -2.3),
    "single, no word": (0.6, 0.4),
    "denies": (-0.1, 0.9),
    "happened": (-0.3, 0.6),
    "happened, topic": (-0.6, 0.2),
    "words": (0.3, 0.5),
    "more words": (0.7, 0.7),
    "same numbers": (2.5, -0.0),
    "same numbers, topic": (0.2, 0.1),
    "other numbers": (0.2, 1.5),
    "new numbers": (-2.0, -0.9),
    "other numbers, topic": (-0.3, 0.7),
    "cue": (0.1, 1.8),
    "cue, words": (-1.1, 0.4),
    "cue, single": (-0.5, 0.1),
    "cue, event": (-0.2, 0.1),
    "cue, characters": (0.2, 0.9),
    "cue, name": (-0.1, 2.2),
    "corrects": (-0.2, 1.8),
    "adds": (-2.6, -1.7),
    "beside": (-2.7, -3.8),
    "adds, no word": (-1.0, 0.4),
    "no word, no topic": (-0.2, -0.3),
    "no word, occasion": (0.2, -1.2),
    "no word, many": (-0.7, -0.7),
    "other names": (-0.3, -0.6),
    "other names, event": (-3.0, -3.0),
    "other taste": (-1.9, 1.7),
    "other taste, words": (-0.5, 0.7),
    "ends": (-0.9, 0.3),
    "both end": (0.9, -0.2),
    "same end": (3.3, -1.3),
    "changes": (-0.3, 0.6),
    "holds": (1.3, -0.9),
    "same taste": (0.6, 0.4),
    "new words": (0.2, -0.7),
    "old words": (-1.7, 0.4),
    "new name": (-1.2, 0.3),
    "topics alike": (1.3, 2.0),
    "characters": (0.6, -0.9),
    "run": (-0.8, 0.4),
    "turns": (0.6, -0.5),
    "of another": (-0.7, -0.3),
    "other sign": (-0.3, 0.4),
    "other sign, topic": (1.7, -0.8),
    "both negated": (1.5, -0.2),
    "single, news": (0.3, 0.8),
    "person only": (-0.3, 0.8),
    "same thing": (1.1, 0.4),
    "more things": (-0.2, 0.6),
    "same thing, cue": (0.6, 0.5),
    "other thing": (-1.7, -0.2),
    "other thing, cue": (-0.3, 0.8),
    "other thing, single": (0.3, 1.5),
    "other thing, only": (-0.5, -1.0),
    "clauses": (0.4, 1.7),
    "both happened": (0.0, 0.0),
    "old plans": (0.0, 0.0),
    "plans": (0.0, 0.0),
    "planned, happened": (0.0, 0.0),
    "both plan": (0.0, 0.0),
    "once": (0.0, 0.0),
    "once, both": (0.0, 0.0),
    "former": (0.0, 0.0),
    "one more of its kind": (0.0, 0.0),
    "one more of its kind, single": (0.0, 0.0),
    "one more of its kind, cue": (0.0, 0.0),
    "other sign, thing": (0.0, 0.0),
    "other sign, cue": (0.0, 0.0),
    "ends, thing": (0.0, 0.0),
    "ends, clause": (0.0, 0.0),
    "turned, clause": (0.0, 0.0),
    "cue, elsewhere": (0.0, 0.0),
    "nobody named": (0.0, 0.0),
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
    if (found["other value, single"] or found["other taste, words"]) and not found["adds"]:
        return Bond(min(same, 0.0), max(change, SURE))
    if found["single, news"] and found["lead"] > 0:
        change = max(change, LIKELY)
    return Bond(same if _are_alike(found) else min(same, 0.0), change)


def evidence(
    new: Reading, old: Reading, similarity: float | None, lead: float | None
) -> dict[str, float] | None:
    """What speaks for or against a bond, by name, each from -1 to 1."""
    if not meet(new, old):
        return None
    same = same_person(new.subject, old.subject) or _is_meant(new, old)
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
        and (swapped(new, old) or (single and apart and _is_plain(new) and _is_plain(old)))
    )
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
        "run": _run(new, old),
        "turns": _turns(new, old),
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
        "ends, clause": not old.ends and _touches(new.over, old),
        "turned, clause": _touches(new.turned, old),
        "cue, elsewhere": cue
        and bool(common or words)
        and not _touches(new.over, old)
        and not _touches(new.turned, old),
        "nobody named": not new.subject,
    }


def _touches(clauses: str, old: Reading) -> bool:
    """Whether clauses name anything that a known statement is about."""
    if any(word in clauses for word in old.words if len(word) > 2):
        return True
    return any(run[i : i + 2] in clauses for run in old.runs for i in range(len(run) - 1)) or bool(
        clauses and things(clauses) & old.things
    )


def _turns(new: Reading, old: Reading) -> bool:
    """Whether one denies what the other affirms."""
    mine, theirs = new.words | new.characters, old.words | old.characters
    return bool(
        new.denied & (theirs - old.denied) - _EMPTY or old.denied & (mine - new.denied) - _EMPTY
    )


def _run(new: Reading, old: Reading) -> float:
    """How long the longest piece of Chinese in both is, as a share of the longest that counts."""
    lengths = (_common(a, b) for a in new.runs for b in old.runs)
    return max(lengths, default=0) / _LONGEST_PIECE


def _common(one: str, other: str) -> int:
    for size in range(min(len(one), len(other), _LONGEST_PIECE), 1, -1):
        if any(one[i : i + size] in other for i in range(len(one) - size + 1)):
            return size
    return 0


def shared(new: Reading, old: Reading) -> int:
    """How many content words two statements share, or shorten: Glasto is Glastonbury."""
    pairs = ((a, b) for a in new.words for b in old.words)
    return len(new.terms & old.terms) + sum(a != b and _alike(a, b) for a, b in pairs)


def swapped(new: Reading, old: Reading) -> bool:
    """Whether two statements are one but for a value: lives in Porto, lives in Lyon."""
    one, other = _tokens(new.text), _tokens(old.text)
    shorter = min(len(one), len(other))
    head = next((i for i in range(shorter) if one[i] != other[i]), shorter)
    most = shorter - head
    tail = next((i for i in range(most) if one[-1 - i] != other[-1 - i]), most)
    if head + tail < max(2, shorter / 3):
        return False
    values = {_ENDING.sub("", v) for r in (new, old) for v in (*r.words, *r.characters)}
    mine, theirs = one[head : len(one) - tail], other[head : len(other) - tail]
    if mine and theirs and mine[0] not in values and theirs[0] not in values:
        return False  # lives in Porto, lives with his sister
    mine, theirs = [t for t in mine if t in values], [t for t in theirs if t in values]
    pairs = [(a, b) for a in mine for b in theirs]
    return bool(pairs) and not any(a == b or (len(a) > 1 and _alike(a, b)) for a, b in pairs)


def _is_plain(reading: Reading) -> bool:
    """Whether a statement is so short that its words are its value."""
    return len(_tokens(reading.text)) <= _PLAIN_TOKENS and not reading.holds


def _tokens(text: str) -> list[str]:
    """Words and characters, with the user in the first person and verbs without their ending."""
    return [_PLAIN.get(t, _ENDING.sub("", t)) for t in _TOKEN.findall(_IS.sub(" is", text))]


_PLAIN_TOKENS = 6
_LONGEST_PIECE = 4  # characters: what is longer tells no more
_EMPTY = frozenset("了的是在有我用户会能想要")
"""Characters behind a "not" that say nothing by themselves."""
_PRONOUN = re.compile(r"\b(?:he|she|him|her|his|hers|it)\b|[他她它]")
_CLAUSE_END = re.compile(r"[,.;!?，。；！？](?=.)")
_IS = re.compile(r"'(?:m|re)\b")
_TOKEN = re.compile("(?:the )?user's|(?:the )?user|[a-z0-9à-ÿ]+|用户|[\u3400-\u9fff]")
_ENDING = re.compile("(?<=[a-z]{3})(?<!s)s$")
_PLAIN = {
    "the user's": "my", "user's": "my", "the user": "i", "user": "i", "用户": "我",
    "am": "is", "are": "is", "has": "have", "does": "do", "goes": "go",
}  # fmt: skip


def _alike(one: str, other: str) -> bool:
    if one[-1].isdigit() or other[-1].isdigit():
        return False  # the S2 is no short form of the S22
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    if len(short) >= 4 and long.startswith(short[:-1] if len(short) > 5 else short):
        return True
    heads = ((one.partition("-")[0], other), (other.partition("-")[0], one))
    return any(len(a) >= 3 and b.startswith(a) and len(b) > len(a) + 2 for a, b in heads)


def _is_meant(new: Reading, old: Reading) -> bool:
    """Whether a statement that begins with nobody goes on about whom the known one is about."""
    if new.subject:
        return False
    return old.subject in new.mentions or any(name in new.text for name in old.called)


def meet(new: Reading, old: Reading) -> bool:
    """Whether two statements are about one person, or one at least names the other's."""
    if same_person(new.subject, old.subject):
        return True
    if any(same_person(new.subject, who) for who in old.mentions):
        return True
    if any(same_person(old.subject, who) for who in new.mentions):
        return True
    if any(name in new.text for name in old.called):
        return True
    if old.subject != USER and new.mentions <= {USER} and _PRONOUN.search(new.text):
        return True
    if "baby" in new.slots & old.slots:
        return True
    if "landlord" in (new.subject, old.subject):
        return bool(new.slots & old.slots & {"home", "rent"})
    return new.corrects and not new.subject


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def _are_alike(found: dict[str, float]) -> bool:
    """Whether two statements share enough for one to be nothing but the other said again."""
    if found["words"] or found["same numbers"] or found["same thing"]:
        return True
    if found["single"] or (found["many"] and not found["other thing"] and not found["adds"]):
        least = SAME_SINGLE
    else:
        least = SAME_TOPIC if found["many"] or found["event"] else SAME
    return found["similarity"] > least
