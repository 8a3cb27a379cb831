"""What two readings have in common: people, words, characters, and all but a value."""

import re

from nagori.write.facts import Reading
from nagori.write.facts_people import USER, same_person
from nagori.write.facts_things import things


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
    if new.mentions <= {USER} and _points_to(new.text, old.subject):
        return True
    if "baby" in new.slots & old.slots:
        return True
    if "landlord" in (new.subject, old.subject):
        return bool(new.slots & old.slots & {"home", "rent"})
    return new.corrects and not new.subject


def _points_to(text: str, subject: str) -> bool:
    """Whether a text that names nobody else may mean somebody by a pronoun."""
    pronoun = _IT if subject in ("dog", "cat", "pet") else _THEY
    return subject != USER and pronoun.search(text) is not None


def is_meant(new: Reading, old: Reading) -> bool:
    """Whether a statement that begins with nobody goes on about whom the known one is about."""
    if new.subject:
        return False
    return old.subject in new.mentions or any(name in new.text for name in old.called)


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


def touches(clauses: str, old: Reading) -> bool:
    """Whether clauses name anything that a known statement is about."""
    if any(word in clauses for word in old.words if len(word) > 2):
        return True
    return any(run[i : i + 2] in clauses for run in old.runs for i in range(len(run) - 1)) or bool(
        clauses and things(clauses) & old.things
    )


def turns(new: Reading, old: Reading) -> bool:
    """Whether one denies what the other affirms."""
    mine, theirs = new.words | new.characters, old.words | old.characters
    return bool(
        new.denied & (theirs - old.denied) - _EMPTY or old.denied & (mine - new.denied) - _EMPTY
    )


def longest_run(new: Reading, old: Reading) -> float:
    """How long the longest piece of Chinese in both is, as a share of the longest that counts."""
    lengths = (_common(a, b) for a in new.runs for b in old.runs)
    return max(lengths, default=0) / _LONGEST_PIECE


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """What share of the smaller set is in the larger one too."""
    return len(one & other) / max(1, min(len(one), len(other)))


def _common(one: str, other: str) -> int:
    for size in range(min(len(one), len(other), _LONGEST_PIECE), 1, -1):
        if any(one[i : i + size] in other for i in range(len(one) - size + 1)):
            return size
    return 0


def is_plain(reading: Reading) -> bool:
    """Whether a statement is so short that its words are its value."""
    return len(_tokens(reading.text)) <= _PLAIN_TOKENS and not reading.holds


def _tokens(text: str) -> list[str]:
    """Words and characters, with the user in the first person and verbs without their ending."""
    return [_PLAIN.get(t, _ENDING.sub("", t)) for t in _TOKEN.findall(_IS.sub(" is", text))]


def _alike(one: str, other: str) -> bool:
    if one[-1].isdigit() or other[-1].isdigit():
        return False  # the S2 is no short form of the S22
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    if len(short) >= 4 and long.startswith(short[:-1] if len(short) > 5 else short):
        return True
    heads = ((one.partition("-")[0], other), (other.partition("-")[0], one))
    return any(len(a) >= 3 and b.startswith(a) and len(b) > len(a) + 2 for a, b in heads)


_PLAIN_TOKENS = 6
_LONGEST_PIECE = 4  # characters: what is longer tells no more
_EMPTY = frozenset("了的是在有我用户会能想要")
"""Characters behind a "not" that say nothing by themselves."""
_THEY = re.compile(r"\b(?:he|she|him|her|his|hers)\b|[他她]")
_IT = re.compile(r"\b(?:he|she|him|her|his|hers|it|its)\b|[他她它]")
_IS = re.compile(r"'(?:m|re)\b")
_TOKEN = re.compile("(?:the )?user's|(?:the )?user|[a-z0-9à-ÿ]+|用户|[\u3400-\u9fff]")
_ENDING = re.compile("(?<=[a-z]{3})(?<!s)s$")
_PLAIN = {
    "the user's": "my", "user's": "my", "the user": "i", "user": "i", "用户": "我",
    "am": "is", "are": "is", "has": "have", "does": "do", "goes": "go",
}  # fmt: skip
