from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.write.dates import MOST, dated

SHANGHAI = ZoneInfo("Asia/Shanghai")
AT = datetime(2026, 5, 6, 15, 30, tzinfo=SHANGHAI)  # a Wednesday


def told(sentence: str) -> str:
    return dated(sentence, at=AT, zone=SHANGHAI)


RESOLVED = [
    ("The user sees the dentist next Tuesday.", "next Tuesday (2026-05-12)."),
    ("The user will call tomorrow at 5.", "tomorrow (2026-05-07) at 5."),
    ("The user moved last month.", "last month (2026-04)."),
    ("The user moved last year.", "last year (2025)."),
    ("The user ran this morning.", "this morning (2026-05-06)."),
    ("The user slept badly last night.", "last night (2026-05-05)."),
    ("The user's mother visits next week.", "next week (2026-05-11 to 2026-05-17)."),
    ("The user is flying out in two weeks.", "in two weeks (2026-05-20)."),
    ("The user's baby is due in a month.", "in a month (2026-06)."),
    ("The user leaves three days from now.", "three days from now (2026-05-09)."),
    ("The user will visit the week after next.", "next (2026-05-18 to 2026-05-24)."),
    ("The user's lease ends at the end of the month.", "end of the month (2026-05)."),
    ("The user quit smoking 14 months ago.", "14 months ago (2025-03)."),
    ("The user moved in a few days ago.", "a few days ago (2026-05-01 to 2026-05-04)."),
    ("The user graduated the year before last.", "before last (2024)."),
    ("The user turns 40 next May.", "next May (2027-05)."),
    ("Last week's meeting bored the user.", "Last week's (2026-04-27 to 2026-05-03) meeting"),
    ("The user started at Novartis on Monday.", "on Monday (2026-05-04)."),
    ("The user is seeing Dr. Adeyemi thursday.", "thursday (2026-05-07)."),
    ("The user said: “Ana starts tomorrow”", "“Ana starts tomorrow (2026-05-07)”"),
    ("Ann said: “the release slips to Friday”", "slips to Friday (2026-05-08)”"),
    ("Ann said: “we met on Monday”", "on Monday (2026-05-04)”"),
    ("安说：“发布推迟到周五”", "推迟到周五（2026-05-08）”"),
    ("用户下周三要去复查。", "用户下周三（2026-05-13）要去复查。"),
    ("用户上个月搬家了。", "用户上个月（2026-04）搬家了。"),
    ("用户后天去面试。", "用户后天（2026-05-08）去面试。"),
    ("用户三天后出发。", "用户三天后（2026-05-09）出发。"),
    ("两周后用户去冰岛。", "两周后（2026-05-20）用户去冰岛。"),
    ("用户3个月后生孩子。", "用户3个月后（2026-08）生孩子。"),
    ("用户今晚加班。", "用户今晚（2026-05-06）加班。"),
    ("用户下周去北京。", "用户下周（2026-05-11 至 2026-05-17）去北京。"),
    ("用户去年五月去了大理。", "用户去年五月（2025-05）去了大理。"),
    ("用户去年底买了房。", "用户去年底（2025）买了房。"),
    ("用户月底就离职了。", "用户月底（2026-05）就离职了。"),
    ("用户下个月底离职。", "用户下个月底（2026-06）离职。"),
    ("用户下下个月结婚。", "用户下下个月（2026-07）结婚。"),
    ("用户下下周三体检。", "用户下下周三（2026-05-20）体检。"),
    ("用户下个月15号搬家。", "用户下个月15号（2026-06-15）搬家。"),
    ("用户周五下午要签合同。", "用户周五下午（2026-05-08）要签合同。"),
    ("用户周一见了房东。", "用户周一（2026-05-04）见了房东。"),
]
UNTOUCHED = [
    "Ann said: “the release on Friday”",
    "The user was born on 3 May 1990.",
    "The user flies to Osaka on 3 April.",
    "The user goes to the gym every Tuesday.",
    "The user usually swims on Friday.",
    "The user has booked eight Tuesday evenings.",
    "The user has lived there for the last three years.",
    "The user has been ill lately.",
    "This may be the last one the user owns.",
    "The user wrote it in two days.",
    'The user says "see you tomorrow" is a song.',
    "The user likes Friday.",
    "The user moved on Wednesday.",  # said on a Wednesday: today, or a week ago?
    "The user lives in Porto.",
    "用户2024年5月3日结婚。",
    "用户7月8号飞墨尔本。",
    "用户每周三打球。",
    "用户周末喜欢去水库钓鱼。",
    "用户以后天天跑步。",
    "用户喜欢晚上月亮很圆的时候。",
    "用户说一下周三的事。",
    "用户最近很忙。",
    "用户觉得周五的会议很无聊。",
    "用户喜欢《后天》这部电影。",
    "",
]


