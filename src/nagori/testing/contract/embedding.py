"""Vectors that come late."""

import math
from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest
from numpy.typing import NDArray

from nagori.errors import ConflictError
from nagori.store.port import Store
from nagori.testing.builders import (
    DIMS,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_query,
    an_id,
    indexed,
    later,
)
from nagori.testing.contract.base import ContractBase
from nagori.testing.contract.chats import hear
from nagori.testing.contract.memories import put
from nagori.testing.embedders import hashed_vector
from nagori.testing.oracle import differences, look, shown
from nagori.values.draft import MemoryEdit
from nagori.values.job import Job
from nagori.values.passage import Pending
from nagori.values.scope import Scope

LEASE = timedelta(minutes=1)


async def claim(store: Store, *, minutes: float = 0) -> Job:
    """The embedding job, which must be due."""
    job = await store.jobs.claim(["embed"], now=later(minutes), lease=LEASE)
    assert job is not None
    return job


async def waiting(store: Store, embedder: str = HASHED) -> list[Pending]:
    """What waits for a vector."""
    return await store.passages.pending(embedder, limit=100)


def embed(pending: Sequence[Pending]) -> list[tuple[Pending, NDArray[np.float32]]]:
    """What an embedder would make of it."""
    return [(p, hashed_vector(p.text, DIMS)) for p in pending]


async def stage(store: Store, id: str) -> str:
    """How far a memory has come."""
    return (await store.memories.get(SPACE, [id]))[0].stage


