"""What kind of thing a clause is, by its grammar: a statement, or one of those that don't last."""

from collections.abc import Sequence
from itertools import groupby, pairwise, repeat
from typing import Literal

from nagori.write.worth_asking import is_order, is_wish, questions
from nagori.write.worth_parts import OWN, Clause
from nagori.write.worth_tales import (
    denies_the_real,
    is_overdone,
    is_real_after_all,
    is_report,
    is_riddle,
    is_tall,
    is_unreal,
)
from nagori.write.worth_words import is_han, word_set

Kind = Literal[
    "fact", "plan", "preference", "relation",
    "question", "request", "greeting", "hypothetical", "joke", "quote", "small_talk",
]  # fmt: skip

_LASTING = word_set("life health kin pet like plan future_time habit")
_ABOUT_ME = word_set("life health kin pet like plan date keep_mind past_time event")
_STAYS = word_set("health kin pet date habit from_now past_time")
_HOLLOW = word_set("thanks praise you laugh cheer it particle")
_AM = word_set("i'm im am we're feeling 我")
_HELPING = word_set("had was were been did")
_TODAY = word_set("今天 现在 today morning")
_NOWADAYS = word_set("现在 今天")
"""Of the moment only where hardly more is said: 他现在在黄冈卖农机 is how somebody lives."""
_TOGETHER = word_set("let's lets")
_TIMES_OF_DAY = word_set("morning afternoon evening night 早上 上午 中午 下午 晚上")
_FEASTS = word_set("birthday new anniversary christmas xmas easter holidays thanksgiving diwali")
_AM_OR_HAVE = word_set("i'm im i 我")
_CONDITIONS = word_set(
    "allergic coeliac celiac diabetic asthmatic epileptic pregnant vegan vegetarian intolerant "
    "过敏 糖尿病 哮喘 癫痫 怀孕 吃素 乳糖不耐受"
)
"""What somebody is for long, even where it is only told for the sake of a question."""
_BRIEF = 4  # words
_LONG = 5  # words
_RICH = 4  # words that say something in particular: so much is no talk of the moment
_VERY = word_set(
    "so really very too pretty just still a bit 好 太 很 真 快 有点 都 今天 现在 刚才 today"
)


def kinds(clauses: Sequence[Clause]) -> list[Kind | None]:
    """The kind of each clause that does not last or is a wish; None for a statement."""
    found: list[Kind | None] = []
    if any("joke" in c.classes for c in clauses) or is_riddle(clauses):
        return ["joke"] * len(clauses)
    rest: Kind | None = None
    for _, group in groupby(clauses, key=lambda c: c.sentence):
        sentence = list(group)
        rest = rest or _rest(sentence)
        if rest is None:
            found += _of_sentence(sentence)
        else:
            found.extend(repeat(rest, len(sentence)))
    return found


def _rest(sentence: Sequence[Clause]) -> Kind | None:
    """What the rest of the message is because of this sentence: a game, a story to be written."""
    for c in sentence:
        if "fiction" in c.classes and ("unreal" in c.classes or is_order(c)):
            return "hypothetical" if "unreal" in c.classes else "request"
    return None


def _of_sentence(sentence: Sequence[Clause]) -> list[Kind | None]:
    if is_report(sentence) and not any(is_wish(c) for c in sentence):
        return ["quote"] * len(sentence)
    asks = questions(sentence)
    unreal = is_unreal(sentence, asks=any(asks))
    if not unreal and any(is_tall(c) for c in sentence):
        return ["joke"] * len(sentence)
    habit = any("habit" in c.classes for c in sentence)
    found: list[Kind | None] = []
    given: Kind | None = None
    for number, c in enumerate(sentence):
        before = found[-1] if found else None
        if number and sentence[number - 1].mark == ":":
            if before in ("request", "question"):
                given = before  # what follows is the text to be worked on
            elif any("say" in t.classes for t in sentence[number - 1].tokens[-2:]):
                given = "quote"
        found.append(given or _of_clause(c, before, asks=asks[number], unreal=unreal, habit=habit))
    return found


def _of_clause(
    c: Clause, before: Kind | None, *, asks: bool, unreal: bool, habit: bool
) -> Kind | None:
    if c.quoted:
        return "quote"
    if is_wish(c) and not (unreal and "you" not in c.classes):
        return "preference"
    order = is_order(c)
    if denies_the_real(c):
        return None
    if unreal:
        return None if is_real_after_all(c) else "hypothetical"
    if (asks or order) and (_names_kin(c) or _tells_condition(c)):
        return None
    if order and c.tokens[0].word in _TOGETHER and c.classes & {"date", "future_time"}:
        return None
    if order or (before == "request" and not c.classes & {"i", "we"}):
        return "request"
    return "question" if asks else _passing(c, habit=habit)


