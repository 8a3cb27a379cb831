"""What time words stand for, and how they are said, in English and Chinese."""

import re
from collections.abc import Callable
from datetime import date, datetime

from nagori.text.periods import Period, latest, month_by_step, part_of_day, up_to, whole

_Groups = dict[str, str]
"""The named parts of a match, in lower case."""
Rule = tuple[re.Pattern[str], Callable[[_Groups, datetime], Period]]

_RECENT_DAYS = 14


def _words(table: str) -> dict[str, int]:
    """A dictionary from "a,one=1 two=2"; `_` stands for a space."""
    pairs = (entry.split("=") for entry in table.split())
    return {w.replace("_", " "): int(n) for words, n in pairs for w in words.split(",")}


_NUMBERS = _words(
    "a,an,one,一=1 two,a_couple_of,二,两=2 three,三=3 four,四=4 five,五=5 six,六=6 seven,七=7"
    " eight,八=8 nine,九=9 ten,十=10 eleven=11 twelve=12"
)
_VAGUE = {"a few": (2, 5), "几": (2, 5), "several": (3, 7), "好几": (3, 7)}
_MONTHS = _words(
    "january,jan=1 february,feb=2 march,mar=3 april,apr=4 may=5 june,jun=6 july,jul=7 august,aug=8"
    " september,sept,sep=9 october,oct=10 november,nov=11 december,dec=12"
)
_WEEKDAYS = _words(
    "monday,一=0 tuesday,二=1 wednesday,三=2 thursday,四=3 friday,五=4 saturday,六=5 sunday,日,天=6"
)
_STEPS = _words(
    "上上,前年=-2 大前年=-3 last,past,previous,this_past,上,去年=-1 this,这,本,今年=0"
    " next,coming,下,明年=1 下下,后年=2"
)
_DAYS = _words(
    "day_before_yesterday,前=-2 大前=-3 yesterday,last,昨=-1 today,this,tonight,今,当=0"
    " tomorrow,明=1 day_after_tomorrow,后=2 大后=3"
)
_UNITS = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "周末": "weekend",
    "月": "month",
    "年": "year",
}


def _number(word: str | None) -> int | None:
    if not word or word.isdecimal():
        return int(word) if word else None
    if len(word) == 4:  # 二〇二三
        return int("".join(str("〇一二三四五六七八九".index(c.replace("零", "〇"))) for c in word))
    tens, ten, ones = word.rpartition("十")
    low = _NUMBERS[ones] if ones else 0
    return low + 10 * _NUMBERS[tens or "一"] if ten else low


def _date(groups: _Groups, now: datetime) -> Period:
    month = _MONTHS.get(groups.get("m", "")) or _number(groups.get("m"))
    day, year = _number(groups.get("d")), _number(groups.get("y"))
    if "ry" in groups:
        year = now.year + _STEPS[groups["ry"]]
    if "rm" in groups:
        first, _ = whole("month", now, _STEPS[groups["rm"]])
        year, month = first.year, first.month
    if year is None:
        return latest(month or 1, day, now)
    return whole("day" if day else "month" if month else "year", date(year, month or 1, day or 1))


def _named_month(groups: _Groups, now: datetime) -> Period:
    return month_by_step(_MONTHS[groups["m"]], _STEPS[groups["rel"]], now)


def _amount(groups: _Groups) -> tuple[str, int, int]:
    word, unit = groups.get("n", "a"), _UNITS.get(groups["unit"], groups["unit"])
    if word in ("半", "half a"):
        return "month", 6, 6
    few, many = _VAGUE.get(word) or (_NUMBERS.get(word) or _number(word) or 0,) * 2
    return unit, few, many


def _ago(groups: _Groups, now: datetime) -> Period:
    unit, few, many = _amount(groups)
    return whole(unit, now, -many)[0], whole(unit, now, -few)[1]


def _rolling(groups: _Groups, now: datetime) -> Period:
    unit, _, many = _amount(groups)
    return up_to(now, unit, many)


def _weekday(groups: _Groups, now: datetime) -> Period:
    ahead = _WEEKDAYS[groups["wd"]] - now.weekday()
    match groups.get("rel"):
        case None:
            ahead = ahead - 7 if ahead > 0 else ahead
        case "last" | "past" | "this past":
            ahead = ahead - 7 if ahead >= 0 else ahead
        case "next" | "coming":
            ahead = ahead + 7 if ahead <= 0 else ahead
        case week:  # 上周三 is in the week before this one
            ahead += 7 * _STEPS[week]
    return part_of_day(now, ahead, groups.get("part"))


def _whole(groups: _Groups, now: datetime) -> Period:
    return whole(_UNITS.get(groups["unit"], groups["unit"]), now, _STEPS[groups["rel"]])


def _before_last(groups: _Groups, now: datetime) -> Period:
    return whole(groups["unit"], now, -2)


def _weekend(_: _Groups, now: datetime) -> Period:
    return whole("weekend", now, 0 if now.weekday() > 4 else -1)


def _day(groups: _Groups, now: datetime) -> Period:
    part = "night" if groups["day"] == "tonight" else groups.get("part")
    return part_of_day(now, _DAYS[groups["day"]], part)


def _recent(_: _Groups, now: datetime) -> Period:
    return up_to(now, "day", _RECENT_DAYS)


# --------------------------------------------------------------- how they are said

