"""`nagori serve` as a process: it says where it is, answers, and stops cleanly."""

import json
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from nagori.testing.model_server import ModelServer

if TYPE_CHECKING:
    from conftest import Nagori, Start


@pytest.fixture
def serving(start: "Start") -> Iterator[Any]:
    """Starts a server on a free port; gives the process and what it said when it was ready."""
    started: list[subprocess.Popen[str]] = []

    def call(*options: str, last: str = "Ctrl-C stops it.") -> tuple[Any, list[str]]:
        process = start("serve", "--port", "0", *options)
        started.append(process)
        assert process.stdout
        said: list[str] = []
        while not said or said[-1] != last:
            line = process.stdout.readline()
            assert line, process.communicate()
            said.append(line.rstrip("\n"))
        return process, said

    yield call
    for process in started:
        process.kill()
        process.communicate()


def ended(process: "subprocess.Popen[str]", number: int = signal.SIGINT) -> tuple[str, str]:
    process.send_signal(number)
    return process.communicate(timeout=30)


def get(url: str, **headers: str) -> Any:
    request = urllib.request.Request(url, headers=headers)  # noqa: S310  # our own server
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310  # the same
        return json.load(answer)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_what_answers_and_stops_when_told(
    serving: Any, number: int
) -> None:
    process, said = serving()
    url = said[0].removeprefix("Nagori listens at ")
    told = "\n".join(said)

    assert url.startswith("http://127.0.0.1:")
    assert "nagori.db, made just now" in told
    assert "answers are quotes from memory" in told
    assert "recall goes by words" in told
    assert f"{url}/v1" in told
    assert f"{url}/mcp" in told
    assert get(f"{url}/readyz")["store"] == "ready"
    out, err = ended(process, number)
    assert (process.returncode, out) == (0, "Stopped.\n")
    assert "Traceback" not in err


def test_what_is_asked_over_http_is_there_for_other_commands(
    serving: Any, nagori: "Nagori", model: ModelServer
) -> None:
    nagori("remember", "prefers tea", "--user", "me")
    process, said = serving()
    url = said[0].split()[-1]

    assert "openai:loopback" in "\n".join(said)
    assert get(f"{url}/api/memories")["items"][0]["text"] == "prefers tea"
    assert nagori("remember", "prefers green tea", "--user", "me").code == 0
    assert len(get(f"{url}/api/memories")["items"]) == 2
    _, err = ended(process)
    assert "prefers" not in err


def test_a_program_gets_one_document_and_logs_as_json(serving: Any) -> None:
    process, said = serving("--json", last="}")
    found = json.loads("\n".join(said))

    assert get(f"{found['url']}/livez")
    assert (found["model"], found["embedder"], found["store"]) == ("extractive", None, "ready")
    out, err = ended(process)
    assert out == ""
    assert all(json.loads(line) for line in err.splitlines())


def test_beyond_this_machine_it_needs_a_key(start: "Start", nagori: "Nagori", serving: Any) -> None:
    refused = start("serve", "--host", "0.0.0.0", "--port", "0")  # noqa: S104  # what is tested
    out, err = refused.communicate(timeout=60)

    assert (refused.returncode, out) == (2, "")
    assert "nagori keys add" in err

    secret = nagori("--json", "keys", "add", "phone", "--user", "carla").json["secret"]
    _, said = serving("--host", "0.0.0.0")  # noqa: S104  # what is tested
    port = said[0].rpartition(":")[2]
    listed = get(f"http://127.0.0.1:{port}/api/memories", Authorization=f"Bearer {secret}")
    assert listed["items"] == []


def test_a_port_that_is_taken_is_told_in_one_line(start: "Start") -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = start("serve", "--port", port)
        out, err = refused.communicate(timeout=60)

    assert (refused.returncode, out) == (2, "")
    assert port in err
    assert err.count("\n") == 1


def test_a_port_that_can_not_be_is_wrong_use(nagori: "Nagori") -> None:
    assert nagori("serve", "--port", "70000").code == 2


def test_a_damaged_store_is_said_and_it_answers_all_the_same(serving: Any, tmp_path: Any) -> None:
    (tmp_path / "nagori.db").write_text("Dear diary, " * 100)

    process, said = serving()

    assert "nagori doctor" in "\n".join(said)
    assert get(f"{said[0].split()[-1]}/livez")
    ended(process)
    assert process.returncode == 0
