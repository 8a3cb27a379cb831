"""Sentences that are not to be believed as they stand: thoughts, jokes, words of others."""

import re
from collections.abc import Sequence, Set
from itertools import pairwise

from nagori.write.worth_parts import OWN, Clause, Token
from nagori.write.worth_words import is_han, word_set

_COPULAS = word_set(
    "am is are was were be been i'm im we're he's she's they're by as "
    "是 就是 变成 成了 成 被 当 和 跟 嫁给 我"
)
_AILING = frozenset(["allergic", "allergic to", "allergy", "intolerant", "过敏"])
_LIKENED = word_set("跟 像 都 快 可以")
_MOVED = word_set("我 我们 人")
_MUST = word_set("都 就 还 也 总 必 只 可 前 后 时 我 你 他 她")
"""Words after which 得 says that one has to, and not how much."""
_HEARD = frozenset(["据说", "听说", "传说", "apparently", "they say", "people say", "supposedly"])
_SPEAKS = word_set("说 表示 声称 says claims reckons argues")
_CLOSE = word_set("i we my me kin friend pet they keep_mind health you if date")
_TO_ME = frozenset(
    ["left me", "hates me", "judges me", "abandoned", "retired", "离职", "辞职", "退休"]
)
_SOURCES = word_set("media say stranger")
_TELLING = _SOURCES | {"role"}
_TALL = word_set("boast meme marvel idle thing pet fuel number")
_EARNEST = word_set("date health kin")
# 我是一只…: people are not counted like animals and things.
_NO_HUMAN = re.compile("我[^的家]{0,5}是一?[只条块头匹棵颗朵根团坨滩粒株台艘]")
_BOTH_PLAY = re.compile("我[是当演扮].{1,12}你[是当演扮]|你[是当演扮].{1,12}我[是当演扮]")
_YOU_PLAY = re.compile(r"\byou(?:'re| are| be|'ll be| play) (?:the|a|an|my)\b")
_I_PLAY = re.compile(r"\b(?:(?:i'm|im|i am|i'll be|i play) (?:the|a|an|your)|i'll)\b")
_ANSWERS = word_set("because cuz 因为 答 答案 a")
_STILL_REAL = word_set("been just never already always better say take")
_ACTED = word_set("dress dressed play played saw met made bought drew painted")
_COMPANIONS = word_set("friend friends buddy pal bestie mate mates vet 朋友 兽医 网友")
_RESOLVED = word_set("figured thought knew decided said promised hoped")
_TURNS = word_set("but because cuz though 但是 但 可是 因为")
_NOT_SO = word_set("would if unreal magic fiction ask")
_PARTS = ("当", "是", "演", "扮", "做")
_NEAR = 4  # words
_OLDEST = 120  # years


def is_riddle(message: Sequence[Clause]) -> bool:
    """Whether a question about nobody here is answered by who asked it."""
    asked = next((c for c in message if c.mark == "?"), None)
    if asked is None or "ask" not in asked.classes or asked.classes & (OWN | {"you"}):
        return False
    answer = next((c for c in message if c.sentence > asked.sentence), None)
    return answer is not None and answer.tokens[0].word in _ANSWERS


def is_report(sentence: Sequence[Clause]) -> bool:
    """Whether the sentence passes on what a book, a song or a stranger says."""
    quoted = any(c.quoted for c in sentence)
    has = frozenset[str]().union(*[c.classes for c in sentence if not c.quoted])
    if not quoted and has.isdisjoint(_TELLING):
        return False
    played = "role" in has and not has.isdisjoint(_SOURCES)
    if (played and not any(_is_own(c) for c in sentence)) or _is_hearsay(sentence):
        return True
    if has.isdisjoint(OWN) and (quoted or _begins_elsewhere(sentence[0])):
        return True
    return _is_retold(sentence, quoted=quoted)


def _is_own(c: Clause) -> bool:
    """Whether a part is the speaker's own, or in what they make: "I played the villain"."""
    first = c.tokens[0].classes
    return "role" in c.classes and "say" not in c.classes and not first.isdisjoint(OWN)


