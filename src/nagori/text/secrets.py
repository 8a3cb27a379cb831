"""Secrets out of a text: keys, tokens, passwords and numbers that open or pay for something.

What only looks like one (a phone number, a hash, a version) stays. Where words alone decide, as
in "my password is …", the reading leans towards taking a value out: one that is lost can be said
again, one that was remembered cannot be made unknown. All repetitions are bounded or possessive,
so that no text is slow to read.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

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


@dataclass(frozen=True, slots=True)
class _Secret:
    start: int
    end: int
    kind: str


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

_MARK = re.compile(
    f"\\[removed: (?:{'|'.join(_CHINESE)})\\]|\\[已去除：(?:{'|'.join(_CHINESE.values())})\\]"
)
_GONE = "\uffff"  # stands for what was removed before: no part of any secret
_FOLD: dict[int, str] = {
    **{c: chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "！，：；？（）［］｛｝"},
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _DASHES), "-"),
}


def _find(text: str) -> list[_Secret]:
    """The secrets, in order and apart from each other, at their places in the text."""
    # Neither step moves a character.
    seen = _MARK.sub(lambda m: _GONE * len(m[0]), text)
    if not seen.isascii():
        seen = seen.translate(_FOLD)
    found = sorted(
        ((s, rank) for rank, finder in enumerate(_FINDERS) for s in finder(seen)),
        key=lambda pair: (pair[0].start, pair[1], -pair[0].end),
    )
    apart: list[tuple[_Secret, int]] = []
    for secret, rank in found:
        if _GONE in seen[secret.start : secret.end]:
            continue
        if not apart or secret.start >= apart[-1][0].end:
            apart.append((secret, rank))
            continue
        before, best = apart.pop()
        kind = secret.kind if rank < best else before.kind
        whole = _Secret(before.start, max(before.end, secret.end), kind)
        apart.append((whole, min(rank, best)))
    return [secret for secret, _ in apart]


def _without(text: str, found: list[_Secret]) -> str:
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


# ── by shape: keys and tokens ──

_KEY = re.compile(
    r"""(?<![A-Za-z0-9])(?:
    (?:sk|xai|pplx|nvapi|pypi|gl(?:pat|ptt|dt|rt|oas|cbt|ft|soat|agent)|GOCSPX|PMAK|sq0[a-z]{3})
        -[A-Za-z0-9_-]{12,}
    | key-[0-9a-f]{32}
    | (?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])
    | (?:LTAI|AKID)[A-Za-z0-9]{12,}
    | (?:gh[opsur]|github_pat|hf|npm|gsk|r8|shp(?:at|ca|pa|ss)|do[opr]_v1|lin_api|ntn|figd|sbp
        |sntrys|nagori|[srp]k_(?:live|test)|whsec|glsa)_[A-Za-z0-9_+/=-]{16,}
    | xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,} | xapp-[0-9]-[A-Za-z0-9-]{10,}
    | AIza[A-Za-z0-9_-]{30,} | ya29\.[A-Za-z0-9_-]{20,} | 1//0[A-Za-z0-9_-]{24,}
    | SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,} | hvs\.[A-Za-z0-9_-]{20,}
    | ATATT3x[A-Za-z0-9_=-]{20,} | dapi[0-9a-f]{32} | (?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])
    | AGE-SECRET-KEY-1[A-Z0-9]{30,}
    )""",
    re.VERBOSE,
)
# Names that people give begin like these keys, too, or are in their places in examples.
_MADE_UP = re.compile(r"(?:sk|xai|pypi)-|(?:hf|npm|nagori|ntn|sbp)_|[a-z_-]+$")
_BOT_KEY = re.compile(
    r"(?<![0-9])[0-9]{8,10}[:：][A-Za-z0-9_-]{33,}|hooks\.slack\.com/services/([A-Za-z0-9/]{20,})"
)
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_AWS = re.compile(r"aws|amazon|secret|akia|asia|密钥|秘钥|s3", re.IGNORECASE)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+){1,4}")
_BEARER = re.compile(r"\bbearer[ :=]{1,3}[\"']?([A-Za-z0-9._~+/=-]{8,})", re.IGNORECASE | re.ASCII)
_BASIC = re.compile(r"\bbasic[ :]{1,2}([A-Za-z0-9+/]{6,}={0,2})", re.IGNORECASE | re.ASCII)
_HEADER = re.compile(
    r"authori[sz]ation[\"']?\s?[:=]\s?[\"']?(?:[a-z]{3,12} )?([A-Za-z0-9._~+/=:-]{12,})",
    re.IGNORECASE,
)
_PEM = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[^-]*+(?:-(?!----)[^-]*+)*+-----END [A-Z0-9 ]{0,40}-----"
    # cut off: as far as it still looks like one
    r"|(?:[\s>]{0,4}(?:\\[nr]){0,2}[A-Za-z0-9+/=]{16,}+)*+)"
)
_URL_PASSWORD = re.compile(
    r"://[^\s:/?#@\"'<>]{0,100}:(?![0-9]{1,5}(?:[/?#\s]|$))([^\s\"'<>]{1,100})@(?=[\w\[])"
)


_COMMAND = re.compile(
    r"\b(?:curl|wget)\b[^\n]{0,200}? --?u(?:ser)? ?[\"']?[^\s:\"']{1,60}:([^\s\"']{1,100})"
    r"|\b(?:mysql\w{0,4}|mariadb)\b[^\n]{0,80}? -p[\"']?([^\s\"'-][^\s\"']{2,100})"
    r"|\bsshpass -p ?[\"']?([^\s\"']{1,100})"
)


def _keys(text: str) -> Iterator[_Secret]:
    for m in _KEY.finditer(text):
        if _is_random(m[0]) or not _MADE_UP.match(m[0]):
            yield _Secret(*m.span(), "API key")
    for m in _BOT_KEY.finditer(text):
        yield _Secret(*m.span(m.lastindex or 0), "API key")
    if _AWS.search(text):
        for m in _AWS_SECRET.finditer(text):
            if _steps(m[0]) >= 10 and m[0].lower() != m[0]:
                yield _Secret(*m.span(), "API key")


def _tokens(text: str) -> Iterator[_Secret]:
    for m in _JWT.finditer(text):
        yield _Secret(*m.span(), "token")
    for pattern in (_BEARER, _HEADER):
        for m in pattern.finditer(text):
            if _is_random(m[1]) or (len(m[1]) >= 16 and _DIGIT.search(m[1])):
                yield _Secret(*m.span(1), "token")
    for m in _BASIC.finditer(text):
        if _is_pair(m[1]):
            yield _Secret(*m.span(1), "password")


def _blocks(text: str) -> Iterator[_Secret]:
    for m in _PEM.finditer(text):
        yield _Secret(*m.span(), "private key")
    for pattern in (_URL_PASSWORD, _COMMAND):
        for m in pattern.finditer(text):
            yield _Secret(*m.span(m.lastindex or 0), "password")


_DIGIT = re.compile("[0-9]")
_STEP = re.compile("(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[0-9a-z]|(?<=[0-9])[A-Za-z]")
_MOMENT = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]+)?")


def _steps(value: str) -> int:
    """How often capitals, small letters and digits alternate: words and numbers hardly do."""
    return sum(1 for _ in _STEP.finditer(value))


def _is_random(value: str, least: int = 12) -> bool:
    """Whether nobody would make this up: it alternates too much for words, names and versions."""
    if len(value) < least or len(set(value)) < 6 or _MOMENT.fullmatch(value):
        return False
    steps = _steps(value)
    return steps >= 3 if _DIGIT.search(value) else steps >= len(value) / 3


def _is_pair(encoded: str) -> bool:
    try:
        plain = b64decode(encoded, validate=True).decode()
    except ValueError:
        return False
    return ":" in plain and plain.isprintable()


# ── by arithmetic: cards, accounts, people ──

_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_+])(?<![0-9][.,])(?<![0-9a-f]{4}-)[0-9]++(?:(?:[ .-]{1,2}|\r?\n)[0-9]++)*+"
)
_RUN = re.compile(r"[0-9]+(?:[.-][0-9]+)*")
_LAYOUT = re.compile(
    r"(?!(?:.*\n){2})(?:\d{13,19}|\d{4}(?:\D{1,2}\d{4}){3}(?:\D{1,2}\d{1,3})?"
    r"|\d{4}\D{1,2}\d{6}\D{1,2}\d{4,5}|\d{6}\D{1,2}\d{7,13})",
    re.ASCII,
)
_ISSUER = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}"
    r"|35\d{14}|6\d{15,18}|(?:5[06-8])\d{14}|9792\d{12}"
)
_NO_CARD = re.compile(
    r"(?:order|tracking|invoice|isbn|imei|serial|parcel|waybill|ticket|订单|單號|单号|运单|快递|发票"
    r"|流水|编号|序列号)(?:(?!card|visa|卡)[^0-9]){0,16}$",
    re.IGNORECASE,
)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?=[ -]?[A-Za-z0-9]{4})")
_IBAN_TABLE = (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 "
    "DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 "
    "IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 "
    "MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 "
    "SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
)
_IBAN_LENGTHS = {entry[:2]: int(entry[2:]) for entry in _IBAN_TABLE.split()}
_RESIDENT = re.compile(
    r"(?<![A-Za-z0-9])([1-9]\d{5})[ -]?((?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))"
    r"[ -]?(\d{3}[\dXx])(?![A-Za-z0-9])",
    re.ASCII,
)


def _numbers(text: str) -> Iterator[_Secret]:
    for m in _RESIDENT.finditer(text):
        if _is_resident("".join(m.groups())):
            yield _Secret(*m.span(), "ID number")
    for m in _IBAN.finditer(text):
        if end := _iban_end(text, m.start()):
            yield _Secret(m.start(), end, "IBAN")
    for m in _DIGITS.finditer(text):
        if len(m[0]) >= 13 and not _NO_CARD.search(text, max(0, m.start() - 28), m.start()):
            yield from _cards(text, *m.span())


def _cards(text: str, start: int, end: int) -> Iterator[_Secret]:
    """Card numbers among groups of digits; only a space parts one number from the next."""
    if text[end : end + 1].isascii() and text[end : end + 1].isalnum():
        end = max(text.rfind(" ", start, end), start)  # the last group is the head of a word
    runs = [m.span() for m in _RUN.finditer(text, start, end)]
    first = 0
    while first < len(runs):
        for last in range(min(first + 5, len(runs)), first, -1):
            a, b = runs[first][0], runs[last - 1][1]
            if _is_card(text[a:b]):
                yield _Secret(a, b, "card number")
                first = last - 1
                break
        first += 1


def _is_card(number: str) -> bool:
    if not 13 <= len(number) <= 28 or not _LAYOUT.fullmatch(number):
        return False
    digits = re.sub("[^0-9]", "", number)
    if not _ISSUER.fullmatch(digits) or len(set(digits)) < 2:
        return False
    doubled = (int(d) * (1 + i % 2) for i, d in enumerate(reversed(digits)))
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _iban_end(text: str, start: int) -> int | None:
    length = _IBAN_LENGTHS.get(text[start : start + 2].upper())
    if length is None:
        return None
    taken, at = "", start
    while len(taken) < length and at < len(text):
        char = text[at]
        if char.isascii() and char.isalnum():
            taken += char.upper()
        elif char not in " -" or text[at - 1] in " -":
            return None
        at += 1
    if len(taken) < length or (text[at : at + 1].isascii() and text[at : at + 1].isalnum()):
        return None
    return at if int("".join(str(int(c, 36)) for c in taken[4:] + taken[:4])) % 97 == 1 else None


def _is_resident(number: str) -> bool:
    total = sum(int(d) * pow(2, 17 - i, 11) for i, d in enumerate(number[:17]))
    return "10X98765432"[total % 11] == number[17].upper()


# ── by words: what is called a key, a password, a code ──

_Link = Literal["given", "said", "weak", "bare"]

_KEY_NAME = re.compile(
    r"(?:(?:api|access|secret|private|auth|app|account|signing|encryption|master|license|webhook"
    r"|shared|session|client|service|subscription|storage|refresh|bot|id|csrf)[_ .-]?"
    r"(?:keys?|secret|token)|tokens?|secrets?|credentials?|密钥|密鑰|秘钥|金鑰|令牌|凭证"
    r"|(?P<plain>(?<![a-z])(?:key|ak|sk)))(?![a-z])[A-Z0-9_]{0,20}",
    re.IGNORECASE,
)
_ENTRY_NAME = (
    r"(?:pass(?:words?|wd|wort|phrase|codes?)|(?<![a-z])(?:pwd|psw|pw)|(?<=[a-z0-9]_)(?:pass|pw"
    r"|secret(?:_key)?)|client[_ -]?secret|contraseña|senha"
    r"|(?P<faint>(?<![a-z])pass(?=[\"']?\s?[:=]| is )))"
    r"(?:[0-9]{1,2}|_(?!exp|field|file|hash|hint|len|m[ai][nx]|policy|reset|url)[a-z]\w{0,20})?"
    r"(?![a-z0-9_])|(?:密码|密碼|口令|暗号|暗號)(?![学學管箱锁鎖子保强強长長输輸框机器错錯])"
)
_CODE_NAME = (
    r"(?:(?<![a-z])(?:pin|puk|cv[vc]2?|t?otp|2fa)(?:[ -]?(?:code|number|password))?"
    r"|(?:verification|verify|security|log-?in|sign-?in|auth(?:entication|orization)?|one[- ]time"
    r"|access|door|gate|alarm|entry|entrance|(?:un)?lock|lockbox|safe|building|garage|keypad|backup"
    r"|recovery|reset|sms|two-factor|mfa|card) codes?|(?<![a-z])combination"
    r"|(?P<near>(?<![a-z])(?:(?:the|my|your|our|this|that|a) (?!area|bar|book|coupon|dis|error|exit"
    r"|post|promo|qr|source|status|zip|pin|puk|cv|otp|2fa|verif|secur|log|sign|auth|one|access|door"
    r"|gate|alarm|entr|un|lock|safe|build|garage|keypad|backup|recov|reset|sms|two|mfa|card)"
    r"(?:[a-z]{1,12} )?code|code(?= (?:to|for) ))))(?![a-z0-9_])"
    r"|(?:pin|验证|驗證|校验|校驗|动态|動態|提取|授权|授權|安全|门禁|門禁|解锁|解鎖|开门|開門|短信)[码碼]"
)
_NAME = re.compile(rf"(?P<flag>(?<!\S)--?)?(?:{_ENTRY_NAME}|(?P<code>{_CODE_NAME}))", re.IGNORECASE)
_ABOUT = (
    r"(?: everywhere|\s?[(（][^()（）\n]{1,30}[)）]|, [^,\n]{1,30},"
    r"| (?:for|to|of|on|at|in|from|that|which|i|we|he|she|they) (?:[^\n.,:;!?=]|\.(?=\w)){1,60}?)?"
)
_Links = tuple[tuple[_Link, re.Pattern[str]], ...]
# How a value follows its name, best first: "password: …", "password is …", "password to …".
_LINKS: _Links = (
    ("given", re.compile(r"[\"'`*_\])}\\]{0,4}(?:\s{0,2}[:：=]{1,2}>?|>)")),
    (
        "said",
        re.compile(
            rf"{_ABOUT}(?:['’]s| (?:is|was|are|will be|must be|should be|used to be|became))"
            r"(?: (?:now|still|just|simply|always|currently|actually|also|probably|literally|again"
            r"|not|no longer|either|called|the word|(?:set|changed|reset) to)){0,3}(?![a-z])"
            r"\s?[:：]?",
            re.IGNORECASE,
        ),
    ),
    (
        "given",
        re.compile(
            r"\s?(?:[（(][^()（）\n]{1,16}[)）])?[一-鿿]{0,6}?"
            r"(?:(?<![学學器锁鎖箱不])[是为為叫即]|成(?!功)了?|[给給]了?你?)[:： ]?"
        ),
    ),
    ("given", re.compile(rf"{_ABOUT}\s?[:：=]", re.IGNORECASE)),
    ("weak", re.compile(r" (?:(?:set|changed|reset|updated) )?(?:to|from|into|as|being) (?:be )?")),
    ("weak", re.compile(r"\s{0,2}(?:[-—]{1,2} |->|→|\||>)")),
    ("bare", re.compile(r"[，, ]?[一-鿿]{0,6}?是[一-鿿]{0,6}")),
    ("bare", re.compile(r"(?<=[^\x00-\x7f])|[\"'`*]{0,3}(?:[ \n]|(?<=[\"'`]))")),
)
_OPENING = re.compile(
    r"[*_~]{0,3}[ \t]{0,8}(?:\r?\n[ \t>]{0,8}){0,3}(?:```[a-z]{0,10}\r?\n[ \t]{0,8})?[*_~]{0,3}\\?"
)
_KEY_VALUE = re.compile(r"[\"'`“‘「\\]{0,3}([A-Za-z0-9_+/=~.:$!@%^*-]{5,600}+)")
_KEY_REST = re.compile(r"[A-Za-z0-9_+/=~.:$!@%^*-]*+")
_HEX = re.compile(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-f]{7,64}|[0-9A-F]{7,64}"
)


def _named_keys(text: str) -> Iterator[_Secret]:
    for name in _KEY_NAME.finditer(text):
        for link, start in _links(text, name.end()):
            m = _KEY_VALUE.match(text, start)
            value = m[1].rstrip(".:!") if m else ""
            if m and _is_named_key(value, plain=bool(name["plain"]), link=link):
                long = _KEY_REST.match(text, m.end()) if len(value) == 600 else None
                end = long.end() if long else m.start(1) + len(value)
                yield _Secret(m.start(1), end, "API key")
                break


def _links(text: str, at: int) -> Iterator[tuple[_Link, int]]:
    """The ways in which a value may follow a name, and where it would begin."""
    for link, pattern in _LINKS:
        if m := pattern.match(text, at):
            opening = _OPENING.match(text, m.end())
            start = opening.end() if opening else m.end()
            if not (m[0].endswith("=") and "\n" in text[m.end() : start]):  # an empty setting
                yield link, start


def _is_named_key(value: str, *, plain: bool, link: _Link) -> bool:
    if "://" in value or value.startswith(("./", "../", "~/", "/")):
        return False
    if plain:  # what finds a row or an entry is called a key, too
        return not _HEX.fullmatch(value) and _is_random(value, 16)
    if link == "given" and len(value) >= 16 and value.isalnum() and not value.isalpha():
        return not value.isdigit()
    return _is_random(value, {"given": 8, "said": 12, "weak": 16, "bare": 16}[link])


_CODE = re.compile(
    r"[\"'`“「【*#]{0,3}((?:[A-Z]{1,3}-)?[0-9]{2,4}(?:[ -][0-9]{2,4}){1,3}(?![0-9])"
    r"|(?:[A-Z]{1,3}-)?[0-9]{3,10}(?![0-9A-Za-z])"
    r"|(?=[A-Za-z]{0,8}[0-9])[A-Za-z0-9]{4,12}(?![A-Za-z0-9]))"
)
_DATE = re.compile(r"(?:19|20)[0-9]{2}[ -][0-9]{2}[ -][0-9]{2}")
_IS_CODE = re.compile(
    r"(?<![0-9A-Za-z])((?:[A-Z]-)?[0-9]{3,8}(?:[ -][0-9]{3,4})?)[\"'”’)）】\]]?"
    r"(?: (?:is|was|as) (?:your|the|my)(?: [\w-]{1,20}){0,4}? (?:code|otp|pin|passcode)\b"
    r"|\s?[是为（(][您你我]?的?[一-鿿A-Za-z ]{0,10}?(?:验证|驗證|校验|动态)[码碼])"
)
_ENTER = re.compile(
    r"\b(?:enter|use|type|code)[: ]{1,2}([0-9]{4,8}|[0-9]{3}[ -][0-9]{3})(?![0-9])"
    r"|[输填]入?\s?([0-9]{4,8})",
    re.IGNORECASE,
)
_VERIFIES = re.compile(
    r"verif|authenticat|one.time|\botp\b|2fa|two.factor|\bsms\b|sign.?in|log.?in|text(?:ed|s)? me"
    r"|sent|expire|share|door|gate|alarm|safe\b|lock|wi-?fi|验证|驗證|短信|登录",
    re.IGNORECASE,
)
_SEED = re.compile(
    r"(?:(?:seed|recovery|backup|secret) phrase|mnemonic(?: phrase)?|助记词|助記詞)"
    r"[^\n:：是]{0,40}?(?: is|[:：是=])\s{0,3}[\"'`“]?"
    r"((?:[a-z]{3,8}[ ,\n]{1,2}){11,23}[a-z]{3,8})\b",
    re.IGNORECASE,
)


def _codes(text: str) -> Iterator[_Secret]:
    for m in _IS_CODE.finditer(text):
        yield _Secret(*m.span(1), "code")
    for m in _ENTER.finditer(text):
        if _VERIFIES.search(text, max(0, m.start() - 80), m.end() + 80):
            yield _Secret(*m.span(m.lastindex or 0), "code")
    for m in _SEED.finditer(text):
        yield _Secret(*m.span(1), "recovery phrase")


def _code(text: str, name: re.Match[str]) -> tuple[int, int] | None:
    """Where the digits are that follow a name, if they do."""
    least = 3 if name[0][:2].lower() in ("cv", "安全") else 4
    for link, start in _links(text, name.end()):
        m = _CODE.match(text, start)
        if not m or _is_measure(m[1], text, m.end()) or _DATE.fullmatch(m[1]):
            continue
        # "The code" is any code, unless it is for getting in.
        around = max(0, name.start() - 100), m.end() + 100
        if name["near"] and (link == "bare" or not _VERIFIES.search(text, *around)):
            continue
        if len(_DIGIT.findall(m[1])) >= (least if m[1][0].isdigit() else 2):
            return m.span(1)
    return None


_QUOTED = re.compile(
    r"\"([^\"\n]{3,100}?)\\?\"|'([^'\n]{3,100}?)\\?'|`([^`\n]{3,100})`|“([^”\n]{2,100})”"
    r"|‘([^’\n]{2,100})’|「([^」\n]{2,100})」|『([^』\n]{2,100})』|《([^》\n]{2,100})》|【([^】\n]{2,100})】"
)
_WORD = re.compile(r"(?:[!#-;=-_a-~\u00a1-\u024f]|<(?!/)){1,128}")
_NEXT_FIELD = re.compile(r"[,;&|][A-Za-z_][\w.-]{2,40}[=:]|\\[nr]|[)\]}],?$")
_IN_QUERY = re.compile(r"[?&][\w.-]*$")
_LATIN = r"[A-Za-zÀ-ɏ]{2,}"
_PHRASE = re.compile(rf"{_LATIN}(?:[ -]{_LATIN}){{0,11}}+(?![A-Za-z0-9_'’-])")
_CLAUSE_END = re.compile(
    r"\s{0,2}(?:[.,;!?)](?=[\s\"'”)]|$)|[\n，。；！？、）\"”]|</|$|(?![的上里那密账帐一和跟])[一-鿿])"
)
_SPOKEN_DIGITS = re.compile(r"[零〇一二三四五六七八九幺两]{4,}")
_SPOKEN_WORD = re.compile(
    r"(?![我你您他她它这那什怎谁哪啥多几不没否错对])[一-鿿]{2,10}(?=[，。；！？、\s,.;!?]|$)"
)
_UNIT = re.compile(
    r"\s?-?(?:%|(?:char(?:acter)?|letter|digit|symbol|bit|byte|word|line|day|week|month|year|hour|time"
    r"|min(?:ute)?|sec(?:ond)?|user|attempt)s?(?![a-z])|people|[年月日天位个個元块秒分次条字岁小周])",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"[*•●x.…_#-]{2,}|<.*|\$\{.*|\$[A-Z_]{3,}|\{\{?.*|\[[A-Za-z_-]*|your[_-].*|[\w.]+\(.*\)"
    r"|\d+(?:st|nd|rd|th)|2fa|v\d+|[\d.]+%|1password"
    r"|(?:sha|md|utf|base|argon|oauth|pbkdf|aes|rsa|wpa|web)-?\d{1,4}\w{0,2}",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_SYMBOL = re.compile(r"[!@#$%^&*_+=~?|\\]")
_DESCRIBES = re.compile(r"(?:ed|ing|able|ible|ly|ful|less|ous|ive)$")
_SETS = re.compile(r"\b(?:set|chang|reset|updat|switch|made|make|pick|chose)", re.IGNORECASE)
_AND = re.compile(r",? (?:and|or|then|to) |[/、和或]\s?|还有")
_IS_PASSWORD = re.compile(
    r"[ ,-]{0,3}(?<=[ ,-])(?:is|was|as|that['’]s|that is|this is|it['’]s)"
    r" (?:my|the|our|your|his|her|their|a)(?: [\w'’-]{1,20}){0,3}?"
    r" (?:password|passcode|passphrase|pwd)(?! (?:manager|hash|policy|reset|generator|app))"
    r"|就?是[我你您他她]?们?的?[一-鿿A-Za-z ]{0,8}?(?:密码|口令)(?![学管箱锁])",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(r"([!#-&(-;=?-_a-~]{4,64})[\"'`”’」]?[ ,—]{0,3}$")
_PAIR = re.compile(
    r"(?:log-?in|user(?:name)? ?/ ?pass(?:word)?|credentials?|creds|[账帐]号?密码?)"
    r"(?: (?:is|are) |\s?[:：=是]\s?|\s)[\w.@+-]{2,60}\s?[/:|,，]\s?([!#-&(-;=?-_a-~]{6,64})",
    re.IGNORECASE,
)
_IDLE = frozenset(
    """
    a about above account across again all allowed already also always an and another any anything
    are as asked at attached bad be because been before below best better bitwarden blank but by
    can case change changed characters choose click common complex contain correct dashlane default
    different each easy email empty enough enter even every everywhere expired false fields fine
    for forget forgot from generator gone good great hard has hash have he her here hidden his how
    i if important in incorrect into invalid is it its just keepass keepassxc kept key known
    lastpass least length letters like long longer lost managed manager many mine minimum missing
    mix more most much must my name need needs never new no none not nothing null of off ok okay
    old on one only optional or our out over password passwords personal please policy pretty
    private prompt protected public quite random rather really required requirement requirements
    reset right rotate safe same saved secret secrets secure security see sent set setup several
    shared she short should shown simple so some someone something somewhere soon stored str
    strength string strong stronger stuff such sure tbd text than that the their them then there
    they this to together too tough tricky true two type undefined unique universal unknown up
    updated use used username users very via was way we weak were what when where which who why
    wifi will with without written wrong yes yet you your yours
    """.split()  # noqa: SIM905 - quoted one by one they would fill a page
)


def _passwords(text: str) -> Iterator[_Secret]:
    for name in _NAME.finditer(text):
        if name["code"]:
            if span := _code(text, name):
                yield _Secret(*span, "code")
        else:
            yield from (_Secret(*span, "password") for span in _following(text, name))
    for m in _IS_PASSWORD.finditer(text):
        before = _LAST_WORD.search(text, max(0, m.start() - 70), m.start())
        if before and _is_password(before[1], "bare"):
            yield _Secret(*before.span(1), "password")
    for m in _PAIR.finditer(text):
        if _is_password(m[1], "bare"):
            yield _Secret(*m.span(1), "password")


def _following(text: str, name: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Where the passwords are that follow a name; there may be several: "passwords are … and …"."""
    for link, start in _links(text, name.end()):
        stated = "bare" if name["faint"] else "given" if name["flag"] else link
        if link == "bare" and text[start - 1] == name[0][-1] and not name[0].isascii():
            stated = "weak"  # nothing but a value is glued to a Chinese word
        span = _value(text, start, stated, name)
        if not span:
            continue
        several = link == "weak" or name[0].endswith(("s", "S")) or not name[0].isascii()
        while span:
            yield span
            m = _AND.match(text, span[1]) if several else None
            span = _value(text, m.end(), "bare", name) if m else None
        return


