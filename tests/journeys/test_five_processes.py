"""Five processes write and read one file at once: nothing is lost, nobody waits for long."""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from nagori.app import Nagori
from nagori.config import Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, DIMS, SPACE, a_query
from nagori.testing.embedders import HashedEmbedder
from nagori.values.memory import TAGS
from nagori.values.passage import Scores

PROCESSES = 5
SECONDS = 6.0
SHARED = "everybody says that the tea is ready"
QUERY = "tea of process 3"

_WORKER = """
import asyncio, hashlib, json, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_five_processes import work
print(json.dumps(asyncio.run(work(Path(sys.argv[2]), int(sys.argv[3])))), flush=True)
"""


def nagori(store: SqliteStore) -> Nagori:
    return Nagori(store, GuardedEmbedder(HashedEmbedder(DIMS)), settings=Settings())


def digest(scores: Scores) -> list[list[float]]:
    """Scores as plain numbers, to be compared between processes."""
    return [
        scores.passage.tolist(),
        scores.cosine.tolist(),
        scores.bm25.tolist(),
        [scores.bm25_ideal],
    ]


async def score(store: SqliteStore) -> list[list[float]]:
    # Asked at an hour that comes after every write of the test.
    query = a_query(QUERY, scopes=[CARLA], now=a_query().now.replace(year=2999))
    return digest(await store.passages.score(query))


async def work(path: Path, number: int) -> dict[str, Any]:
    """One process: write its own facts and the shared one, and look for them at once."""
    store = SqliteStore(path)
    await store.open()
    n = nagori(store)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    end = time.monotonic() + SECONDS
    told: list[str] = []
    errors: list[str] = []
    sayings, recalls, longest = 0, 0, 0.0
    while time.monotonic() < end:
        started = time.perf_counter()
        try:
            text = f"process {number} keeps fact w{number}x{len(told)} about tea"
            memory = await n.remember(text, user="carla")
            told.append(memory.id)
            longest = max(longest, time.perf_counter() - started)
            if len(told) % 3 == 0:
                started = time.perf_counter()
                await n.remember(SHARED, user="carla")
                sayings += 1
                longest = max(longest, time.perf_counter() - started)
            if len(told) % 10 == 0:
                started = time.perf_counter()
                found = await n.recall(f"w{number}x{len(told) - 1}", user="carla", limit=5)
                recalls += 1
                longest = max(longest, time.perf_counter() - started)
                if memory.id not in {item.id for item in found.items}:
                    errors.append(f"{memory.id} was not recalled")
        except Exception as error:  # noqa: BLE001  # counted and shown by the test
            errors.append(f"{type(error).__name__}: {error}")
    sys.stdout.write("written\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    scores = await score(store)  # by the caches as they grew
    await store.close()
    return {"told": told, "errors": errors, "sayings": sayings, "recalls": recalls,
            "longest": longest, "scores": scores}  # fmt: skip


def run_together(path: Path) -> list[dict[str, Any]]:
    here = str(Path(__file__).parent)
    processes = [
        subprocess.Popen(  # noqa: S603  # our own file
            [sys.executable, "-c", _WORKER, here, str(path), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    answers: list[str] = []
    for word in ("ready", "written"):
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == f"{word}\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go on\n")
            process.stdin.flush()
    for process in processes:
        out, _ = process.communicate(timeout=60)
        answers.append(out)
        assert process.returncode == 0
    return [json.loads(answer) for answer in answers]


async def test_five_processes_on_one_file_lose_nothing_and_agree(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    started = time.monotonic()

    answers = await asyncio.to_thread(run_together, path)

    assert [a["errors"] for a in answers] == [[]] * PROCESSES
    assert max(a["longest"] for a in answers) <= 2.0
    assert all(a["recalls"] > 0 for a in answers)
    assert time.monotonic() - started < 60

    store = SqliteStore(path)
    await store.open()
    told = [id for a in answers for id in a["told"]]
    assert len(set(told)) == len(told)
    assert [m.id for m in await store.memories.get(SPACE, told)] == told
    fresh = await score(store)
    assert len(fresh[0]) == len(told) + 1
    for answer in answers:
        assert answer["scores"] == fresh
    shared = await _shared(store)
    assert shared == sum(a["sayings"] for a in answers) > 0
    await store.close()


async def _shared(store: SqliteStore) -> int:
    """How often the shared fact was said; there is one memory of it."""
    before: int | None = None
    found: list[int] = []
    while True:
        page = await store.memories.page(SPACE, CARLA, tags=TAGS, limit=1000, before=before)
        found += [m.times_said for m in page if m.text == SHARED]
        if page.next is None:
            break
        before = int(page.next)
    (said,) = found
    return said
