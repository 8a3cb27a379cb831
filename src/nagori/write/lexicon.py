"""The words of one language by which statements are read, ready to be searched for."""

import re
from dataclasses import dataclass

from nagori.write import facts_en, facts_zh, topics_en, topics_zh
from nagori.write.topics_en_daily import DAILY as DAILY_EN
from nagori.write.topics_zh_daily import DAILY as DAILY_ZH

_LATIN = re.compile("[a-z]")
_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What one language says people, topics, news, tastes and nothing at all with."""

    people: dict[str, re.Pattern[str]]
    frames: dict[str, re.Pattern[str]]
    slots: dict[str, re.Pattern[str]]
    """Frames and signs: either shows what a statement is about."""
    favourite: re.Pattern[str]
    ends: re.Pattern[str]
    changes: re.Pattern[str]
    happened: re.Pattern[str]
    plans: re.Pattern[str]
    once: re.Pattern[str]
    corrects: re.Pattern[str]
    adds: re.Pattern[str]
    beside: re.Pattern[str]
    holds: re.Pattern[str]
    likes: re.Pattern[str]
    dislikes: re.Pattern[str]
    negated: re.Pattern[str]
    person: re.Pattern[str]
    fillers: re.Pattern[str]


def lexicons(lower: str) -> tuple[Lexicon, ...]:
    """Those whose scripts stand in a lower-case text."""
    if lower.isascii():
        return (_ENGLISH,)
    found = ((_ENGLISH, _LATIN), (_CHINESE, _HAN))
    return tuple(lexicon for lexicon, script in found if script.search(lower))


def _word(pattern: str) -> re.Pattern[str]:
    """Whole words; an apostrophe may stand behind a letter: "he's based"."""
    return re.compile(rf"(?:(?<![a-z0-9])|(?='))(?:{pattern})(?![a-z0-9])")


def _slots(*tables: dict[str, str]) -> dict[str, str]:
    slots = dict.fromkeys(slot for table in tables for slot in table)
    return {s: "|".join(table[s] for table in tables if s in table) for s in slots}


_SLOTS_EN = _slots(topics_en.FRAMES, topics_en.SIGNS, DAILY_EN)
_SLOTS_ZH = _slots(topics_zh.FRAMES, topics_zh.SIGNS, DAILY_ZH)


_PEOPLE_EN = {who: re.compile(f"(?<![a-z])(?:{w})(?![a-z-])") for who, w in facts_en.PEOPLE.items()}
_ENGLISH = Lexicon(
    people=_PEOPLE_EN,
    frames={slot: _word(words) for slot, words in topics_en.FRAMES.items()},
    slots={slot: _word(words) for slot, words in _SLOTS_EN.items()},
    favourite=re.compile(topics_en.FAVOURITE),
    ends=_word(facts_en.ENDS),
    changes=_word(facts_en.CHANGES),
    happened=_word(facts_en.HAPPENED),
    plans=_word(facts_en.PLANS),
    once=_word(facts_en.ONCE),
    corrects=_word(facts_en.CORRECTS),
    adds=_word(facts_en.ADDS),
    beside=_word(facts_en.BESIDE),
    holds=_word(facts_en.HOLDS),
    likes=_word(facts_en.LIKES),
    dislikes=_word(facts_en.DISLIKES),
    negated=_word("not|never|no|(?:do|does|did|is|are|was|wo|ca)n't"),
    person=re.compile("|".join(pattern.pattern for pattern in _PEOPLE_EN.values())),
    fillers=_word(facts_en.FILLERS),
)
_CHINESE = Lexicon(
    people={who: re.compile(words) for who, words in facts_zh.PEOPLE.items()},
    frames={slot: re.compile(words) for slot, words in topics_zh.FRAMES.items()},
    slots={slot: re.compile(words) for slot, words in _SLOTS_ZH.items()},
    favourite=re.compile(topics_zh.FAVOURITE),
    ends=re.compile(facts_zh.ENDS),
    changes=re.compile(facts_zh.CHANGES),
    happened=re.compile(facts_zh.HAPPENED),
    plans=re.compile(facts_zh.PLANS),
    once=re.compile(facts_zh.ONCE),
    corrects=re.compile(facts_zh.CORRECTS),
    adds=re.compile(facts_zh.ADDS),
    beside=re.compile(facts_zh.BESIDE),
    holds=re.compile(facts_zh.HOLDS),
    likes=re.compile(facts_zh.LIKES),
    dislikes=re.compile(facts_zh.DISLIKES),
    negated=re.compile(
        "(?<![差])[不没未别](?!错|过(?=[，,])|久|仅|但|管|如|同|知|得不|断|少|好意思|想到|问题|事)|从无|戒"
    ),
    person=re.compile("|".join(facts_zh.PEOPLE.values())),
    fillers=re.compile(facts_zh.FILLERS),
)
