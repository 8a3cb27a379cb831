"""Making the file: whole or not at all, whoever else is at it."""

import asyncio
import subprocess
import sys
from pathlib import Path

from nagori.store.sqlite.health import inspect
from nagori.store.sqlite.lock import was_marked
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, a_memory

_CREATE = """
import os, signal, sys, threading, time
from pathlib import Path
from nagori.store.sqlite.migrate import create
from nagori.store.sqlite.engine import Engine

def die(after):
    time.sleep(after)
    os.kill(os.getpid(), signal.SIGKILL)

for line in sys.stdin:
    path, after = line.split()
    if os.fork() == 0:
        threading.Thread(target=die, args=(float(after),), daemon=True).start()
        Engine(Path(path), readers=1, busy_timeout_s=5.0)._open()
        time.sleep(1)
    os.wait()
    print("dead", flush=True)
"""


async def test_a_crash_while_the_file_is_made_leaves_none_or_a_whole_one(tmp_path: Path) -> None:
    """Killed at later and later moments, until some came after the last byte."""
    made: list[Path] = []
    paths: list[Path] = []
    with subprocess.Popen(
        [sys.executable, "-c", _CREATE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while len(made) < 3 and len(paths) < 150:
            path = tmp_path / f"{len(paths)}" / "memory.db"
            process.stdin.write(f"{path} {len(paths) * 0.002:.5f}\n")
            process.stdin.flush()
            assert process.stdout.readline() == "dead\n"
            assert inspect(path).problem is None
            assert path.exists() or not was_marked(path)
            paths.append(path)
            if path.exists():
                made.append(path)
        process.stdin.close()
    assert made

    for path in [*paths[::8], *made]:
        store = SqliteStore(path)
        await store.open()
        await store.memories.put([a_memory()], embedder=HASHED, now=NOW)
        await store.close()
        assert store.reason == ""
        assert {p.name for p in path.parent.iterdir()} == {
            "memory.db",
            "memory.db.lock",
            "memory.db.gate",
        }


async def test_many_that_make_the_same_file_at_once_agree(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "memory.db") for _ in range(8)]

    await asyncio.gather(*(store.open() for store in stores))

    assert {store.state for store in stores} == {"ready"}
    for n, store in enumerate(stores):
        await store.memories.put([a_memory(f"fact {n}")], embedder=HASHED, now=NOW)
    page = await stores[0].memories.page("default", None, tags=["manual"])
    assert len(page) == 8
    for store in stores:
        await store.close()
