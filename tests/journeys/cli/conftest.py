import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from nagori.cli.app import run


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
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
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
