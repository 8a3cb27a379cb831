from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.text.timewords import Interval, time_words

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 5, 20, 15, 30, tzinfo=SHANGHAI)  # a Wednesday


def found(query: str, *, now: datetime = NOW) -> str | None:
    """The interval in the zone of `now`, as "first/last" day, or with hours if it has any."""
    interval = time_words(query, now=now, zone=now.tzinfo or UTC)
    if interval is None:
        return None
    start, end = (at.astimezone(now.tzinfo) for at in (interval.start, interval.end))
    if start.hour or end.hour:
        return f"{start:%Y-%m-%dT%H}/{end:%Y-%m-%dT%H}"
    last = end - timedelta(days=1)
    return f"{start:%Y-%m-%d}" if last == start else f"{start:%Y-%m-%d}/{last:%Y-%m-%d}"


DAYS = [
    ("what did I eat today?", "2026-05-20"),
    ("What did I say Yesterday", "2026-05-19"),
    ("the day before yesterday we met", "2026-05-18"),
    ("what's on tomorrow", "2026-05-21"),
    ("this morning", "2026-05-20T05/2026-05-20T12"),
    ("what did she tell me last night?", "2026-05-19T18/2026-05-20T06"),
    ("yesterday evening", "2026-05-19T17/2026-05-20T00"),
    ("plans for tonight", "2026-05-20T18/2026-05-21T06"),
    ("三天前我说了什么", "2026-05-17"),
    ("今天吃了什么", "2026-05-20"),
    ("昨天", "2026-05-19"),
    ("前天去了哪里？", "2026-05-18"),
    ("大前天", "2026-05-17"),
    ("明天有什么安排", "2026-05-21"),
    ("后天", "2026-05-22"),
    ("今早", "2026-05-20T05/2026-05-20T12"),
    ("昨晚我们聊了什么", "2026-05-19T18/2026-05-20T06"),
    ("昨天下午", "2026-05-19T12/2026-05-19T18"),
    ("3 days ago", "2026-05-17"),
    ("a few days ago", "2026-05-15/2026-05-18"),
    ("one day ago", "2026-05-19"),
]
WEEKS = [
    ("last week's meeting", "2026-05-11/2026-05-17"),
    ("this week", "2026-05-18/2026-05-24"),
    ("next week", "2026-05-25/2026-05-31"),
    ("the week before last", "2026-05-04/2026-05-10"),
    ("two weeks ago", "2026-05-04/2026-05-10"),
    ("last weekend", "2026-05-16/2026-05-17"),
    ("this weekend", "2026-05-23/2026-05-24"),
    ("over the weekend", "2026-05-16/2026-05-17"),
    ("last Monday", "2026-05-18"),
    ("last wednesday", "2026-05-13"),
    ("on Friday", "2026-05-15"),
    ("next Wednesday", "2026-05-27"),
    ("last Friday night", "2026-05-15T18/2026-05-16T06"),
    ("上周", "2026-05-11/2026-05-17"),
    ("上个星期我做了什么", "2026-05-11/2026-05-17"),
    ("上礼拜", "2026-05-11/2026-05-17"),
    ("这周", "2026-05-18/2026-05-24"),
    ("本周", "2026-05-18/2026-05-24"),
    ("下周", "2026-05-25/2026-05-31"),
    ("上上周", "2026-05-04/2026-05-10"),
    ("两周前", "2026-05-04/2026-05-10"),
    ("上周三", "2026-05-13"),
    ("上周后来怎么样了", "2026-05-11/2026-05-17"),
    ("上周一晚上", "2026-05-11T18/2026-05-12T06"),
    ("周五开的会", "2026-05-15"),
    ("星期天", "2026-05-17"),
    ("下周一", "2026-05-25"),
    ("周末", "2026-05-16/2026-05-17"),
    ("上周末", "2026-05-16/2026-05-17"),
    ("这周末", "2026-05-23/2026-05-24"),
]
MONTHS = [
    ("last month", "2026-04-01/2026-04-30"),
    ("this month", "2026-05-01/2026-05-31"),
    ("5 months ago", "2025-12-01/2025-12-31"),
    ("half a year ago", "2025-11-01/2025-11-30"),
    ("what happened in May?", "2026-05-01/2026-05-31"),
    ("in may we went away", "2026-05-01/2026-05-31"),
    ("last May", "2025-05-01/2025-05-31"),
    ("last April", "2026-04-01/2026-04-30"),
    ("in June", "2025-06-01/2025-06-30"),
    ("next June", "2026-06-01/2026-06-30"),
    ("this March?", "2026-03-01/2026-03-31"),
    ("in May last year", "2025-05-01/2025-05-31"),
    ("May 2023", "2023-05-01/2023-05-31"),
    ("Sept. 2024", "2024-09-01/2024-09-30"),
    ("2023-05", "2023-05-01/2023-05-31"),
    ("our January trip", "2026-01-01/2026-01-31"),
    ("上个月", "2026-04-01/2026-04-30"),
    ("本月", "2026-05-01/2026-05-31"),
    ("这个月", "2026-05-01/2026-05-31"),
    ("下个月", "2026-06-01/2026-06-30"),
    ("5个月前", "2025-12-01/2025-12-31"),
    ("半年前", "2025-11-01/2025-11-30"),
    ("五月", "2026-05-01/2026-05-31"),
    ("十二月我去了哪", "2025-12-01/2025-12-31"),
    ("11月份", "2025-11-01/2025-11-30"),
    ("去年五月", "2025-05-01/2025-05-31"),
    ("去年的12月", "2025-12-01/2025-12-31"),
    ("2023年5月", "2023-05-01/2023-05-31"),
    ("二〇二三年五月", "2023-05-01/2023-05-31"),
]
DATES_AND_YEARS = [
    ("on 3 May", "2026-05-03"),
    ("on May 3rd", "2026-05-03"),
    ("May 3, 2023", "2023-05-03"),
    ("the 3rd of May 2023", "2023-05-03"),
    ("on December 24", "2025-12-24"),
    ("on 29 February", "2024-02-29"),
    ("2023-05-03", "2023-05-03"),
    ("2023/5/3", "2023-05-03"),
    ("5月3日", "2026-05-03"),
    ("五月三号", "2026-05-03"),
    ("12月24号", "2025-12-24"),
    ("2023年5月3号", "2023-05-03"),
    ("去年十月二十一日", "2025-10-21"),
    ("上个月3号", "2026-04-03"),
    ("last year", "2025-01-01/2025-12-31"),
    ("3 years ago", "2023-01-01/2023-12-31"),
    ("in 2022", "2022-01-01/2022-12-31"),
    ("今年", "2026-01-01/2026-12-31"),
    ("去年", "2025-01-01/2025-12-31"),
    ("前年", "2024-01-01/2024-12-31"),
    ("十年前", "2016-01-01/2016-12-31"),
    ("2022年", "2022-01-01/2022-12-31"),
]
UP_TO_NOW = [
    ("what have I been up to recently", "2026-05-06T00/2026-05-20T15"),
    ("最近我在忙什么", "2026-05-06T00/2026-05-20T15"),
    ("in the last 10 days", "2026-05-10T00/2026-05-20T15"),
    ("over the past two weeks", "2026-05-06T00/2026-05-20T15"),
    ("过去三天", "2026-05-17T00/2026-05-20T15"),
    ("最近两周", "2026-05-06T00/2026-05-20T15"),
    ("这几天", "2026-05-15T00/2026-05-20T15"),
    ("since Monday", "2026-05-18T00/2026-05-20T15"),
    ("since 2025", "2025-01-01T00/2026-05-20T15"),
    ("since April", "2026-04-01T00/2026-05-20T15"),
    ("去年以来", "2025-01-01T00/2026-05-20T15"),
]
NOTHING = [
    "",
    "where do I live?",
    "我住在哪里？",
    "may I ask you something",
    "it may be raining",
    "this may help",
    "the last may have been better",
    "in which 3 may apply",
    "we march on",
    "march 5 miles with me",
    "sit in the sun for a second",
    "she is 3 years old",
    "a 3-year-old boy",
    "I stayed for two weeks",
    "a month long trip",
    "who is June?",
    "what did April say?",
    "every Monday I swim",
    "what happened before 2020-01-01",
    "room 2022",
    "write it in 2000 words",
    "on 31 June",
    "他三岁了",
    "住了两个星期",
    "五个月大的孩子",
    "每周三都去游泳",
    "每个周末",
    "一周一次",
    "这周围有什么好吃的",
    "离我最近的地铁站",
    "上周之前的事",
    "三天前端开发课",
    "月亮很圆",
    "周杰伦的歌",
]


