"""Whether a sentence that a model wrote is backed by the words it was made from."""

import re
import unicodedata
from itertools import pairwise

from nagori.text.normal import is_cjk
from nagori.text.terms import query_terms, terms
from nagori.write.sentence import language, quoted_words

_ENOUGH = 0.6  # of the content words; a fair paraphrase brings a few of its own

_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
_TENS = {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "eighty": "80"}
_NUMBER_WORDS = {word: str(n) for n, word in enumerate(_TO_TWENTY.split())} | _TENS
_ZH_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
}
_ZH_TENS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
_DIGITS = re.compile(r"\d+(?:[.:]\d+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_THOUSAND = re.compile(r"(?<=\d)k\b", re.IGNORECASE)
_ZH_NUMBER = re.compile(f"[{''.join(_ZH_DIGITS)}{''.join(_ZH_TENS)}]+")
_COUNTS = re.compile("[个只条岁年月天日号次周点斤元块米]|公里|公斤|小时|分钟")
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

# A date that was worked out from "next Tuesday" has numbers and names the words don't have.
_DATE = re.compile(
    r"\(?(?<!\d)\d{4}-\d\d(?:-\d\d)?(?: (?:to|至) \d{4}-\d\d-\d\d)?\)?|[(（]\d{4}[)）]"
    r"|(?:\d{4}年)?(?:\d{1,2}月)(?:\d{1,2}[日号])?|\d{4}年|(?:\d{1,2}(?:st|nd|rd"
    r"|th)? (?:of )?)?\b(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December)\b(?: \d{1,2}(?:st|nd|rd|th)?\b)?(?:,? \d{4})?|\b(?:Mon|Tues|Wednes|Thurs"
    r"|Fri|Satur|Sun)day\b"
)
_SAYS_WHEN = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|ago|last|next|this|in \w+ (?:days?|weeks?|months?"
    r"|years?)|\w+day)\b|[今昨前明后][天日年晚早]|去年|[上下这本]个?(?:周|星期|礼拜|月)"
    r"|周[一二三四五六日末]|[天周月年][之以]?[前后]|[月年]底",
    re.IGNORECASE,
)

_NAME = re.compile(r"[^\W\d_][\w’'&.-]*\w|[A-Z]")
_STARTS = re.compile(r"(?:^|[.!?:]\s+)[“\"(]*$")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9+#.'-]*")
_TITLE = re.compile(r"[“「『《]([^“”「」『』《》]+)[”」』》]")
_ZH_CALLED = re.compile("(?:名叫|名为|称为|叫做|叫(?!做|用户)|姓)([\u4e00-\u9fff]{1,2})")
_NOT_NAME_LIST = (
    "the user user's users assistant i a an in on at for from when while since because before after"
    " although if as it they their he she his her this that there every each"
)
_NOT_NAMES = frozenset(_NOT_NAME_LIST.split())

_DISLIKES = (
    "can['’]?t stand|hates?|hated|dislikes?|detests?|doesn['’]t like|don['’]?t like|doesnt like"
)
_NO_DENIALS = "can['’]?t wait|no idea|no problem|no doubt|not only|not just|don['’]?t let me forget"
_NO_DENIALS_ZH = (
    "不过|不错|不好意思|说不定|差不多|对不起|不得不|要不是|[是有能]不[是有能]|有没有|不仅|不但|不只"
    "|不光|没事|没关系|没问题|雷打不动|别人|别的|特别|个别|分别|区别|级别|性别|别墅|无论|非常|除非"
    "|是非|未来|无锡"
)

# One concept in several words, on both sides.
_SAME_EN = [
    (re.compile(pattern, re.IGNORECASE), word)
    for pattern, word in [
        (r"\b(?:mum|mom|mummy|mommy|mother)\b", "mother"),
        (r"\b(?:dad|daddy|father)\b", "father"),
        (r"\b(?:kids?|child|children)\b", "child"),
        (r"\b(?:hubby|husband)\b", "husband"),
        (r"\b(?:flat|apartment)\b", "apartment"),
        (r"\b(?:uni|university|college)\b", "university"),
        (r"\b(?:film|movie)s?\b", "film"),
        (rf"\b(?:{_DISLIKES})\b", "not like"),
        (rf"\b(?:{_NO_DENIALS})\b", " "),
    ]
]
_SAME_ZH = [
    (re.compile(pattern), word)
    for pattern, word in [
        ("母亲|妈妈|老妈", "妈"),
        ("父亲|爸爸|老爸", "爸"),
        ("妻子|媳妇儿?|太太", "老婆"),
        ("丈夫|先生", "老公"),
        ("闺女", "女儿"),
        ("小孩|娃", "孩子"),
        ("我们俩|咱们?俩|我俩|两人", "俩"),
        ("居住", "住"),
        ("讨厌|受不了|特别烦|反感", "不喜欢"),
        (_NO_DENIALS_ZH, ""),
    ]
]
_OWN_WORDS = (
    "user assistant person named name called call currently wants want prefers prefer likes like"
    " enjoys enjoy plans plan works work lives live owns own says said asks asked has job mentioned"
    " states stated others also reply"
    f" not no never longer about to be will would person's their is {' '.join(_NUMBER_WORDS)}"
)
_OWN_TERMS = frozenset(int(t) for t in terms(_OWN_WORDS))
_OWN_ZH = re.compile(
    "用户|助手|希望|表示|提到|告诉|说|问|被称为|称为|名叫|名字|叫做|叫|喜欢|喜爱|偏好|打算|计划"
    "|准备|将要|将|目前|现在|正在|职业|工作|从事|担任|居住|住在|拥有|养了|患有|属于|位于|前往|进行"
    "|认为|觉得|因为|所以|并且|而且|以及|自己|他人|等人|一位|一名|一个|一只"
    "|[的了着过在是有和与及或也都就还又很把被让给对从向其会要能可不没别请这那它他她我你您为于于等则之]"
)

_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|quit|stopped|avoids?"
    r"|refuses?|anymore|\w+n['’]t|(?:do|does|did|ca|wo|have|has|is|are|was|would|could|should)nt)\b"
    r"|[不没别未无戒]",
    re.IGNORECASE,
)
_CLAUSES = re.compile(
    r"(?<!\d)[.,:]+|[.,:]+(?!\d)|[;!?()—。、]+|\b(?:but|although|though|because|while)\b|但是?|可是"
    r"|虽然"
)
_AND = re.compile(r"\band\b|\bor\b", re.IGNORECASE)


