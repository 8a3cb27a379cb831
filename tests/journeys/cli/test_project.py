from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Nagori


@pytest.fixture
def learned(nagori: "Nagori", loans: Path) -> Path:
    """A project that was learned about."""
    assert nagori("learn", str(loans)).code == 0
    return loans


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text("utf-8") + text, "utf-8")


# which project ----------------------------------------------------------------------------------


def test_before_anything_is_learned_every_command_says_what_to_do(nagori: "Nagori") -> None:
    listed = nagori("project", "list")
    assert "No project was learned about yet." in listed.out
    assert "nagori learn ." in listed.out
    assert nagori("--json", "project", "list").json == {"items": [], "next": None}
    for words in (["ask", "why?"], ["project", "status"], ["project", "records"]):
        told = nagori(*words)
        assert told.code == 1
        assert "nagori learn ." in told.err
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.usefixtures("learned")
def test_the_only_project_need_not_be_named(nagori: "Nagori") -> None:
    assert nagori("project", "status").out.startswith("loans")


def test_the_project_of_the_folder_is_meant_and_of_several_one_must_be_named(
    nagori: "Nagori", learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("MOST = 12\n", "utf-8")
    nagori("learn", "shop")

    unclear = nagori("project", "status")
    assert unclear.code == 2
    assert "loans, shop" in unclear.err
    assert nagori("project", "status", "shop").out.startswith("shop")
    assert nagori("project", "status", str(learned / "src")).out.startswith("loans")
    monkeypatch.chdir(learned / "src")
    assert nagori("project", "status", "--db", str(tmp_path / "nagori.db")).out.startswith("loans")


@pytest.mark.usefixtures("learned")
def test_an_unknown_project_is_told_with_what_to_do(nagori: "Nagori", tmp_path: Path) -> None:
    assert "nagori project list" in nagori("project", "status", "nope").err
    told = nagori("project", "status", str(tmp_path))
    assert told.code == 1
    assert f"nagori learn {tmp_path}" in told.err


# what is known ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("learned")
def test_the_list_and_the_status_tell_how_much_is_known(nagori: "Nagori") -> None:
    listed = nagori("project", "list").out
    told = nagori("project", "status").out

    assert listed.splitlines()[0].split()[:4] == ["project", "files", "lines", "records"]
    assert listed.splitlines()[1].split()[:3] == ["loans", "3", "11"]
    for part in ("made with  Python", "idle", "0 of 20 questions", "src/", "100 %"):
        assert part in told
    document = nagori("--json", "project", "status").json
    assert [row["folder"] for row in document["coverage"]] == ["", "src"]
    assert document["status"]["project"]["key"] == "loans"


def test_records_are_shown_by_file_and_one_with_its_lines(nagori: "Nagori", learned: Path) -> None:
    page = nagori("--json", "project", "records", "--path", "src").json
    kind = next(one for one in page["items"] if "Which values" in one["question"])

    assert "src/kinds.py:" in nagori("project", "records", "--limit", "50").out
    assert "No record fits." in nagori("project", "records", "--domain", "nothing").out
    one = nagori("project", "records", kind["id"]).out
    assert "`ANNUITY`" in one
    assert "src/kinds.py:5" in one
    assert "changed since" not in one
    (learned / "src" / "kinds.py").write_text("KIND = 3\n", "utf-8")
    assert "changed since" in nagori("project", "records", kind["id"]).out


@pytest.mark.usefixtures("learned")
def test_a_long_list_of_records_names_the_command_for_the_next_page(nagori: "Nagori") -> None:
    first = nagori("project", "records", "--limit", "2", "--path", "src")

    command = first.out.splitlines()[-1].removeprefix("More: nagori ").split()
    second = nagori(*command)

    assert second.code == 0
    assert first.out.splitlines()[0] not in second.out.splitlines()


@pytest.mark.usefixtures("learned")
def test_what_there_is_none_of_is_said_in_words(nagori: "Nagori") -> None:
    assert "Nothing failed." in nagori("project", "failures").out
    assert "没有失败过。" in nagori("project", "failures", "--lang", "zh").out
    assert "No record fits." in nagori("project", "records", "--stale").out


# asking -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("learned")
def test_an_answer_names_the_lines_that_show_it(nagori: "Nagori") -> None:
    told = nagori("ask", "Which values does Kind have?")

    assert told.code == 0
    assert "`ANNUITY`" in told.out
    assert "src/kinds.py:5" in told.out
    why = nagori("ask", "Which values does Kind have?", "--why").out
    assert "What it rests on" in why
    assert "100 % sure" in why
    document = nagori("--json", "ask", "Which values does Kind have?").json
    assert document["project"] == "loans"
    assert document["answer"]["citations"][0]["lines"]["path"] == "src/kinds.py"


def test_an_answer_that_rests_on_changed_lines_says_so(nagori: "Nagori", learned: Path) -> None:
    (learned / "src" / "kinds.py").write_text("# nothing is here\n" * 20, "utf-8")

    told = nagori("ask", "Which values does Kind have?", "--why").out

    assert "changed since" in told
    assert f"Bring them up to date: nagori learn {learned}" in told.replace("\n", " ")


# steering ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("learned")
def test_the_budget_is_shown_set_and_given_back(nagori: "Nagori") -> None:
    shown = nagori("project", "budget").out
    assert "questions  20" in shown
    assert "nagori project budget loans --questions 20" in shown
    assert "questions  3" in nagori("project", "budget", "--questions", "3", "--cost", "0.5").out
    document = nagori("--json", "project", "budget", "loans").json
    assert document["limits"]["cost_per_day"] == 0.5
    assert "questions  20" in nagori("project", "budget", "--questions", "usual").out
    wrong = nagori("project", "budget", "--tokens", "many")
    assert wrong.code == 2
    assert "usual" in wrong.err


@pytest.mark.usefixtures("learned")
def test_learning_is_paused_and_goes_on(nagori: "Nagori") -> None:
    assert "nagori project resume loans" in nagori("project", "pause").out
    assert "learning   paused" in nagori("project", "status").out
    assert nagori("project", "resume", "loans").code == 0
    assert "learning   on" in nagori("project", "status").out


@pytest.mark.usefixtures("learned")
def test_gaps_name_questions_and_domains_are_summed_up(nagori: "Nagori") -> None:
    assert "items" in nagori("--json", "project", "gaps").json
    assert "src" in nagori("project", "domains").out


def test_copies_lie_in_the_folder_and_are_brought_into_step(
    nagori: "Nagori", learned: Path
) -> None:
    copies = learned / ".nagori" / "memory" / "learning"
    first = next(copies.rglob("*.json"))
    first.unlink()

    assert "1 copy written." in nagori("project", "sync").out
    assert first.exists()
    assert "in step already" in nagori("project", "sync").out


def test_a_project_is_forgotten_with_its_copies_and_its_files_stay(
    nagori: "Nagori", learned: Path
) -> None:
    refused = nagori("project", "forget", "loans")
    assert refused.code == 2
    assert "--yes" in refused.err

    told = nagori("project", "forget", "loans", "--yes")

    assert told.code == 0
    assert "its own files are untouched" in told.out
    assert (learned / "src" / "kinds.py").exists()
    assert not (learned / ".nagori").exists()
    assert nagori("--json", "project", "list").json["items"] == []


@pytest.mark.usefixtures("learned")
def test_erasing_a_project_does_not_sound_as_if_its_files_were_gone(nagori: "Nagori") -> None:
    told = nagori("erase", "--project", "loans", "--yes")

    assert "what was known of 3 files" in told.out
    assert nagori("--json", "project", "list").json["items"] == []
