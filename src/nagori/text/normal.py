"""How texts are compared: two that differ only in case, width, punctuation or spacing are one."""

import re
import unicodedata
from hashlib import blake2b

# Written without spaces between words. Hangul is CJK too, but spaces its words.
_UNSPACED = (
    "\u4e00-\u9fff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096"
    "\u3099-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
_CJK_LETTER = re.compile(f"[{_UNSPACED}{_HANGUL}]+")
_SPACE_BESIDE_CJK = re.compile(f" (?:(?<=[{_UNSPACED}] )|(?=[{_UNSPACED}]))")
_SCRIPT_SAMPLE = 4000  # characters; the head of a long text tells its script

_CURRENCY = "$¢£¤¥" + "".join(map(chr, range(0x20A0, 0x20C1)))
_SIGNS = f"-+#%‰.,<>≤≥{_CURRENCY}"
_APOSTROPHES = "'’‘ʼ`"
_DASHES = "\u2010\u2012\u2013\u2212"

# Without these, no sign can carry meaning: the text is letters between spaces.
_MAY_MEAN = re.compile("[0-9+#]")
_ANY_SIGN = re.compile(f"[{re.escape(_SIGNS)}]")
_THOUSANDS = re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))")
_BARE_FRACTION = re.compile(r"\.(?<![\w.]\.)(?=[0-9])")
# A sign that says nothing where it stands. It is matched first, which keeps the search fast;
# then the lookbehinds, which therefore include it, tell where it does say something:
# 3.5 · -5 and 5-3 but not covid-19 · +5, 18+, C++ · C# · 5% and 5 % · $5, 5 € · < 5
_LOOSE = re.compile(
    rf"[{re.escape(_SIGNS)}](?:"
    r"(?<=,)"
    r"|(?<=\.)(?:(?<![0-9]\.)|(?![0-9]))"
    rf"|(?<=-)(?:(?<=[a-z]-)|(?![{_CURRENCY}]?[0-9]))"
    r"|(?<=\+)(?<![a-z0-9]\+)(?<![a-z0-9]\+\+)(?![0-9])"
    r"|(?<=#)(?:(?<![a-z]#)|(?=[a-z0-9]))"
    r"|(?<=[%‰])(?<![0-9].)(?<![0-9] .)"
    rf"|(?<=[{_CURRENCY}])(?<![0-9].)(?<![0-9] .)(?![0-9])(?! [0-9])"
    r"|(?<=[<>≤≥])(?! ?[0-9])"
    r")"
)
# Where a sign and its number may be spaced or not: 5 % · 5 € · $ 5 · < 5
_SPACE_BESIDE_SIGN = re.compile(
    rf" (?:(?<=[0-9] )(?=[%‰])|(?<=[0-9] )(?=[{_CURRENCY}](?![0-9]))"
    rf"|(?<=[{_CURRENCY}] )(?<![0-9]. )(?<![0-9] . )(?=[0-9])|(?<=[<>≤≥] )(?=[0-9]))"
)


class _Table(dict[int, int | None]):
    """A `str.translate` table of letters, marks, digits and signs, filled as they are met."""

    def __missing__(self, code: int) -> int | None:
        self[code] = kept = self._kept(code)
        return kept

    def _kept(self, code: int) -> int | None:
        char, kind = chr(code), unicodedata.category(chr(code))
        if char in _APOSTROPHES or kind in ("Cf", "Me") or _is_variation(code):
            return None
        if char in _SIGNS:
            return code
        if char in _DASHES:
            return ord("-")
        return ord(" ") if kind[0] in "PSZ" or kind == "Cc" else code


class _SymbolTable(_Table):
    """What is left of a text without letters and digits: emoji and other symbols."""

    def _kept(self, code: int) -> int | None:
        kind = unicodedata.category(chr(code))
        return None if kind[0] in "PZ" or kind == "Cc" or _is_variation(code) else code


def _is_variation(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


_TABLE, _SYMBOLS = _Table(), _SymbolTable()
_PLAIN = {c: ord(chr(c).lower()) if chr(c).isalnum() else ord(" ") for c in range(128)}
_PLAIN_TABLE: dict[int, int | None] = {**_PLAIN, ord("'"): None, ord("`"): None}


def normal_form(text: str) -> str:
    """The text as it is compared; empty only if nothing in it can be seen."""
    if text.isascii():
        if not _MAY_MEAN.search(text):
            return " ".join(text.translate(_PLAIN_TABLE).split()) or _symbols(text)
        return _folded(text.lower()) or _symbols(text)
    form = _folded(_compatible(text))
    while form != (
        again := _compatible(form)
    ):  # dropping a sign brought letter and accent together
        form = _folded(again)
    return form or _symbols(_compatible(text))


def content_hash(text: str) -> bytes:
    """16 bytes that texts of the same normal form share."""
    return blake2b(normal_form(text).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def is_cjk(text: str) -> bool:
    """Whether at least 30 % of the letters are CJK: one of its characters says more than others."""
    if text.isascii():
        return False
    text = text[:_SCRIPT_SAMPLE]
    cjk = sum(map(len, _CJK_LETTER.findall(text)))
    if cjk == 0 or cjk >= 0.3 * len(text):  # then what the rest is made of does not matter
        return cjk > 0
    return cjk >= 0.3 * sum(map(str.isalpha, text))


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _folded(text: str) -> str:
    text = " ".join(text.translate(_TABLE).split())
    if _ANY_SIGN.search(text):
        text = _only_meant_signs(text)
    return text if text.isascii() else _SPACE_BESIDE_CJK.sub("", text)


def _only_meant_signs(text: str) -> str:
    if _MAY_MEAN.search(text):
        text = _THOUSANDS.sub("", text)
        text = _BARE_FRACTION.sub("0.", text)
    text = _LOOSE.sub(" ", text)
    text = " ".join(text.split())
    return _SPACE_BESIDE_SIGN.sub("", text)


def _symbols(text: str) -> str:
    return text.translate(_SYMBOLS) or " ".join(text.split())
