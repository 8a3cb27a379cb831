from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Nagori, Terminals
    from nagori.testing.model_server import ModelServer

pytestmark = pytest.mark.usefixtures("loans")


def test_learning_tells_what_was_read_what_is_known_and_what_was_left_out(
    nagori: "Nagori",
) -> None:
    told = nagori("learn", "loans")

    assert told.code == 0
    for part in ("made with", "Python", "files", "records", "structure", "left out"):
        assert part in told.out
    assert "1 may hold secrets: .env" in told.out
    assert "1 binary: logo.png" in told.out
    assert 'nagori ask "How is it started?" --project loans' in told.out
    assert "hunter2" not in told.out


def test_a_second_run_says_that_nothing_changed_and_a_third_what_did(
    nagori: "Nagori", loans: Path
) -> None:
    nagori("learn", "loans")

    again = nagori("learn", "loans")
    with (loans / "src" / "kinds.py").open("a") as file:
        file.write('    BULLET = "bullet"\n')
    changed = nagori("learn", "loans")

    assert "Nothing changed in loans" in again.out
    assert "made with" not in again.out
    assert "1 new or changed" in changed.out
    assert "new or renewed" in changed.out


def test_learning_as_json_is_one_document(nagori: "Nagori") -> None:
    told = nagori("--json", "learn", "loans", "--key", "bank").json

    assert told["project"]["key"] == "bank"
    assert told["records"] == sum(told["kinds"].values()) == told["project"]["records"] > 3
    assert next(iter(told["languages"])) == "python"
    assert {"reason": "may hold secrets", "paths": [".env"]} in told["left_out"]
    assert told["rounds"] == []


def test_learning_speaks_chinese(nagori: "Nagori") -> None:
    told = nagori("learn", "loans", "--lang", "zh")

    assert "可能有密钥 1 个：.env" in told.out
    assert 'nagori ask "怎么启动？" --project loans' in told.out
    assert "没有变化" in nagori("learn", "loans", "--lang", "zh").out


@pytest.mark.parametrize("path", ["nowhere", "loans/README.md", "/proc"])
def test_what_is_no_folder_of_a_project_is_refused_before_a_database_is_made(
    nagori: "Nagori", path: str, tmp_path: Path
) -> None:
    told = nagori("learn", path)

    assert told.code != 0
    assert told.err.startswith("nagori: ")
    assert not (tmp_path / "nagori.db").exists()


def add_errors(loans: Path) -> None:
    """Files that share an error, which nothing tells of as a whole."""
    (loans / "src" / "errors.py").write_text("class LoanError(Exception): ...\n", "utf-8")
    for name in ("plan", "rate"):
        (loans / "src" / f"{name}.py").write_text(
            "from errors import LoanError\n\n\n"
            f'def {name}() -> None:\n    raise LoanError("no {name}")\n',
            "utf-8",
        )


def test_rounds_are_told_as_they_go_with_what_was_learned(nagori: "Nagori", loans: Path) -> None:
    add_errors(loans)

    told = nagori("learn", "loans", "--rounds", "1")

    assert told.code == 0
    assert "Round 1 of 1" in told.out
    assert "asks: " in told.out
    assert "learned: " in told.out
    assert "1 of 1 round learned something: 1 record." in told.out


def test_rounds_are_part_of_the_document(nagori: "Nagori", loans: Path) -> None:
    add_errors(loans)

    told = nagori("--json", "learn", "loans", "--rounds", "1").json

    assert [round["state"] for round in told["rounds"]] == ["done"]
    assert told["rounds"][0]["record_ids"]


def test_when_nothing_is_left_to_ask_no_round_is_done(nagori: "Nagori") -> None:
    told = nagori("learn", "loans", "--rounds", "2")

    assert "There is nothing left that it knows to ask." in told.out
    assert "Round 2" not in told.out


def test_rounds_end_when_what_may_be_spent_in_a_day_is_spent(
    nagori: "Nagori", loans: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_errors(loans)
    monkeypatch.setenv("NAGORI_LEARN__QUESTIONS_PER_DAY", "0")

    told = nagori("learn", "loans", "--rounds", "2")

    assert "Round 2" not in told.out
    assert "nagori project budget loans" in told.out


def test_a_person_who_stops_it_is_told_that_what_was_learned_is_kept(
    nagori: "Nagori", terminal: "Terminals", model: "ModelServer"
) -> None:
    model.fault = "hang"
    learning = terminal("learn", "loans", "--rounds", "3")
    learning.until("Reading files")
    learning.until("Round 1 of 3")

    assert learning.interrupt() == 130

    learning.until("Stopped. What was learned is kept; run the same command again to go on.")
    assert nagori("--json", "project", "list").json["items"][0]["records"] > 3
