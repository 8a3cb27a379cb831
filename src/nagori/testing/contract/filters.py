"""Which passages take part in a query."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from nagori.store.port import Store
from nagori.testing.builders import HASHED, NOW, SPACE, a_memory, a_message, a_query, later
from nagori.testing.contract.base import ContractBase
from nagori.testing.contract.chats import hear
from nagori.testing.contract.memories import DIEGO, put
from nagori.testing.oracle import differences, look, shown
from nagori.values.memory import TAGS, Status
from nagori.values.passage import HIDDEN, Filter, PassageKind


async def seen(
    store: Store,
    where: Filter,
    *,
    kinds: tuple[PassageKind, ...] = ("memory",),
    now: datetime | None = None,
) -> dict[str, int]:
    """Texts that take part, with the codes of what hides them."""
    found = await look(store, a_query("tea", where=where, kinds=kinds, now=now))
    return {text: s.hidden for (_, text), s in found.items()}


async def put_with_status(
    store: Store,
    text: str,
    status: Status,
    *,
    valid_from: datetime | None = NOW,
    valid_to: datetime | None = None,
) -> str:
    """A memory with a status that only other parts of the program give."""
    draft = a_memory(text)
    (written,) = await put(store, draft)
    memory = replace(written.memory, status=status, valid_from=valid_from, valid_to=valid_to)
    await store.erasure.memory(SPACE, draft.id, now=NOW)
    await store.memories.put_whole(memory, draft, [], embedder=HASHED, now=NOW)
    return draft.id


class FilterContract(ContractBase):
    """`Query.where`."""

    async def test_tags_keep_memories_out_but_tell(self, store: Store) -> None:
        await put(store, *(a_memory(f"tea {tag}", tag=tag) for tag in TAGS))

        assert await seen(store, Filter(tags=frozenset({"manual", "summary"}))) == {
            "tea user_input": HIDDEN["tag"],
            "tea ai_output": HIDDEN["tag"],
            "tea manual": 0,
            "tea summary": 0,
        }
        assert set((await seen(store, Filter())).values()) == {0}

    async def test_tags_say_nothing_about_messages(self, store: Store) -> None:
        await hear(store, a_message("tea"))

        where = Filter(tags=frozenset({"manual"}))
        assert await seen(store, where, kinds=("message",)) == {"tea": 0}

    async def test_kinds_and_scopes_that_are_not_asked_for_do_not_take_part(
        self, store: Store
    ) -> None:
        await put(store, a_memory("tea memory"), a_memory("his tea", scope=DIEGO))
        await hear(store, a_message("tea message"))

        assert await seen(store, Filter(), kinds=("memory",)) == {"tea memory": 0}
        assert await seen(store, Filter(), kinds=("message",)) == {"tea message": 0}
        assert len(await seen(store, Filter(), kinds=("memory", "message"))) == 2

    async def test_a_chat_limits_messages_but_not_memories(self, store: Store) -> None:
        await hear(store, a_message("tea 1"), a_message("tea 2", chat_id="chat-2"))
        await put(store, a_memory("tea 3", chat_id="chat-2"))

        kinds: tuple[PassageKind, ...] = ("memory", "message")
        assert set(await seen(store, Filter(chat_id="chat-1"), kinds=kinds)) == {"tea 1", "tea 3"}
        assert set(await seen(store, Filter(chat_id="chat-9"), kinds=kinds)) == {"tea 3"}

    async def test_a_bot_sees_its_own_and_what_is_nobodys(self, store: Store) -> None:
        await put(
            store,
            a_memory("tea"),
            a_memory("mia's tea", bot="mia"),
            a_memory("rex's tea", bot="rex"),
        )

        assert set(await seen(store, Filter(bot="mia"))) == {"tea", "mia's tea"}
        assert set(await seen(store, Filter(bot="new"))) == {"tea"}
        assert len(await seen(store, Filter())) == 3

    @pytest.mark.parametrize(
        ("metadata", "wanted"),
        [
            ({"project": "a"}, {"tea 1", "tea 2"}),
            ({"project": "a", "n": 1}, {"tea 1"}),
            ({"n": 2.0}, {"tea 2"}),
            ({"flag": True}, {"tea 1"}),
            ({"键": "值"}, {"tea 2"}),
            ({'quo"te': "it's"}, {"tea 3"}),
            ({"dot.ted": 1}, {"tea 3"}),
            ({"list": [1, 2]}, {"tea 3"}),
            ({"project": "c"}, set[str]()),
            ({"nobody": 1}, set[str]()),
        ],
    )
    async def test_metadata_must_hold_what_is_asked_for(
        self, store: Store, metadata: Mapping[str, Any], wanted: set[str]
    ) -> None:
        await put(
            store,
            a_memory("tea 1", metadata={"project": "a", "n": 1, "flag": True}),
            a_memory("tea 2", metadata={"project": "a", "n": 2, "键": "值"}),
            a_memory("tea 3", metadata={'quo"te': "it's", "dot.ted": 1, "list": [1, 2]}),
            a_memory("tea 4"),
        )

        assert set(await seen(store, Filter(metadata=metadata))) == wanted

    async def test_filters_are_applied_before_statistics(self, store: Store) -> None:
        drafts = [a_memory(f"tea {n} green", metadata={"n": n % 2}) for n in range(20)]
        await put(store, *drafts)
        query = a_query("green tea 4", where=Filter(metadata={"n": 0}))
        wanted = [s for d in drafts[::2] for s in shown(d.id, d.text, d.indexed)]

        assert differences(await look(store, query), wanted, query) == []

    async def test_what_is_hidden_but_told_is_not_in_the_statistics(self, store: Store) -> None:
        drafts = [
            a_memory(f"tea {n} green " + "leaf " * (n % 4), tag=TAGS[n % 2]) for n in range(12)
        ]
        await put(store, *drafts)
        await put_with_status(store, "green tea of old", "superseded", valid_to=NOW)
        query = a_query("green tea 4", where=Filter(tags=frozenset({TAGS[0]})))
        wanted = [s for d in drafts[::2] for s in shown(d.id, d.text, d.indexed)]

        found = await look(store, query)

        assert len(found) == 12, "superseded and of another tag: two rules hide it"
        assert differences(found, wanted, query) == []
        assert all(s.bm25 > 0 for s in found.values()), "what is hidden is scored, to explain it"

    # time ----------------------------------------------------------------------------------------

    async def test_as_of_shows_what_held_then(self, store: Store) -> None:
        await put(store, a_memory("old tea", at=later(-60)), a_memory("new tea", at=later(-10)))

        assert set(await seen(store, Filter(as_of=later(-70)))) == set()
        assert set(await seen(store, Filter(as_of=later(-60)))) == {"old tea"}
        assert set(await seen(store, Filter(as_of=later(-10)))) == {"old tea", "new tea"}

    async def test_what_is_said_of_the_future_is_not_there_yet(self, store: Store) -> None:
        await put(store, a_memory("tea tomorrow", at=later(60)))
        await hear(store, a_message("tea message", said_at=later(60)))

        kinds: tuple[PassageKind, ...] = ("memory", "message")
        assert await seen(store, Filter(), kinds=kinds, now=later(59)) == {}
        assert len(await seen(store, Filter(), kinds=kinds, now=later(60))) == 2

    async def test_a_superseded_memory_tells_why_it_is_hidden_and_held_in_its_time(
        self, store: Store
    ) -> None:
        await put_with_status(
            store, "tea then", "superseded", valid_from=later(-60), valid_to=later(-10)
        )

        assert await seen(store, Filter()) == {"tea then": HIDDEN["superseded"]}
        assert await seen(store, Filter(as_of=later(-30))) == {"tea then": 0}
        assert await seen(store, Filter(as_of=later(-10))) == {"tea then": HIDDEN["superseded"]}

    @pytest.mark.parametrize("status", ["retired", "quarantined"])
    async def test_retired_and_quarantined_memories_are_never_seen(
        self, store: Store, status: Status
    ) -> None:
        await put_with_status(store, "tea", status)

        assert await seen(store, Filter()) == {}
        assert await seen(store, Filter(as_of=later(5))) == {}

    async def test_two_rules_hide_without_telling(self, store: Store) -> None:
        await put_with_status(store, "tea", "superseded", valid_to=later(-10))

        assert await seen(store, Filter(tags=frozenset({"summary"}))) == {}
        assert await seen(store, Filter(bot="mia", metadata={"a": 1})) == {}
