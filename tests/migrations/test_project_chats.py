"""To the eleventh schema: chats that are attached to a project."""

import asyncio
from pathlib import Path

from nagori.store.sqlite.database import APPLICATION_ID, Database
from nagori.store.sqlite.migrate import migrations
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import NOW, SPACE
from nagori.testing.learning import registered
from nagori.values.message import Chat
from nagori.values.times import to_micros

AT = to_micros(NOW)


def test_a_chat_that_was_there_is_attached_to_none_and_can_be(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    db = Database(path, create=True)
    for pragma in ("page_size = 2048", f"application_id = {APPLICATION_ID}", "journal_mode = WAL"):
        db.run(f"PRAGMA {pragma}")
    for number, sql in migrations():
        if number <= 10:
            db.run(sql)
    db.run("PRAGMA user_version = 10")
    db.run(
        "INSERT INTO chats (space, id, scope, title, created_at, updated_at) VALUES "
        "(?1, 'c1', 'user:carla', 'tea', ?2, ?2)",
        (SPACE, AT),
    )
    db.close()

    async def go_on() -> None:
        store = SqliteStore(path)
        await store.open()
        assert store.state == "ready", store.reason
        chat = await store.chats.get(SPACE, "c1")
        assert chat == Chat("c1", "user:carla", NOW, NOW, title="tea", project=None)
        await registered(store)
        assert (await store.chats.attach(SPACE, "c1", "loans")).project == "loans"
        await store.close()

    asyncio.run(go_on())
