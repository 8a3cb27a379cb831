"""What a statement says, as far as its wording shows: of whom, about what, and what it changes.

Read by patterns, in English and Chinese alike, without a model. A reading is not the meaning of a
statement: it is what can be compared with the reading of another one.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from nagori.text.terms import query_terms
from nagori.write import facts_en, facts_people, facts_zh
from nagori.write.facts_numbers import DATE_WORD, Figure, figures
from nagori.write.facts_people import PERSON, mentioned, subject_of

_SINGLE = frozenset(
    "home work job name age birthday partner phone computer tablet carrier car diet alcohol smoking"
    " commute rent pay wake sleep project grade weight height glasses hair hand baby faith bank"
    " flatmates siblings gym hours study boss".split()
)
"""What somebody has one of at a time, so that a new value takes the place of the old one."""
EVENTS = frozenset(
    "trip wedding dentist doctor haircut interview exam meeting party delivery class".split()
)
"""What has a time and often a name: the same one may move, another one is another."""
FAVOURITE = "favourite "
"""Begins the slot of a favourite; what kind of thing it is follows."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a statement says of somebody."""

    subject: str
    slot: str
    value: frozenset[str]
    negated: bool
    ends: bool
    single: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a statement."""

    text: str
    """In lower case, with plain punctuation."""
    subject: str
    """Whom it is about: `user`, a relation such as `sister`, or "" where nobody is named."""
    mentions: frozenset[str]
    """Everyone in it."""
    facts: tuple[Fact, ...]
    terms: frozenset[int]
    """Hashed content words, without those that only tell what it is about or that it is new."""
    words: frozenset[str]
    """The same words as written, if their script has spaces."""
    characters: frozenset[str]
    """The same, character by character, if it has none."""
    names: frozenset[str]
    called: frozenset[str]
    """The names among them that people and pets are introduced by."""
    denied: frozenset[str]
    """Words and characters behind a "not"."""
    figures: frozenset[Figure]
    taste: int
    """1 for liking, -1 for disliking, 0 for neither."""
    ends: bool
    changes: bool
    corrects: bool
    adds: bool
    holds: bool
    happened: bool
    """Whether something took place: a past tense, or the particle that ends a Chinese clause."""

    @property
    def slots(self) -> frozenset[str]:
        """What its facts are about."""
        return frozenset(fact.slot for fact in self.facts)

    @property
    def cue(self) -> bool:
        """Whether any word says that something is not as it was."""
        return self.ends or self.changes or self.corrects


@lru_cache(maxsize=1024)
def read(text: str) -> Reading:
    """What a statement says, in English or Chinese or a mixture of both."""
    lower = _lower(text)
    found, rest = figures(lower)
    for pattern in _EMPTY:
        rest = pattern.sub(" ", rest)
    mentions = mentioned(lower)
    subject = subject_of(lower, mentions)
    words, names = frozenset(_LATIN.findall(rest)), _names(text)
    value = words | names | {number for _, number in found} | frozenset(_RUN.findall(rest))
    ends, negated = _has(_ENDS, lower), _has(_NEGATED, lower)
    return Reading(
        text=lower,
        subject=subject,
        mentions=mentions,
        facts=tuple(
            Fact(subject, slot, value, negated, ends, is_single(slot)) for slot in _slots(lower)
        ),
        terms=frozenset(query_terms(rest).tolist()) if _VISIBLE.search(rest) else frozenset(),
        words=words,
        characters=frozenset(_UNSPACED.findall(rest)),
        names=names,
        called=_called(text),
        denied=frozenset(part for m in _DENIED.finditer(lower) for part in _parts(m)),
        figures=found,
        taste=-1 if _has(_DISLIKES, lower) else int(_has(_LIKES, lower)),
        ends=ends,
        changes=_has(_CHANGES, lower),
        corrects=_has(_CORRECTS, lower),
        adds=_has(_ADDS, lower),
        holds=_has(_HOLDS, lower),
        happened=_has(_HAPPENED, lower),
    )


def is_single(slot: str) -> bool:
    """Whether somebody has one such thing at a time."""
    return slot in _SINGLE or slot in EVENTS or slot.startswith(FAVOURITE)


def _lower(text: str) -> str:
    lower = unicodedata.normalize("NFKC", text).replace("’", "'").casefold().strip()
    return _FRAMED.sub(r"\1", lower)


def _has(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


def _slots(lower: str) -> list[str]:
    slots = [slot for slot, pattern in _SLOTS.items() if pattern.search(lower)]
    if _AGE.search(lower) and "age" not in slots:
        slots.append("age")
    kinds = (pattern.search(lower) for pattern in _FAVOURITES)
    return slots + [FAVOURITE + kind["kind"] for kind in kinds if kind]


def _names(text: str) -> frozenset[str]:
    found = _NAME.finditer(text.replace("’", "'"))
    names = ((m[1] or m[0]).casefold().removesuffix("'s") for m in found)
    return frozenset(name for name in names if not DATE_WORD.fullmatch(name))


def _called(text: str) -> frozenset[str]:
    return frozenset((m[1] or m[2]).casefold() for m in _CALLED.finditer(text))


def _parts(denied: re.Match[str]) -> list[str]:
    return [*(denied[1] or "").split(), *(denied[2] or "")]


def _either(english: str, chinese: str) -> re.Pattern[str]:
    # An apostrophe may stand behind a letter: "he's based".
    return re.compile(rf"(?:(?<![a-z0-9])|(?='))(?:{english})(?![a-z0-9])|(?:{chinese})")


def _tables(english: dict[str, str], chinese: dict[str, str]) -> dict[str, re.Pattern[str]]:
    never = "(?!)"
    keys = dict.fromkeys((*english, *chinese))
    return {key: _either(english.get(key, never), chinese.get(key, never)) for key in keys}


_FRAMES = _tables(facts_en.FRAMES, facts_zh.FRAMES)
_SIGNS = _tables(facts_en.SIGNS, facts_zh.SIGNS)
_SLOTS = {
    slot: re.compile("|".join(t[slot].pattern for t in (_FRAMES, _SIGNS) if slot in t))
    for slot in dict.fromkeys((*_FRAMES, *_SIGNS))
}
_ENDS = _either(facts_en.ENDS, facts_zh.ENDS)
_CHANGES = _either(facts_en.CHANGES, facts_zh.CHANGES)
_HAPPENED = _either(facts_en.HAPPENED, facts_zh.HAPPENED)
_CORRECTS = _either(facts_en.CORRECTS, facts_zh.CORRECTS)
_ADDS = _either(facts_en.ADDS, facts_zh.ADDS)
_HOLDS = _either(facts_en.HOLDS, facts_zh.HOLDS)
_LIKES = _either(facts_en.LIKES, facts_zh.LIKES)
_DISLIKES = _either(facts_en.DISLIKES, facts_zh.DISLIKES)
_FILLERS = _either(facts_en.FILLERS, facts_zh.FILLERS)
_FAVOURITES = (re.compile(facts_en.FAVOURITE), re.compile(facts_zh.FAVOURITE))
_NEGATED = _either(r"not|never|no|(?:do|does|did|is|are|was|wo|ca)n't", "[不没别未]")
_AGE = re.compile(
    r"\b(?:i'm|i am|is|am|be) (?:only |just |about |nearly |almost )?\d{1,2}"
    r"(?=$|[,.!;]| (?:now|and|today|years|on|this|next|last)\b)"
    r"|(?<!\d)\d\d(?:岁|了)|^(?:我|用户)(?:今年)?\d\d(?=$|[，。,.])|满\d\d|今年\d{1,2}(?=$|[，。,.])|[一二三四五六七八九]?十[一二三四五六七八九]?[岁了]"
    "|今年[二三四五六七八九]?十[一二三四五六七八九]?(?=$|[，。,.])"
)
_EMPTY = (
    *_FRAMES.values(), _ENDS, _CHANGES, _CORRECTS, _ADDS, _HOLDS, _LIKES, _DISLIKES,
    PERSON, _FILLERS,
)  # fmt: skip
"""What leaves nothing but the value behind when it is taken out."""

_FRAMED = re.compile(r"^(?:the user (?:said|asked): |用户[说问]:)[“\"](.*)[”\"]\.?$", re.DOTALL)
_VISIBLE = re.compile(r"\w")
_LATIN = re.compile(r"[a-zà-ÿ][a-zà-ÿ0-9'\-]*[a-zà-ÿ0-9]")
_UNSPACED = re.compile("[\u3400-\u9fff]")
_RUN = re.compile("[\u3400-\u9fff]+")
_NAME = re.compile(
    r"(?<![.!?。！？] )(?<!^)(?<!“)\b(?!I\b|I')[A-Z][\w'\-]+"
    "|(?:叫做?|名叫)([\u4e00-\u9fff]{2,3})(?=$|[，。,！!])"
)
_CALLED = re.compile(
    rf"\b(?:called|named|name is|name's|{facts_people.EN})(?: is)? ([A-Z][\w\-]+)"
    "|[叫名][做叫]?([\u4e00-\u9fff]{2,3})(?=$|[，。,！!])"
)
_DENIED = re.compile(
    r"\b(?:not|no longer|never|no more|without|instead of|rather than|n't|off|from) ((?:[\w\-]+ ?){1,3})"
    "|(?:不是|不再|再也不|不|没|别)([\u3400-\u9fffa-z]{1,4})"
)
