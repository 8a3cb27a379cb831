"""One writer, a few readers: what they promise."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from nagori.errors import ConflictError, StoreError, StoreFailedError, StoreFullError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, HASHED, NOW, SPACE, a_memory, a_query


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    engine = Engine(tmp_path / "memory.db", readers=2, busy_timeout_s=5.0)
    await engine.open()
    yield engine
    await engine.close()


def put_setting(key: str, *, delay: float = 0.0) -> Callable[[Database], str]:
    def work(db: Database) -> str:
        time.sleep(delay)
        db.run("INSERT INTO settings (space, key, value) VALUES ('', ?, '')", (key,))
        return key

    return work


def keys(db: Database) -> list[str]:
    return [key for (key,) in db.rows("SELECT key FROM settings ORDER BY key")]


async def test_writes_that_wait_together_are_committed_together(
    engine: Engine, tmp_path: Path
) -> None:
    """One commit writes a settings page once, whatever the number of rows on it."""
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(_: Database) -> None:
        loop.call_soon_threadsafe(started.set)
        time.sleep(0.05)

    log = tmp_path / "memory.db-wal"
    first = asyncio.ensure_future(engine.write(slow))
    await started.wait()
    before = log.stat().st_size
    await asyncio.gather(first, *(engine.write(put_setting(f"{n:02}")) for n in range(100)))

    assert len(await engine.read(keys)) == 100
    assert log.stat().st_size - before <= 8 * 8300, "100 commits would write 100 pages"


async def test_a_write_that_fails_takes_no_other_with_it(engine: Engine) -> None:
    def clash(db: Database) -> None:
        db.run("INSERT INTO settings (space, key, value) VALUES ('', 'half', '')")
        raise ConflictError("no")

    def breaks(db: Database) -> None:
        db.run("INSERT INTO settings (space, key, value) VALUES ('', 'a', '')")
        db.run("INSERT INTO settings (space, key, value) VALUES ('', 'a', '')")

    def bug(db: Database) -> None:
        db.run("INSERT INTO settings (space, key, value) VALUES ('', 'half too', '')")
        raise ZeroDivisionError

    good = put_setting
    writes: list[Callable[[Database], str | None]] = [
        good("one"), clash, good("two"), breaks, good("three"), bug, good("four"),
    ]  # fmt: skip
    done = await asyncio.gather(*(engine.write(write) for write in writes), return_exceptions=True)

    assert [d if isinstance(d, str) else type(d) for d in done] == [
        "one",
        ConflictError,
        "two",
        StoreError,
        "three",
        ZeroDivisionError,
        "four",
    ]
    assert await engine.read(keys) == ["four", "one", "three", "two"]
    assert engine.state == "ready"


async def test_a_read_sees_one_state_while_others_write(engine: Engine) -> None:
    reading, written = threading.Event(), threading.Event()

    def twice(db: Database) -> tuple[list[str], list[str]]:
        before = keys(db)
        reading.set()
        written.wait(5)
        return before, keys(db)

    read = asyncio.ensure_future(engine.read(twice))
    await asyncio.to_thread(reading.wait, 5)
    await engine.write(put_setting("new"))
    written.set()

    assert await read == ([], [])
    assert await engine.read(keys) == ["new"]


async def test_a_write_whose_caller_gave_up_is_done_all_the_same(engine: Engine) -> None:
    write = asyncio.ensure_future(engine.write(put_setting("kept", delay=0.05)))
    await asyncio.sleep(0.01)
    write.cancel()
    with pytest.raises(asyncio.CancelledError):
        await write

    await engine.write(put_setting("next"))

    assert await engine.read(keys) == ["kept", "next"]


async def test_closing_finishes_what_was_accepted_and_refuses_the_rest(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "memory.db", readers=1, busy_timeout_s=5.0)
    await engine.open()
    writes = [
        asyncio.ensure_future(engine.write(put_setting(f"{n}", delay=0.01))) for n in range(5)
    ]
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(engine.close())
    await asyncio.sleep(0.005)

    async with asyncio.timeout(2):
        with pytest.raises(StoreFailedError):
            await engine.write(put_setting("late"))
        with pytest.raises(StoreFailedError):
            await engine.read(keys)
        assert await asyncio.gather(*writes) == ["0", "1", "2", "3", "4"]
        await closing

    await engine.open()
    assert await engine.read(keys) == ["0", "1", "2", "3", "4"]
    await engine.close()


async def test_an_engine_that_is_not_open_says_so(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "memory.db", readers=1, busy_timeout_s=5.0)

    with pytest.raises(StoreFailedError, match="not open"):
        await engine.read(keys)
    await engine.close()


# durability --------------------------------------------------------------------------------------

_WRITER = """
import asyncio, sys
from pathlib import Path
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, a_memory

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open()

    async def write(lane):
        for n in range(100_000):
            draft = a_memory(f"fact {n} of {sys.argv[2]} {lane}", id=f"{sys.argv[2]}-{lane}-{n}")
            (written,) = await store.memories.put([draft], embedder=HASHED, now=NOW)
            print(written.memory.id, flush=True)

    await asyncio.gather(*(write(lane) for lane in range(4)))

asyncio.run(main())
"""


async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    told: list[str] = []
    for run in range(2):
        with subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path), f"run{run}"],
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            told += [process.stdout.readline().strip() for _ in range(60 + 37 * run)]
            process.send_signal(signal.SIGKILL)
            told += [line.strip() for line in process.stdout if line.endswith("\n")]

    store = SqliteStore(path)
    await store.open()
    assert store.state == "ready"
    found = await store.memories.get(SPACE, told)
    assert [m.id for m in found] == told
    scores = await store.passages.score(a_query())
    count = 0
    before: int | None = None
    while True:
        page = await store.memories.page(SPACE, CARLA, tags=["manual"], limit=500, before=before)
        count += len(page)
        if page.next is None:
            break
        before = int(page.next)
    assert len(scores) == count >= len(told), "a row without its passage, or the reverse"
    await store.close()


# a full disk -------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S607


async def fill(store: SqliteStore) -> int:
    """Write until there is no room; returns how many memories were acknowledged."""
    for n in range(1000):
        drafts = [a_memory(f"fact {n} {m} " + "tea " * 200) for m in range(5)]
        try:
            await store.memories.put(drafts, embedder=HASHED, now=NOW)
        except StoreFullError:
            return 5 * n
    raise AssertionError("the disk is not small")


async def test_a_full_disk_stops_writes_only_and_only_while_it_is_full(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 600_000)
    store = SqliteStore(small_disk / "memory.db")
    await store.open()
    written = await fill(store)
    assert written > 20

    for _ in range(3):
        with pytest.raises(StoreFullError):
            await store.memories.put([a_memory("t" * 90_000)], embedder=HASHED, now=NOW)
        assert len(await store.passages.score(a_query())) >= written
        assert len(await store.memories.page(SPACE, CARLA, tags=["manual"], limit=10)) == 10
    assert store.state == "ready"

    ballast.unlink()
    await store.memories.put([a_memory("room again")], embedder=HASHED, now=NOW)
    await store.close()

    store = SqliteStore(small_disk / "memory.db")
    await store.open()
    page = await store.memories.page(SPACE, CARLA, tags=["manual"], limit=1000)
    assert len(page) == written + 1
    await store.close()
