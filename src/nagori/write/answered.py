"""Short answers as statements: “Luna”, said to “What is your cat called?”, tells of a cat.

What was asked only tells which of a few things the answer is about: its own words never enter the
statement, but for those of relatives, pets and kinds of favourites, which are known beforehand.
"""

import re
from dataclasses import dataclass

from nagori.write.worth_parts import read
from nagori.write.worth_words import is_han, meaning, word_set

_MOST_WORDS, _MOST_HAN, _MOST_CHARACTERS = 8, 16, 120
"""What is longer says by itself what it is about."""
_LAST = 600
"""Characters of what was said before that are looked at: a question stands at its end."""
_SOMEBODY = word_set("kin pet friend")
_NO_ANSWER = word_set(
    "i we my you not vague thanks laugh praise ask hello say would if modal feel cheer it they "
    "moment"
)
"""Classes of words that an answer to the question does not have."""
_EVASIONS = word_set(
    "yes yeah yep no nope none nothing nowhere nobody idk dunno maybe later guess secret whatever "
    "same both neither sure ok okay why who what "
    "不知道 没有 没 不告诉你 保密 你猜 猜 随便 是 是的 对 不是 都行 "
    "忘了 忘记 还没 不清楚 秘密 以后 下次 嗯 好 不"
)
_KINDS = word_set(
    "food dish meal drink colour color film movie book author band singer song musician sport team "
    "season game animal city country fruit vegetable flower subject series show dessert restaurant "
    "菜 食物 饮料 颜色 电影 书 作家 乐队 歌手 歌 运动 球队 季节 游戏 动物 "
    "城市 国家 水果 蔬菜 花 科目 剧 甜点 餐厅 明星"
)
"""Of what one may have a favourite."""

