import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from nagori.errors import InvalidInputError
from nagori.write.group_history import HistoryLine, read_history
from nagori.write.legacy import Problem

TODAY = date(2026, 5, 3)
IRC = """\
=== Topic for #ubuntu: help
[23:58] <ann> the wifi drops
[23:59] * bob shrugs
[00:01] <bob> ann: restart it
=== ann [n=ann@host] has quit
oops
"""
FEISHU: dict[str, Any] = {
    "items": [
        {
            "message_id": "om_1",
            "msg_type": "text",
            "create_time": "1767225600000",
            "sender": {"id": "ou_a", "name": "安"},
            "body": {"content": json.dumps({"text": "@_user_1 蛋糕谁带？"})},
            "mentions": [{"key": "@_user_1", "id": "ou_b", "name": "波"}],
        },
        {
            "message_id": "om_2",
            "parent_id": "om_1",
            "msg_type": "post",
            "create_time": "1767225660000",
            "sender": {"id": "ou_b"},
            "body": {
                "content": json.dumps({"title": "", "content": [[{"tag": "text", "text": "我带"}]]})
            },
        },
        {"message_id": "om_3", "msg_type": "image", "create_time": "1", "sender": {"id": "x"}},
        {"message_id": "om_4", "msg_type": "text", "create_time": "?", "sender": {"id": "x"}},
    ]
}


def read(path: Path, text: str) -> list[HistoryLine | Problem]:
    path.write_text(text, "utf-8")
    return [line for _, line in read_history(path, zone=UTC, today=TODAY)]


def test_a_log_of_irc_goes_past_midnight(tmp_path: Path) -> None:
    *said, oops = read(tmp_path / "2004-11-15.txt", IRC)

    assert [(line.speaker, line.text) for line in said if isinstance(line, HistoryLine)] == [
        ("ann", "the wifi drops"),
        ("bob", "shrugs"),
        ("bob", "ann: restart it"),
    ]
    times = [line.at for line in said if isinstance(line, HistoryLine)]
    assert times[0] == datetime(2004, 11, 15, 23, 58, tzinfo=UTC)
    assert times[2] == datetime(2004, 11, 16, 0, 1, tzinfo=UTC)
    assert isinstance(oops, Problem)


def test_a_log_without_a_date_is_of_today_in_its_zone(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("[09:00] <ann> hi\n")

    ((_, line),) = read_history(tmp_path / "log", zone=ZoneInfo("Asia/Shanghai"), today=TODAY)

    assert isinstance(line, HistoryLine)
    assert line.at == datetime(2026, 5, 3, 1, 0, tzinfo=UTC)


@pytest.mark.parametrize("wrapped", [True, False])
def test_messages_of_feishu_keep_names_threads_and_mentions(tmp_path: Path, wrapped: bool) -> None:
    told = json.dumps(FEISHU if wrapped else FEISHU["items"], ensure_ascii=False)
    first, second, broken = read(tmp_path / "feishu.json", told)

    assert first == HistoryLine(
        "om_1", "ou_a", "安", "@波 蛋糕谁带？", datetime(2026, 1, 1, tzinfo=UTC), None, ("ou_b",)
    )
    assert isinstance(second, HistoryLine)
    assert (second.text, second.reply_to) == ("我带", "om_1")
    assert isinstance(broken, Problem)


def test_lines_of_json_say_who_when_and_what(tmp_path: Path) -> None:
    lines = [
        {"speaker": "ann", "text": "hi", "time": "2026-05-03T10:00:00Z", "id": 7},
        {"speaker": "bob", "content": "hello", "time": 1767225600, "reply_to": "7"},
        {"speaker": "x", "text": "joined", "time": "2026-05-03", "system": True},
        {"text": "who?", "time": "2026-05-03"},
        {"speaker": "ann", "text": "when?"},
        {"speaker": "ann", "text": "", "time": "2026-05-03"},
        "no object",
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines) + "{broken\n"

    found = read(tmp_path / "a.jsonl", text)

    assert [line.id for line in found[:1] if isinstance(line, HistoryLine)] == ["7"]
    assert [type(line).__name__ for line in found] == ["HistoryLine"] * 2 + ["Problem"] * 5


def test_what_has_no_id_is_known_by_what_it_says(tmp_path: Path) -> None:
    line = json.dumps({"speaker": "ann", "text": "ok", "time": "2026-05-03T10:00:00Z"})

    once = read(tmp_path / "a", f"{line}\n{line}\n")
    again = read(tmp_path / "b", f"{line}\n{line}\n")

    ids = [one.id for one in once if isinstance(one, HistoryLine)]
    assert len(set(ids)) == 2
    assert ids == [one.id for one in again if isinstance(one, HistoryLine)]


@pytest.mark.parametrize("text", ["[1, 2", '{"items": 3}\n', "[not json"])
def test_a_file_that_is_none_of_them_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInputError):
        read(tmp_path / "a.json", text)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="can't be read"):
        list(read_history(tmp_path / "nothing", zone=UTC, today=TODAY))
