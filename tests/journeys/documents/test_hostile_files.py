"""Files that were made to do harm: each ends with a clear error or harmlessly, within limits."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from tests.fixtures import reading
from tests.fixtures.hostile_files import FILES, Hostile

MEMORY_MB = 512
CPU_SECONDS = 20
SECONDS = 120.0  # of a machine that does other things as well
GROWTH_MB = 60
"""How much a program that has a document read may grow by it; 16 MB of text are allowed."""


def read(file: Hostile) -> dict[str, Any]:
    limits = {"seconds": SECONDS, "cpu_seconds": CPU_SECONDS, "memory_mb": MEMORY_MB}
    order = json.dumps({"name": file.name, "limits": limits})
    done = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, reading.__file__, order],
        input=file.make(),
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_costs_one_clear_error_at_most(name: str) -> None:
    file = FILES[name]

    told = read(file)

    if file.problem is None:
        assert told["problem"] is None
        assert told["blocks"] >= 1
        assert told["text"].strip()
        assert "root:" not in told["text"]  # nothing of this machine
    else:
        assert re.search(file.problem, told["problem"] or "")
        assert "Error" not in told["problem"]  # words, not the name of an exception
    assert told["seconds"] < SECONDS
    assert told["cpu_seconds"] < CPU_SECONDS + 2
    assert told["child_mb"] < MEMORY_MB + 60
    assert told["grown_mb"] < GROWTH_MB


def test_there_are_many_of_them() -> None:
    assert len(FILES) >= 80
