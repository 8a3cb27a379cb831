"""The embedding backlog, from an outage to the last vector."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from nagori.app import Nagori
from nagori.config import Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.embed.port import TextKind, Vectors
from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.jobs.embedding import embedding_job
from nagori.jobs.worker import Worker
from nagori.store.port import EMBED_JOB
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, DIMS, HASHED, NOW, SPACE, a_memory, a_message, a_query
from nagori.testing.embedders import FlakyEmbedder, HashedEmbedder
from nagori.testing.oracle import look
from nagori.values.draft import MemoryDraft
from nagori.values.times import utc_now
from nagori.write.index import embed_all, index_text


class PickyEmbedder(HashedEmbedder):
    """Refuses every batch that holds a text with `poison` in it."""

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        if any("poison" in text for text in texts):
            raise ModelReplyError("picky", "refused")
        return await super().embed(texts, kind)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


def some(*texts: str) -> list[MemoryDraft]:
    return [a_memory(text, vectors=False) for text in texts]


async def stages(store: SqliteStore) -> dict[str, str]:
    page = await store.memories.page(SPACE, CARLA, tags=["manual"], limit=1000)
    return {memory.text: memory.stage for memory in page}


async def test_vectors_follow_by_themselves_when_the_embedder_is_back(tmp_path: Path) -> None:
    seconds = 0.0
    flaky = FlakyEmbedder(HashedEmbedder())
    guarded = GuardedEmbedder(flaky, clock=lambda: seconds)
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    n = Nagori(store, guarded, settings=Settings())
    worker = Worker(store.jobs, {EMBED_JOB: embedding_job(store, guarded, utc_now)}, utc_now)
    flaky.fail = ModelUnavailableError("hashed", "down")

    memory = await n.remember("she likes green tea", user="carla")
    await n.hear("chat-1", "green tea, please", speaker="carla")
    assert memory.stage == "stored"
    assert any("vector follows" in d for d in memory.degraded)
    found = await n.recall("green tea", user="carla")
    assert [item.id for item in found.items] == [memory.id]
    assert found.degraded
    assert await worker.step()
    assert not await worker.step()

    flaky.fail = None
    seconds += 60
    job = await store.jobs.next_at([EMBED_JOB])
    assert job is not None
    later = Worker(store.jobs, {EMBED_JOB: embedding_job(store, guarded, lambda: job)}, lambda: job)
    assert await later.step()

    assert (await n.get(memory.id)).stage == "embedded"
    assert (await n.get(memory.id)).degraded == ()
    found = await n.recall("green tea", user="carla")
    assert found.degraded == []
    assert found.items[0].why.similarity is not None
    assert await store.jobs.backlog() == []
    await store.close()


async def test_one_refused_text_does_not_hold_up_the_others(store: SqliteStore) -> None:
    texts = [f"poison {n}" if n in (3, 50, 99) else f"tea {n}" for n in range(150)]
    await store.memories.put(some(*texts), embedder=HASHED, now=NOW)
    embedder = GuardedEmbedder(PickyEmbedder(DIMS))
    worker = Worker(store.jobs, {EMBED_JOB: embedding_job(store, embedder, utc_now)}, utc_now)

    async with asyncio.timeout(10):
        assert await worker.step()

    found = await stages(store)
    assert {text for text, stage in found.items() if stage == "failed"} == {
        "poison 3",
        "poison 50",
        "poison 99",
    }
    assert set(found.values()) == {"embedded", "failed"}
    assert await store.passages.pending(HASHED, limit=10) == []
    assert await store.jobs.backlog() == []
    seen = await look(store, a_query())
    assert sum(math.isnan(s.cosine) for s in seen.values()) == 3
    assert all(s.bm25 >= 0 for s in seen.values())


@pytest.mark.parametrize("before", [0, 5])
async def test_refused_texts_alone_come_to_an_end(store: SqliteStore, before: int) -> None:
    first = [a_memory(f"tea {n}") for n in range(before)]
    await store.memories.put([*first, *some("poison")], embedder=HASHED, now=NOW)
    embedder = GuardedEmbedder(PickyEmbedder(DIMS))
    worker = Worker(store.jobs, {EMBED_JOB: embedding_job(store, embedder, utc_now)}, utc_now)

    async with asyncio.timeout(5):
        assert await worker.step()
        assert not await worker.step()

    await store.memories.put(some("honey"), embedder=HASHED, now=NOW)
    async with asyncio.timeout(5):
        assert await worker.step()
    assert (await stages(store))["honey"] == "embedded"
    assert (await stages(store))["poison"] == "failed"


async def test_an_embedder_that_is_no_longer_set_up_leaves_no_work(store: SqliteStore) -> None:
    await store.memories.put(some("tea"), embedder="gone", now=NOW)
    embedder = GuardedEmbedder(HashedEmbedder(DIMS))
    worker = Worker(store.jobs, {EMBED_JOB: embedding_job(store, embedder, utc_now)}, utc_now)

    while await worker.step():
        pass

    assert await store.jobs.backlog() == []
    assert await store.passages.want_vectors(HASHED, now=NOW)
    assert await worker.step()
    assert await stages(store) == {"tea": "embedded"}


async def test_a_text_edited_while_it_is_embedded_gets_the_vector_of_its_new_words(
    store: SqliteStore,
) -> None:
    (draft,) = drafts = some("tea")
    await store.memories.put(drafts, embedder=HASHED, now=NOW)
    await store.chats.hear([a_message("milk", vectors=False)], embedder=HASHED, now=NOW)
    n = Nagori(store, None, settings=Settings())

    class Slow(HashedEmbedder):
        async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
            if "tea" in texts:
                await n.edit(draft.id, text="coffee")
            return await super().embed(texts, kind)

    embedder = GuardedEmbedder(Slow(DIMS))
    worker = Worker(store.jobs, {EMBED_JOB: embedding_job(store, embedder, utc_now)}, utc_now)
    assert await worker.step()

    seen = await look(store, a_query("coffee"))
    assert seen[draft.id, "coffee"].cosine == pytest.approx(1.0, abs=1e-4)
    assert await store.passages.pending(HASHED, limit=9) == []


class ListeningEmbedder(HashedEmbedder):
    """Keeps what it was asked for."""

    def __init__(self) -> None:
        super().__init__(DIMS)
        self.heard: list[str] = []

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        self.heard += texts
        return await super().embed(texts, kind)


async def test_a_memory_is_embedded_as_its_user_would_say_it_now_and_later(
    store: SqliteStore,
) -> None:
    text = "The user's sister lives in Porto."
    now, later = ListeningEmbedder(), ListeningEmbedder()

    await embed_all([(text, index_text(text, max_tokens=300))], now, stated=True)
    await store.memories.put(some(text), embedder=HASHED, now=NOW)
    said = replace(a_message(text), indexed=index_text(text, max_tokens=300))
    await store.chats.hear([said], embedder=HASHED, now=NOW)
    job = await store.jobs.claim([EMBED_JOB], now=NOW, lease=timedelta(minutes=1))
    assert job is not None
    await embedding_job(store, later, lambda: NOW)(job)

    assert now.heard == ["my sister lives in Porto"]
    assert later.heard == ["my sister lives in Porto", text]
