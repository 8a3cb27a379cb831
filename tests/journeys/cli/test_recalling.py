import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Nagori


FACTS = (
    "Carla works at a bakery in Porto.",
    "右膝下午容易累，走不了远路。",
    "Prefers slow mornings; no alarm on trips.",
    "Bought hiking boots on sale.",
)


@pytest.fixture
def carla(nagori: "Nagori", monkeypatch: pytest.MonkeyPatch) -> "Nagori":
    monkeypatch.setenv("NAGORI_EMBEDDING__TYPE", "local")
    records = [{"text": fact, "timestamp": 1_790_000_000} for fact in FACTS]
    Path("facts.json").write_text(json.dumps(records), "utf-8")
    nagori("import", "facts.json", "--user", "carla")
    nagori("remember", "Happy to help with the bakery!", "--user", "carla", "--tag", "ai_output")
    return nagori


def test_questions_are_answered_across_languages_and_explained(carla: "Nagori") -> None:
    found = carla("--json", "recall", "她的膝盖怎么样？", "--user", "carla").json
    crossing = carla("--json", "recall", "which knee gets tired?", "--user", "carla").json

    assert found["items"][0]["text"] == FACTS[1]
    assert crossing["items"][0]["text"] == FACTS[1]
    assert crossing["items"][0]["why"]["arm"] == "vector"

    told = carla("recall", "work at the bakery", "--user", "carla", "--why", "--profile", "chat")
    lines = told.out.splitlines()
    assert lines[0] == "For “work at the bakery”"
    assert lines[2].split() == ["score", "meaning", "words", "recent"]
    assert lines[3].split()[0] == "1"
    assert FACTS[0] in lines[3]
    assert "assistant's own words" in told.out
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in told.out


def test_a_plain_recall_is_a_short_list(nagori: "Nagori") -> None:
    nagori("remember", FACTS[0], "--user", "carla")

    lines = nagori("recall", "bakery", "--user", "carla").out.splitlines()

    assert lines[0] == f"1  {FACTS[0]}"
    assert "manual" in lines[1]
    assert lines[2] == "No embedder is set up, so only words were compared."


def test_nothing_remembered_and_nothing_that_fits_are_told_apart(nagori: "Nagori") -> None:
    nagori("remember", FACTS[0], "--user", "carla")
    told = nagori("recall", "zzz", "--user", "carla", "--profile", "chat").out

    assert "Nothing remembered yet for lin." in nagori("recall", "bakery", "--user", "lin").out
    assert "Nothing remembered answers this." in told
    assert "--user NAME" in nagori("recall", "zzz").out


def test_choices_reach_the_library(nagori: "Nagori") -> None:
    nagori("remember", "the bakery opens at six", "--user", "carla", "--tag", "summary")
    nagori("remember", "the bakery is closed", "--user", "carla", "--at", "2026-03-01")
    ask = ("--json", "recall", "bakery", "--user", "carla")

    assert len(nagori(*ask).json["items"]) == 2
    assert len(nagori(*ask, "--limit", "1").json["items"]) == 1
    assert len(nagori(*ask, "--tag", "summary").json["items"]) == 1
    assert nagori(*ask, "--kind", "message").json["items"] == []
    assert nagori(*ask, "--mode", "lexical").json["settings"]["mode"] == "lexical"
    assert len(nagori(*ask, "--as-of", "2026-03-01").json["items"]) == 1
