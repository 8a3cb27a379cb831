"""The lock between processes."""

import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from nagori.errors import StoreBusyError
from nagori.store.sqlite.lock import WriteLock, mark, was_marked
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, SPACE, a_memory


def test_one_at_a_time_holds_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        lock = WriteLock(path, timeout_s=10)
        for _ in range(30):
            with lock:
                inside += 1
                most = max(most, inside)
                time.sleep(0.0005)
                inside -= 1
        lock.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert most == 1


def test_who_waits_is_not_overtaken_by_who_has_just_finished(tmp_path: Path) -> None:
    """Without the turnstile, a writer that never pauses takes the lock again and again."""
    path = tmp_path / "memory.db"
    turns: Counter[str] = Counter()
    stop = time.monotonic() + 0.8

    def work(name: str) -> None:
        lock = WriteLock(path, timeout_s=10)
        while time.monotonic() < stop:
            with lock:
                turns[name] += 1
                time.sleep(0.002)
        lock.close()

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert min(turns.values()) > sum(turns.values()) / 10


def test_who_waits_too_long_is_told(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    holder, waiter = WriteLock(path, timeout_s=1), WriteLock(path, timeout_s=0.05)
    with holder:
        started = time.monotonic()
        with pytest.raises(StoreBusyError), waiter:
            pass
        assert 0.04 < time.monotonic() - started < 1
    with waiter:
        pass
    holder.close()
    waiter.close()


def test_giving_up_at_the_lock_frees_the_gate(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    holder = WriteLock(path, timeout_s=1)
    first, second = WriteLock(path, timeout_s=0.02), WriteLock(path, timeout_s=5)
    with holder, pytest.raises(StoreBusyError), first:
        pass
    with second:
        pass
    for lock in (holder, first, second):
        lock.close()


async def test_a_write_that_waits_too_long_is_told_and_later_ones_succeed(database: Path) -> None:
    store = SqliteStore(database, busy_timeout_s=0.1)
    await store.open()
    foreign = WriteLock(database, timeout_s=1)
    with foreign:
        with pytest.raises(StoreBusyError):
            await store.memories.put([a_memory("tea")], embedder=HASHED, now=NOW)
        page = await store.memories.page(SPACE, None, tags=["manual"], limit=1)
        assert len(page) == 1, "reading waits for nobody"
    foreign.close()

    (written,) = await store.memories.put([a_memory("tea")], embedder=HASHED, now=NOW)

    assert written.created
    assert store.state == "ready"
    await store.close()


def test_the_mark_tells_that_there_was_a_database(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    assert not was_marked(path)
    WriteLock(path, timeout_s=1).close()
    assert not was_marked(path)
    mark(path)
    assert was_marked(path)
    WriteLock(path, timeout_s=1).close()
    assert was_marked(path)
