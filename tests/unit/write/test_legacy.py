from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from nagori import InvalidInputError
from nagori.values.scope import Scope
from nagori.write.legacy import Origin, instant, statement_of
from nagori.write.remember import Statement

ORIGIN = Origin(Scope("default", "user", "carla"), "old.json")
AT = datetime(2024, 5, 3, 10, 30, tzinfo=UTC)
SECONDS = int(AT.timestamp())


def said(**fields: Any) -> Statement:
    return statement_of({"text": "likes tea", "timestamp": SECONDS} | fields, ORIGIN)


@pytest.mark.parametrize(
    "timestamp",
    [
        SECONDS,
        float(SECONDS),
        SECONDS * 1000,
        SECONDS * 1_000_000,
        SECONDS * 1_000_000_000,
        str(SECONDS),
        f"{SECONDS}.0",
        str(SECONDS * 1000),
        "2024-05-03T10:30:00Z",
        "2024-05-03T18:30:00+08:00",
        "2024-05-03 10:30:00",
        " 2024-05-03T10:30 ",
    ],
)
def test_a_time_is_read_in_every_unit(timestamp: Any) -> None:
    assert instant(timestamp, UTC) == AT


def test_parts_of_a_second_are_kept() -> None:
    assert instant(SECONDS + 0.25, UTC) == AT + timedelta(milliseconds=250)
    assert instant(SECONDS * 1000 + 1, UTC) == AT + timedelta(milliseconds=1)
    assert instant(SECONDS * 1_000_000 + 1, UTC) == AT + timedelta(microseconds=1)


def test_a_time_without_a_zone_is_in_the_zone_of_the_user() -> None:
    assert instant("2024-05-03 18:30:00", timezone(timedelta(hours=8))) == AT


@pytest.mark.parametrize(
    "timestamp", ["", "yesterday", True, float("nan"), float("inf"), 1e25, [], {}, "1e400", b"\xff"]
)
def test_what_is_no_time_is_refused(timestamp: Any) -> None:
    with pytest.raises(InvalidInputError, match="timestamp"):
        said(timestamp=timestamp)


@pytest.mark.parametrize(
    ("fields", "tag", "label"),
    [
        ({}, "manual", None),
        ({"emotion": "user"}, "user_input", None),
        ({"emotion": "AI "}, "ai_output", None),
        ({"emotion": "happy"}, "manual", "happy"),
        ({"emotion": "", "tag": "", "emotionLabel": None}, "manual", None),
        ({"tag": "summary", "emotion": "user"}, "summary", None),
        ({"tag": "ai_output", "emotion": "sad"}, "ai_output", "sad"),
        ({"emotion": "ai", "emotionLabel": "calm"}, "ai_output", "calm"),
        ({"emotion": "user", "emotion_label": "calm"}, "user_input", "calm"),
        ({"tag": "user"}, "user_input", None),
    ],
)
def test_who_spoke_becomes_the_tag_and_a_feeling_the_label(
    fields: dict[str, Any], tag: str, label: str | None
) -> None:
    statement = said(**fields)

    assert (statement.tag, statement.emotion_label) == (tag, label)


@pytest.mark.parametrize("name", ["sessionId", "session_id", "chat_id"])
def test_a_session_is_the_chat_and_zero_is_none(name: str) -> None:
    assert said(**{name: 7}).chat_id == "7"
    assert said(**{name: 0}).chat_id is None


def test_the_source_names_file_and_record() -> None:
    assert said(id=17).source.ref == "old.json#17"
    assert said().source.ref == "old.json"


def test_what_is_not_understood_is_kept_and_vectors_are_not() -> None:
    vector = [0.1] * 64
    statement = said(
        tag="note", emotion="sad", emotionLabel="calm", mood=3, embedding=vector, other=vector
    )

    assert statement.metadata == {"tag": "note", "emotion": "sad", "mood": 3}
    assert said(emotion=0.7).metadata == {"emotion": 0.7}


def test_the_same_record_is_known_again_and_others_are_not() -> None:
    one = said(id=1)

    assert said(id="1", timestamp=SECONDS * 1000, embedding=[1.0]).external_id == one.external_id
    others = [
        said(id=2),
        said(id=1, text="likes coffee"),
        said(id=1, timestamp=SECONDS + 1),
        said(id=1, emotion="user"),
        said(id=1, sessionId=4),
        said(),
    ]
    assert len({one.external_id, *(s.external_id for s in others)}) == 7


@pytest.mark.parametrize(
    "record",
    [
        {"timestamp": 1},
        {"text": "", "timestamp": 1},
        {"text": " \n", "timestamp": 1},
        {"text": 5, "timestamp": 1},
        {"text": "x" * 100_001, "timestamp": 1},
        {"text": "half \ud83d", "timestamp": 1},
        {"text": "tea"},
        {"text": "tea", "timestamp": 1, "emotion": "x" * 500},
        {"text": "tea", "timestamp": 1, "sessionId": "a\nb"},
        ["tea", 1],
        None,
    ],
)
def test_a_record_that_says_nothing_is_refused(record: Any) -> None:
    with pytest.raises(InvalidInputError):
        statement_of(record, ORIGIN)


def test_odd_ids_and_file_names_do_no_harm() -> None:
    odd = Origin(ORIGIN.scope, "caf\udce9.json")

    ref = statement_of({"id": "\ud800" * 999, "text": "tea", "timestamp": 1}, odd).source.ref

    assert ref.encode()
    assert len(ref) < 300
