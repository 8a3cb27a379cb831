"""What an erasure leaves on the disk: nothing."""

from pathlib import Path

import pytest

from nagori.store.port import ERASE_JOB
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, HASHED, NOW, SPACE, a_memory, a_message, indexed
from nagori.values.draft import MemoryEdit

SECRET = "the zyzzogeton sleeps under the bridge"  # noqa: S105  # a word that no file has otherwise


def on_disk(path: Path, needle: bytes) -> list[str]:
    return [p.name for p in path.parent.iterdir() if needle in p.read_bytes()]


@pytest.mark.parametrize("how", ["memory", "scope", "chat"])
async def test_no_byte_of_what_was_erased_stays_in_any_file(database: Path, how: str) -> None:
    store = SqliteStore(database)
    await store.open()
    (message,) = await store.chats.hear(
        [a_message("said so" if how == "memory" else SECRET)], embedder=HASHED, now=NOW
    )
    draft = a_memory(SECRET, message=message.id, chat_id="chat-1", metadata={"k": "zyzzogeton"})
    await store.memories.put([draft], embedder=HASHED, now=NOW)
    edit = MemoryEdit(draft.id, text=f"{SECRET}, still", indexed=indexed(f"{SECRET}, still"))
    await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)
    assert indexed(edit.text or "").vectors is not None
    vector = (
        edit.indexed.vectors[0].tobytes()
        if edit.indexed and edit.indexed.vectors is not None
        else b""
    )
    assert on_disk(database, b"zyzzogeton")
    assert on_disk(database, vector)

    match how:
        case "memory":
            receipt = await store.erasure.memory(SPACE, draft.id, now=NOW)
        case "scope":
            receipt = await store.erasure.scope(CARLA, now=NOW)
        case _:
            receipt = await store.erasure.chat(SPACE, "chat-1", now=NOW)

    assert list(receipt.pending) == []
    assert on_disk(database, b"zyzzogeton") == []
    assert on_disk(database, vector) == []
    assert on_disk(database, draft.id.encode()) == []
    await store.close()


async def test_a_log_that_others_still_read_is_told(database: Path) -> None:
    store, other = SqliteStore(database), SqliteStore(database)
    await store.open()
    await other.open()
    draft = a_memory(SECRET)
    await store.memories.put([draft], embedder=HASHED, now=NOW)
    # A reader that keeps its state of the database, as a long query would.
    reader = other._engine._databases[0]  # pyright: ignore[reportPrivateUsage]
    reader.run("BEGIN")
    reader.rows("SELECT count(*) FROM memories")

    receipt = await store.erasure.memory(SPACE, draft.id, now=NOW)

    assert receipt.pending == ["log"]
    assert [b.kind for b in await store.jobs.backlog()] == [ERASE_JOB]
    reader.run("ROLLBACK")
    assert await store.erasure.finish()
    assert on_disk(database, b"zyzzogeton") == []
    await store.close()
    await other.close()