def supported(sentence: str, quote: str) -> bool:
    """Whether the quoted words back a sentence: its numbers, names, most of its words, its "not".

    It reads words, not meaning: a paraphrase that shares little with the quote is refused.
    """
    if words := quoted_words(sentence):
        return words in " ".join(quote.split())
    sentence, quote = (unicodedata.normalize("NFKC", text) for text in (sentence, quote))
    if not _numbers_known(sentence, quote):
        return False
    plain, said = _one_word(sentence), _one_word(quote)
    return (
        _names_known(sentence, quote, said)
        and _words_known(plain, said)
        and not _is_flipped(plain, said)
    )


def same_language(sentence: str, quote: str) -> bool:
    """Whether both are in one language; what has no words is in any."""
    if not _WORDS.search(sentence) or not _WORDS.search(quote):
        return True
    return language(sentence) == language(quote)


def _one_word(text: str) -> str:
    for pattern, word in _SAME_ZH if is_cjk(text) else _SAME_EN:
        text = pattern.sub(word, text)
    return text


# ------------------------------------------------------------------ numbers


def _numbers_known(sentence: str, quote: str) -> bool:
    known = _numbers(quote, counted=False)
    if _numbers(sentence, counted=True) <= known:
        return True
    if not _SAYS_WHEN.search(quote):
        return False
    return _numbers(_DATE.sub(" ", sentence), counted=True) <= known


def _numbers(text: str, *, counted: bool) -> set[str]:
    """The numbers in a text as digits; if counted, Chinese ones only where they count something."""
    text = _THOUSAND.sub("000", _THOUSANDS.sub("", text))
    found: set[str] = set()
    for digits in _DIGITS.findall(text):
        parts = digits.replace(":", ".").split(".")
        found |= {str(int(part)) for part in parts} if counted else {*map(_plain, parts), digits}
    for word in _WORDS.findall(text.lower()):
        if word in _NUMBER_WORDS and not (counted and word in ("zero", "one")):
            found.add(_NUMBER_WORDS[word])
    for number in _ZH_NUMBER.finditer(text):
        value = _zh_value(number[0])
        if value is not None and (not counted or (value > 1 and _COUNTS.match(text, number.end()))):
            found.add(str(value))
    return found


