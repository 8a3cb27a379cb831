"""A text without its secrets, and a mark in the place of each."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nagori.text.secrets.codes import codes
from nagori.text.secrets.named_keys import named_keys
from nagori.text.secrets.numbers import numbers
from nagori.text.secrets.passwords import passwords
from nagori.text.secrets.secret import Secret
from nagori.text.secrets.shapes import blocks, keys, tokens

_CHINESE = {
    "API key": "密钥",
    "token": "令牌",
    "private key": "私钥",
    "password": "密码",
    "code": "验证码",
    "card number": "卡号",
    "IBAN": "银行账号",
    "ID number": "身份证号",
    "recovery phrase": "助记词",
}


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets, and which kinds there were, in order of appearance."""

    text: str
    kinds: tuple[str, ...] = ()


def redact(text: str) -> Redacted:
    """The text with words in the place of each secret; the same object if there is none."""
    kinds: dict[str, None] = {}
    # What stands beside a secret can read differently once it is gone, so look until none is left:
    # then a redacted text is its own redaction.
    while _may_hold_any(text) and (found := _find(text)):
        kinds.update((secret.kind, None) for secret in found)
        text = _without(text, found)
    return Redacted(text, tuple(kinds))


# A first look, which lets ordinary text pass at once. It is fast because each word is looked for by
# one plain character, a rare one where there is a choice.
_WORDS = re.compile(
    r"p(?:ass|wd|in|uk|sw|w\b|hrase|(?<=otp))|c(?:ode|ret|red|v[cv]|ombin|ontras|ca[a-z0-9]{14})"
    r"|k(?:ey|en(?<=token)|i[ad][a-z0-9]{10})|b(?:earer|asic[ :]|ia[a-z0-9]{14})"
    r"|s(?:enha|ia[a-z0-9]{14}|ql.{1,80}-p)|g(?:in(?<=login)|[ -]in(?<=log.in))|u(?:thori[sz]|rl )"
    r"|mnemonic|za[a-z0-9_-]{20}|j[a-z0-9_-]{12}|_[a-z0-9_+/=-]{16}|\.[a-z0-9_-]{16}"
    r"|-(?:----b|[a-z0-9_-]{12})|://|密[码碼钥鑰]|暗[号號]|口令|码|碼|令牌|秘钥|凭证|金鑰|助[记記]"
)
_SPACES, _DASHES = "\u00a0\u2009\u202f\u3000", "\u2010\u2011\u2012\u2013"
_NUMBERS = re.compile(
    r"[0-9](?:[0-9]{5}|[0-9]{2}[ -][0-9]{3}"
    rf"|(?:[ .\r\n{_SPACES}{_DASHES}-]{{0,2}}[0-9]){{12}}"
    r"|[0-9](?<=[a-z]{2}..)[ -]?[0-9a-z]{2}|(?=[0-9_-]{0,8}[a-z])[a-z0-9_-]{8}|//0|fa(?<=2fa))"
)
_WIDE = re.compile("[０-９ａ-ｚ]")


def _may_hold_any(text: str) -> bool:
    low = text.lower()
    if _WORDS.search(low) or _NUMBERS.search(low):
        return True
    return not low.isascii() and _WIDE.search(low) is not None


# ── finding ──

# Where secrets of two overlap, the first of them says which kind it is.
_FINDERS: tuple[Callable[[str], Iterator[Secret]], ...] = (
    blocks,
    tokens,
    keys,
    numbers,
    codes,
    named_keys,
    passwords,
)
_MARK = re.compile(
    f"\\[removed: (?:{'|'.join(_CHINESE)})\\]|\\[已去除：(?:{'|'.join(_CHINESE.values())})\\]"
)
_GONE = "\uffff"  # stands for what was removed before: no part of any secret
_FOLD: dict[int, str] = {
    **{c: chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "！，：；？（）［］｛｝"},
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _DASHES), "-"),
}


def _find(text: str) -> list[Secret]:
    """The secrets, in order and apart from each other, at their places in the text."""
    # Neither step moves a character.
    seen = _MARK.sub(lambda m: _GONE * len(m[0]), text)
    if not seen.isascii():
        seen = seen.translate(_FOLD)
    found = sorted(
        ((s, rank) for rank, finder in enumerate(_FINDERS) for s in finder(seen)),
        key=lambda pair: (pair[0].start, pair[1], -pair[0].end),
    )
    apart: list[tuple[Secret, int]] = []
    for secret, rank in found:
        if _GONE in seen[secret.start : secret.end]:
            continue
        if not apart or secret.start >= apart[-1][0].end:
            apart.append((secret, rank))
            continue
        before, best = apart.pop()
        kind = secret.kind if rank < best else before.kind
        whole = Secret(before.start, max(before.end, secret.end), kind)
        apart.append((whole, min(rank, best)))
    return [secret for secret, _ in apart]


def _without(text: str, found: list[Secret]) -> str:
    starts = [secret.end for secret in found]
    ends = [secret.start for secret in found]
    between = [text[a:b] for a, b in zip([0, *starts], [*ends, len(text)], strict=True)]
    around = _MARK.sub("", "".join(between))
    # Addresses and code have many letters, but few words.
    han, latin = len(_HAN.findall(around)), len(_LATIN_WORD.findall(around))
    chinese = han > 0 and han >= latin and not _KANA_OR_HANGUL.search(around)
    marks = [f"[已去除：{_CHINESE[s.kind]}]" if chinese else f"[removed: {s.kind}]" for s in found]
    return "".join(piece for pair in zip(between, [*marks, ""], strict=True) for piece in pair)


_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN_WORD = re.compile("[A-Za-z][!-~]*+")
_KANA_OR_HANGUL = re.compile("[\u3041-\u30ff\uac00-\ud7a3]")
