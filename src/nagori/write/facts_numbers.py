"""The numbers, times and dates that a statement names, in one form for English and Chinese.

A value is a pair of kind and number: half five, 5:30 and 五点半 are all ("time", "5:30").
"""

import re

Figure = tuple[str, str]

_ZH_DIGITS = dict(
    zip("零〇一二两三四五六七八九", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)
)
_ZH_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
_ZH_RUN = re.compile("[零〇一二两三四五六七八九十百千万]+")
# One character alone is mostly no number: 一般, 万一, 十分. What it counts tells.
_ZH_COUNTED = re.compile("[点号日月年岁只个杯块元斤公米楼级口条辆台门次小分层届胎瓶包支根度天周]")
_NO_NUMBERS = ("万一", "千万", "一一", "万千")
_LONGEST_RUN = 12  # characters; what is longer is no number
_EN_NUMBERS = {
    # No "one": "this one", "no one".
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30,
    "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_EN_WORD = re.compile(
    rf"\b({'|'.join(_EN_NUMBERS)})(?:[ -](one|two|three|four|five|six|seven|eight|nine))?\b"
)
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_MONTHS = [
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
]  # fmt: skip

DATE_WORD = re.compile(rf"(?:{'|'.join((*_WEEKDAYS, *_MONTHS))})s?")
"""A word that begins with a capital and is no name."""
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})s?\b|(?:周|星期|礼拜)([一二三四五六日天1-7])")
# "May" and "march" are other words too, unless a day follows or what comes before a month.
_BEFORE_MONTH = "(?:in|on|of|this|next|last|until|by|come)"
_MONTH_NAME = (
    rf"(?:{'|'.join(m for m in _MONTHS if m not in ('may', 'march'))}"
    rf"|(?:may|march)(?= \d)|{_BEFORE_MONTH} (?:may|march))"
)
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("half", re.compile(r"\bhalf (?:past )?(\d{1,2})\b")),
    ("past", re.compile(r"\bquarter past (\d{1,2})\b")),
    ("to", re.compile(r"\bquarter to (\d{1,2})\b")),
    (
        "clock",
        re.compile(r"\b(\d{1,2})[:：](\d{2})(?:\s*[ap]\.?m\b)?|\b(\d{1,2})\.(\d{2})\s*[ap]m\b"),
    ),
    ("zh_clock", re.compile(r"(\d{1,2})点(半|1刻|3刻|\d{1,2}(?=分|$|[^\d月号]))?")),
    (
        "hour",
        re.compile(
            r"\b(\d{1,2})\s*(?:am|pm|a\.m\.|p\.m\.|o'clock)\b"
            r"|\b(?:at|by) (\d{1,2})\b(?!%| ?(?:k|kg|km|percent))"
        ),
    ),
    ("metres", re.compile(r"\b([12])\.(\d\d)\s*m\b|([12])米(\d{1,2})")),
    (
        "month",
        re.compile(
            rf"({_MONTH_NAME})(?: (\d{{1,2}})(?:st|nd|rd|th)?\b)?"
            r"|(?<![个\d])(\d{1,2})月(?:(\d{1,2})[号日]?|份)?"
        ),
    ),
    ("day", re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b|(\d{1,2})[号日]")),
    ("year", re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)|'(\d\d)\b|(?<!\d)(\d\d)年(?!前)")),
    ("count", re.compile(r"(?<![a-z\d.])(\d{1,15}(?:\.\d{1,6})?)(k\b|万|千)?")),
)


def figures(text: str) -> tuple[frozenset[Figure], str]:
    """The numbers, times and dates in a lower-case text, and the text without them."""
    text = _in_digits(re.sub(r"(?<=\d),(?=\d{3})", "", text))
    found: set[Figure] = set()

    def take(match: re.Match[str]) -> str:
        found.add(("weekday", _weekday(match)))
        return " "

    text = _WEEKDAY.sub(take, text)
    for kind, pattern in _PATTERNS:
        text = pattern.sub(lambda match, kind=kind: _keep(found, kind, match), text)
    return frozenset(found), text


def differ(one: frozenset[Figure], other: frozenset[Figure]) -> bool:
    """Whether two statements name different values of one kind of number."""
    kinds = {kind for kind, _ in one} & {kind for kind, _ in other}
    return any(not _of(one, kind) & _of(other, kind) for kind in kinds)


def agree(one: frozenset[Figure], other: frozenset[Figure]) -> bool:
    """Whether two statements share a number and differ in none."""
    values = {value for _, value in one} & {value for _, value in other}
    return bool(values) and not differ(one, other)