class EmbeddingContract(ContractBase):
    """`Store.passages`, as the embedding job sees it."""

    async def test_what_has_no_vector_waits_oldest_first_in_all_spaces(self, store: Store) -> None:
        assert await waiting(store) == []
        await put(store, a_memory("tea", vectors=False), a_memory("coffee"))
        await hear(store, a_message("milk", vectors=False))
        await put(store, a_memory("juice", scope=Scope("other", "global"), vectors=False))

        assert [p.text for p in await waiting(store)] == ["tea", "milk", "juice"]
        assert [p.text for p in await store.passages.pending(HASHED, limit=2)] == ["tea", "milk"]
        assert (await store.jobs.backlog())[0].count == 1

    async def test_every_piece_of_a_long_text_waits(self, store: Store) -> None:
        text = " ".join(f"Sentence {n} is about green tea." for n in range(30))
        draft = a_memory(text, vectors=False, max_tokens=40)
        await put(store, draft)
        job = await claim(store)
        first, *rest = await waiting(store)
        assert len(rest) == len(draft.indexed.pieces) - 1 > 1

        await store.passages.put_vectors(HASHED, embed([first]), job=job)
        assert await stage(store, draft.id) == "stored"
        await store.passages.put_vectors(HASHED, embed(rest), job=job)
        assert await stage(store, draft.id) == "embedded"

    async def test_late_vectors_are_scored_like_early_ones(self, store: Store) -> None:
        drafts = [a_memory(f"tea {n} green", vectors=n % 3 == 0) for n in range(20)]
        await put(store, *drafts)
        query = a_query("green tea 7")
        seen = await look(store, query)
        assert sum(math.isnan(s.cosine) for s in seen.values()) == 13

        await store.passages.put_vectors(
            HASHED, embed(await waiting(store)), job=await claim(store)
        )

        wanted = [s for d in drafts for s in shown(d.id, d.text, indexed(d.text))]
        assert differences(await look(store, query), wanted, query) == []
        store.passages.forget_caches()
        assert differences(await look(store, query), wanted, query) == []
        assert await waiting(store) == []

    async def test_a_lost_lease_raises_and_writes_nothing(self, store: Store) -> None:
        draft = a_memory(vectors=False)
        await put(store, draft)
        lost = await claim(store)
        held = await claim(store, minutes=2)
        todo = await waiting(store)

        with pytest.raises(ConflictError):
            await store.passages.put_vectors(HASHED, embed(todo), job=lost)
        with pytest.raises(ConflictError):
            await store.passages.put_vectors(HASHED, [], failed=todo, job=lost)
        with pytest.raises(ConflictError):
            await store.passages.finish_embedding(HASHED, job=lost, now=NOW)

        assert await waiting(store) == todo
        assert await stage(store, draft.id) == "stored"
        await store.passages.put_vectors(HASHED, embed(todo), job=held)
        assert await waiting(store) == []

    async def test_a_passage_that_changed_or_went_meanwhile_is_skipped(self, store: Store) -> None:
        drafts = [a_memory(f"tea {n}", vectors=False) for n in range(3)]
        await put(store, *drafts)
        job = await claim(store)
        todo = await waiting(store)
        edit = MemoryEdit(drafts[0].id, text="coffee", indexed=indexed("coffee", vectors=False))
        await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)
        await store.erasure.memory(SPACE, drafts[1].id, now=NOW)

        await store.passages.put_vectors(HASHED, embed(todo[:2]), failed=todo[:1], job=job)

        assert [p.text for p in await waiting(store)] == ["tea 2", "coffee"]
        assert await stage(store, drafts[0].id) == "stored"
        assert all(math.isnan(s.cosine) for s in (await look(store, a_query())).values())

    async def test_a_refused_text_is_marked_and_not_asked_again(self, store: Store) -> None:
        good, bad = a_memory("tea", vectors=False), a_memory("poison", vectors=False)
        await put(store, good, bad)
        job = await claim(store)
        todo = await waiting(store)

        await store.passages.put_vectors(HASHED, embed(todo[:1]), failed=todo[1:], job=job)

        assert await stage(store, good.id) == "embedded"
        assert await stage(store, bad.id) == "failed"
        assert await waiting(store) == []
        assert await store.passages.finish_embedding(HASHED, job=job, now=NOW)
        assert [p.text for p in await waiting(store, "another")] == ["tea", "poison"]

    @pytest.mark.parametrize("known", [True, False])
    async def test_a_batch_of_refused_texts_alone_makes_nothing_else_wait(
        self, store: Store, known: bool
    ) -> None:
        if known:
            await put(store, a_memory("tea"), a_memory("coffee"))
        bad = a_memory("poison", vectors=False)
        await put(store, bad)
        job = await claim(store)

        await store.passages.put_vectors(HASHED, [], failed=await waiting(store), job=job)

        assert await waiting(store) == []
        assert await stage(store, bad.id) == "failed"

    async def test_an_edit_gives_a_refused_text_another_chance(self, store: Store) -> None:
        bad = a_memory("poison", vectors=False)
        await put(store, bad)
        job = await claim(store)
        await store.passages.put_vectors(HASHED, [], failed=await waiting(store), job=job)
        edit = MemoryEdit(bad.id, text="honey", indexed=indexed("honey", vectors=False))

        await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)

        assert [p.text for p in await waiting(store)] == ["honey"]
        assert await stage(store, bad.id) == "stored"

    async def test_the_job_is_finished_only_when_nothing_waits(self, store: Store) -> None:
        await put(store, a_memory("tea", vectors=False))
        job = await claim(store)
        await store.passages.put_vectors(HASHED, embed(await waiting(store)), job=job)
        await put(store, a_memory("late", vectors=False))

        assert not await store.passages.finish_embedding(HASHED, job=job, now=NOW)
        await store.passages.put_vectors(HASHED, embed(await waiting(store)), job=job)
        assert await store.passages.finish_embedding(HASHED, job=job, now=NOW)
        assert await store.jobs.backlog() == []

        await put(store, a_memory("later still", vectors=False))
        assert (await claim(store)).key == HASHED

    async def test_a_new_embedder_wants_vectors_of_everything(self, store: Store) -> None:
        assert not await store.passages.want_vectors(HASHED, now=NOW)
        await put(store, a_memory("tea"), a_memory("coffee"))
        assert not await store.passages.want_vectors(HASHED, now=NOW)

        assert await store.passages.want_vectors("another", now=NOW)

        job = await claim(store)
        assert job.key == "another"
        todo = await waiting(store, "another")
        vectors = [(p, hashed_vector(p.text, 8)) for p in todo]
        await store.passages.put_vectors("another", vectors, job=job)
        assert await waiting(store, "another") == []
        seen = await look(store, a_query("tea", vector=hashed_vector("tea", 8), embedder="another"))
        assert not any(math.isnan(s.cosine) for s in seen.values())
        ours = await look(store, a_query("tea"))
        assert not any(math.isnan(s.cosine) for s in ours.values())

    async def test_coming_back_to_an_embedder_only_what_is_new_is_embedded(
        self, store: Store
    ) -> None:
        await put(store, a_memory("tea"))
        assert not await store.passages.want_vectors(HASHED, now=NOW)
        assert await store.passages.want_vectors("another", now=NOW)
        job = await claim(store)
        todo = [(p, hashed_vector(p.text, 8)) for p in await waiting(store, "another")]
        await store.passages.put_vectors("another", todo, job=job)
        assert await store.passages.finish_embedding("another", job=job, now=NOW)
        await store.memories.put([a_memory("milk", dims=8)], embedder="another", now=NOW)

        assert await store.passages.want_vectors(HASHED, now=NOW)

        assert [p.text for p in await waiting(store, HASHED)] == ["milk"]
        seen = await look(store, a_query("tea"))
        assert [math.isnan(s.cosine) for s in seen.values()] == [False, True]

    async def test_what_waits_can_be_read_on_from_a_passage(self, store: Store) -> None:
        await put(store, *(a_memory(text, vectors=False) for text in ("tea", "milk", "juice")))
        first, *_ = await waiting(store, HASHED)

        rest = await store.passages.pending(HASHED, limit=9, after=first.passage)

        assert [p.text for p in rest] == ["milk", "juice"]

    async def test_an_embedder_that_changes_its_dimensions_to_and_fro_embeds_anew_each_time(
        self, store: Store
    ) -> None:
        for dims in (8, 4, 8):
            draft = a_memory(f"tea {an_id()}", dims=dims)
            await store.memories.put([draft], embedder="odd", now=NOW)
            if await store.passages.want_vectors("odd", now=NOW):
                job = await claim(store)
                todo = await waiting(store, "odd")
                vectors = [(p, hashed_vector(p.text, dims)) for p in todo]
                await store.passages.put_vectors("odd", vectors, job=job)
                assert await store.passages.finish_embedding("odd", job=job, now=NOW)
            query = a_query("tea", vector=hashed_vector("tea", dims), embedder="odd")
            seen = await look(store, query)
            assert not any(math.isnan(s.cosine) for s in seen.values())

    async def test_without_an_embedder_nothing_is_queued(self, store: Store) -> None:
        await store.memories.put([a_memory(vectors=False)], embedder=None, now=NOW)

        assert await store.jobs.backlog() == []
        assert await store.passages.want_vectors(HASHED, now=NOW)
        assert len(await store.jobs.backlog()) == 1
