"""From the first schema to the second, with a life in the file."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from nagori.store.sqlite.database import APPLICATION_ID, Database
from nagori.store.sqlite.migrate import migrations
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, HASHED, NOW, SPACE, a_query, a_turn, indexed, later
from nagori.testing.oracle import look
from nagori.values.message import Chat, Message
from nagori.values.times import to_micros

SNAPSHOT = Path(__file__).with_name("schema_0002.sql")
AT = to_micros(NOW)


def schema(db: Database) -> str:
    rows = db.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    return "".join(f"{sql};\n\n" for (sql,) in rows)


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A file as the first release left it, with something of everything that it could write."""
    path = tmp_path / "memory.db"
    db = Database(path, create=True)
    for pragma in ("page_size = 2048", f"application_id = {APPLICATION_ID}", "journal_mode = WAL"):
        db.run(f"PRAGMA {pragma}")
    db.run(migrations()[0][1])
    db.run("PRAGMA user_version = 1")
    db.run("INSERT INTO scopes (space, scope, version) VALUES (?, 'user:carla', 2)", (SPACE,))
    db.run(
        "INSERT INTO chats (space, id, scope, title, created_at, updated_at) VALUES "
        "(?1, 'c1', 'user:carla', NULL, ?2, ?2), (?1, 'c2', 'user:carla', '茶', ?2, ?2 + 1)",
        (SPACE, AT),
    )
    for n, content in enumerate(("green tea", "more tea"), 1):
        db.run(
            "INSERT INTO messages (space, id, chat_id, role, speaker, content, said_at, created_at)"
            " VALUES (?, ?, 'c1', 'user', 'carla', ?, ?, ?)",
            (SPACE, f"m{n}", content, AT, AT),
        )
        piece = indexed(content).pieces[0]
        db.run(
            'INSERT INTO passages (space, scope, version, kind, owner, start, "end", chat_id, at,'
            " text_hash, cjk, asks, terms, tokenizer) VALUES (?, 1, ?, 2, ?, 0, ?, 'c1', ?, ?, 0,"
            " 0, ?, 1)",
            (SPACE, n, n, len(content), AT, piece.text_hash, piece.terms),
        )
    db.run(
        "INSERT INTO jobs (space, kind, key, run_at, created_at, updated_at) VALUES "
        "('', 'embed', 'hashed-16', ?1, ?1, ?1)",
        (AT,),
    )
    db.close()
    return path


def test_the_second_schema_is_the_one_that_was_released(tmp_path: Path) -> None:
    """When this fails, add a migration; don't edit one."""
    db = Database(tmp_path / "second.db", create=True)
    for _, sql in migrations()[:2]:
        db.run(sql)

    assert schema(db) == SNAPSHOT.read_text("utf-8")
    db.close()


def test_what_the_first_release_wrote_goes_on(first: Path) -> None:
    async def go_on() -> None:
        store = SqliteStore(first)
        await store.open()
        assert store.state == "ready", store.reason
        chats = await store.shelf.page(CARLA)
        assert list(chats) == [
            Chat("c2", "user:carla", NOW, NOW + timedelta(microseconds=1), title="茶"),
            Chat("c1", "user:carla", NOW, NOW),
        ]
        said = await store.chats.messages(SPACE, "c1", limit=9)
        assert said == [
            Message(f"m{n}", "c1", "user", "carla", content, NOW)
            for n, content in enumerate(("green tea", "more tea"), 1)
        ]
        assert list((await store.summaries.to_fold(SPACE, "c1")).fresh) == said
        job = await store.jobs.claim(["embed"], now=NOW, lease=timedelta(minutes=1))
        assert job is not None
        await store.jobs.finish(job, now=NOW)
        assert await store.jobs.claim(["embed"], now=later(9), lease=timedelta(minutes=1)) is None

        turn = a_turn("and coffee?", chat_id="c1", replaces="m2")
        begun = await store.turns.begin(turn, past=9, most=9, embedder=HASHED, now=NOW)

        assert [message.id for message in begun.past] == ["m1"]
        query = a_query("tea coffee", kinds=["message"])
        assert {text for _, text in await look(store, query)} == {"green tea", "and coffee?"}
        await store.shelf.retire(SPACE, "c1", now=NOW)
        assert await look(store, query) == {}
        await store.close()

    asyncio.run(go_on())

    db = Database(first)
    assert db.number("user_version") >= 2
    assert db.row("PRAGMA integrity_check") == ("ok",)
    assert db.rows("PRAGMA foreign_key_check") == []
    db.close()


def test_a_second_step_that_fails_leaves_the_first_schema(first: Path) -> None:
    db = Database(first)
    db.run("CREATE TABLE turns (x)")
    before = schema(db)
    db.close()

    async def fail_to_open() -> str:
        store = SqliteStore(first)
        await store.open()
        reason = store.reason if store.state == "failed" else ""
        await store.close()
        return reason

    assert "table turns already exists" in asyncio.run(fail_to_open())
    db = Database(first)
    assert db.number("user_version") == 1
    assert schema(db) == before
    assert db.row("SELECT count(*) FROM messages") == (2,)
    db.close()
