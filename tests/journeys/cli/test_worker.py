"""`nagori worker` as a process: it says what it does, does what waits, and stops cleanly."""

import asyncio
import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

from nagori import Nagori as Library
from nagori import Settings

if TYPE_CHECKING:
    from conftest import Nagori, Start


@pytest.fixture
def working(start: "Start") -> Iterator[Any]:
    """Starts a worker."""
    started: list[subprocess.Popen[str]] = []

    def call(*options: str) -> "subprocess.Popen[str]":
        started.append(start("worker", *options))
        return started[-1]

    yield call
    for process in started:
        process.kill()
        process.communicate()


def until(stream: IO[str], text: str) -> list[str]:
    """What is said up to a line with this text."""
    said: list[str] = []
    while not said or text not in said[-1]:
        line = stream.readline()
        assert line, said
        said.append(line.rstrip("\n"))
    return said


def leave_work(root: Path, file: Path) -> None:
    """Have a project analysed by whoever does it, which no short program does."""

    async def queue() -> None:
        settings = Settings.model_validate({"learn": {"enabled": False}})
        async with Library.open(file, settings=settings) as n:
            project = await n.projects.register(root)
            await n.project(project.key).analyse_later()

    asyncio.run(queue())


def test_it_says_what_waits_does_it_and_stops_when_told(
    working: Any, nagori: "Nagori", loans: Path, tmp_path: Path
) -> None:
    leave_work(loans, tmp_path / "nagori.db")
    assert nagori("--json", "project", "records").json["items"] == []

    worker = working()
    said = "\n".join(until(worker.stdout, "Ctrl-C stops it."))
    done = until(worker.stderr, "analysed a project")[-1]
    worker.send_signal(signal.SIGTERM)
    out, err = worker.communicate(timeout=30)

    assert said.startswith("Nagori works in the background")
    assert str(tmp_path / "nagori.db") in said
    assert "1 job" in said
    assert "analysed a project · project:loans · " in done
    assert (worker.returncode, out) == (0, "Stopped.\n")
    assert "Traceback" not in err
    assert "ANNUITY" in nagori("ask", "Which values does Kind have?").out


def test_a_program_gets_one_document_and_a_line_of_json_for_each_job(
    working: Any, loans: Path, tmp_path: Path
) -> None:
    leave_work(loans, tmp_path / "nagori.db")

    worker = working("--json")
    found = json.loads("\n".join([*until(worker.stdout, "given_up"), worker.stdout.readline()]))
    lines = until(worker.stderr, '"analyse"')
    worker.send_signal(signal.SIGINT)
    out, err = worker.communicate(timeout=30)

    assert found["file"] == str(tmp_path / "nagori.db")
    assert (found["model"], found["waiting"], found["given_up"]) == (
        "extractive",
        {"analyse": 1},
        {},
    )
    done = json.loads(lines[-1])
    assert done.keys() == {"at", "level", "event", "kind", "space", "key", "seconds"}
    assert (done["event"], done["key"]) == ("job_done", "project:loans")
    assert (worker.returncode, out) == (0, "")
    assert all(json.loads(line) for line in err.splitlines())


def test_on_a_damaged_database_it_ends_and_says_what_to_do(
    nagori: "Nagori", tmp_path: Path
) -> None:
    (tmp_path / "nagori.db").write_text("Dear diary, " * 100)

    told = nagori("worker")

    assert (told.code, told.out) == (1, "")
    assert "nagori doctor" in told.err.splitlines()[-1]
