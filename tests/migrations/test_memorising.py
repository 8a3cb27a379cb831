"""From the second schema on: each is the one that was released, and takes on what was there."""

import asyncio
from pathlib import Path

import pytest

from nagori.store.sqlite.database import APPLICATION_ID, Database
from nagori.store.sqlite.migrate import migrations
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, NOW, SPACE
from nagori.values.memorising import MemorisingStats
from nagori.values.times import to_micros

AT = to_micros(NOW)


def schema(db: Database) -> str:
    rows = db.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    return "".join(f"{sql};\n\n" for (sql,) in rows)


@pytest.mark.parametrize("number", range(3, 12))
def test_the_schema_is_the_one_that_was_released(tmp_path: Path, number: int) -> None:
    """When this fails, add a migration; don't edit one."""
    db = Database(tmp_path / "memory.db", create=True)
    for _, sql in migrations()[:number]:
        db.run(sql)

    snapshot = Path(__file__).with_name(f"schema_{number:04d}.sql")
    assert schema(db) == snapshot.read_text("utf-8")
    db.close()


def test_what_was_said_before_is_considered_now(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    db = Database(path, create=True)
    for pragma in ("page_size = 2048", f"application_id = {APPLICATION_ID}", "journal_mode = WAL"):
        db.run(f"PRAGMA {pragma}")
    for _, sql in migrations()[:2]:
        db.run(sql)
    db.run("PRAGMA user_version = 2")
    db.run(
        "INSERT INTO chats (space, id, scope, created_at, updated_at) VALUES "
        "(?1, 'c1', 'user:carla', ?2, ?2)",
        (SPACE, AT),
    )
    db.run(
        "INSERT INTO messages (space, id, chat_id, role, speaker, content, said_at, created_at)"
        " VALUES (?1, 'm1', 'c1', 'user', 'carla', 'I live in Porto', ?2, ?2)",
        (SPACE, AT),
    )
    db.close()

    async def go_on() -> None:
        store = SqliteStore(path)
        await store.open()
        assert store.state == "ready", store.reason
        waiting = await store.memorising.to_memorise(SPACE, "c1", limit=9)
        assert [heard.message.content for heard in waiting.fresh] == ["I live in Porto"]
        assert await store.memorising.stats(CARLA) == MemorisingStats()
        assert (await store.pages.get(CARLA)).version == 0
        await store.close()

    asyncio.run(go_on())