def _is_retold(sentence: Sequence[Clause], *, quoted: bool) -> bool:
    source = said = own = False
    for t in (t for c in sentence if not c.quoted for t in c.tokens):
        if t.classes & {"media", "stranger"}:
            source = True
        elif not quoted and not source and t.classes & {"i", "we", "kin", "friend"}:
            return False
        if "say" in t.classes and (source or quoted) and not own:
            said = True
        own = not t.classes.isdisjoint(OWN)  # "a show I went to" is nobody's word
    return (said and source) or (quoted and (source or said or len(sentence) == 1))


def _is_hearsay(sentence: Sequence[Clause]) -> bool:
    """Whether somebody who is neither kin nor friend is speaking: 李白说, "the paper claims"."""
    if sentence[0].tokens[0].word in _HEARD:
        return not any(c.classes & (OWN | {"kin", "friend"}) for c in sentence)
    for number, t in enumerate(sentence[0].tokens[: _NEAR + 1]):
        if "say" in t.classes:
            return 0 < number < len(sentence[0].tokens) - 1 and t.word in _SPEAKS
        if t.classes & _CLOSE:
            return False
    return False


def _begins_elsewhere(c: Clause) -> bool:
    """Whether a clause begins with a stranger, or in a book or a film: "in the show", 剧里."""
    first = c.tokens[0]
    if first.word in {"in", "on"}:
        return any("media" in t.classes for t in c.tokens[1:4])
    if "media" in first.classes and first.word.endswith("里"):
        return True
    return any("stranger" in t.classes for t in c.tokens[:3])


def is_tall(c: Clause) -> bool:
    """Whether the clause tells a tale that nobody is meant to believe."""
    has = c.classes
    if c.quoted or (has.isdisjoint(_TALL) and not is_han(c.tokens[0].word)):
        return False
    words = [t.word for t in c.tokens]
    return (
        not has.isdisjoint({"boast", "meme"})
        or ("marvel" in has and "like" not in has and _is_marvel(c.tokens))
        or ("idle" in has and ("title" in has or not _AILING.isdisjoint(words)))
        or ({"thing", "bond"} <= has and _acts(c.tokens))
        or {"pet", "office"} <= has
        or ({"fuel", "idle"} <= has and not has.isdisjoint(OWN))
        or ({"pet", "friend"} <= has and _serves(c.tokens))
        or ("得" in words and _follows(words, _LIKENED))
        or ("是" in words and _NO_HUMAN.search("".join(words)) is not None)
        or ("number" in has and _is_too_old(c.tokens))
    )


def _is_marvel(tokens: Sequence[Token]) -> bool:
    """Whether somebody is what there is in tales only: "I was three pigeons", 我是秦始皇.

    Who does something with it is in earnest: "I'm building a robot", "dressed up as a witch".
    """
    since, acted = _NEAR, False
    for number, t in enumerate(tokens):
        if t.word in _COPULAS:
            before = tokens[number - 1].word if number else ""
            since = _NEAR if acted or before == "you" else 0
        elif not is_han(t.word) and (t.word.endswith("ing") or t.word in _ACTED):
            acted, since = True, _NEAR
        else:
            since += 1
        if "marvel" in t.classes and since < _NEAR:
            return True
    return False


def _acts(tokens: Sequence[Token]) -> bool:
    """Whether a thing does what only people do: "my alarm clock has filed for divorce"."""
    thing = own = False
    for t in tokens:
        if thing and "bond" in t.classes and not (own and t.word in _TO_ME):
            return True
        own = own or not t.classes.isdisjoint({"i", "we"})
        thing = thing or "thing" in t.classes
    return False


def _serves(tokens: Sequence[Token]) -> bool:
    """Whether an animal has an office: "my cat is my therapist"; a dog may well be a friend."""
    pet = being = False
    for t in tokens:
        if pet and being and "friend" in t.classes and t.word not in _COMPANIONS:
            return True
        pet = pet or "pet" in t.classes
        being = being or t.word in {"is", "是"}
    return False