@pytest.mark.parametrize(("sentence", "part"), RESOLVED)
def test_a_relative_date_gets_the_date_it_meant(sentence: str, part: str) -> None:
    assert part in told(sentence)


@pytest.mark.parametrize("sentence", UNTOUCHED)
def test_what_is_absolute_vague_or_repeated_stays(sentence: str) -> None:
    assert told(sentence) == sentence


def test_the_day_is_the_one_in_the_zone_of_the_user() -> None:
    at = datetime(2026, 5, 6, 23, 30, tzinfo=UTC)

    assert dated("明天出发。", at=at, zone=UTC) == "明天（2026-05-07）出发。"
    assert dated("明天出发。", at=at, zone=SHANGHAI) == "明天（2026-05-08）出发。"


def test_only_the_first_expressions_are_dated_however_often() -> None:
    sentence = (
        "Yesterday the user ran, today the user rests, tomorrow the user swims, next week not."
    )

    once = told(sentence)

    assert once.count("(2026") == MOST
    assert once.endswith("next week not.")
    assert told(once) == once


@pytest.mark.parametrize("sentence", [sentence for sentence, _ in RESOLVED])
def test_dating_again_changes_nothing(sentence: str) -> None:
    assert told(told(sentence)) == told(sentence)


WORDS = [
    *(
        "next",
        "last",
        "this",
        "in",
        "two",
        "3",
        "days",
        "weeks",
        "ago",
        "Friday",
        "tomorrow",
        "May",
    ),
    *("will", "moved", "下", "周", "三", "天", "后", "前", "月", "底", "了", "，", "年", "9999"),
]


@given(
    words=st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=12),
    glue=st.sampled_from(["", " "]),
    at=st.datetimes(timezones=st.just(UTC)).filter(lambda at: 1 < at.year < 9999),
)
def test_whatever_is_said_only_dates_are_added(words: list[str], glue: str, at: datetime) -> None:
    sentence = glue.join(words)

    told = dated(sentence, at=at, zone=SHANGHAI)

    rest = iter(told)
    assert all(character in rest for character in sentence)
    assert len(told) <= len(sentence) + MOST * 30


@given(days=st.integers(1, 60))
def test_in_so_many_days_is_counted_from_the_day_it_was_said(days: int) -> None:
    date = (AT + timedelta(days=days)).date().isoformat()

    assert told(f"The user leaves in {days} days.") == f"The user leaves in {days} days ({date})."


@pytest.mark.parametrize("said", ["房子六月底完工。", "用户10月底退休。", "明年二月底交房。"])
def test_the_end_of_a_named_month_is_not_the_end_of_this_one(said: str) -> None:
    assert "（2026-05）" not in told(said)


@pytest.mark.parametrize(
    "said",
    [
        "Nobody but the user will finish their last year.",
        "用户报了拳击课，周二周四晚上。",
        "用户希望助手别给用户排周三夜，周三用户得去接老大。",
    ],
)
def test_ones_own_last_year_and_days_that_come_again_get_no_date(said: str) -> None:
    assert told(said) == said
