"""To the tenth schema: projects."""

import asyncio
from pathlib import Path

from nagori.store.sqlite.database import APPLICATION_ID, Database
from nagori.store.sqlite.migrate import migrations
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, SPACE
from nagori.testing.learning import LOANS, a_record, registered
from nagori.values.times import to_micros

AT = to_micros(NOW)


def test_what_was_there_before_stays_and_a_project_can_be_added(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    db = Database(path, create=True)
    for pragma in ("page_size = 2048", f"application_id = {APPLICATION_ID}", "journal_mode = WAL"):
        db.run(f"PRAGMA {pragma}")
    for number, sql in migrations():
        if number <= 9:
            db.run(sql)
    db.run("PRAGMA user_version = 9")
    db.run(
        "INSERT INTO chats (space, id, scope, created_at, updated_at) VALUES "
        "(?1, 'c1', 'user:carla', ?2, ?2)",
        (SPACE, AT),
    )
    db.close()

    async def go_on() -> None:
        store = SqliteStore(path)
        await store.open()
        assert store.state == "ready", store.reason
        assert (await store.chats.scope_of(SPACE, "c1")) is not None
        await registered(store)
        (record,) = await store.records.add(LOANS, [a_record()], embedder=HASHED, now=NOW)
        assert record.id == "lr-20260503-001"
        await store.close()

    asyncio.run(go_on())