def is_overdone(c: Clause) -> bool:
    """Whether the clause tells how much something moves somebody: 感动得我当场去世."""
    words = [t.word for t in c.tokens]
    return "得" in words and _follows(words, _MOVED) and c.classes.isdisjoint(_EARNEST)


def _follows(words: Sequence[str], which: Set[str]) -> bool:
    """Whether what is so much so is like something else: 瘦得跟闪电一样."""
    place = words.index("得")
    if place and words[place - 1] in _MUST:  # 都得跟医生说: one has to
        return False
    after = words[place + 1 :]
    return bool(after) and after[0] in which


def _is_too_old(tokens: Sequence[Token]) -> bool:
    for number, after in pairwise(tokens):
        if after.word in {"岁", "years old", "year old", "year-old"}:
            digits = number.word.replace(",", "")
            big = number.word in {"百", "千", "万", "hundred", "thousand"}
            return big or (digits.isdecimal() and len(digits) < 9 and int(digits) > _OLDEST)
    return False


def is_unreal(sentence: Sequence[Clause], *, asks: bool) -> bool:
    """Whether the sentence tells of what is not so."""
    has: set[str] = set()
    for c in sentence:
        if not c.quoted:
            has |= c.classes
    if "unreal" in has or _casts(sentence) or ({"i", "you"} <= has and _plays(sentence)):
        return True
    if "magic" in has and has & {"if", "would", "wish"}:
        return True
    if sentence[0].tokens[0].word in {"would", "wouldn't"}:
        return True
    if "if" in has:
        english = any(t.word in {"if", "unless"} for c in sentence for t in c.tokens)
        real = english or has & {"future_time", "date", "plan", "habit", "event"}
        return bool("would" in has or asks or not real)
    if "would" not in has or "past_time" in has:
        return False
    return any(_would(c) and not any(t.word == "every" for t in c.tokens) for c in sentence)


def is_real_after_all(c: Clause) -> bool:
    """Whether a clause tells how it is, beside what is not so: "but I have to work", 但我得上班."""
    return (
        c.tokens[0].word in _TURNS
        and not c.quoted
        and not c.classes.isdisjoint(OWN)
        and c.classes.isdisjoint(_NOT_SO)
    )


def _casts(sentence: Sequence[Clause]) -> bool:
    """Whether parts in a game are given out: 你当服务员，我当顾客."""
    starts = {(c.tokens[0].word, c.tokens[1].word) for c in sentence if len(c.tokens) > 1}
    return any(("你", part) in starts and ("我", part) in starts for part in _PARTS)


def _plays(sentence: Sequence[Clause]) -> bool:
    """The same in English: "you're the waiter and I'm a customer"."""
    words = " ".join(t.word for c in sentence for t in c.tokens)
    if _BOTH_PLAY.search(words.replace(" ", "")) is not None:
        return True
    return _YOU_PLAY.search(words) is not None and _I_PLAY.search(words) is not None


def _would(c: Clause) -> bool:
    """Whether the speaker would do something; "I'd rather" and "I'd love to" are wishes."""
    before = ""
    for t, after in pairwise(c.tokens):
        if t.word in {"i'd", "we'd"} or (t.word == "would" and before in {"i", "we"}):
            return not (
                "like" in t.classes
                or after.classes & {"like", "past_verb"}
                or after.word in _STILL_REAL
                or after.past
                or before.rpartition(" ")[2] in _RESOLVED
                or before.startswith("asked ")  # "asked if I'd be her witness"
            )
        before = t.word
    return False


def denies_the_real(c: Clause) -> bool:
    """Whether a fact shows through: "if my knee wasn't full of metal", 要不是做过手术."""
    if "unless_for" in c.classes:
        return not c.classes & {"moment", "weather"}
    if "if" not in c.classes or "not" not in c.classes:
        return False
    denied: set[str] = set()
    specific = 0.0
    for t in c.tokens:
        if "would" in t.classes:
            break
        denied |= t.classes
        specific += t.specific
    own = {"not", "if"} <= denied and not denied.isdisjoint(OWN)
    return own and bool(specific) and denied.isdisjoint({"moment", "weather", "feel"})
