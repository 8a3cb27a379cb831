"""A user's own words as one statement about the user, in the same language, without a model."""

import re
import unicodedata

from nagori.text.normal import is_cjk
from nagori.text.spoken import FRAMED
from nagori.write import sentence_en, sentence_zh

_LONGEST = 4000  # characters; what is longer is no extract any more, and stays quoted
_FRAMES = {
    "zh": "用户说：“{}”",
    "ja": "ユーザーの発言：“{}”",
    "ko": "사용자의 말: “{}”",
}
_ENGLISH_FRAME = "The user said: “{}”"
_ABOUT_THE_USER = re.compile(r"\bthe user\b|用户", re.IGNORECASE)

# What stays as it was typed: quoted words, titles, addresses, handles.
# The first character stands in front of what is looked for behind it: that keeps the search fast.
_KEPT = re.compile(
    r"“(?:[^“”]|“[^“”]*”)*”|\"[^\"\n]*\"|`[^`\n]*`|‘(?<!\w‘)[^‘’\n]*’(?!\w)"
    r"|'(?<![\w']')[^'\n]{2,}'(?![\w'])|「[^「」]*」|『[^『』]*』|《[^《》]*》"
    r"|h(?<!\wh)ttps?://[^\s，。！？）”]+|w(?<!\ww)ww\.[^\s，。！？）”]+|#\w+|@\w+"
)
_MAIL = re.compile(r"\b[\w.+-]+@[\w-]+\.[\w.-]*\w")
_STAND_IN = 0xE000  # the first of 6,400 characters that no script uses
_STAND_INS = re.compile("[\ue000-\uf8ff]")

_DIGITS = re.compile(r"\d+")
_NAME = re.compile(
    r"(?<=[a-z0-9,;] )(?!(?:My|Mine|Me|We|Our|Ours|Us|You|Your|Yours|I)\b)[A-Z][a-z]+"
)


def third_person(text: str) -> str:
    """What the words say about the user; quoted as the user's words where they can't be turned.

    Nothing is left out but greetings and fillers, and names, numbers and quotes stay as typed.
    """
    text = text.strip()
    result = _once(text)
    if FRAMED.fullmatch(result):
        return result
    kept = language(result) == language(text) and _keeps(text, result)
    # Turning a statement again must change nothing, or it was not turned right.
    return result if kept and _once(result) == result else quoted(text)


def continued(sentence: str, words: str) -> str:
    """A statement with further words behind it that go on about the same somebody."""
    if language(words) == "zh":
        return sentence + sentence_zh.closed(words)
    return f"{sentence} {sentence_en.closed(words)}"


def quoted_words(sentence: str) -> str | None:
    """The user's words inside a sentence that only quotes them; None for any other."""
    framed = FRAMED.fullmatch(sentence)
    return framed[1] if framed else None


def language(text: str) -> str:
    """The language as a code; "en" where letters and little words do not tell another.

    Of words that are only quoted it is theirs, whatever the frame around them.
    """
    text = quoted_words(text) or text
    if text.isascii():
        return _spaced_language(text)
    if is_cjk(text):
        kana, hangul = len(_KANA.findall(text)), len(_HANGUL.findall(text))
        han = len(_HAN.findall(text))
        if hangul > max(kana, han):
            return "ko"
        return "ja" if kana > 0.2 * han else "zh"
    if _ZH_LITTLE_WORD.search(text) and not _words_of(text) & _ENGLISH_WORDS:
        return "zh"  # 我在Google做SRE: few of the letters, all of the grammar
    letters = [c for c in text if c.isalpha()]
    if sum(c > "\u024f" for c in letters) > 0.5 * len(letters):
        foreign = next(c for c in letters if c > "\u024f")
        return unicodedata.name(foreign, "other").split()[0].lower()
    return _spaced_language(text)


_KANA = re.compile("[\u3041-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7a3\u1100-\u11ff]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]+")
_ZH_LITTLE_WORD = re.compile("[我你您他她的了在是有和不没这要会对叫用跟]|用户")
# The little words that a language can't do without and English does not have.
_LITTLE_WORDS = {
    code: frozenset(words.split())
    for code, words in {
        "es": "el los las una que por para con soy vivo tengo muy como llamo gusta mi y del",
        "pt": "os uma que não meu minha por para com sou moro tenho muito como em e do",
        "fr": "le les une que et est pour avec je suis très dans du mon habite chez",
        "de": "der das ein eine und ich bin mein meine ist mit nicht auf für habe wohne heiße",
        "it": "il gli una che sono abito molto della non mi chiamo per con di è",
    }.items()
}
_FOREIGN_WORDS = frozenset(word for little in _LITTLE_WORDS.values() for word in little)
_ENGLISH_WORD_LIST = (
    "the a an and or but is are was were have has my i it of to in on at with for user that this"
    " our his her their not so from by he she they we you who me said says asked wants"
)
_ENGLISH_WORDS = frozenset(_ENGLISH_WORD_LIST.split())


def _words_of(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _spaced_language(text: str) -> str:
    words = _words_of(text)
    if len(words & _FOREIGN_WORDS) < 2:
        return "en"
    counts = {code: len(words & little) for code, little in _LITTLE_WORDS.items()}
    code = max(counts, key=lambda c: counts[c])
    return code if counts[code] > max(1, len(words & _ENGLISH_WORDS) + 1) else "en"


def _once(text: str) -> str:
    if FRAMED.fullmatch(text):
        return text
    spoken = language(text)
    if spoken not in ("en", "zh") or len(text) > _LONGEST or _STAND_INS.search(text):
        return quoted(text)
    kept: list[str] = []

    def stand_in(match: re.Match[str]) -> str:
        kept.append(match[0])
        return chr(_STAND_IN + len(kept) - 1)

    masked = _KEPT.sub(stand_in, _MAIL.sub(stand_in, text) if "@" in text else text)
    turn, close = (
        (sentence_zh.turned, sentence_zh.closed)
        if spoken == "zh"
        else (sentence_en.turned, sentence_en.closed)
    )
    result = turn(masked)
    if result is None:
        if not _ABOUT_THE_USER.search(masked):
            return quoted(text)
        result = close(masked)
    return _STAND_INS.sub(lambda m: kept[ord(m[0]) - _STAND_IN], result)


def quoted(text: str) -> str:
    """The words as the user's own, framed in their language."""
    return _FRAMES.get(language(text), _ENGLISH_FRAME).format(" ".join(text.split()))


def _keeps(text: str, result: str) -> bool:
    """Whether the digits and the names of the text are all there."""
    return all(digits in result for digits in _DIGITS.findall(text)) and all(
        name in result for name in _NAME.findall(text)
    )
