"""The statements of a message as numbers, the same in both languages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log1p

from nagori.write.worth_kinds import Kind
from nagori.write.worth_parts import OWN, Clause, Reading, Token
from nagori.write.worth_words import is_han, word_set

_COUNTED = (
    "you", "they", "kin", "pet", "past_time", "date", "habit", "health", "like", "plan", "not",
    "praise", "vague", "keep_mind", "media", "number", "event", "activity", "feel", "cheer",
    "modal", "thing", "hyper", "sarcasm", "magic", "stranger", "answering", "it", "liken",
)  # fmt: skip
NAMES = (
    "one", *_COUNTED, "wish", "past", "going", "names", "specific", "rich", "length", "density",
    "clauses", "own_kin", "you_only", "dropped", "first", "alone", "pictured", "asides", "greeted",
    "addressed", "asked", "asked_short", "asked_what", "asked_you", "echo", "topics", "topicless",
    "thing_first", "brief", "own_names", "media_only", "now", "core", "own_core", "coreless",
    "world", "own_like", "plain", "impersonal", "statements",
)  # fmt: skip
"""Everything that is told of a message and its units."""

_CLASSES = frozenset(_COUNTED)
_LASTING = word_set("life health like plan past_time future_time habit")
_SOMEBODY = OWN | word_set("kin friend keep_mind health like future_time")
# Chinese drops subjects.
_LASTING_BARE = word_set("life plan past_time date have event they")
_THIN = word_set("have date they")  # 一天有八万六千四百秒
_BEFORE_VERBS = word_set(
    "finally just still recently already also never not always only really so and but"
)
_CORE = word_set("life health kin pet friend like habit date past_time future_time")
_TOPICAL = _CORE | word_set("number have activity event")
_COPULAS = word_set("is are was were have has 是 有 不是 离 属于 位于 会")
_FLEETING = word_set("it you moment weather vague chat draft hyper liken sarcasm thing")
_STATING = word_set(
    "am was don't dont never can't cant have work live play speak wear drive study collect "
    "drink eat 是 叫 姓 会 不 没 有 在 住 住在 戴 开 养 养了 不会 学 当 属 对 每天"
)
_BARE_HAN = word_set("在 正在 还在 刚 没 不会 想")
_AT_ONCE = word_set("去 先 再 又 刚 回来 just about")
_THIRD_PERSON = re.compile("[a-z]{3}[^us]s$")
_BRIEF = 5  # words
_SHORT = 25  # words; a longer answer says by itself what it is about


@dataclass(frozen=True, slots=True)
class Unit:
    """A run of statements in one sentence, or a wish how to be answered."""

    clauses: Sequence[Clause]
    wish: bool
    classes: frozenset[str]

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.clauses[0].start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.clauses[-1].end


def is_personal(unit: Unit) -> bool:
    """Whether the unit can be about somebody: what only tells of the world need not be kept."""
    if unit.wish or unit.classes & _SOMEBODY:
        return True
    tokens = [t for c in unit.clauses for t in c.tokens]
    if _is_chinese(tokens):
        if tokens[0].word in _BARE_HAN and len(tokens) >= _BRIEF:
            return True
        if any("habit" in t.classes for t in tokens[:3]):
            return True
        plain = any(t.word in _COPULAS for t in tokens[1:4]) or len(tokens) < _BRIEF
        return bool(unit.classes & (_LASTING_BARE - _THIN if plain else _LASTING_BARE))
    dated = (
        "date" in unit.classes
        and "habit" not in unit.classes
        and len(tokens) >= _BRIEF
        and not any(t.past for t in tokens)
    )
    listed = "life" in unit.classes and len(unit.clauses) > 1 and "number" in unit.classes
    return dated or listed or _begins_bare(tokens)


def features(unit: Unit) -> dict[str, float]:
    """What the unit's own words tell, by the names of `NAMES`; what is missing is 0."""
    classes = unit.classes
    tokens = [t for c in unit.clauses for t in c.tokens]
    own = bool(classes & OWN)
    kin = bool(classes & {"kin", "pet", "friend"})
    timed = bool(classes & {"past_time", "future_time", "date"})
    nobody = not own and not classes & {"you", "they", "kin"}
    specific = log1p(sum(t.specific for t in tokens))
    length = log1p(len(tokens))
    names = log1p(_names(unit.clauses))
    core = classes & _CORE
    subject = any(t.classes & OWN for t in tokens[:3])
    told: dict[str, float] = {
        "one": 1.0,
        "wish": unit.wish,
        "past": log1p(sum(t.past for t in tokens)),
        "going": any(t.word.endswith("ing") for t in tokens),
        "names": names,
        "specific": specific,
        "rich": specific**2,
        "length": length,
        "density": specific / length,
        "clauses": log1p(len(unit.clauses)),
        "own_kin": own and kin,
        "you_only": "you" in classes and not own,
        "dropped": nobody and _drops_subject(unit, tokens),
        "topics": log1p(len(classes & _TOPICAL)),
        "topicless": not classes & _TOPICAL,
        "thing_first": any("thing" in t.classes for t in tokens[:4]),
        "own_names": names if own else 0.0,
        "media_only": "media" in classes and not own and not kin,
        "now": not timed and "habit" not in classes and _is_now(tokens),
        "core": log1p(len(core)),
        "own_core": log1p(len(core)) if own else 0.0,
        "own_like": subject and "like" in classes and not classes & {"you", "it", "they"},
        "plain": _is_plain(tokens, classes),
        "coreless": not core,
        "world": nobody and _is_of_the_world(tokens),
        "brief": len(tokens) < _BRIEF,
    }
    for name in classes:
        if name in _CLASSES:
            told[name] = 1.0
    return told


