"""What a statement says, as far as its wording shows: of whom, about what, and what it changes.

Read by patterns, in English and Chinese alike, without a model. A reading is not the meaning of a
statement: it is what can be compared with the reading of another one.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from nagori.text.terms import query_terms
from nagori.write import facts_people
from nagori.write.facts_numbers import DATE_WORD, Figure, figures
from nagori.write.facts_people import mentioned, subject_of
from nagori.write.facts_things import Thing, things
from nagori.write.lexicon import Lexicon, lexicons

_SINGLE = frozenset(
    {
        "home", "work", "job", "boss", "name", "age", "birthday", "partner", "phone", "computer",
        "tablet", "carrier", "car", "diet", "alcohol", "smoking", "commute", "rent", "pay", "wake",
        "sleep", "hours", "project", "study", "grade", "weight", "height", "glasses", "hair",
        "hand", "baby", "faith", "bank", "flatmates", "siblings", "gym", "password", "email",
        "handle", "number", "licence", "doctor's name", "studio", "internet", "parking", "rate",
        "staff", "class teacher", "blood", "rank",
    }
)  # fmt: skip
"""What somebody has one of at a time, so that a new value takes the place of the old one."""
EVENTS = frozenset(
    {
        "trip", "wedding", "dentist", "doctor", "haircut", "interview", "exam", "meeting", "party",
        "delivery", "class",
    }
)  # fmt: skip
"""What has a time and often a name: the same one may move, another one is another."""
_FAVOURITE = "favourite "
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
    runs: frozenset[str]
    """The same, in pieces as they stand together."""
    names: frozenset[str]
    called: frozenset[str]
    """The names among them that people and pets are introduced by."""
    denied: frozenset[str]
    """Words and characters behind a "not"."""
    figures: frozenset[Figure]
    things: frozenset[Thing]
    """What it names, each with its kind."""
    taste: int
    """1 for liking, -1 for disliking, 0 for neither."""
    negated: bool
    ends: bool
    changes: bool
    corrects: bool
    adds: bool
    beside: bool
    """Whether it names a thing only to put another beside it: a cat to keep the dog company."""
    holds: bool
    happened: bool
    """Whether something took place: a past tense, or the particle that ends a Chinese clause."""
    plans: bool
    """Whether it tells what is still to come."""
    once: bool
    """Whether it tells what was at a time that is past."""
    former: frozenset[Figure]
    """Numbers that it names only to say that they hold no more: at 8, not at 6."""
    over: str
    """The clauses that say that something is over."""
    turned: str
    """The clauses that say that something is not as it was."""

    @property
    def slots(self) -> frozenset[str]:
        """What its facts are about."""
        return frozenset(fact.slot for fact in self.facts)

    @property
    def cue(self) -> bool:
        """Whether any word says that something is not as it was."""
        return self.ends or self.changes or self.corrects


@lru_cache(maxsize=2048)
def read(text: str) -> Reading:
    """What a statement says, in English or Chinese or a mixture of both."""
    lower = _lower(text)
    languages = lexicons(lower)
    slots = _slots(lower, languages)
    found, rest = figures(lower)
    former = frozenset(f for m in _FORMER.finditer(lower) for f in figures(_first(m))[0])
    rest = _value(rest, slots, languages)
    mentions = mentioned(lower)
    subject = subject_of(lower, mentions)
    words, names = frozenset(_LATIN.findall(rest)), _names(text)
    value = words | names | {number for _, number in found} | frozenset(_RUN.findall(rest))
    ends = any(language.ends.search(lower) for language in languages)
    changes = any(language.changes.search(lower) for language in languages)
    negated = any(language.negated.search(lower) for language in languages)
    likes = any(language.likes.search(lower) for language in languages)
    dislikes = any(language.dislikes.search(lower) for language in languages)
    return Reading(
        text=lower,
        subject=subject,
        mentions=mentions,
        facts=tuple(Fact(subject, slot, value, negated, ends, is_single(slot)) for slot in slots),
        terms=frozenset(query_terms(rest).tolist()) if _VISIBLE.search(rest) else frozenset(),
        words=words,
        characters=frozenset(_UNSPACED.findall(rest)),
        runs=frozenset(_RUN.findall(rest)),
        names=names,
        called=_called(text),
        denied=frozenset(part for m in _DENIED.finditer(lower) for part in _parts(m)),
        figures=found - former,
        things=things(lower),
        taste=-1 if dislikes else int(likes),
        negated=negated,
        ends=ends,
        changes=changes,
        corrects=any(language.corrects.search(lower) for language in languages),
        adds=any(language.adds.search(lower) for language in languages),
        beside=any(language.beside.search(lower) for language in languages),
        holds=any(language.holds.search(lower) for language in languages),
        happened=any(language.happened.search(lower) for language in languages),
        plans=any(language.plans.search(lower) for language in languages),
        once=any(language.once.search(lower) for language in languages),
        former=former,
        over=_clauses_with([language.ends for language in languages], lower) if ends else "",
        turned=_clauses_with([language.changes for language in languages], lower)
        if changes
        else "",
    )


def is_single(slot: str) -> bool:
    """Whether somebody has one such thing at a time."""
    return slot in _SINGLE or slot in EVENTS or slot.startswith(_FAVOURITE)


def _lower(text: str) -> str:
    lower = unicodedata.normalize("NFKC", text[:_LONGEST]).replace("’", "'").casefold().strip()
    return _FRAMED.sub(r"\1", lower)


def _slots(lower: str, languages: Sequence[Lexicon]) -> list[str]:
    slots = [s for language in languages for s, p in language.slots.items() if p.search(lower)]
    if _AGE.search(lower):
        slots.append("age")
    for language in languages:
        favourite = language.favourite.search(lower)
        if favourite:
            slots.append(_FAVOURITE + favourite["kind"])
    return list(dict.fromkeys(slots))


def _value(rest: str, slots: Sequence[str], languages: Sequence[Lexicon]) -> str:
    """What is left of a statement when all is taken out that tells its topic or that it is news."""
    for language in languages:
        empty = [language.frames[slot] for slot in slots if slot in language.frames]
        empty += [language.ends, language.changes, language.corrects, language.adds, language.holds]
        empty += [language.likes, language.dislikes, language.person, language.fillers]
        for pattern in empty:
            rest = pattern.sub(" ", rest)
    return rest


def _names(text: str) -> frozenset[str]:
    found = _NAME.finditer(text.replace("’", "'"))
    names = ((m[1] or m[0]).casefold().removesuffix("'s") for m in found)
    return frozenset(name for name in names if not DATE_WORD.fullmatch(name))


def _called(text: str) -> frozenset[str]:
    """The names of people and pets, with the short form that a Chinese name is used in."""
    found = {(m[1] or m[2] or m[3]).casefold() for m in _CALLED.finditer(text)}
    short = {name[1:] for name in found if _FULL.fullmatch(name)}
    return frozenset(found | short)


def _clauses_with(patterns: Sequence[re.Pattern[str]], lower: str) -> str:
    clauses = _CLAUSE_END.split(lower)
    if len(clauses) == 1:
        return lower
    return "，".join(c for c in clauses if any(pattern.search(c) for pattern in patterns))


def _first(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group is not None)


def _parts(denied: re.Match[str]) -> list[str]:
    return [*(denied[1] or "").split(), *(denied[2] or "")]


_LONGEST = 2000  # characters; what is longer is no statement, and its head tells what it is about
_FRAMED = re.compile(r"^(?:the user (?:said|asked): |用户[说问]:)[“\"](.*)[”\"]\.?$", re.DOTALL)
_VISIBLE = re.compile(r"\w")
_LATIN = re.compile(r"[a-zà-ÿ][a-zà-ÿ0-9'\-]*[a-zà-ÿ0-9]")
_UNSPACED = re.compile("[\u3400-\u9fff]")
_RUN = re.compile("[\u3400-\u9fff]+")
_AGE = re.compile(
    r"\b(?:i'm|i am|is|am|be) (?:only |just |about |nearly |almost )?\d{1,2}"
    r"(?=$|[,.!;]| (?:now|and|today|years|on|this|next|last)\b)"
    r"|(?<!\d)\d\d(?:岁|了)|^(?:我|用户)(?:今年)?\d\d(?=$|[，。,.])|满\d\d"
    r"|今年(?:\d{1,2}|[二三四五六七八九]?十[一二三四五六七八九]?)(?=$|[，。,.])"
    "|[一二三四五六七八九]?十[一二三四五六七八九]?[岁了]"
)
_NAME = re.compile(
    r"(?<![.!?。！？] )(?<!^)(?<!“)\b(?!I\b|I')[A-Z][\w'\-]+"
    "|(?:叫做?|名叫)([\u4e00-\u9fff]{2,3})(?=$|[，。,！!])"
)
_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁"
    "任沈姚卢姜崔钟谭陆汪范石廖贾夏韦付方邹孟熊秦邱江尹薛闫段雷侯史陶黎贺顾毛郝龚邵钱严覃武戴莫孔汤"
)
_CALLED = re.compile(
    rf"\b(?:called|named|name is|name's|{facts_people.EN})(?: is)? ([A-Z][\w\-]+)"
    "|[叫名][做叫]?([\u4e00-\u9fff]{2,3})(?=$|[，。,！!])"
    f"|((?:老|小|阿)[{_SURNAMES}](?![\u4e00-\u9fff]?[学区孩时])"
    f"|[{_SURNAMES}](?:姐|哥|总|工|主任|医生|大夫|老师|教授|经理|教练|师傅|律师|阿姨|叔))"
)
_FULL = re.compile(f"[{_SURNAMES}][\u4e00-\u9fff]{{2}}")
_CLAUSE_END = re.compile(r"[,.;!?，。；！？](?!\d)")
_FORMER = re.compile(
    r"\b(?:not|instead of|rather than|no longer|used to be"
    r"|(?:up|down|moved|went|gone|changed|dropped|raised|cut|pushed|bumped)\b[^,.;]{0,20}? from)"
    r" ([^,;]{1,20}?)(?= to\b|[,;]|[.!?] |[.!?]*$)"
    "|(?:而?不是|别再?)([^，,是]{1,8}?)(?=是|了|[，,。]|$)"
    "|[从由]([^，,]{1,8}?)(?=[搬改换变升降涨调挪推减加提瘦胖长]|到[^，,]{1,6}了)"
)
_DENIED = re.compile(
    r"\b(?:not|no longer|never|no more|without|instead of|rather than|n't|off|from)"
    r" ((?:[\w\-]+ ?){1,3})"
    "|(?:不是|不再|再也不|不|没|别)([\u3400-\u9fffa-z]{1,4})"
)
