"""Two stores over the same data, as two processes would have them."""

import asyncio

import pytest

from nagori.errors import ConflictError
from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_query,
    a_turn,
    indexed,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import hear
from nagori.testing.contract.embedding import claim, embed, waiting
from nagori.testing.contract.memories import page, put
from nagori.testing.contract.passages import same_bits, some_memories
from nagori.testing.contract.turns import an_event, append, begin, finish
from nagori.testing.oracle import look
from nagori.values.draft import MemoryEdit
from nagori.values.turn import Begun


class SharingContract(ContractBase):
    """What one store writes, the other sees at once; caches included."""

    async def test_every_kind_of_change_reaches_the_caches_of_the_other(
        self, store: Store, opened: Opener
    ) -> None:
        query = a_query("green tea", kinds=["memory", "message"])
        async with opened() as other:

            async def agree() -> int:
                here, there = await store.passages.score(query), await other.passages.score(query)
                assert same_bits(here, there)
                return len(here)

            drafts = some_memories(10)
            await put(other, *drafts)
            assert await agree() == 10
            await put(other, a_memory("green", vectors=False))
            await hear(other, a_message("tea"))
            assert await agree() == 12
            job = await claim(other)
            await other.passages.put_vectors(HASHED, embed(await waiting(other)), job=job)
            await agree()
            await other.memories.set_status(SPACE, drafts[0].id, "retired", now=NOW)
            assert await agree() == 11
            edit = MemoryEdit(drafts[1].id, text="green", indexed=indexed("green"))
            await other.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)
            await agree()
            await other.erasure.memory(SPACE, drafts[2].id, now=NOW)
            assert await agree() == 10
            await other.shelf.retire(SPACE, "chat-1", now=NOW)
            assert await agree() == 9
            await other.shelf.restore(SPACE, "chat-1")
            turn = a_turn("green tea?")
            await begin(other, turn)
            await finish(other, turn)
            assert await agree() == 12
            await begin(other, a_turn("tea!", replaces=turn.message.id))
            assert await agree() == 11
            await other.erasure.scope(CARLA, now=NOW)
            assert await agree() == 0
            await put(other, a_memory("green tea again"))
            assert await agree() == 1

    async def test_of_turns_that_begin_at_once_one_runs(self, store: Store, opened: Opener) -> None:
        async with opened() as other:
            stores = (store, other)
            drafts = [a_turn(f"{n}") for n in range(20)]

            begun = await asyncio.gather(
                *(begin(stores[n % 2], draft) for n, draft in enumerate(drafts)),
                return_exceptions=True,
            )

            (ran,) = [b for b in begun if isinstance(b, Begun)]
            assert sum(isinstance(b, ConflictError) for b in begun) == 19
            (id,) = [draft.id for draft in drafts if draft.message.id == ran.message.id]
            for one in stores:
                assert await one.chats.messages(SPACE, "chat-1", limit=99) == [ran.message]
                assert [t.id for t in await one.turns.of_chat(SPACE, "chat-1", limit=9)] == [id]
            with pytest.raises(ConflictError, match=id):
                await begin(other, a_turn("later"))

    async def test_one_store_takes_over_the_turn_that_the_other_lost(
        self, store: Store, opened: Opener
    ) -> None:
        turn = a_turn(lease_until=later(1))
        async with opened() as other:
            await begin(other, turn)
            await append(other, turn, an_event(1, "as far as"), lease_until=later(2))

        assert await store.turns.lost(now=later(1.5)) == []
        ((_, lost),) = await store.turns.lost(now=later(2))
        assert await store.turns.events(SPACE, lost.id) == [an_event(1, "as far as")]
        await finish(store, turn, "as far as", state="lost")

        async with opened() as other:
            assert await other.turns.lost(now=later(9)) == []
            with pytest.raises(ConflictError):
                await append(other, turn, an_event(2))

    async def test_writers_at_the_same_time_lose_nothing_and_count_every_saying(
        self, store: Store, opened: Opener
    ) -> None:
        async with opened() as other:
            stores = (store, other)
            writes = [
                put(stores[n % 2], a_memory("shared"), a_memory(f"own {n}")) for n in range(40)
            ]
            reads = [look(stores[n % 2], a_query("shared")) for n in range(20)]

            await asyncio.gather(*writes, *reads)

            found = {m.text: m.times_said for m in await page(store, limit=100)}
            assert len(found) == 41
            assert found["shared"] == 40
            query = a_query("shared")
            assert same_bits(await store.passages.score(query), await other.passages.score(query))