def _of(found: frozenset[Figure], kind: str) -> set[str]:
    return {value for k, value in found if k == kind}


def _keep(found: set[Figure], kind: str, match: re.Match[str]) -> str:
    groups = [group for group in match.groups() if group is not None]
    hour = int(groups[0]) % 12 if groups[0].isdigit() else 0
    match kind:
        case "half":
            found.add(("time", f"{hour}:30"))
        case "past":
            found.add(("time", f"{hour}:15"))
        case "to":
            found.add(("time", f"{(hour - 1) % 12}:45"))
        case "clock":
            found.add(("time", _clock(hour, int(groups[1]))))
        case "zh_clock":
            minutes = {"半": 30, "1刻": 15, "3刻": 45}
            part = groups[1] if len(groups) > 1 else "0"
            found.add(("time", _clock(hour, minutes.get(part) or int(part))))
        case "hour":
            found.add(("time", str(hour)))
        case "metres":
            found.add(("count", groups[0] + groups[1].ljust(2, "0")))
        case "year":
            found.add(("year", groups[0][-2:]))
        case "month":
            _keep_month(found, groups)
        case "count":
            factor = {"k": 1000, "千": 1000, "万": 10_000}.get(groups[-1], 1)
            found.add(("count", f"{float(groups[0]) * factor:.10g}"))
            if groups[-1] == "k":  # a 5k run is 5 km
                found.add(("count", groups[0]))
        case _:
            found.add((kind, str(int(groups[0]))))
    return " "


def _keep_month(found: set[Figure], groups: list[str]) -> None:
    name = groups[0].split()[-1]
    found.add(("month", name if name.isdigit() else str(_MONTHS.index(name) + 1)))
    if len(groups) > 1:
        found.add(("day", str(int(groups[1]))))


def _clock(hour: int, minute: int) -> str:
    return f"{hour}:{minute:02d}" if minute else str(hour)


def _weekday(match: re.Match[str]) -> str:
    if match[1]:
        return str(_WEEKDAYS.index(match[1]) + 1)
    return str("一二三四五六日1234567天".index(match[2]) % 7 + 1) if match[2] != "天" else "7"


def _in_digits(text: str) -> str:
    text = _EN_WORD.sub(_en_number, text)
    if text.isascii():
        return text
    hidden = _NAMED.sub(lambda m: m[1] + chr(ord(m[2]) + _HIDDEN), text)
    digits = _ZH_RUN.sub(lambda m: _zh_number(m, hidden), hidden)
    return _HIDDEN_ONES.sub(lambda m: chr(ord(m[0]) - _HIDDEN), digits)


def _en_number(match: re.Match[str]) -> str:
    ones = 1 if match[2] == "one" else _EN_NUMBERS.get(match[2] or "", 0)
    return str(_EN_NUMBERS[match[1]] + ones)


# The number of a weekday or a school year, moved to where no script is while the others are read.
_NAMED = re.compile("(周|星期|礼拜|初|(?<!身)高|大)([一二三四五六日天])(?![米点百千万十])")
_HIDDEN = 0xF0000
_HIDDEN_ONES = re.compile("[\U000f4e00-\U000f9fff]")
_ONE_OF = frozenset("个次点天年条只辆台口层门")
"""Behind 一, what makes it an article and no number."""


def _zh_number(match: re.Match[str], text: str) -> str:
    run, after = match[0], text[match.end() : match.end() + 1]
    counted = bool(_ZH_COUNTED.match(after)) or text[: match.start()].endswith(("米", "点"))
    if len(run) > _LONGEST_RUN or run in _NO_NUMBERS or (len(run) == 1 and not counted):
        return run
    if run in "一百千万" and after in _ONE_OF:
        return run
    if all(c in _ZH_DIGITS for c in run):
        return "".join(str(_ZH_DIGITS[c]) for c in run)
    return str(_zh_value(run))


def _zh_value(run: str) -> int:
    total, ones, unit = 0, 0, 1
    for c in run:
        if c in _ZH_DIGITS:
            ones = _ZH_DIGITS[c]
            continue
        unit = _ZH_UNITS[c]
        if unit == _ZH_UNITS["万"]:
            total = (total + ones) * unit or unit
        else:
            total += (ones or 1) * unit
        ones = 0
    # 三千五 is 3500, 三千零五 is 3005
    spoken = unit >= 100 and ones and "零" not in run
    return total + (ones * unit // 10 if spoken else ones)
