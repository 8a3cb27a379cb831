"""Migrations are forward only: a step that was released is never edited."""

import asyncio
from pathlib import Path

import pytest

from nagori.store.sqlite.database import APPLICATION_ID, Database
from nagori.store.sqlite.migrate import create, latest, migrate, migrations
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, SPACE, a_memory

SNAPSHOT = Path(__file__).with_name("schema_0001.sql")


def schema(db: Database) -> str:
    rows = db.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    return "".join(f"{sql};\n\n" for (sql,) in rows)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    create(path)
    return path


def test_steps_are_numbered_without_gaps() -> None:
    assert [number for number, _ in migrations()] == list(range(1, latest() + 1))


def test_the_first_schema_is_the_one_that_was_released(tmp_path: Path) -> None:
    """When this fails, add a migration; don't edit one."""
    db = Database(tmp_path / "first.db", create=True)
    db.run(migrations()[0][1])

    assert schema(db) == SNAPSHOT.read_text("utf-8")
    db.close()


def test_a_new_file_has_the_latest_schema_and_our_mark(path: Path) -> None:
    db = Database(path)
    assert db.number("user_version") == latest()
    assert db.number("application_id") == APPLICATION_ID
    assert db.number("page_size") == 2048
    assert db.row("PRAGMA journal_mode") == ("wal",)
    db.close()


def test_migrating_again_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    db = Database(path)
    migrate(db)
    migrate(db)
    db.close()

    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_version_before(path: Path) -> None:
    db = Database(path)
    db.run("PRAGMA user_version = 0")

    with pytest.raises(Exception, match="already exists"):
        migrate(db)

    assert db.number("user_version") == 0
    assert not db.in_transaction
    db.close()


def test_every_connection_syncs_overwrites_and_keeps_references(path: Path) -> None:
    db = Database(path)
    assert db.number("synchronous") == 2
    assert db.number("foreign_keys") == 1
    assert db.number("secure_delete") == 1
    assert db.number("temp_store") == 2
    db.close()


def test_data_is_there_after_migrating_again(path: Path) -> None:
    async def write_and_read() -> None:
        for n in range(2):
            store = SqliteStore(path)
            await store.open()
            await store.memories.put([a_memory(f"fact {n}")], embedder=HASHED, now=NOW)
            page = await store.memories.page(SPACE, None, tags=["manual"])
            assert len(page) == n + 1
            await store.close()

    asyncio.run(write_and_read())
