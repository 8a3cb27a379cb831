"""Clauses that want something: questions, requests of the moment, lasting wishes."""

from collections.abc import Sequence

from nagori.write.worth_parts import OWN, Clause, Token
from nagori.write.worth_words import is_han, word_set

_FILLERS = word_set(
    "and so ok okay hey hi hello well oh please pls just also then now anyway um uh yo like 那 "
    "那么 就 先 你 请 再 嗯 哎 哦 来 快 诶 欸 呃"
)
_INVERTED = word_set(
    "i you he she it they we this that there my your the a an any anyone anybody these those"
)
_SUBJECTS = word_set("i you he she it they we that this people there a an my i'm i've i'd")
_WHENEVER = word_set("时候 when whenever")
_ONLY_ASK = word_set("is are does isn't aren't")
_MAY_ASK = word_set("can could should will would shall")
_WANTING = word_set("need want like looking 想要 需要 要 想 想找 求")
_STAYING = word_set("kin health past_verb event habit like date")
_OPENERS = word_set("when what how where who which why")
# 把…, 给… without a subject: an imperative, unless it has happened.
_TOWARDS = word_set("把 给 用 将 按 以")
_DONE = word_set("read set put go play use try stop")
_ANYWHERE = frozenset(["帮我", "推荐", "翻成"])
_HAPPENED = OWN | {"past_verb", "event"}
_GIVEN = _HAPPENED | {"kin", "friend", "they", "number"}
"""给婆婆买件羽绒服: what is done for somebody is told, not asked for."""
_TELLS = frozenset(["了", "的"])
"""How a Chinese clause ends that tells: 改喝一天一杯了."""
_ASPECT = frozenset(["了", "过", "的"])


def questions(sentence: Sequence[Clause]) -> list[bool]:
    """For each clause of a sentence whether it asks."""
    marked = sentence[-1].mark == "?"
    found: list[bool] = []
    for number, c in enumerate(sentence):
        opens = _opens_question(c, marked=marked)
        if number and not marked and c.tokens[0].word in _OPENERS:
            opens = False  # a relative clause
        if marked:
            follows = any(found) and not c.classes & {"i", "we"}
            opens = opens or follows or number == len(sentence) - 1
        found.append(opens)
    return found


def _opens_question(c: Clause, *, marked: bool) -> bool:
    tokens = after_fillers(c)
    if is_han(c.tokens[0].word) or is_han(c.tokens[-1].word):
        return "ask" in c.classes and _asks_in_chinese(c)
    first, second = tokens[0], tokens[1].word if len(tokens) > 1 else ""
    if "ask" in first.classes:
        plain = first.word == "when" or (first.word in _OPENERS and second in _SUBJECTS)
        return marked or not plain
    if "aux" in first.classes:
        if first.word in _ONLY_ASK:
            return True
        plain = {"i", "you", "it", "there", "anyone"}
        return second in (_INVERTED if marked or first.word in _MAY_ASK else plain)
    return any("can_you" in t.classes for t in tokens[:2])


def _asks_in_chinese(c: Clause) -> bool:
    """什么 and its like ask, but not in 什么都 or 没什么."""
    for number, t in enumerate(c.tokens):
        if "ask" in t.classes and is_han(t.word):
            after = c.tokens[number + 1].word if number + 1 < len(c.tokens) else ""
            denied = any("not" in before.classes for before in c.tokens[:number])  # 没吃多少糖
            if after not in {"都", "也"} and (not denied or t.word in {"吗", "么"}):
                return True
    return False


def after_fillers(c: Clause) -> Sequence[Token]:
    """The clause without the words that only lead up to it; never empty."""
    start = 0
    while start < len(c.tokens) - 1 and c.tokens[start].word in _FILLERS:
        start += 1
    return c.tokens[start:]


def is_order(c: Clause) -> bool:
    """Whether the clause asks for something to be done at once."""
    if "keep_mind" in c.classes:
        return False
    tokens = after_fillers(c)
    first, after = tokens[0], tokens[1].word if len(tokens) > 1 else ""
    if "can_you" in c.classes and any("can_you" in t.classes for t in tokens[:3]):
        return True
    wanted = first.word in _WANTING or (first.classes & OWN and after.partition(" ")[0] in _WANTING)
    if wanted and "made" in c.classes and not c.classes & _STAYING:
        return True
    if is_han(c.tokens[-1].word) and c.tokens[-1].word in _TELLS:
        return False
    if first.word in _TOWARDS:
        told = _GIVEN if first.word == "给" else _HAPPENED
        return not c.classes & told
    if "order" in first.classes:
        if first.word in _DONE and _is_told(c):
            return False
        done = first.word.endswith("了") or after in _ASPECT
        return not done or (len(first.word) > 1 and not first.word.endswith("了"))
    return "order" in c.classes and any(t.word in _ANYWHERE for t in tokens)


def _is_told(c: Clause) -> bool:
    """Whether the clause tells what was or is often done, without its "I": "Read it last week"."""
    return "past_time" in c.classes or ("habit" in c.classes and "from_now" not in c.classes)


def is_wish(c: Clause) -> bool:
    """Whether the clause says how the speaker wants to be answered, now and later."""
    has = c.classes
    if c.quoted or has & {"unreal", "kin", "friend", "they"}:
        return False
    if ("call_me" in has and "call_me" not in c.tokens[-1].classes) or _is_stop(after_fillers(c)):
        return True
    if "address" in has:
        if "order" in has and any(t.word in _WHENEVER for t in c.tokens):
            return True  # 你回我的时候短一点
        return bool(has & {"from_now", "cease", "answering", "not", "habit"})
    if "cease" in has:
        return bool(has & {"answering", "from_now"}) or ("you" in has and bool(has & OWN))
    if "from_now" in has and (is_order(c) or _is_rule(c)):
        return True
    if "answering" not in has or "it" in has:  # "put that in bullet points" is for once
        return False
    return bool(has & {"from_now", "habit"}) or has >= {"you", "order"}


def _is_rule(c: Clause) -> bool:
    """Whether something is to be done so from now on: 以后给我算账都用人民币."""
    first, *rest = c.tokens
    return (
        "from_now" in first.classes
        and is_han(first.word)
        and bool(rest)
        and not rest[0].classes & OWN
        and bool(c.classes & {"order", "cease", "answering"})
    )


def _is_stop(tokens: Sequence[Token]) -> bool:
    """Whether a habit is to end: "stop apologising"."""
    return tokens[0].word == "stop" and len(tokens) > 1 and tokens[1].word.endswith("ing")