_KIND = r"(?P<kind>[a-z]+)"
_WHO = r"(?P<who>[a-z]+)"
_IS = r"(?: is|'s| are|'re|s)"
# How something is asked for, and how the answer is told; what is more special comes first.
_ENGLISH: tuple[tuple[str, str], ...] = (
    (rf"what{_IS} your fav(?:ou?rite)? {_KIND}", "The user's favourite {kind} is {answer}."),
    (rf"(?:what|who){_IS} your {_WHO}(?:'s|s'|s)? names?", "The user's {who} is called {answer}."),
    (rf"what{_IS} your {_WHO} (?:called|named)", "The user's {who} {be} called {answer}."),
    (rf"what do you call your {_WHO}", "The user's {who} {be} called {answer}."),
    (rf"how old{_IS} your {_WHO}", "The user's {who} is {answer}."),
    (rf"what{_IS} your (?:first |full )?name", "The user's name is {answer}."),
    (r"where (?:do|are) you (?:live|living)(?: now)?", "The user lives in {answer}."),
    (r"where (?:are you|do you come) from", "The user is from {answer}."),
    (r"where were you born", "The user was born in {answer}."),
    (r"where do you work", "The user works at {answer}."),
    (r"what do you do (?:for (?:a living|work))", "The user works as {answer}."),
    (rf"what{_IS} your (?:job|profession|occupation)", "The user works as {answer}."),
    (rf"when{_IS} your birthday", "The user's birthday is {answer}."),
    (r"how old are you", "The user is {answer}."),
)
_HAN_WHO, _HAN_KIND = "(?P<who>[\u4e00-\u9fff]{1,4}?)", "(?P<kind>[\u4e00-\u9fff]{1,3})"
_CHINESE: tuple[tuple[str, str], ...] = (
    (f"[你您]最喜欢的{_HAN_KIND}是(?:什么|哪|谁)", "用户最喜欢的{kind}是{answer}。"),
    (f"[你您]最喜欢(?:什么|哪[种个部本首支]){_HAN_KIND}", "用户最喜欢的{kind}是{answer}。"),
    (f"[你您](?:们?家)?的?{_HAN_WHO}叫什么", "用户的{who}叫{answer}。"),
    (f"[你您](?:们?家)?的?{_HAN_WHO}(?:今年)?(?:多大|几岁|多少岁)", "用户的{who}{answer}。"),
    ("[你您](?:的名字)?(?:叫|是)什么(?:名字)?", "用户叫{answer}。"),
    ("[你您](?:现在)?住(?:在)?(?:哪|什么地方)", "用户住在{answer}。"),
    ("[你您](?:的)?老家(?:在|是)?哪", "用户的老家在{answer}。"),
    ("[你您]是哪里人|[你您]是哪儿人|[你您]哪里人", "用户的老家在{answer}。"),
    ("[你您](?:现在)?在哪(?:里|儿|个公司|家公司)?(?:上班|工作)", "用户在{answer}工作。"),
    ("[你您]是?(?:做什么|干什么|干嘛)(?:工作|的)", "用户的工作是{answer}。"),
    ("[你您](?:的)?生日是?(?:什么时候|哪天|几号|几月几号)", "用户的生日是{answer}。"),
    ("[你您]?(?:今年)?(?:多大|几岁|多少岁)", "用户{answer}。"),
)
_ASKED = tuple(
    (re.compile(pattern, re.IGNORECASE), told) for pattern, told in (*_ENGLISH, *_CHINESE)
)
_QUESTION = re.compile(r"[^.!?。！？\n]*[?？]")
_LEADS = re.compile(
    r"^(?:oh|um+|uh|well|hm+|ah|just|in|at|from|as|on|called|named|it's|its|he's|she's|they're|住在"
    r"|在|叫做?|是|嗯|哦|呃)[,，\s]*",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[\s.!~。！～…了啊呀哦呢啦]+$")
_NUMBER = re.compile(
    r"\d|[一二三四五六七八九十]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b"
)
_AGE = re.compile(r"how old|多大|几岁|多少岁")
_ARTICLE = re.compile(r"^(?:a|an|the)\b|^[^a-z]")


@dataclass(frozen=True, slots=True)
class _Slot:
    told: str
    names: dict[str, str]
    is_age: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """What a short answer says, with the question before it."""

    statement: str
    is_preference: bool


def answered(question: str, answer: str) -> Answered | None:
    """The answer as a statement; None when it is none to a question of those that are known."""
    if len(answer) > _MOST_CHARACTERS:
        return None
    slot = _slot(question[-_LAST:])
    words = _cleaned(answer)
    if slot is None or not words or not _answers(words, is_age=slot.is_age):
        return None
    if is_han(slot.told) != any(map(is_han, words)) and not _is_name(words):
        return None  # the statement would be in another language than the answer
    be = "are" if slot.names.get("who", "").endswith("s") else "is"
    told = slot.told.format(answer=_fitted(words, slot), be=be, **slot.names)
    return Answered(told, is_preference="kind" in slot.names)


def _slot(question: str) -> _Slot | None:
    """What the last question is about, if it is one of those that are known."""
    asked = _QUESTION.findall(question.replace("’", "'"))
    if not asked:
        return None
    last = asked[-1].lower()
    for pattern, told in _ASKED:
        found = pattern.search(last)
        if found and (names := _names(found.groupdict())) is not None:
            return _Slot(told, names, is_age=_AGE.search(found[0]) is not None)
    return None


def _names(groups: dict[str, str | None]) -> dict[str, str] | None:
    """The relative, pet or kind that was named; None when it is no known one."""
    who, kind = groups.get("who"), groups.get("kind")
    if who is not None and not meaning(who).classes & _SOMEBODY:
        return None
    if kind is not None and kind.removesuffix("s") not in _KINDS and kind not in _KINDS:
        return None
    return {name: word for name, word in groups.items() if word is not None}


def _cleaned(answer: str) -> str:
    words = " ".join(answer.split())
    while (shorter := _LEADS.sub("", words)) != words:
        words = shorter
    return _ENDS.sub("", words).strip()


def _answers(words: str, *, is_age: bool) -> bool:
    """Whether the words can be the answer itself, and nothing else."""
    clauses = read(words).clauses
    tokens = [token for clause in clauses for token in clause.tokens]
    han = sum(map(is_han, words))
    if not tokens or len(tokens) > _MOST_WORDS or han > _MOST_HAN or "?" in words or "？" in words:
        return False
    if words.lower() in _EVASIONS or any(token.word in _EVASIONS for token in tokens):
        return False
    if any(token.classes & _NO_ANSWER for token in tokens):
        return False
    return not is_age or _NUMBER.search(words) is not None


def _is_name(words: str) -> bool:
    """Whether the words are as good in one language as in another: Luna, Google, 42."""
    return all(word[0].isupper() or word[0].isdigit() for word in words.split() if word != "and")


def _fitted(words: str, slot: _Slot) -> str:
    if slot.is_age and is_han(slot.told) and words.isdecimal():
        return f"{words}岁"
    if "works as" in slot.told and not _ARTICLE.search(words):
        return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
    return words
