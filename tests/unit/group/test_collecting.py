import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from nagori.errors import StoreBusyError
from nagori.group import collecting
from nagori.group.collecting import Collector
from nagori.store.group_port import UsageStore
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import SPACE
from nagori.testing.contract.groups import a_record


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


async def kept(store: SqliteStore, space: str = SPACE) -> list[str]:
    return [record.context_id for record in await store.usage.page(space, None, limit=2000)][::-1]


async def test_records_are_written_behind_who_puts_them(store: SqliteStore) -> None:
    collector = Collector(lambda: store.usage)
    running = asyncio.create_task(collector.run())

    for number in range(250):
        collector.put(SPACE, a_record(f"c-{number}"))
    collector.put("other", a_record("theirs"))

    async with asyncio.timeout(10):
        while len(await kept(store)) < 250 or not await kept(store, "other"):
            await asyncio.sleep(0.01)
    running.cancel()
    assert await kept(store) == [f"c-{number}" for number in range(250)]


async def test_a_clean_stop_loses_nothing(store: SqliteStore) -> None:
    collector = Collector(lambda: store.usage)
    collector.put(SPACE, a_record())

    await collector.close()

    assert await kept(store) == ["c-1"]


async def test_what_is_too_much_is_dropped_and_counted(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "_MOST", 2)
    collector = Collector(lambda: store.usage)

    for number in range(5):
        collector.put(SPACE, a_record(f"c-{number}"))
    await collector.flush()

    assert collector.dropped == 3
    assert await kept(store) == ["c-0", "c-1"]


async def test_nothing_is_collected_while_the_store_is_out_of_service() -> None:
    collector = Collector(lambda: None)
    collector.put(SPACE, a_record())

    await collector.flush()
    await collector.close()


async def test_a_store_that_is_busy_gets_it_later(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "_TRY_AGAIN_S", 0.01)
    busy = 2

    def usage() -> UsageStore:
        nonlocal busy
        busy -= 1
        if busy >= 0:
            raise StoreBusyError("others write")
        return store.usage

    collector = Collector(usage)
    running = asyncio.create_task(collector.run())
    collector.put(SPACE, a_record())

    async with asyncio.timeout(10):
        while not await kept(store):
            await asyncio.sleep(0.01)
    running.cancel()
    assert await kept(store) == ["c-1"]
