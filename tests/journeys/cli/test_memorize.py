import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

if TYPE_CHECKING:
    from conftest import Nagori, Terminals

PORTO = "I moved to Porto in May and I live near the river."
CAT = "我养了一只猫，名字叫米米。"
HELLO = "hi there!"
TWO_PEOPLE = """\
{"role": "user", "content": "a", "name": "Ana"}
{"role": "user", "content": "b", "name": "Ben"}
"""
BEN = "I live in Lyon and I work as a baker."


def a_transcript(*messages: tuple[str, str], name: str = "chat.jsonl", **more: Any) -> str:
    lines = [
        {"role": role, "content": content, "at": f"2026-05-03T18:{n // 60:02}:{n % 60:02}Z", **more}
        for n, (role, content) in enumerate(messages)
    ]
    Path(name).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return name


def a_dialogue() -> str:
    return a_transcript(
        ("user", HELLO),
        ("assistant", "Hello! Do you live in Rome?"),
        ("user", PORTO),
        ("user", CAT),
    )


def remembered(nagori: "Nagori", user: str = "carla") -> list[str]:
    return sorted(m["text"] for m in nagori("--json", "list", "--user", user).json["items"])


# what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Dear diary,\n", "line 1: it is not JSON"),
        ('{"text": "tea"}\n', "chat.jsonl is no transcript"),
        ('{"nagori": 1}\n', "nagori import"),
        (TWO_PEOPLE, "several people speak (Ana, Ben)"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_a_file_that_can_not_be_used_is_told_and_leaves_nothing_behind(
    nagori: "Nagori", content: str, said: str, options: list[str]
) -> None:
    Path("chat.jsonl").write_text(content, "utf-8")

    plain = nagori("memorize", "chat.jsonl", "--user", "carla", *options)
    as_json = nagori("--json", "memorize", "chat.jsonl", "--user", "carla", *options)

    assert (plain.code, plain.out, plain.err.count("\n")) == (2, "", 1)
    assert said in plain.err
    assert json.loads(as_json.err)["error"]["code"] == "invalid_input"
    assert [path.name for path in Path().iterdir()] == ["chat.jsonl"]


def test_a_file_that_is_not_there_is_told(nagori: "Nagori") -> None:
    assert "nowhere.jsonl" in nagori("memorize", "nowhere.jsonl").err


def test_a_file_in_which_nothing_was_said_makes_no_database(nagori: "Nagori") -> None:
    Path("empty.json").write_text("[]", "utf-8")

    assert nagori("memorize", "empty.json").out == "Nothing was said there.\n"
    assert nagori("memorize", "empty.json", "--dry-run").code == 0
    assert not Path("nagori.db").exists()


# what would be kept -----------------------------------------------------------------------------


def test_a_dry_run_shows_what_would_be_kept_and_why(nagori: "Nagori") -> None:
    shown = nagori("memorize", a_dialogue(), "--user", "carla", "--dry-run")

    assert shown.code == 0
    assert "✓" in shown.out
    assert "The user moved" in " ".join(shown.out.split())
    assert "米米" in shown.out
    assert "not kept: " in shown.out
    assert "Rome" not in shown.out
    assert "Of 4 messages, 2 would be kept." in shown.out
    assert "nagori memorize chat.jsonl --user carla" in shown.out
    assert not Path("nagori.db").exists()


def test_a_dry_run_as_json_has_every_message_of_the_user(nagori: "Nagori") -> None:
    document = nagori("memorize", a_dialogue(), "--user", "carla", "--dry-run", "--json").json

    rows = {row["text"]: row for row in document["considered"]}
    assert (document["chats"], document["messages"], document["kept"]) == (1, 4, 2)
    assert document["unread"] == []
    assert rows[HELLO]["keep"] is False
    assert rows[HELLO]["reason"]
    assert rows[PORTO]["keep"] is True
    assert "Porto" in rows[PORTO]["sentence"]
    assert rows[CAT]["sentence"].startswith("用户")
    assert not any(row["keep"] for row in document["considered"] if row["role"] == "assistant")


def test_a_dry_run_beside_a_database_stores_nothing(nagori: "Nagori") -> None:
    nagori("remember", "prefers tea", "--user", "carla")

    nagori("memorize", a_dialogue(), "--user", "carla", "--dry-run")

    assert remembered(nagori) == ["prefers tea"]
    found = nagori("--json", "recall", "Porto", "--user", "carla", "--kind", "message").json
    assert found["items"] == []


def test_chinese_readers_are_told_in_chinese(nagori: "Nagori") -> None:
    shown = nagori("memorize", a_dialogue(), "--user", "carla", "--dry-run", "--lang", "zh")

    assert "4 条消息里，会记住 2 条。" in shown.out


# what is kept -----------------------------------------------------------------------------------


def test_a_transcript_is_remembered_once(nagori: "Nagori") -> None:
    transcript = a_dialogue()

    first = nagori("memorize", transcript, "--user", "carla")
    texts = remembered(nagori)
    second = nagori("memorize", transcript, "--user", "carla", "--json").json

    assert first.code == 0
    assert first.out.startswith("Read 4 messages of 1 chat; new: ")
    assert any("Porto" in text for text in texts)
    assert any("米米" in text for text in texts)
    assert not any("Rome" in text for text in texts)
    assert (second["messages"], second["remembered"]) == (4, 0)
    assert remembered(nagori) == texts
    found = nagori("--json", "recall", "Porto", "--user", "carla", "--kind", "message").json
    assert [item["text"] for item in found["items"]].count(PORTO) == 1


def test_what_others_said_is_no_fact_about_the_user(nagori: "Nagori") -> None:
    mine = Path(a_transcript(("user", PORTO), speaker="Carla")).read_text("utf-8")
    theirs = Path(a_transcript(("user", BEN), speaker="Ben")).read_text("utf-8")
    Path("chat.jsonl").write_text(mine + theirs, "utf-8")

    done = nagori("memorize", "chat.jsonl", "--user", "carla", "--speaker", "Carla")

    texts = remembered(nagori)
    assert done.code == 0
    assert any("Porto" in text for text in texts)
    assert not any("Lyon" in text or "baker" in text for text in texts)


def test_lines_that_can_not_be_read_are_told_and_the_rest_is_remembered(nagori: "Nagori") -> None:
    a_dialogue()
    with Path("chat.jsonl").open("a", encoding="utf-8") as file:
        file.write("nonsense\n")

    done = nagori("memorize", "chat.jsonl", "--user", "carla")
    as_json = nagori("memorize", "chat.jsonl", "--user", "carla", "--json")

    assert (done.code, as_json.code) == (1, 1)
    assert "Not read: 1 place.\n  chat.jsonl, line 5: it is not JSON" in done.out
    assert [(bad["file"], bad["line"]) for bad in as_json.json["unread"]] == [("chat.jsonl", 5)]
    assert any("Porto" in text for text in remembered(nagori))


def test_exports_are_remembered_as_they_were_downloaded(nagori: "Nagori") -> None:
    said = {"uuid": "m", "sender": "human", "text": CAT, "created_at": "2026-05-03T18:30:00Z"}
    with ZipFile("claude.zip", "w", ZIP_DEFLATED) as archive:
        chats = [{"uuid": "c", "name": "养猫", "chat_messages": [said]}]
        archive.writestr("conversations.json", json.dumps(chats))

    done = nagori("memorize", "claude.zip", a_dialogue(), "--user", "carla")

    assert done.out.startswith("Read 5 messages of 2 chats; ")
    assert sum("米米" in text for text in remembered(nagori)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_leaves_nothing_broken_and_a_second_run_goes_on(
    nagori: "Nagori", terminal: "Terminals"
) -> None:
    cities = [f"{a}{b}{c}ville" for a in "BDFGKL" for b in "aeiou" for c in "lmnrst"]
    many = [("user", f"My friend {city[:4]}o lives in {city}.") for city in cities for _ in "ab"]
    transcript = a_transcript(*many)
    nagori("memorize", transcript, "--user", "carla", "--db", "whole.db")
    wanted = nagori("--json", "list", "--user", "carla", "--limit", "1000", "--db", "whole.db").json

    stopped = terminal("memorize", transcript, "--user", "carla")
    stopped.until(" memor")  # some messages are done
    stopped.process.send_signal(signal.SIGINT)
    stopped.until("the same command goes on from there")
    assert stopped.end() == 130
    again = nagori("memorize", transcript, "--user", "carla")

    found = nagori("--json", "list", "--user", "carla", "--limit", "1000").json
    assert again.code == 0
    assert len(wanted["items"]) > 100
    assert len(_said(found)) == len(found["items"])  # nothing is there twice
    assert set(_said(found).values()) == {2}
    both = (
        _said(found).keys() & _said(wanted).keys()
    )  # of names so alike, some are taken for others
    assert len(both) > 0.9 * len(_said(wanted))


def _said(listed: Any) -> dict[str, int]:
    """What is kept, and how often it was said."""
    return {memory["text"]: memory["times_said"] for memory in listed["items"]}
