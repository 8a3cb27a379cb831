"""Codes by name: what opens a door, a card or, once, an account; recovery phrases."""

import re
from collections.abc import Iterator

from nagori.text.secrets.links import links
from nagori.text.secrets.secret import DIGIT, Secret, is_measure

CODE_NAME = (
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
"""What a code is called. The group `near` is any code, which needs a reason to be a secret."""

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


def codes(text: str) -> Iterator[Secret]:
    """The codes before their name or behind "enter", and the phrases that recover a wallet."""
    for m in _IS_CODE.finditer(text):
        yield Secret(*m.span(1), "code")
    for m in _ENTER.finditer(text):
        if _VERIFIES.search(text, max(0, m.start() - 80), m.end() + 80):
            yield Secret(*m.span(m.lastindex or 0), "code")
    for m in _SEED.finditer(text):
        yield Secret(*m.span(1), "recovery phrase")


def code_after(text: str, name: re.Match[str]) -> tuple[int, int] | None:
    """Where the digits are that follow a name, if they do."""
    least = 3 if name[0][:2].lower() in ("cv", "安全") else 4
    for link, start in links(text, name.end()):
        m = _CODE.match(text, start)
        if not m or is_measure(m[1], text, m.end()) or _DATE.fullmatch(m[1]):
            continue
        # "The code" is any code, unless it is for getting in.
        around = max(0, name.start() - 100), m.end() + 100
        if name["near"] and (link == "bare" or not _VERIFIES.search(text, *around)):
            continue
        if len(DIGIT.findall(m[1])) >= (least if m[1][0].isdigit() else 2):
            return m.span(1)
    return None