def _names_kin(c: Clause) -> bool:
    """Whether somebody close is introduced in passing: "a gift for my son Felix, 7"."""
    if "kin" in c.classes and any(
        "kin" in t.classes and after.word in {"who", "who's"} for t, after in pairwise(c.tokens)
    ):
        return True
    if not c.classes & OWN or not c.classes & {"kin", "pet"}:
        return False
    return bool(c.classes & {"health", "number"}) or any(
        t.capital and not t.classes for t in c.tokens[1:]
    )


def _tells_condition(c: Clause) -> bool:
    """Whether the speaker says what they are for good, before asking: "I'm coeliac so is soy …"."""
    first, *rest = c.tokens
    return first.word in _AM_OR_HAVE and any(t.word in _CONDITIONS for t in rest[:3])


def _is_fleeting(c: Clause) -> bool:
    """Whether the clause is of the moment: today's weather, not a test on Friday morning."""
    dated = False
    long = len(c.tokens) > _LONG
    for t in c.tokens:
        if long and t.word in _NOWADAYS:
            continue
        if t.classes & {"moment", "weather"} and not (dated and t.word in _TIMES_OF_DAY):
            return True
        dated = "date" in t.classes
    return False


def _greets(c: Clause) -> bool:
    """Whether the clause wishes somebody a good day of some kind: 祝你中秋快乐, "happy Easter"."""
    first, *rest = c.tokens
    if first.word.startswith("祝"):
        return True
    return bool(rest) and first.word in {"happy", "merry"} and rest[0].word in _FEASTS


def _passing(c: Clause, *, habit: bool) -> Kind | None:
    """A greeting or small talk, if the clause is no more than that."""
    if c.classes & OWN and sum(t.specific for t in c.tokens) >= _RICH:
        return None
    fleeting = _is_fleeting(c)
    if "event" in c.classes and _is_of_today(c):
        return None
    if c.classes & {"draft", "chat"} and not c.classes & _STAYS:
        return "small_talk"
    if is_overdone(c):
        return "joke"
    if ("hello" in c.tokens[0].classes or _greets(c)) and not c.classes & OWN:
        return "greeting"
    if not fleeting and _is_hollow(c):
        return "greeting" if "thanks" in c.classes else "small_talk"
    if "you" in c.tokens[0].classes and not c.classes & _ABOUT_ME:
        return "small_talk"
    if (
        1 < len(c.tokens) <= _BRIEF
        and c.tokens[0].word != "在"
        and c.tokens[-1].word == c.tokens[-2].word
    ):
        return "small_talk"  # 我瞅瞅: a thing of the moment
    if fleeting and not c.classes & {"date", "health", "kin"} and _is_mood(c):
        return "small_talk"
    lasting = c.classes & (_LASTING - {"future_time"} if "weather" in c.classes else _LASTING)
    if fleeting and not habit and not lasting:
        own = c.classes & OWN or c.tokens[0].past
        told = own and any(
            t.past and not is_han(t.word) and t.word not in _HELPING for t in c.tokens
        )
        return None if told else "small_talk"
    return None


def _is_of_today(c: Clause) -> bool:
    """Whether only the day makes the clause a thing of the moment: 我今天辞职了."""
    fleeting = [t.word for t in c.tokens if "moment" in t.classes]
    return bool(fleeting) and not _TODAY.isdisjoint(fleeting) and _TODAY.issuperset(fleeting)


def _is_mood(c: Clause) -> bool:
    """Whether somebody is tired, hungry or bored just now."""
    for number, t in enumerate(c.tokens):
        if t.word in _AM:
            after = next((u for u in c.tokens[number + 1 :] if u.word not in _VERY), None)
            return after is not None and "moment" in after.classes
    return False


def _is_hollow(c: Clause) -> bool:
    """Whether the clause only greets, thanks, praises or calls somebody by name."""
    called = 0
    for t in c.tokens:
        if t.classes & _HOLLOW and not t.classes & OWN:
            continue
        if t.capital and not t.classes and not called:
            called = 1
        elif t.classes or is_han(t.word) or len(t.word) > 2:
            return False
    return called < len(c.tokens)
