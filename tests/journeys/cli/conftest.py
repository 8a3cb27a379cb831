import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from nagori.cli.app import run
from nagori.testing.model_server import SECRET, ModelServer


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Nagori = Callable[..., Answer]
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder, English, 80 columns, and no embedder: it takes a while to load."""
    monkeypatch.chdir(tmp_path)
    shell = ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR")
    keys = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GEMINI_API_KEY", "ANTHROPIC_API_KEY")
    for name in (*shell, *keys, "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NAGORI_LANG", "en")
    monkeypatch.setenv("NAGORI_EMBEDDING__TYPE", "none")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def nagori(capsys: pytest.CaptureFixture[str]) -> Nagori:
    """Runs a command in this process."""

    def call(*args: str) -> Answer:
        code = run(args)
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return call


@pytest.fixture
def start() -> Start:
    """Starts a command in a process of its own."""

    def call(*args: str, **more: Any) -> "subprocess.Popen[str]":
        return subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-m", "nagori.cli.main", *args],
            stdin=more.pop("stdin", subprocess.PIPE),
            stdout=more.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **more},  # noqa: TID251  # to pass it on
        )

    return call


Terminals = Callable[..., "Terminal"]

_CODES = re.compile("\x1b\\[[0-9;?]*([a-zA-Z]|$)|\x1b$|\r")


class Terminal:
    """A command that a person watches and types to."""

    def __init__(self, *args: str, **env: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.process = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-m", "nagori.cli.main", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", **env},  # noqa: TID251  # to pass it on
        )
        os.close(slave)
        self._shown = b""
        self._told = 0

    @property
    def seen(self) -> str:
        """All that was shown, without colours."""
        return _CODES.sub("", self._shown.decode("utf-8", "ignore"))

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def until(self, text: str, *, within_s: float = 40.0) -> str:
        """What is shown up to a text that was not told before."""
        end = time.monotonic() + within_s
        while (at := self.seen.find(text, self._told)) < 0:
            assert time.monotonic() < end, f"no {text!r} in {self.seen[self._told :]!r}"
            assert self._read(), f"it ended without {text!r}: {self.seen[self._told :]!r}"
        shown, self._told = self.seen[self._told : at + len(text)], at + len(text)
        return shown

    def end(self, *, within_s: float = 40.0) -> int:
        """The exit code, once it ended by itself."""
        end = time.monotonic() + within_s
        while self._read():
            assert time.monotonic() < end, f"it goes on: {self.seen[self._told :]!r}"
        return self.process.wait(within_s)

    def interrupt(self) -> int:
        """The exit code after Ctrl-C at the prompt.

        It is pressed again when nothing happens: one that comes after the prompt is drawn and
        before readline listens is seen at the next key only.
        """
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            with suppress(AssertionError):
                return self.end(within_s=4)
        raise AssertionError("Ctrl-C does not end it")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _read(self) -> bool:
        if select.select([self._master], [], [], 0.1)[0]:
            try:
                more = os.read(self._master, 65536)
            except OSError:  # the other side is closed
                return False
            self._shown += more
            return bool(more)
        return True


@pytest.fixture
def terminal() -> Iterator[Terminals]:
    """Starts a command in a terminal of 80 columns."""
    opened: list[Terminal] = []

    def open(*args: str, **env: str) -> Terminal:
        opened.append(Terminal(*args, **env))
        return opened[-1]

    yield open
    for one in opened:
        one.close()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A language model on loopback that all commands of the test use."""
    with ModelServer("Tea, as always.") as server:
        monkeypatch.setenv("NAGORI_MODELS__CHAT__TYPE", "openai")
        monkeypatch.setenv("NAGORI_MODELS__CHAT__ENDPOINT", f"{server.url}/v1")
        monkeypatch.setenv("NAGORI_MODELS__CHAT__API_KEY", SECRET)
        monkeypatch.setenv("NAGORI_MODELS__CHAT__MODEL", "loopback")
        monkeypatch.setenv("NAGORI_MODELS__TITLE__TYPE", "extractive")  # titles by rule
        yield server


KINDS = '''"""Kinds of repayment."""
from enum import Enum


class Kind(Enum):
    """How a loan is paid back."""

    ANNUITY = "annuity"
    LINEAR = "linear"
'''


@pytest.fixture
def loans(tmp_path: Path) -> Path:
    """A small project in a folder of its own."""
    root = tmp_path / "loans"
    (root / "src").mkdir(parents=True)
    (root / "src" / "kinds.py").write_text(KINDS, "utf-8")
    (root / "README.md").write_text("# Loans\nHow loans are paid back.\n", "utf-8")
    (root / ".env").write_text("PASSWORD=hunter2\n", "utf-8")
    (root / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return root
