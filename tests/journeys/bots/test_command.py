"""`nagori bots` as a process: it says where events come in, answers, and stops cleanly."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from nagori.cli.app import run
from nagori.testing.feishu_server import (
    APP_ID,
    APP_SECRET,
    BOT,
    ENCRYPT_KEY,
    VERIFICATION_TOKEN,
    FeishuServer,
    message_event,
    sealed,
    signed,
)
from nagori.testing.onebot_program import TOKEN, OneBotProgram
from nagori.testing.onebot_program import message_event as onebot_event


@pytest.fixture
def environment(tmp_path: Path, feishu: FeishuServer) -> dict[str, str]:
    return {
        **os.environ,  # noqa: TID251  # to pass it on
        "NAGORI_LANG": "en",
        "NAGORI_EMBEDDING__TYPE": "none",
        "NAGORI_MODELS__CHAT__TYPE": "extractive",
        "NAGORI_BOTS__LARK__APP_ID": APP_ID,
        "NAGORI_BOTS__LARK__APP_SECRET": APP_SECRET,
        "NAGORI_BOTS__LARK__ENCRYPT_KEY": ENCRYPT_KEY,
        "NAGORI_BOTS__LARK__VERIFICATION_TOKEN": VERIFICATION_TOKEN,
        "NAGORI_BOTS__LARK__BASE_URL": feishu.url,
        "PYTHONIOENCODING": "utf-8",
    }


async def test_it_says_where_events_come_in_and_answers_and_stops_when_told(
    tmp_path: Path, feishu: FeishuServer, environment: dict[str, str]
) -> None:
    command = ("bots", "lark", "--db", str(tmp_path / "a.db"), "--port", "0", "--json")
    process = subprocess.Popen(  # noqa: S603, ASYNC220  # our own program
        [sys.executable, "-m", "nagori.cli.main", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        said = ""
        while not said.rstrip().endswith("}"):
            line = await asyncio.to_thread(process.stdout.readline)
            assert line, process.communicate()
            said += line
        told = json.loads(said)
        assert (told["platform"], told["name"], told["store"]) == ("lark", "Nagori", "ready")

        asked = message_event("@Nagori hello", id="1", mentions={BOT: "Nagori"})
        content, headers = signed(sealed(asked))
        async with httpx2.AsyncClient() as http:
            response = await http.post(told["url"], content=content, headers=headers)
        assert response.status_code == 200
        assert await asyncio.to_thread(feishu.wait_for, lambda f: bool(f.cards))
        process.send_signal(signal.SIGTERM)
        _, err = await asyncio.to_thread(process.communicate, timeout=20)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    assert "Traceback" not in err
    assert "hello" not in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_onebot_says_what_to_enter_and_answers_and_stops_when_told(
    tmp_path: Path, environment: dict[str, str], number: signal.Signals
) -> None:
    environment |= {"NAGORI_BOTS__ONEBOT__ACCESS_TOKEN": TOKEN, "COLUMNS": "200"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "nagori.cli.main", "bots", "onebot"),
        *("--db", str(tmp_path / "a.db"), "--port", "0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    program = OneBotProgram()
    try:
        assert process.stdout is not None
        async with asyncio.timeout(60):
            head = (await process.stdout.readline()).decode()
        found = re.search(r"ws://127\.0\.0\.1:\d+/onebot/v11/ws", head)
        assert found, head
        async with program.connected(found[0]):
            await program.until(lambda: bool(program.wires))
            await program.tell(onebot_event("[CQ:at,qq=10001] hello", id=1))
            await program.until(lambda: len(program.sent) == 1)
            process.send_signal(number)
            async with asyncio.timeout(20):
                out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    assert "reverse WebSocket" in out.decode()
    assert "Traceback" not in err.decode()
    assert TOKEN not in (out + err).decode()


@pytest.mark.parametrize(
    ("command", "variable"),
    [("lark", "NAGORI_BOTS__LARK__APP_ID"), ("onebot", "NAGORI_BOTS__ONEBOT__ACCESS_TOKEN")],
)
def test_what_is_not_set_is_told_in_one_line_and_nothing_is_made(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    variable: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NAGORI_LANG", "en")

    assert run(["bots", command, "--db", "a.db"]) == 2

    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert variable in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("lang", "word"), [("en", "Encryption Strategy"), ("zh", "加密策略")])
def test_the_help_says_where_things_are_found(
    capsys: pytest.CaptureFixture[str], lang: str, word: str
) -> None:
    assert run(["--lang", lang, "bots", "lark", "--help"]) == 0

    assert word in capsys.readouterr().out