_MONTH = rf"\b(?P<m>{'|'.join(_MONTHS)})\b\.?"
_SURE_MONTH = r"\b(?P<m>january|february|july|september|october|november|december)\b"
_WITHIN = (
    r"(?:\b(?:in|during|early|mid|late|throughout|(?:start|end|beginning|middle) of)[ -]"
    r"|(?<=\bsince ))"
)
_YEAR = r"(?P<y>(?:19|20)\d\d)\b"
_D = r"\b(?P<d>\d{1,2})(?P<th>st|nd|rd|th)?\b"
_N = rf"\b(?P<n>\d{{1,3}}|half a|a few|several|{'|'.join(w for w in _NUMBERS if w.isascii())})"
_UNIT = r"(?P<unit>day|week|month|year)s?\b"
_WEEKDAY = r"\b(?P<wd>(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_DAY = "day before yesterday|day after tomorrow|yesterday|today|tomorrow|tonight"
_PART = r"(?: (?P<part>morning|noon|afternoon|evening|night))?\b"

_ONE_TO_NINE = "一二三四五六七八九"
_ZH_YEAR = (
    rf"(?:(?P<y>(?<!\d)\d{{4}}|[〇零{_ONE_TO_NINE}]{{4}})年|(?P<ry>大前年|[今去前明后]年))的?"
)
_ZH_M = rf"(?P<m>(?<!\d)\d{{1,2}}|十[一二]?|[{_ONE_TO_NINE}])月份?"
_ZH_D = rf"(?:(?P<d>\d{{1,2}}|[二三]?十[{_ONE_TO_NINE}]?|[{_ONE_TO_NINE}])[日号])?"
_ZH_N = rf"(?P<n>(?<!\d)\d{{1,3}}|[{_ONE_TO_NINE}]?十[{_ONE_TO_NINE}]?|好几|[两半几{_ONE_TO_NINE}])"
_ZH_UNIT = "个?多?(?P<unit>天|日|周|星期|礼拜|月|年)"
_ZH_REL = "(?P<rel>上上|上|这|本|下下|下)个?"
_ZH_WEEKDAY = (
    rf"(?<![每两几十\d{_ONE_TO_NINE}])(?:{_ZH_REL})?(?:周|星期|礼拜)(?P<wd>[一二三四五六日天])"
)
_ZH_PART = "(?:的?(?P<part>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|早|晚|夜))?"

# The first that matches counts, so what says more comes first.
RULES: list[Rule] = [
    (re.compile(pattern, re.IGNORECASE), period)
    for pattern, period in [
        (r"(?<![\d./-])(?P<y>\d{4})([-/.])(?P<m>\d\d?)\2(?P<d>\d\d?)(?!\d)", _date),
        (r"(?<![\d./-])(?P<y>(?:19|20)\d\d)[-/](?P<m>\d\d?)(?![\d/-])", _date),
        (rf"{_ZH_YEAR}(?:{_ZH_M}{_ZH_D})?", _date),
        (rf"(?P<rm>上上|上|这|本|下)个?月份?{_ZH_D}", _date),
        (rf"{_MONTH} {_D}(?:,? {_YEAR})?(?!:)", _date),
        (rf"{_D}(?: of)? {_MONTH}(?:,? {_YEAR})?", _date),
        (rf"{_MONTH},?(?: of)? (?:{_YEAR}|(?P<ry>last|this|next) year\b)", _date),
        (rf"\b(?P<rel>last|this|next) {_MONTH}", _named_month),
        (rf"{_WITHIN}{_MONTH}", _date),
        (_SURE_MONTH, _date),
        (rf"{_N} {_UNIT} ago\b", _ago),
        (rf"{_ZH_N}{_ZH_UNIT}多?[之以]?前(?![端台线面])", _ago),
        (rf"\b(?:last|past|previous) {_N} {_UNIT}", _rolling),
        (rf"\bpast {_UNIT}", _rolling),
        (rf"(?:过去|最近|近|这){_ZH_N}{_ZH_UNIT}", _rolling),
        (r"前(?P<n>几|两)(?P<unit>天)", _rolling),
        (rf"(?<![两几十个\d{_ONE_TO_NINE}]){_ZH_M}{_ZH_D}", _date),
        (rf"(?:\b(?P<rel>this past|last|past|this|next|coming) )?{_WEEKDAY}{_PART}", _weekday),
        (rf"{_ZH_WEEKDAY}{_ZH_PART}", _weekday),
        (r"\b(?P<rel>last|this|next|previous|coming) (?P<unit>weekend|week|month|year)\b", _whole),
        (r"\b(?P<unit>week|month|year) before last\b", _before_last),
        (rf"{_ZH_REL}(?P<unit>周末|周|星期|礼拜)(?![围边到年期折转])", _whole),
        (rf"\b(?P<day>{_DAY}){_PART}", _day),
        (r"\b(?P<day>this|last) (?P<part>morning|afternoon|evening|night)\b", _day),
        (rf"(?P<day>大前|大后|[前昨今明后])[天日]{_ZH_PART}", _day),
        (r"(?P<day>[前昨今当明])(?P<part>[早晚夜])", _day),
        (r"\b(?:on|over|at|during) (?:the )?weekend\b|(?<![每个])周末", _weekend),
        (rf"(?:{_WITHIN}|\bof ){_YEAR}(?! \w+s\b)", _date),
        (r"\brecent(?:ly)?\b|\blately\b|\bthese days\b", _recent),
        (r"(?<!离)(?<!离[我你他她家])最近|近来|前段时间|前不久", _recent),
    ]
]
