"""Secrets by arithmetic: numbers of cards, accounts and people, told by their check digits."""

import re
from collections.abc import Iterator

from nagori.text.secrets.secret import Secret

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


def numbers(text: str) -> Iterator[Secret]:
    """The numbers that pay for something or stand for a person."""
    for m in _RESIDENT.finditer(text):
        if _is_resident("".join(m.groups())):
            yield Secret(*m.span(), "ID number")
    for m in _IBAN.finditer(text):
        if end := _iban_end(text, m.start()):
            yield Secret(m.start(), end, "IBAN")
    for m in _DIGITS.finditer(text):
        if len(m[0]) >= 13 and not _NO_CARD.search(text, max(0, m.start() - 28), m.start()):
            yield from _cards(text, *m.span())


def _cards(text: str, start: int, end: int) -> Iterator[Secret]:
    """Card numbers among groups of digits; only a space parts one number from the next."""
    if text[end : end + 1].isascii() and text[end : end + 1].isalnum():
        end = max(text.rfind(" ", start, end), start)  # the last group is the head of a word
    runs = [m.span() for m in _RUN.finditer(text, start, end)]
    first = 0
    while first < len(runs):
        for last in range(min(first + 5, len(runs)), first, -1):
            a, b = runs[first][0], runs[last - 1][1]
            if _is_card(text[a:b]):
                yield Secret(a, b, "card number")
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
