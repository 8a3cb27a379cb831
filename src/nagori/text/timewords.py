"""Time words in a query ("last May", "上周三") as an interval in the user's zone."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from nagori.text.timerules import RULES


@dataclass(frozen=True, slots=True)
class Interval:
    """From `start` up to but not including `end`, in UTC, and the words that said so."""

    start: datetime
    end: datetime
    words: str


def time_words(query: str, *, now: datetime, zone: tzinfo) -> Interval | None:
    """When the query speaks of; None if it doesn't say."""
    if not _HINT.search(query.lower()):
        return None
    local = now.astimezone(zone).replace(tzinfo=None)
    for pattern, period in RULES:
        for match in pattern.finditer(query):
            if _is_verb(match) or _is_border(match):
                continue
            groups = {k: v.lower() for k, v in match.groupdict().items() if v}
            try:
                start, end = period(groups, local)
                if _SINCE.search(query, 0, match.start()) or _UNTIL_NOW.match(query, match.end()):
                    end = max(end, local)
                return Interval(
                    start.replace(tzinfo=zone).astimezone(UTC),
                    end.replace(tzinfo=zone).astimezone(UTC),
                    match[0],
                )
            except (ValueError, OverflowError):  # 31 February, the year 9999
                continue
    return None


_HINT = re.compile(
    r"\d{4}|\d[ -]|day|week|month|year|\bago\b|night|morning|afternoon|evening|tomorrow"
    r"|recent|lately"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|[今昨前明后去上下这本当][天日早晚夜年周月个星礼两几]|周|星期|礼拜|月|年|天|最近|近来"
)
_SINCE = re.compile(r"\bsince (?:the )?$", re.IGNORECASE)
_UNTIL_NOW = re.compile("以来|至今|到现在")
_BORDER_BEFORE = re.compile(r"\b(?:before|after|until|till|every|each) (?:the )?$", re.IGNORECASE)
_BORDER_AFTER = re.compile(
    r"[之以][前后]|前(?![天年端面台任])|后(?![天年端面台来])| (?:old|long)\b"
)


def _is_border(match: re.Match[str]) -> bool:
    """Whether it says when it was not ("before May", 上周之前), or how often ("every Monday")."""
    query = match.string
    return bool(
        _BORDER_BEFORE.search(query, 0, match.start()) or _BORDER_AFTER.match(query, match.end())
    )


_DATE_BEFORE = re.compile(
    r"\b(?:in|on|during|since|of|early|mid|late|last)[ -](?:the )?(?:\d{1,2} )?$", re.IGNORECASE
)
_ENDS = re.compile(r"\s*(?:$|[^\w\s])")
_VERB_AFTER = re.compile(r" (?:be|have|not|also|never|well|only|still|help)\b", re.IGNORECASE)


def _is_verb(match: re.Match[str]) -> bool:
    """Whether "may" or "march" is no month here."""
    groups, query = match.groupdict(), match.string
    if (groups.get("m") or "").lower() not in ("may", "march"):
        return False
    if groups.get("y") or groups.get("ry") or groups.get("th"):
        return False
    if _ENDS.match(query, match.end()):
        return False
    if _VERB_AFTER.match(query, match.end()):
        return True
    return not _DATE_BEFORE.search(query, 0, match.start("m"))
