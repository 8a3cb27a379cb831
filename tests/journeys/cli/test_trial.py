"""Settings of all groups, their undoing, and trials, from the command line."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import SPACE
from nagori.testing.contract.trials import used
from nagori.values.group import UsageRecord
from nagori.values.times import utc_now

if TYPE_CHECKING:
    from conftest import Nagori

START = ("group", "trial", "start", "warmth", "--arm", "plain", "--arm", "warm:1:temperature=1.5")


def keep(records: list[UsageRecord]) -> None:
    async def work() -> None:
        store = SqliteStore(Path("nagori.db"))
        await store.open()
        await store.usage.add(SPACE, [replace(one, created_at=utc_now()) for one in records])
        await store.close()

    asyncio.run(work())


def judged(plain: int, warm: int, *, of: int = 100) -> list[UsageRecord]:
    """So many of the contexts of each arm went well."""
    return [
        used(f"{arm}-{number}", arm, "warmth", success=float(number < well))
        for arm, well in (("plain", plain), ("warm", warm))
        for number in range(of)
    ]


def test_settings_of_all_groups_are_shown_set_and_undone(nagori: "Nagori") -> None:
    told = nagori("group", "settings", "--all", "--set", "temperature=0.2")

    assert "temperature = 0.2 *" in told.out
    assert "* set for all groups" in told.out
    nagori("group", "settings", "team", "--set", "max_context_messages=5")
    team = nagori("--json", "group", "settings", "team").json
    assert (team["settings"]["temperature"], team["own"]) == (0.2, {"max_context_messages": 5})
    assert nagori("--json", "group", "undo", "--all").json["own"] == {}
    assert "max_context_messages = 20\n" in nagori("group", "undo", "team").out
    none_left = nagori("group", "undo", "team")
    assert (none_left.code, "left to undo" in none_left.err) == (1, True)


def test_either_a_group_or_all_of_them_are_named(nagori: "Nagori") -> None:
    for command in ("settings", "undo"):
        for words in ((), ("team", "--all")):
            told = nagori("group", command, *words)
            assert (told.code, "--all" in told.err) == (2, True)


def test_a_trial_is_started_looked_at_adopted_and_undone(nagori: "Nagori") -> None:
    assert nagori("group", "trial", "list").out == "No trials yet.\n"
    started = nagori(*START)
    assert "warmth  plain, warm · by message · runs since" in started.out
    assert "nagori group trial show warmth" in started.out
    keep(judged(40, 80))

    shown = nagori("group", "trial", "show", "warmth")
    lines = shown.out.splitlines()
    assert lines[1].split()[:3] == ["arm", "contexts", "judged"]
    assert lines[2].split()[:5] == ["plain", "100", "100", "40", "%"]
    assert "warm does better than plain: +40 points of success (+2" in shown.out
    assert "nagori group trial adopt warmth warm" in shown.out

    adopted = nagori("group", "trial", "adopt", "warmth", "warm")
    assert "What warm sets holds in all groups now." in adopted.out
    assert nagori("--json", "group", "settings", "--all").json["own"] == {"temperature": 1.5}
    assert "warmth  plain, warm · by message · ended" in nagori("group", "trial", "list").out
    assert "warm does better than plain" in nagori("group", "trial", "show", "warmth").out
    undo = adopted.out.split("Undo it: nagori ")[1].split()
    assert nagori("--json", *undo).json["own"] == {}


def test_what_a_trial_shows_is_one_document(nagori: "Nagori") -> None:
    nagori(*START, "--by", "group")
    keep(judged(1, 1, of=2))

    shown = nagori("--json", "group", "trial", "show", "warmth").json

    assert shown["trial"]["by"] == "group"
    assert shown["trial"]["arms"][1] == {
        "name": "warm",
        "settings": {"temperature": 1.5},
        "share": 1.0,
    }
    assert [arm["judged"] for arm in shown["outcome"]["arms"]] == [2, 2]
    assert shown["outcome"]["comparisons"][0]["verdict"] == "too few judged"
    assert "too few contexts were judged" in nagori("group", "trial", "show", "warmth").out
    assert nagori("--json", "group", "trial", "end", "warmth").json["ended_at"]
    assert nagori("--json", "group", "settings", "--all").json["own"] == {}


def test_no_sure_difference_is_told_in_both_languages(nagori: "Nagori") -> None:
    nagori(*START)
    keep(judged(50, 52))

    assert "no sure difference, +2 points" in nagori("group", "trial", "show", "warmth").out
    chinese = nagori("--lang", "zh", "group", "trial", "show", "warmth").out
    assert "warm 与 plain 没有可靠的差别：成功 +2 个百分点" in chinese


def test_arms_come_from_a_file(nagori: "Nagori") -> None:
    arms = [{"name": "a"}, {"name": "b", "share": 0.5, "settings": {"persona": "短，好吗"}}]
    Path("arms.json").write_text(json.dumps(arms), "utf-8")

    started = nagori("--json", "group", "trial", "start", "x", "--file", "arms.json").json

    assert started["arms"] == [
        {"name": "a", "settings": {}, "share": 1.0},
        {"name": "b", "settings": {"persona": "短，好吗"}, "share": 0.5},
    ]


def test_what_can_not_be_tried_is_told(nagori: "Nagori") -> None:
    nagori(*START)
    Path("bad.json").write_text("{", "utf-8")
    Path("odd.json").write_text('["a", "b"]', "utf-8")
    start = ("group", "trial", "start", "other")
    for words, code, told in (
        ((*START,), 1, "another name"),
        ((*start, "--arm", "a", "--arm", "b:1:temperature=2"), 1, "'warmth' runs"),
        ((*start, "--arm", "a"), 2, "2 to 10"),
        ((*start, "--arm", "a", "--arm", "b:much:persona=x"), 2, "number over 0"),
        ((*start, "--arm", "a", "--arm", "b:1:persona"), 2, "NAME=VALUE"),
        ((*start, "--arm", "a", "--arm", "b:1:bot=x"), 2, "same in every arm"),
        ((*start,), 2, "--file"),
        ((*start, "--file", "bad.json"), 2, "no JSON"),
        ((*start, "--file", "odd.json"), 2, "settings"),
        ((*start, "--file", "missing.json"), 1, "missing.json"),
        (("group", "trial", "show", "nothing"), 1, "no trial nothing; nagori group trial list"),
        (("group", "trial", "adopt", "warmth", "nothing"), 1, "no arm nothing"),
    ):
        answer = nagori(*words)
        assert (answer.code, told in answer.err) == (code, True), (words, answer)
    assert len(nagori("--json", "group", "trial", "list").json["items"]) == 1