def surroundings(
    reading: Reading, found: Sequence[Kind | None], before: Reading | None
) -> dict[str, float]:
    """What the whole message and the one before it tell of every unit."""
    tokens = [t for c in reading.clauses for t in c.tokens]
    asking = sum(k in ("question", "request") for k in found)
    stated = sum(k in (None, "preference") for k in found)
    told = {
        "pictured": float(reading.pictured),
        "asides": 1 - (asking + stated) / len(found),
        "greeted": float(any("hello" in c.classes for c in reading.clauses)),
        "addressed": sum("you" in t.classes for t in tokens) / len(tokens),
    }
    if before is None or not before.clauses:
        return told
    asked = [c for c in before.clauses if c.mark == "?"]
    if asked:
        told["asked"] = 1.0
        told["asked_short"] = float(len(tokens) < _SHORT)
        told["asked_what"] = float("ask" in asked[-1].tokens[0].classes)
        told["asked_you"] = float(any("you" in c.classes for c in asked))
    mine, theirs = _content(reading), _content(before)
    told["echo"] = len(mine & theirs) / (1 + len(mine))
    return told


def _drops_subject(unit: Unit, tokens: Sequence[Token]) -> bool:
    return bool(unit.classes & _LASTING) if _is_chinese(tokens) else _begins_bare(tokens)


def _is_chinese(tokens: Sequence[Token]) -> bool:
    return any(is_han(t.word) for t in tokens[:3])


def _is_plain(tokens: Sequence[Token], classes: frozenset[str]) -> bool:
    """Whether the speaker says what they are, have, can or never do: "I don't smoke", 我是牙医."""
    first, *rest = tokens
    if not rest or not first.classes & {"i", "we"} or classes & _FLEETING:
        return False
    if first.word in {"i'm", "im", "we're"}:
        return rest[0].word in {"a", "an", "from"} or "number" in rest[0].classes
    return rest[0].word in _STATING or "like" in rest[0].classes


def _is_now(tokens: Sequence[Token]) -> bool:
    """Whether the speaker is about to do something, or just did: 我去倒杯水, "just sat down"."""
    if tokens[0].word in {"just", "刚"}:
        return True
    return any(
        t.word in {"我", "i'm", "im"} and (after.word in _AT_ONCE or after.word.endswith("ing"))
        for t, after in pairwise(tokens[:4])
    )


def _is_of_the_world(tokens: Sequence[Token]) -> bool:
    """Whether something is said of a thing as it is: "octopuses have three hearts"."""
    if any(t.word in _COPULAS for t in tokens[1:4]):
        return True
    always = len(tokens) >= _BRIEF and any(_THIRD_PERSON.search(t.word) for t in tokens[1:3])
    return always and not any(t.past or _is_name(t) for t in tokens[1:])


def _content(reading: Reading) -> set[str]:
    return {t.word for c in reading.clauses for t in c.tokens if len(t.word) > 3 or t.specific}


def _names(clauses: Sequence[Clause]) -> int:
    """How many names are in the clauses; who is merely called upon does not count."""
    told = [c for c in clauses if len(c.tokens) > 1]
    inside = sum(_is_name(t) for c in told for t in c.tokens[1:])
    return inside + sum(_is_name(c.tokens[0]) for c in told if c is not clauses[0])


def _is_name(token: Token) -> bool:
    return token.capital and not token.classes


def _begins_bare(tokens: Sequence[Token]) -> bool:
    """Whether an English statement leaves out its "I": "been driving", "just love it"."""
    if tokens[0].word in {"never", "always", "not", "still"} and len(tokens) > 2:
        return True
    for t in tokens:
        if t.word not in _BEFORE_VERBS:
            return t.past or t.word.endswith("ing") or "like" in t.classes
    return False
