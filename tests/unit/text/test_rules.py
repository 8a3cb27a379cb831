import math
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.errors import InvalidInputError
from nagori.text.rules import (
    MAX_TEXT_BYTES,
    checked_id,
    checked_limit,
    checked_metadata,
    checked_tag,
    checked_text,
    checked_time,
)

BEIJING = timezone(timedelta(hours=8))


@pytest.mark.parametrize(
    "text",
    [
        "tea",
        " I like tea.\n",
        "我喜欢喝茶。",
        "👩‍👩‍👧",
        "e\u0301",
        "\u200b!",
        "０",
        "a" * MAX_TEXT_BYTES,
    ],
)
def test_a_text_is_returned_exactly_as_typed(text: str) -> None:
    assert checked_text(text) is text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "visible"),
        (" \t\n", "visible"),
        ("　", "visible"),
        ("\u200b\ufeff\u2060", "visible"),
        ("\u3164\u2800", "visible"),
        ("\x01\x1f\x7f", "visible"),
        ("tea\0", "NUL"),
        ("茶\0", "NUL"),
        ("tea \ud83d", "surrogate"),
        ("a" * (MAX_TEXT_BYTES + 1), "shorten"),
        ("茶" * (MAX_TEXT_BYTES // 3 + 1), "100,000"),
        (None, "string, not None"),
        (b"tea", "string, not bytes"),
        (5, "string, not int"),
    ],
)
def test_a_text_that_cannot_be_kept_is_refused_with_what_to_do(text: object, hint: str) -> None:
    with pytest.raises(InvalidInputError, match=hint) as caught:
        checked_text(text, "message")

    assert caught.value.field == "message"


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_text_with_something_to_see_is_accepted(text: str) -> None:
    assert checked_text(text + "x") == text + "x"


@pytest.mark.parametrize(
    "value", ["carla", "slack:T01/U02@x", "小明", "Ünal", "a b", "x" * 200, "0", "user 🎈", "~"]
)
def test_an_id_may_be_in_any_script(value: str) -> None:
    assert checked_id(value, "user") is value


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        ("", "1 to 200"),
        ("x" * 201, "201"),
        (" carla", "white space"),
        ("carla\u3000", "white space"),
        ("carla\n", "white space"),
        ("car\nla", "control"),
        ("car\0la", "control"),
        ("car\x85la", "control"),
        ("小\t明", "control"),
        ("carla\udc00", "surrogate"),
        ("\u200b", "visible"),
        (7, "string, not int"),
        (None, "string, not None"),
    ],
)
def test_an_id_that_would_mislead_is_refused(value: object, hint: str) -> None:
    with pytest.raises(InvalidInputError, match=hint) as caught:
        checked_id(value, "user")

    assert caught.value.field == "user"


def test_no_metadata_is_empty_metadata() -> None:
    assert checked_metadata(None) == {}


def test_metadata_is_copied_as_plain_json() -> None:
    given_ = OrderedDict[str, Any](a=1, b=(1.5, None, True), c={"键": ["值"]})

    copy = checked_metadata(given_)

    assert copy == {"a": 1, "b": [1.5, None, True], "c": {"键": ["值"]}}
    assert type(copy) is dict
    given_["c"]["键"].append("later")
    assert copy["c"] == {"键": ["值"]}


def nested(depth: int) -> dict[str, Any]:
    return {"a": nested(depth - 1)} if depth > 1 else {}


def repeating(depth: int) -> list[Any]:
    return [repeating(depth - 1)] * 50 if depth else []


ENDLESS: dict[str, Any] = {}
ENDLESS["self"] = ENDLESS


@pytest.mark.parametrize(
    ("value", "field", "hint"),
    [
        ("", "metadata", "mapping"),
        ([1], "metadata", "mapping"),
        ({1: "a"}, "metadata", "keys"),
        ({"a": math.nan}, "metadata.a", "NaN"),
        ({"a": [1, math.inf]}, r"metadata.a[1]", "NaN"),
        ({"a": 2**64}, "metadata.a", "64 bits"),
        ({"a": {"b": object()}}, "metadata.a.b", "object"),
        ({"a": {1, 2}}, "metadata.a", "set"),
        ({"a": date(2026, 5, 3)}, "metadata.a", "date"),
        ({"a": b"x"}, "metadata.a", "bytes"),
        ({"a": "x\0"}, "metadata.a", "NUL"),
        ({"x\0": 1}, "metadata", "NUL"),
        ({"a": "\ud800"}, "metadata.a", "surrogate"),
        ({"a": "x" * 16_000}, "metadata", "16,000"),
        ({"a": "茶" * 6_000}, "metadata", "16,000"),
        (nested(9), "metadata" + ".a" * 8, "8 levels"),
        ({"a": repeating(6)}, "metadata", "16,000"),
        (ENDLESS, "metadata" + ".self" * 8, "8 levels"),
    ],
)
def test_metadata_that_is_not_small_plain_json_is_refused(
    value: object, field: str, hint: str
) -> None:
    with pytest.raises(InvalidInputError, match=hint) as caught:
        checked_metadata(value)

    assert caught.value.field == field


def test_metadata_may_be_eight_levels_deep() -> None:
    assert checked_metadata(nested(8)) == nested(8)


NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "at",
    [
        NOON,
        datetime(2026, 5, 3, 20, tzinfo=BEIJING),
        "2026-05-03T12:00:00Z",
        "2026-05-03T20:00:00+08:00",
        " 2026-05-03 12:00+00:00 ",
    ],
)
def test_a_time_becomes_utc(at: object) -> None:
    checked = checked_time(at, "at")

    assert checked == NOON
    assert checked.tzinfo is UTC


@pytest.mark.parametrize(
    ("at", "hint"),
    [
        (NOON.replace(tzinfo=None), "time zone"),
        ("2026-05-03T12:00:00", "time zone"),
        ("2026-05-03", "time zone"),
        ("yesterday", "ISO 8601"),
        ("2026-13-03T12:00:00Z", "ISO 8601"),
        ("", "ISO 8601"),
        (1_700_000_000, "datetime with a time zone"),
        (date(2026, 5, 3), "datetime with a time zone"),
        (None, "not None"),
        (datetime.min.replace(tzinfo=BEIJING), "years 1 and 9999"),
        (datetime.max.replace(tzinfo=timezone(-timedelta(hours=8))), "years 1 and 9999"),
    ],
)
def test_a_time_that_is_no_instant_is_refused(at: object, hint: str) -> None:
    with pytest.raises(InvalidInputError, match=hint) as caught:
        checked_time(at, "at")

    assert caught.value.field == "at"


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_instant_in_utc_is_accepted(at: datetime) -> None:
    assert checked_time(at, "at") == at == checked_time(at.isoformat(), "at")


def test_a_limit_is_a_whole_number_in_range() -> None:
    assert checked_limit(1, "limit", 100) == 1
    assert checked_limit(100, "limit", 100) == 100


@pytest.mark.parametrize("value", [0, -1, 101, 2.0, True, "5", None])
def test_any_other_limit_is_refused(value: object) -> None:
    with pytest.raises(InvalidInputError, match="whole number"):
        checked_limit(value, "limit", 100)


def test_a_tag_is_one_of_four() -> None:
    assert checked_tag("manual") == "manual"
    for wrong in ("", "note", None, ["manual"]):
        with pytest.raises(InvalidInputError, match="user_input, ai_output, manual, summary"):
            checked_tag(wrong)