def _plain(digits: str) -> str:
    return str(int(digits))


def _zh_value(number: str) -> int | None:
    """八千 is 8000, 六万二 62000, 二〇二三 2023; None for what is no number, as 万 alone."""
    if all(c in _ZH_DIGITS for c in number):
        return int("".join(str(_ZH_DIGITS[c]) for c in number))
    total, section, digit, unit = 0, 0, 0, 1
    if number[0] in "百千万亿":
        return None
    for c in number:
        if c in _ZH_DIGITS:
            digit = _ZH_DIGITS[c]
            continue
        unit = _ZH_TENS[c]
        if unit >= 10_000:
            total, section = (total + section + digit) * unit, 0
        else:
            section += (digit or 1) * unit
        digit = 0
    return total + section + digit * (unit // 10 if number[-2:-1] in ("百", "千", "万") else 1)


# ------------------------------------------------------------------ names


def _names_known(sentence: str, quote: str, said: str) -> bool:
    folded = quote.casefold().replace("’", "'")
    if is_cjk(sentence):
        names = [
            *_LATIN.findall(sentence),
            *_TITLE.findall(sentence),
            *_ZH_CALLED.findall(sentence),
        ]
        return all(name.casefold().rstrip(".'") in folded for name in names)
    if _SAYS_WHEN.search(quote):
        sentence = _DATE.sub(" ", sentence)
    words = set(re.split(r"[^\w']+", folded)) | set(re.split(r"[\W_]+", folded))
    known = set(map(int, terms(said)))
    for match in _NAME.finditer(sentence):
        name = match[0].replace("’", "'")
        if not name[0].isupper() or name.casefold() in _NOT_NAMES:
            continue
        parts = [p for p in re.split(r"[^\w']+", name.casefold().removesuffix("'s")) if p]
        if all(p in words or p.removesuffix("'s") in words for p in parts):
            continue
        # At the start any word has a capital: there it is enough that it is known in some form.
        any_word = name.isupper() or _STARTS.search(sentence, 0, match.start())
        if not any_word or not known & set(map(int, terms(_one_word(name)))):
            return False
    return True


# ------------------------------------------------------------------ words


def _words_known(sentence: str, quote: str) -> bool:
    sentence = _DIGITS.sub(" ", _DATE.sub(" ", sentence))
    if is_cjk(sentence):
        return _characters_known(sentence, quote)
    content = set(map(int, query_terms(sentence))) - _OWN_TERMS
    if not content:
        return False
    return len(content & set(map(int, terms(quote)))) >= _ENOUGH * len(content)


_HAN_RUN = re.compile("[\u3400-\u9fff]+")


def _characters_known(sentence: str, quote: str) -> bool:
    """The same for a script without spaces; two strange characters in a row are a strange word."""
    runs = _HAN_RUN.findall(_OWN_ZH.sub(" ", sentence))
    characters = "".join(runs)
    strange = [[c not in quote for c in run] for run in runs]
    if any(a and b for run in strange for a, b in pairwise(run)):
        return False
    missing = sum(map(sum, strange))
    return missing <= (1 - _ENOUGH) * len(characters) and bool(
        characters or _LATIN.search(sentence) or _DIGITS.search(sentence)
    )


# ------------------------------------------------------------------ negation


def _is_flipped(sentence: str, quote: str) -> bool:
    """Whether a clause says "not" where the clause it comes from does not, or the other way."""
    said = _polarities(quote)
    for content, negated in _polarities(sentence):
        overlaps = [len(content & known) for known, _ in said]
        most = max(overlaps, default=0)
        if most and all(
            negated != denied for (_, denied), n in zip(said, overlaps, strict=True) if n == most
        ):
            return True
    return False


def _polarities(text: str) -> list[tuple[set[int], bool]]:
    """The content of each clause, and whether it is negated."""
    found: list[tuple[set[int], bool]] = []
    for clause in _CLAUSES.split(text):
        negated = False
        for i, piece in enumerate(_AND.split(clause)):
            # "no meat and fish": a few words behind "and" share the "not" in front.
            inherits = i > 0 and len(piece.split()) <= 3 and not is_cjk(piece)
            negated = bool(_NEGATION.search(piece)) or (inherits and negated)
            content = set(map(int, query_terms(piece))) - _OWN_TERMS
            if content:
                found.append((content, negated))
    return found
