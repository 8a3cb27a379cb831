"""Relative dates in a sentence, each with the day, month or year it meant when it was said."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo

from nagori.text.normal import is_cjk
from nagori.text.periods import Period, whole
from nagori.text.timerules import RULES
from nagori.write.sentence_en_verbs import PAST

MOST = 3
"""Expressions in one sentence that get their date; more would hide the sentence."""

_Groups = dict[str, str]
_HINT = re.compile(
    r"day|week|month|year|\bago\b|night|morning|afternoon|evening|tomorrow|\b(?:last|next|this) "
    r"|[今昨前明后去上下这本][天日早晚夜年周月个星礼]|周|星期|礼拜|[天月年](?:之|以)?[前后]"
    r"|[月年]底",
    re.IGNORECASE,
)

# What speaks of the time to come: a question about memories never does, a statement often.
_N = r"(?P<n>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_ZH_N = r"(?P<n>(?<!\d)\d{1,3}|[一二两三四五六七八九十]{1,3})"
_UNITS = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "年": "year",
}


def _in_so_many(groups: _Groups, now: datetime) -> Period:
    unit, count = _UNITS.get(groups["unit"], groups["unit"]), _count(groups["n"], now)
    return whole("day", now, 7 * count) if unit == "week" else whole(unit, now, count)


def _after_next(groups: _Groups, now: datetime) -> Period:
    return whole(_UNITS.get(groups["unit"], groups["unit"]), now, 2)


def _end_of(groups: _Groups, now: datetime) -> Period:
    return whole(_UNITS.get(groups["unit"], groups["unit"]), now)


def _count(number: str, now: datetime) -> int:
    """A number in words, read by the rules for so many days ago."""
    days_ago = f"{number} days ago" if number.isascii() else f"{number}天前"
    for pattern, period in RULES:
        if match := pattern.fullmatch(days_ago):
            start, _ = period({k: v for k, v in match.groupdict().items() if v}, now)
            return (whole("day", now)[0] - start).days
    raise ValueError(f"no number: {number}")


_AHEAD_RULES: list[tuple[re.Pattern[str], Callable[[_Groups, datetime], Period]]] = [
    (re.compile(pattern, re.IGNORECASE), period)
    for pattern, period in [
        (rf"\bin {_N} (?P<unit>day|week|month|year)s?(?:['’] time)?\b(?! ago)", _in_so_many),
        (rf"\b{_N} (?P<unit>day|week|month|year)s? from (?:now|today)\b", _in_so_many),
        (rf"{_ZH_N}个?(?P<unit>天|日|周|星期|礼拜|月|年)[之以]?后(?![来面])", _in_so_many),
        (r"\b(?P<unit>week|month|year) after next\b", _after_next),
        (r"下下个?(?P<unit>月)", _after_next),
        (r"\bend of (?:the|this) (?P<unit>month|year)\b", _end_of),
        (r"(?<![个每上下本这去今明后前\d一二三四五六七八九十])(?P<unit>[月年])底", _end_of),
    ]
]

_DATED = re.compile(r"\s*[（(]\d{4}")
_TAIL = re.compile(r"['’]s\b|[底初末]")
_REPEATED = re.compile(
    r"(?:\b(?:every|each|most|per|all|any|other)\s(?:single\s)?|每个?)$", re.IGNORECASE
)
_PLURAL = re.compile(r" (?:mornings|afternoons|evenings|nights|shifts?|classes)\b", re.IGNORECASE)
_ONES_OWN = re.compile(r"(?:\b(?:my|your|his|her|our|their)|['’]s) $", re.IGNORECASE)
_WEEKDAY_TOO = re.compile(
    "[、和跟]?(?:周|星期|礼拜)?[一二三四五六日天](?=晚|早|上|下|中|都|的|，|。|$)"
)
# 以后天天, 晚上月亮, 说一下周三: the word begins before the match.
_OTHER_WORD = re.compile(
    "[以之然先今最过往随背](?=后)|聪(?=明)"
    "|[晚早以马路天地楼身网床车手山船一两几底脚眼留剩乡](?=[上下])"
)
_INNER_QUOTE = re.compile(
    r"(?<!said: )(?<!asked: )(?<!说：)(?<!问：)“[^”]*”|\"[^\"]*\"|「[^」]*」|《[^》]*》"
)

_HABIT = re.compile(
    r"\b(?:always|usually|often|normally|every|each|on \w+days)\b|每|总是|通常|一般|经常|习惯"
    "|课|排班|别排|别给.{0,3}排",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|won't|going to|gonna|(?:has|have|needs?|wants?|plans?|hopes?) to|must|flies|leaves"
    r"|starts|due|(?:slips?|moves?|shifts?) to|(?:is|are) (?:\w+ly )?\w+ing|appointment"
    r"|interview|haircut|deadline)\b|['’]ll\b"
    r"|(?<![重主])要(?![求素是])|(?<![机社议聚开])会(?![议员])|(?<![觉懂值舍])得|将"
    r"|(?<![大节])约(?!等)|打算|准备|记得|提醒|计划|希望|面试|签合同|推迟到|改到|延到|去(?![了过年])"
)
_BEHIND = re.compile(r"\b(?:did|didn't|wasn't|\w{2,}ed)\b|[了过刚]")
_WORD = re.compile(r"[a-z']+")
_SPOKEN = re.compile(r"^[^“]{0,80}\b(?:said|asked): (?=“)")
"""That somebody said it is past; what they said need not be."""


def dated(sentence: str, *, at: datetime, zone: tzinfo) -> str:
    """The sentence with the date behind each relative one, as meant at that time and place.

    "next Tuesday" becomes "next Tuesday (2026-05-12)". What is absolute, vague or repeated stays.
    """
    if not _HINT.search(sentence):
        return sentence
    now = at.astimezone(zone).replace(tzinfo=None)
    found = sorted(_expressions(sentence, now))[:MOST]
    for start, end, date in reversed(found):
        if not date:
            continue
        if is_cjk(sentence[start:end]):
            sentence = f"{sentence[:end]}（{date.replace(' to ', ' 至 ')}）{sentence[end:]}"
        else:
            sentence = f"{sentence[:end]} ({date}){sentence[end:]}"
    return sentence


def _expressions(sentence: str, now: datetime) -> Iterator[tuple[int, int, str]]:
    """Where a relative date stands, and the date; none if it is there already."""
    taken = [quote.span() for quote in _INNER_QUOTE.finditer(sentence)]
    for pattern, period in (*_AHEAD_RULES, *RULES):
        for match in pattern.finditer(sentence):
            start, end = match.span()
            if any(start < last and first < end for first, last in taken):
                continue
            taken.append((start, end))
            end -= match[0].endswith(".")  # of "next Jan." or of the sentence
            if tail := _TAIL.match(sentence, end):
                end = tail.end()
            if _DATED.match(sentence, end):
                yield start, end, ""
            elif date := _date(match, period, now):
                yield start, end, date


def _date(
    match: re.Match[str], period: Callable[[_Groups, datetime], Period], now: datetime
) -> str | None:
    if not _is_meant(match):
        return None
    groups = {k: v.lower() for k, v in match.groupdict().items() if v}
    try:
        when = _once(match, period(groups, now), now)
        return _written(*when) if when else None
    except (ValueError, OverflowError):  # 31 February, the year 9999
        return None


def _is_meant(match: re.Match[str]) -> bool:
    """Whether a match is a relative date, and one that happens once."""
    text, (start, end), words = match.string, match.span(), match[0].lower()
    groups = {k for k, v in match.groupdict().items() if v}
    if not groups or "y" in groups or ("m" in groups and not groups & {"rel", "ry"}):
        return False
    if "n" in groups and not re.search("ago$|[前后]$|^in |from|time$", words):
        return False  # the last three weeks
    if words.startswith(("past ", "前几", "前两", "当")) or words in ("this may", "this march"):
        return False
    if _REPEATED.search(text, 0, start) or _PLURAL.match(text, end):
        return False
    if _ONES_OWN.search(text, 0, start) or _WEEKDAY_TOO.match(text, end):
        return False  # my last year at school; 周二周四晚上
    if match.re in _DURATIONS and _leans(text) < 0:
        return False  # read it in two days
    return not _OTHER_WORD.match(text, start - 1) if start else True


_DURATIONS = {pattern for pattern, period in _AHEAD_RULES if period is _in_so_many}


def _once(match: re.Match[str], period: Period, now: datetime) -> Period | None:
    """The period; for a weekday alone, the next or the last one if the sentence tells which."""
    groups = match.groupdict()
    if not groups.get("wd") or groups.get("rel"):
        return period
    lean = 0 if _HABIT.search(match.string) else _leans(match.string)
    start = period[0].replace(hour=0)
    if not lean or start.date() == now.date():
        return None
    return whole("day", start, 7 if lean > 0 else 0)


def _leans(sentence: str) -> int:
    """1 if a sentence speaks of the time to come, -1 of the past, 0 if it does not tell."""
    sentence = _SPOKEN.sub("", sentence)
    ahead = bool(_AHEAD.search(sentence))
    words = _WORD.findall(sentence.lower())
    behind = bool(_BEHIND.search(sentence)) or any(word in PAST for word in words)
    return ahead - behind


def _written(start: datetime, end: datetime) -> str:
    """A period as a year, a month, a day, or from a first to a last day."""
    length = end - start
    if length <= timedelta(hours=24):
        return f"{start:%Y-%m-%d}"
    if start.day == 1 and end.day == 1:
        if start.month == end.month == 1 and end.year == start.year + 1:
            return f"{start:%Y}"
        if length <= timedelta(days=31):
            return f"{start:%Y-%m}"
    return f"{start:%Y-%m-%d} to {end - timedelta(days=1):%Y-%m-%d}"