@pytest.mark.parametrize(
    ("query", "expected"), [*DAYS, *WEEKS, *MONTHS, *DATES_AND_YEARS, *UP_TO_NOW]
)
def test_time_words_name_an_interval(query: str, expected: str) -> None:
    assert found(query) == expected


@pytest.mark.parametrize("query", NOTHING)
def test_other_words_name_none(query: str) -> None:
    assert found(query) is None


def test_the_words_are_given_as_written() -> None:
    interval = time_words("What did I do LAST Week?", now=NOW, zone=SHANGHAI)

    assert interval is not None
    assert interval.words == "LAST Week"


def test_days_begin_at_midnight_in_the_users_zone_and_are_told_in_utc() -> None:
    late = datetime(2026, 5, 20, 1, 0, tzinfo=UTC)  # still the 19th in New York

    assert time_words("yesterday", now=late, zone=NEW_YORK) == Interval(
        datetime(2026, 5, 18, 4, tzinfo=UTC), datetime(2026, 5, 19, 4, tzinfo=UTC), "yesterday"
    )


def test_a_day_of_23_hours_is_whole() -> None:
    interval = time_words("on 8 March 2026", now=NOW, zone=NEW_YORK)

    assert interval is not None
    assert interval.end - interval.start == timedelta(hours=23)


def test_the_weekend_that_has_begun_is_the_weekend() -> None:
    assert found("周末", now=datetime(2026, 5, 17, 9, tzinfo=UTC)) == "2026-05-16/2026-05-17"


vocabulary = [q for q, _ in (*DAYS, *WEEKS, *MONTHS, *DATES_AND_YEARS, *UP_TO_NOW)] + NOTHING


@given(
    st.lists(st.sampled_from(vocabulary) | st.text(max_size=8), max_size=3).map(" ".join),
    st.datetimes(timezones=st.just(UTC)),
    st.sampled_from([UTC, SHANGHAI, NEW_YORK]),
)
def test_any_query_at_any_time_gives_nothing_or_a_forward_interval(
    query: str, now: datetime, zone: ZoneInfo
) -> None:
    interval = time_words(query, now=now, zone=zone)

    if interval is not None:
        assert interval.start < interval.end
        assert interval.start.tzinfo is interval.end.tzinfo is UTC
        assert interval.words in query
