import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests.unit.group.test_tuning import PLANTED, simulated

from nagori import Nagori as Library
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import SPACE
from nagori.values.group import UsageRecord

if TYPE_CHECKING:
    from conftest import Nagori


def keep(records: list[UsageRecord]) -> None:
    async def work() -> None:
        store = SqliteStore(Path("nagori.db"))
        await store.open()
        await store.usage.add(SPACE, [replace(record, group_id="team") for record in records])
        await store.close()

    asyncio.run(work())


def test_settings_of_a_group_are_shown_set_and_taken_back(nagori: "Nagori") -> None:
    told = nagori("group", "settings", "team", "--set", "temperature=0.2", "--set", "bot=mia")

    assert "temperature = 0.2 *" in told.out
    assert 'bot = "mia" *' in told.out
    assert "max_context_messages = 20\n" in told.out
    assert nagori("--json", "group", "list").json["items"] == ["team"]
    back = nagori("--json", "group", "settings", "team", "--unset", "temperature").json
    assert back["own"] == {"bot": "mia"}
    wrong = nagori("group", "settings", "team", "--set", "temperature=hot")
    assert (wrong.code, "temperature" in wrong.err) == (2, True)
    assert nagori("group", "settings", "team", "--set", "temperature").code == 2


def test_better_weights_are_found_set_and_undone(nagori: "Nagori") -> None:
    keep(simulated(3000, PLANTED))

    shown = nagori("group", "tune", "team")
    assert "3000 judged contexts" in shown.out
    assert "nagori group tune team --apply" in shown.out
    assert nagori("--json", "group", "settings", "team").json["own"] == {}

    applied = nagori("group", "tune", "team", "--apply")
    assert "Set for this group." in applied.out
    own = nagori("--json", "group", "settings", "team").json["own"]
    assert abs(own["user_continuity_weight"] - 0.3) < 0.05
    undo = applied.out.split("Undo it: nagori ")[1].split()
    assert nagori("--json", *undo).json["own"] == {}


def test_too_little_says_so(nagori: "Nagori") -> None:
    keep(simulated(5, PLANTED))

    assert "5 judged contexts are too few" in nagori("group", "tune", "team").out


def test_what_was_collected_is_written_as_training_data(nagori: "Nagori") -> None:
    keep(simulated(300, PLANTED))

    told = nagori("group", "export", "team", "--usage", "usage.jsonl")

    assert "300 records written to usage.jsonl" in told.out
    lines = [json.loads(line) for line in Path("usage.jsonl").read_text("utf-8").splitlines()]
    assert {line["type"] for line in lines} == {"context"}
    assert len({line["context_id"] for line in lines}) == 300
    assert lines[0]["relevance_scores"]
    assert nagori("--json", "group", "export", "nobody", "--usage", "x.jsonl").json["records"] == 0


def test_training_data_holds_the_messages_and_what_people_put_right(nagori: "Nagori") -> None:
    async def talk() -> tuple[str, str]:
        async with Library.open("nagori.db") as n:
            group = n.group("team")
            first = await group.hear("why does the wifi drop?", speaker="ann", external_id="om_1")
            second = await group.hear("it is the cake", speaker="bob", reply_to="om_1")
            await group.context(second)
            await group.correct(second.id, belongs_with=None)
            return first.id, second.id

    first, second = asyncio.run(talk())

    told = nagori("--json", "group", "export", "team", "--usage", "usage.jsonl").json

    assert (told["records"], told["messages"], told["corrections"]) == (1, 2, 1)
    lines = [json.loads(line) for line in Path("usage.jsonl").read_text("utf-8").splitlines()]
    assert [line["type"] for line in lines] == ["message", "message", "context", "correction"]
    assert [line["text"] for line in lines[:2]] == ["why does the wifi drop?", "it is the cake"]
    assert lines[2]["build"]["links"][second]["to"] == first
    assert lines[2]["context_message_ids"] == [first]
    assert (lines[3]["message_id"], lines[3]["belongs_with"]) == (second, None)
    spoken = nagori("group", "export", "team", "--usage", "again.jsonl").out
    assert "1 conversation put right is there too." in spoken


def test_a_history_is_brought_in(nagori: "Nagori") -> None:
    Path("log.txt").write_text("[12:00] <ann> the wifi drops\n[12:01] <bob> ann: restart it\n")

    assert "2 messages are here." in nagori("group", "import", "team", "log.txt").out
    Path("bad.txt").write_text("[12:00] <ann> hi\nwhat?\n")
    told = nagori("group", "import", "team", "bad.txt")
    assert (told.code, "line 2:" in told.out) == (1, True)
    assert nagori("group", "import", "team", "missing.txt").code == 2