def _value(text: str, at: int, link: _Link, name: re.Match[str]) -> tuple[int, int] | None:
    """Where the password is that begins here, if one does."""
    if m := _QUOTED.match(text, at):
        inner = m[m.lastindex or 0].strip()
        words = inner.lower().split()
        idle = (len(words) > 1 and link == "bare") or all(w in _IDLE for w in words)
        return None if idle or _PLACEHOLDER.fullmatch(inner) else m.span(m.lastindex or 0)
    if m := _WORD.match(text, at):
        in_query = _IN_QUERY.search(text, max(0, name.start() - 40), name.start())
        value = m[0].partition("&")[0] if in_query else _NEXT_FIELD.split(m[0], maxsplit=1)[0]
        is_label = value.endswith((":", "="))
        value = value.rstrip(".,;:?)]}'*_~" if text[at - 1] in "*_~" else ".,;:?)]}'")
        measure = _is_measure(value, text, at + len(value))
        if not is_label and not measure and _is_password(value, link):
            return at, at + len(value)
    if "\n" in text[name.end() : at] or link == "bare":
        return None
    if m := _PHRASE.match(text, at):
        sets = link != "weak" or _SETS.search(text, max(0, name.start() - 40), at)
        return m.span() if sets and _is_phrase(text, m, link) else None
    m = _SPOKEN_DIGITS.match(text, at)
    if not m and name[0][0] in "口暗":  # these are spoken; a password is typed
        m = _SPOKEN_WORD.match(text, at)
    return m.span() if m else None


