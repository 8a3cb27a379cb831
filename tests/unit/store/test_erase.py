"""What an erasure leaves on the disk: nothing."""

from datetime import timedelta
from pathlib import Path

import pytest

from nagori.store.port import ERASE_JOB
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import (
    CARLA,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_turn,
    an_answer,
    indexed,
)
from nagori.testing.contract.embedding import embed
from nagori.testing.contract.pages import a_draft
from nagori.values.draft import MemoryEdit
from nagori.values.event import Kept
from nagori.values.turn import TurnEnd

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


@pytest.mark.parametrize("how", ["scope", "chat"])
async def test_no_byte_of_a_turn_stays_in_any_file(database: Path, how: str) -> None:
    store = SqliteStore(database)
    await store.open()
    turn = a_turn(SECRET, title=SECRET)
    await store.turns.begin(turn, past=9, most=9, embedder=HASHED, now=NOW)
    event = Kept(1, "thinking", {"text": SECRET * 200})
    await store.turns.append(SPACE, turn.id, [event], lease_until=NOW)
    end = TurnEnd(
        "done",
        answer=an_answer(SECRET),
        memories=[a_memory(SECRET, message=turn.message.id)],
        events=[Kept(2, "answer", {"text": SECRET})],
        jobs=["summarise"],
    )
    await store.turns.finish(SPACE, turn.id, end, embedder=HASHED, now=NOW)
    job = await store.jobs.claim(["summarise"], now=NOW, lease=timedelta(minutes=1))
    assert job is not None
    for by in ("a model", "extractive"):
        await store.summaries.fold(
            SPACE, "chat-1", summary=f"{SECRET} {by}", by=by, messages=[], job=job, now=NOW
        )
    await store.replies.claim(SPACE, "k", b"request", now=NOW, stale=NOW)
    await store.replies.answer(SPACE, "k", SECRET.encode() * 200)
    assert on_disk(database, b"zyzzogeton")

    if how == "scope":
        receipt = await store.erasure.scope(CARLA, now=NOW)
    else:
        receipt = await store.erasure.chat(SPACE, "chat-1", now=NOW)

    assert list(receipt.pending) == []
    assert on_disk(database, b"zyzzogeton") == []
    assert on_disk(database, turn.id.encode()) == []
    assert on_disk(database, b"chat-1") == []
    await store.close()


async def test_no_byte_of_an_erased_memory_stays_in_what_turns_recalled(database: Path) -> None:
    store = SqliteStore(database)
    await store.open()
    draft, turn = a_memory(SECRET), a_turn()
    await store.memories.put([draft], embedder=HASHED, now=NOW)
    await store.turns.begin(turn, past=9, most=9, embedder=HASHED, now=NOW)
    events = [
        Kept(number, "recalled", {"items": [{"id": draft.id, "text": SECRET * many}]})
        for number, many in ((1, 1), (2, 500))
    ]
    await store.turns.append(SPACE, turn.id, events, lease_until=NOW)

    await store.erasure.memory(SPACE, draft.id, now=NOW)

    assert on_disk(database, b"zyzzogeton") == []
    assert on_disk(database, draft.id.encode()) == []
    assert [e.data for e in await store.turns.events(SPACE, turn.id)] == [{"items": []}] * 2
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


@pytest.mark.parametrize("how", ["memory", "scope", "chat"])
async def test_no_byte_of_a_page_stays_in_any_file(database: Path, how: str) -> None:
    store = SqliteStore(database)
    await store.open()
    (message,) = await store.chats.hear([a_message("said so")], embedder=HASHED, now=NOW)
    memory = a_memory(SECRET)
    await store.memories.put([memory], embedder=HASHED, now=NOW)
    for follows, rest in enumerate(("", "\n- more", "\n- more\n- and more")):
        draft = a_draft(f"## Me\n- {SECRET}{rest}", follows, message=message.id, mode="append")
        await store.pages.put(draft, over=1, embedder=HASHED, now=NOW)
    job = await store.jobs.claim(["embed"], now=NOW, lease=timedelta(minutes=1))
    assert job is not None
    vectors = embed(await store.passages.pending(HASHED, limit=9))
    await store.passages.put_vectors(HASHED, vectors, job=job)
    secret = next(vector.tobytes() for pending, vector in vectors if pending.text == SECRET)
    assert on_disk(database, secret)

    match how:
        case "memory":
            receipt = await store.erasure.memory(SPACE, memory.id, now=NOW)
        case "scope":
            receipt = await store.erasure.scope(CARLA, now=NOW)
        case _:
            await store.erasure.memory(SPACE, memory.id, now=NOW)
            again = a_draft(f"- {SECRET}", 3, message=message.id, mode="append")
            await store.pages.put(again, over=99, embedder=HASHED, now=NOW)
            receipt = await store.erasure.chat(SPACE, "chat-1", now=NOW)
            assert on_disk(database, message.id.encode()) == []

    assert list(receipt.pending) == []
    assert on_disk(database, b"zyzzogeton") == []
    assert on_disk(database, secret) == []
    await store.close()
