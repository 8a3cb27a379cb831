import subprocess
import sys
from pathlib import Path

import pytest

ACTS = {
    "connect": "import socket; socket.socket().connect(('127.0.0.1', 9))",
    "resolve": "import socket; socket.getaddrinfo('localhost', 80)",
    "start a program": "import subprocess; subprocess.run(['true'])",
    "start a shell": "import os; os.system('true')",
    "write a file": "open('written', 'w')",
    "make a folder": "import os; os.mkdir('made')",
    "remove a file": "import os; os.remove('kept')",
    "make a temporary file": "import tempfile; tempfile.mkstemp(dir='.')",
    "end a process": "import os, signal; os.kill(os.getppid(), 0)",
}


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("act", ACTS)
def test_a_confined_process_does_nothing_to_the_world(act: str, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("words")
    confined = "from nagori.documents.confine import refuse_the_world; refuse_the_world();"

    done = run(confined + ACTS[act], tmp_path)

    assert "PermissionError: a reader of documents may not" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_confined_process_reads_files_and_imports(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("words")
    code = (
        "from nagori.documents.confine import refuse_the_world; refuse_the_world();"
        "import pypdf, zipfile, csv; print(open('kept').read())"
    )

    assert run(code, tmp_path).stdout == "words\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only there memory has a limit")
def test_memory_beyond_the_limit_is_refused_and_below_it_is_given(tmp_path: Path) -> None:
    code = (
        "from nagori.documents.confine import confine; confine(memory_mb=50, cpu_seconds=60);"
        "bytearray(40_000_000); print('enough'); bytearray(80_000_000)"
    )

    done = run(code, tmp_path)

    assert done.stdout == "enough\n"
    assert "MemoryError" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_time_beyond_the_limit_ends_the_process(tmp_path: Path) -> None:
    code = "from nagori.documents.confine import confine; confine(memory_mb=50, cpu_seconds=1)\n"

    done = run(code + "while True: pass", tmp_path)

    assert done.returncode < 0