def _is_measure(value: str, text: str, end: int) -> bool:
    """Whether a number says how long, how many: "8 characters", "90 days"."""
    return len(value) <= 5 and not _LETTER.search(value) and bool(_UNIT.match(text, end))


def _is_password(value: str, link: _Link) -> bool:
    """Whether one word is a password rather than a word about one."""
    if len(value) < 3 or value.lower().rstrip("!") in _IDLE or _PLACEHOLDER.fullmatch(value):
        return False
    digits, letters = len(_DIGIT.findall(value)), len(_LETTER.findall(value))
    if digits == len(value):
        return digits >= {"given": 3, "said": 4, "weak": 4, "bare": 6}[link]
    if link == "bare":
        return len(value) >= 6 and digits > 0 and letters > 0
    if digits:
        return len(value) >= (6 if not letters else 5 if link == "weak" else 3)
    if _SYMBOL.search(value):
        return letters >= 3
    return len(value) >= 6 and _steps(value) >= 2


def _is_phrase(text: str, m: re.Match[str], link: _Link) -> bool:
    """Whether plain words are a password: they end the clause, and none of them describes."""
    words = m[0].lower().replace("-", " ").split()
    if not _CLAUSE_END.match(text, m.end()):
        return False
    describes = link != "given" or len(words) > 1
    idle = sum(w in _IDLE or (describes and bool(_DESCRIBES.search(w))) for w in words)
    return idle <= (len(words) >= 4)  # four words that no grammar holds together


_FINDERS: tuple[Callable[[str], Iterator[_Secret]], ...] = (
    _blocks,
    _tokens,
    _keys,
    _numbers,
    _codes,
    _named_keys,
    _passwords,
)
