"""Destroying data, and what is left."""

import pytest

from nagori.errors import NotFoundError
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
    later,
)
from nagori.testing.contract.base import ContractBase
from nagori.testing.contract.chats import CLUB, contents, hear
from nagori.testing.contract.memories import DIEGO, page, put, texts
from nagori.testing.contract.turns import LEASE, an_event, append, begin, finish
from nagori.testing.oracle import differences, look, shown
from nagori.values.event import Kept
from nagori.values.passage import Query
from nagori.values.scope import Scope
from nagori.values.turn import TurnDraft


class ErasureContract(ContractBase):
    """`Store.erasure`."""

    async def test_an_erased_memory_is_nowhere(self, store: Store) -> None:
        gone, kept = a_memory("green tea", external_id="x"), a_memory("green coffee")
        await put(store, gone, kept)
        await put(store, a_memory("Green tea!", at=later(1)))
        await look(store, a_query())

        receipt = await store.erasure.memory(SPACE, gone.id, now=later(2))

        assert receipt.erased == {
            "memories": 1,
            "messages": 0,
            "chats": 0,
            "documents": 0,
            "pages": 0,
            "passages": 1,
        }
        assert (list(receipt.pending), receipt.at) == ([], later(2))
        with pytest.raises(NotFoundError):
            await store.memories.get(SPACE, [gone.id])
        with pytest.raises(NotFoundError):
            await store.memories.history(SPACE, gone.id)
        assert await texts(store) == ["green coffee"]
        query = a_query()
        wanted = shown(kept.id, kept.text, kept.indexed)
        assert differences(await look(store, query), wanted, query) == []

    async def test_with_nothing_left_to_destroy_finishing_is_at_once(self, store: Store) -> None:
        assert await store.erasure.finish()
        draft = a_memory()
        await put(store, draft)
        await store.erasure.memory(SPACE, draft.id, now=NOW)

        assert await store.erasure.finish()

    async def test_erasing_what_is_not_there_is_told(self, store: Store) -> None:
        draft = a_memory()
        await put(store, draft)

        with pytest.raises(NotFoundError):
            await store.erasure.memory("other", draft.id, now=NOW)
        with pytest.raises(NotFoundError):
            await store.erasure.chat(SPACE, "nobody", now=NOW)

        assert len(await page(store)) == 1

    async def test_what_was_erased_can_be_said_again(self, store: Store) -> None:
        draft = a_memory(external_id="x")
        await put(store, draft)
        await store.erasure.memory(SPACE, draft.id, now=NOW)

        (again,) = await put(store, a_memory(external_id="x"))

        assert again.created
        assert again.memory.times_said == 1
        assert len(await look(store, a_query())) == 1

    async def test_an_erased_memory_keeps_its_message(self, store: Store) -> None:
        (message,) = await hear(store, a_message("green tea"))
        draft = a_memory("she likes green tea", message=message.id, chat_id="chat-1")
        await put(store, draft)

        await store.erasure.memory(SPACE, draft.id, now=NOW)

        assert await contents(store) == ["green tea"]

    async def test_an_erased_scope_takes_everything_of_its_own_and_nothing_else(
        self, store: Store
    ) -> None:
        other = Scope("other", "user", "carla")
        await put(
            store,
            a_memory("hers 1"),
            a_memory("hers 2", vectors=False),
            a_memory("his", scope=DIEGO),
            a_memory("elsewhere", scope=other),
            a_memory("of her chat", scope=Scope(SPACE, "chat", "chat-1")),
        )
        await hear(
            store,
            a_message("said"),
            a_message("said too", chat_id="chat-2"),
            a_message("in the club", chat_id="chat-3", scope=CLUB, speaker="diego"),
            a_message("elsewhere", scope=other),
        )
        await store.users.set_time_zone(SPACE, "carla", "Europe/Berlin", now=NOW)
        both = Query(SPACE, {"memory": [CARLA], "message": [CARLA]}, a_query().terms, NOW)
        assert len(await look(store, both)) == 4

        receipt = await store.erasure.scope(CARLA, now=NOW)

        assert receipt.erased == {
            "memories": 3,
            "messages": 2,
            "chats": 2,
            "documents": 0,
            "pages": 0,
            "passages": 5,
        }
        assert await look(store, both) == {}
        assert await texts(store, None) == ["his"]
        assert await store.chats.scope_of(SPACE, "chat-1") is None
        assert await contents(store) == []
        assert await store.users.time_zone(SPACE, "carla") is None
        assert len(await store.chats.messages(SPACE, "chat-3", limit=9)) == 1
        assert len(await store.chats.messages("other", "chat-1", limit=9)) == 1
        assert [m.text for m in await store.memories.page("other", None, tags=["manual"])] == [
            "elsewhere"
        ]
        assert await store.passages.pending(HASHED, limit=9) == []

    async def test_a_scope_begins_anew_after_its_erasure(self, store: Store) -> None:
        await put(store, *(a_memory(f"old tea {n}") for n in range(5)))
        await look(store, a_query())
        await store.erasure.scope(CARLA, now=NOW)

        draft = a_memory("new tea")
        await put(store, draft)

        query = a_query("tea")
        wanted = shown(draft.id, draft.text, draft.indexed)
        assert differences(await look(store, query), wanted, query) == []

    async def test_erasing_an_empty_scope_destroys_nothing(self, store: Store) -> None:
        receipt = await store.erasure.scope(CARLA, now=NOW)

        assert not any(receipt.erased.values())

    async def test_an_erased_chat_takes_the_memories_that_came_from_nowhere_else(
        self, store: Store
    ) -> None:
        first, second = await hear(store, a_message("one"), a_message("two"))
        (elsewhere,) = await hear(store, a_message("three", chat_id="chat-2"))
        await put(
            store,
            a_memory("from here", message=first.id, chat_id="chat-1"),
            a_memory("from here, not marked with its chat", message=second.id),
            a_memory("from elsewhere", message=elsewhere.id, chat_id="chat-2"),
            a_memory("stated", chat_id="chat-1"),
            a_memory("from both", message=first.id, chat_id="chat-1"),
            a_memory("the chat's own", scope=Scope(SPACE, "chat", "chat-1")),
        )
        await put(store, a_memory("from both", message=elsewhere.id, chat_id="chat-2"))

        receipt = await store.erasure.chat(SPACE, "chat-1", now=NOW)

        assert await texts(store, None) == ["from both", "stated", "from elsewhere"]
        assert receipt.erased == {
            "memories": 3,
            "messages": 2,
            "chats": 1,
            "documents": 0,
            "pages": 0,
            "passages": 5,
        }
        assert await contents(store) == []
        seen = await look(store, a_query(kinds=["message"]))
        assert [text for _, text in seen] == ["three"]

    async def test_an_erased_chat_takes_its_turns_summary_and_jobs(self, store: Store) -> None:
        turn, other = a_turn("tea?"), a_turn("tea?", chat_id="chat-2")
        for draft in (turn, other):
            await begin(store, draft)
            await append(store, draft, an_event(1, "tea"))
            await finish(store, draft, "tea!", jobs=["summarise"])

        await store.erasure.chat(SPACE, "chat-1", now=NOW)

        with pytest.raises(NotFoundError):
            await store.turns.get(SPACE, turn.id)
        with pytest.raises(NotFoundError):
            await store.turns.events(SPACE, turn.id)
        with pytest.raises(NotFoundError):
            await store.summaries.to_fold(SPACE, "chat-1")
        assert len(await store.turns.events(SPACE, other.id)) == 1
        job = await store.jobs.claim(["summarise"], now=NOW, lease=LEASE)
        assert job is not None
        assert job.key == "chat-2"
        assert await store.jobs.claim(["summarise"], now=NOW, lease=LEASE) is None

    async def test_a_turn_that_runs_when_its_chat_is_erased_leaves_nothing(
        self, store: Store
    ) -> None:
        turn = a_turn("tea?")
        await begin(store, turn)
        await store.erasure.scope(CARLA, now=NOW)

        with pytest.raises(NotFoundError):
            await append(store, turn, an_event(1))
        with pytest.raises(NotFoundError):
            await finish(store, turn, "tea!", memories=[a_memory()], jobs=["summarise"])

        assert await contents(store) == []
        assert await texts(store) == []
        assert await store.turns.lost(now=later(9)) == []

    async def test_a_deleted_chat_can_be_erased(self, store: Store) -> None:
        await hear(store, a_message("tea"))
        await store.shelf.retire(SPACE, "chat-1", now=NOW)

        await store.erasure.chat(SPACE, "chat-1", now=NOW)

        with pytest.raises(NotFoundError):
            await store.shelf.restore(SPACE, "chat-1")
        await begin(store, a_turn("again"))

    async def test_what_turns_recalled_is_erased_with_its_origin(self, store: Store) -> None:
        (said,) = await hear(store, a_message("tea", chat_id="chat-2"))
        (elsewhere,) = await hear(store, a_message("tea", scope=Scope("other", "user", "carla")))
        gone, derived, kept = a_memory("green"), a_memory("tea", message=said.id), a_memory("x")
        await put(store, gone, derived, kept)
        items: list[object] = [
            {"id": id, "text": "茶", "score": 0.25, "at": None}
            for id in (gone.id, kept.id, derived.id, said.id, elsewhere.id)
        ]
        items += [{}, "no object", 7]
        misses = [{"id": id, "text": "茶", "rule": "limit"} for id in (kept.id, gone.id)]
        rest: dict[str, object] = {"degraded": ["why"], "near_misses": misses[:1]}
        recalled = Kept(1, "recalled", {**rest, "items": items, "near_misses": misses})
        turn, there = a_turn(), a_turn(scope=Scope("other", "user", "carla"))
        for draft in (turn, there):
            await begin(store, draft)
            await finish(store, draft, events=[recalled, an_event(2, gone.id)])

        async def left(draft: TurnDraft) -> list[Kept]:
            return await store.turns.events(draft.message.scope.space, draft.id)

        await store.erasure.memory(SPACE, gone.id, now=NOW)
        without = Kept(1, "recalled", {**rest, "items": items[1:]})
        assert await left(turn) == [without, an_event(2, gone.id)]
        await store.erasure.chat(SPACE, "chat-2", now=NOW)
        without = Kept(1, "recalled", {**rest, "items": [items[1], *items[4:]]})
        assert await left(turn) == [without, an_event(2, gone.id)]
        assert await left(there) == [recalled, an_event(2, gone.id)]
