import asyncio
from pathlib import Path

import pytest

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, a_memory


async def _fill(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    drafts = [a_memory(f"fact number {n} " + "about tea " * 5) for n in range(300)]
    await store.memories.put(drafts, embedder=HASHED, now=NOW)
    await store.close()


@pytest.fixture(scope="session")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a database in good health, by the end of their names."""
    path = tmp_path_factory.mktemp("healthy") / "memory.db"
    asyncio.run(_fill(path))
    return {p.name.removeprefix("memory.db"): p.read_bytes() for p in path.parent.iterdir()}


@pytest.fixture
def database(healthy: dict[str, bytes], tmp_path: Path) -> Path:
    """A database with some memories, closed."""
    path = tmp_path / "memory.db"
    for end, content in healthy.items():
        path.with_name(path.name + end).write_bytes(content)
    return path
