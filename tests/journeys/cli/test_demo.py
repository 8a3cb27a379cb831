from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Nagori


ANSWERS = ("Porto", "花生", "French", "面馆", None, "六点四十")


@pytest.fixture(autouse=True)
def with_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAGORI_EMBEDDING__TYPE", "local")


def test_the_tour_answers_its_questions_and_leaves_nothing_behind(nagori: "Nagori") -> None:
    shown = nagori("demo", "--json").json

    for answer, found in zip(ANSWERS, shown["answers"], strict=True):
        texts = [item["text"] for item in found["items"]]
        assert texts == [] if answer is None else answer in texts[0], found["query"]
    assert shown["answers"][-1]["near_misses"][0]["rule"] == "echo"
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Nearly, but not used"), ("zh", "差一点，没用上")]
)
def test_the_tour_tells_why(nagori: "Nagori", lang: str, said: str) -> None:
    told = nagori("demo", "--lang", lang)

    assert told.code == 0
    assert said in told.out
    assert "nagori remember" in told.out
    assert "\x1b" not in told.out


def test_the_tour_in_a_database_can_be_gone_on_with(nagori: "Nagori") -> None:
    nagori("demo", "--db", "demo.db")
    told = nagori("demo", "--db", "demo.db")

    assert "nagori --db demo.db --space demo list --group friends" in told.out
    kept = nagori("--json", "--db", "demo.db", "--space", "demo", "list").json["items"]
    assert len(kept) == 4
    assert nagori("--json", "--db", "demo.db", "list").json["items"] == []
