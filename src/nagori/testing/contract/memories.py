"""Memories: adding, confirming, reading, changing."""

from dataclasses import replace

import pytest

from nagori.errors import ConflictError, NotFoundError, StoreError
from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    a_query,
    an_id,
    indexed,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.oracle import look
from nagori.values.draft import MemoryDraft, MemoryEdit, Written
from nagori.values.memory import TAGS, Change, Memory, Page, Source, Status
from nagori.values.scope import Scope

DIEGO = Scope(SPACE, "user", "diego")
STATUSES: tuple[Status, ...] = ("active", "retired", "superseded", "quarantined")


async def put(store: Store, *drafts: MemoryDraft) -> list[Written]:
    """Put memories with the vectors that they have."""
    return await store.memories.put(drafts, embedder=HASHED, now=NOW)


async def page(store: Store, scope: Scope | None = CARLA, **options: object) -> Page[Memory]:
    """A page of memories with any tag."""
    tags = options.pop("tags", TAGS)
    return await store.memories.page(SPACE, scope, tags=tags, **options)  # pyright: ignore[reportArgumentType]


async def texts(store: Store, scope: Scope | None = CARLA, **options: object) -> list[str]:
    """The texts of a page."""
    return [memory.text for memory in await page(store, scope, **options)]


class MemoryContract(ContractBase):
    """`Store.memories`."""

    async def test_a_new_memory_is_returned_and_read_back_as_it_was_given(
        self, store: Store
    ) -> None:
        draft = a_memory(
            "她喜欢绿茶 ☕",
            bot="mia",
            external_id="x-1",
            metadata={"a": [1, {"b": None}], "键": "值"},
        )
        draft = replace(draft, emotion_label="joy", confidence=0.5, trust="untrusted")

        (written,) = await put(store, replace(draft, degraded=("rules decided",)))

        assert written.created
        memory = written.memory
        assert (await store.memories.get(SPACE, [memory.id])) == [memory]
        assert memory == Memory(
            id=draft.id,
            text="她喜欢绿茶 ☕",
            tag="manual",
            scope="user:carla",
            created_at=NOW,
            updated_at=NOW,
            bot="mia",
            emotion_label="joy",
            stage="embedded",
            valid_from=NOW,
            sources=(Source("statement", "user:carla", NOW, external_id="x-1"),),
            confidence=0.5,
            trust="untrusted",
            degraded=("rules decided",),
            metadata={"a": [1, {"b": None}], "键": "值"},
            external_id="x-1",
        )

    async def test_a_memory_survives_a_restart(self, opened: Opener) -> None:
        async with opened() as store:
            (written,) = await put(store, a_memory())

        async with opened() as store:
            assert await store.memories.get(SPACE, [written.memory.id]) == [written.memory]

    @pytest.mark.parametrize(
        "again",
        [
            "she likes green tea",
            "She likes GREEN tea!",
            "ｓｈｅ likes green　tea",
            "…she likes, green tea.",
        ],
    )
    async def test_the_same_statement_confirms_the_memory_it_repeats(
        self, store: Store, again: str
    ) -> None:
        (first,) = await put(store, a_memory("she likes green tea"))

        (second,) = await put(store, a_memory(again, at=later(5)))

        assert not second.created
        assert second.memory.id == first.memory.id
        assert second.memory.text == "she likes green tea"
        assert second.memory.times_said == 2
        assert second.memory.updated_at == later(5)
        assert [s.at for s in second.memory.sources] == [NOW, later(5)]
        assert len(await page(store)) == 1
        assert len(await look(store, a_query())) == 1

    async def test_a_memory_said_again_is_as_young_as_its_last_saying(self, store: Store) -> None:
        await put(store, a_memory(at=NOW))
        await put(store, a_memory(at=later(60)))
        await put(store, a_memory(at=later(30)))

        (seen,) = (await look(store, a_query())).values()
        assert seen.found.at == later(60)
        assert seen.found.times_said == 3

    @pytest.mark.parametrize(
        "other",
        [
            a_memory("she likes green tea", scope=DIEGO),
            a_memory("she likes green tea", scope=Scope("other", "user", "carla")),
            a_memory("she likes green tea", tag="user_input"),
            a_memory("she likes green tea", bot="mia"),
            a_memory("she likes black tea"),
        ],
    )
    async def test_another_scope_space_tag_bot_or_text_is_another_memory(
        self, store: Store, other: MemoryDraft
    ) -> None:
        await put(store, a_memory("she likes green tea"))

        (written,) = await put(store, other)

        assert written.created
        assert written.memory.times_said == 1

    async def test_a_retired_memory_is_not_confirmed(self, store: Store) -> None:
        (old,) = await put(store, a_memory())
        await store.memories.set_status(SPACE, old.memory.id, "retired", now=NOW)

        (new,) = await put(store, a_memory())

        assert new.created

    async def test_the_same_external_id_is_stored_once(self, store: Store) -> None:
        (first,) = await put(store, a_memory("one", external_id="x"))

        (again,) = await put(store, a_memory("one, told otherwise", external_id="x"))

        assert not again.created
        assert again.memory == first.memory
        assert await texts(store) == ["one"]

    async def test_an_external_id_that_was_merged_into_another_memory_counts_once(
        self, store: Store
    ) -> None:
        (first,) = await put(store, a_memory("one", external_id="x"))
        (merged,) = await put(store, a_memory("One.", external_id="y"))

        (again,) = await put(store, a_memory("One.", external_id="y"))

        assert merged.memory.id == first.memory.id
        assert again.memory.times_said == 2
        assert [s.external_id for s in again.memory.sources] == ["x", "y"]

    async def test_external_ids_of_different_scopes_have_nothing_to_do_with_each_other(
        self, store: Store
    ) -> None:
        await put(store, a_memory("one", external_id="x"))

        (other,) = await put(store, a_memory("two", external_id="x", scope=DIEGO))

        assert other.created

    async def test_drafts_are_put_all_or_none(self, store: Store) -> None:
        (kept,) = await put(store, a_memory("first"))

        with pytest.raises(StoreError):
            await put(store, a_memory("second"), a_memory("third", id=kept.memory.id))

        assert await texts(store) == ["first"]
        assert store.state == "ready"

    async def test_drafts_of_one_call_confirm_each_other(self, store: Store) -> None:
        written = await put(store, a_memory("tea"), a_memory("Tea!"), a_memory("coffee"))

        assert [w.created for w in written] == [True, False, True]
        assert await texts(store) == ["coffee", "tea"]

    async def test_an_unknown_memory_is_not_found(self, store: Store) -> None:
        (written,) = await put(store, a_memory())
        for space, id in ((SPACE, "nobody"), ("other", written.memory.id)):
            with pytest.raises(NotFoundError):
                await store.memories.get(space, [id])
            with pytest.raises(NotFoundError):
                await store.memories.history(space, id)
            with pytest.raises(NotFoundError):
                await store.memories.set_status(space, id, "retired", now=NOW)
            edit = MemoryEdit(id, tag="summary")
            with pytest.raises(NotFoundError):
                await store.memories.edit(space, edit, embedder=HASHED, now=NOW)

    async def test_memories_are_given_in_the_order_asked_for(self, store: Store) -> None:
        written = await put(store, *(a_memory(f"fact {n}") for n in range(3)))
        ids = [written[n].memory.id for n in (2, 0, 1, 2)]

        assert [m.id for m in await store.memories.get(SPACE, ids)] == ids
        assert await store.memories.get(SPACE, []) == []

    # pages ---------------------------------------------------------------------------------------

    async def test_pages_follow_each_other_newest_first(self, store: Store) -> None:
        await put(store, *(a_memory(f"fact {n}", at=later(-n)) for n in range(7)))
        seen: list[str] = []
        before = None
        while True:
            part = await page(store, limit=3, before=before)
            seen += [m.text for m in part]
            if part.next is None:
                break
            before = int(part.next)

        assert seen == [f"fact {n}" for n in range(6, -1, -1)]

    async def test_a_full_last_page_has_no_next(self, store: Store) -> None:
        await put(store, a_memory("one"), a_memory("two"))

        assert (await page(store, limit=2)).next is None
        assert (await page(store, limit=1)).next is not None

    async def test_a_page_holds_one_scope_or_one_space(self, store: Store) -> None:
        other = Scope("other", "user", "carla")
        await put(
            store,
            a_memory("hers"),
            a_memory("his", scope=DIEGO),
            a_memory("everybody's", scope=Scope(SPACE, "global")),
            a_memory("elsewhere", scope=other),
        )

        assert await texts(store, CARLA) == ["hers"]
        assert await texts(store, DIEGO) == ["his"]
        assert await texts(store, None) == ["everybody's", "his", "hers"]
        elsewhere = await store.memories.page("other", None, tags=TAGS)
        assert [m.text for m in elsewhere] == ["elsewhere"]

    async def test_a_page_can_be_narrowed_by_tags_and_statuses(self, store: Store) -> None:
        drafts = [a_memory(f"{tag}", tag=tag) for tag in TAGS]
        written = await put(store, *drafts)
        await store.memories.set_status(SPACE, written[0].memory.id, "retired", now=NOW)

        assert await texts(store, tags=("manual", "summary")) == ["summary", "manual"]
        assert await texts(store) == ["summary", "manual", "ai_output"]
        assert await texts(store, statuses=("retired",)) == ["user_input"]
        assert len(await page(store, statuses=STATUSES)) == 4

    async def test_a_page_can_be_narrowed_to_what_was_made_from_messages(
        self, store: Store
    ) -> None:
        await put(store, a_memory("tea", message="m1"), a_memory("milk", message="m2"))
        await put(store, a_memory("his", message="m1", scope=DIEGO), a_memory("said alone"))
        await put(store, a_memory("tea", message="m3"))  # confirmed

        assert await texts(store, messages=["m1", "m2", "m3"]) == ["milk", "tea"]
        assert await texts(store, messages=["m3"]) == ["tea"]
        assert await texts(store, messages=["m1", "m2"], limit=1) == ["milk"]
        assert await texts(store, None, messages=["m1"]) == ["his", "tea"]
        assert await texts(store, messages=["m1"], tags=("summary",)) == []
        assert await texts(store, messages=[]) == []

    # changes -------------------------------------------------------------------------------------

    async def test_an_edited_text_is_found_by_its_new_words_only(self, store: Store) -> None:
        (written,) = await put(store, a_memory("she likes green tea"))
        await look(store, a_query())  # a cache that must notice
        text = "she prefers coffee"
        edit = MemoryEdit(written.memory.id, text=text, indexed=indexed(text))

        edited = await store.memories.edit(SPACE, edit, embedder=HASHED, now=later(1))

        assert edited.text == text
        assert edited.updated_at == later(1)
        assert edited.created_at == NOW
        assert edited.stage == "embedded"
        seen = await look(store, a_query("coffee"))
        assert list(seen) == [(edited.id, text)]
        assert seen[edited.id, text].bm25 > 0
        assert (await look(store, a_query("green tea")))[edited.id, text].bm25 == 0

    async def test_an_empty_emotion_takes_it_away(self, store: Store) -> None:
        draft = replace(a_memory(), emotion_label="joy")
        await put(store, draft)
        edit = MemoryEdit(draft.id, emotion_label="")

        edited = await store.memories.edit(SPACE, edit, embedder=HASHED, now=later(1))

        assert edited.emotion_label is None

    async def test_an_edit_leaves_alone_what_it_does_not_name(self, store: Store) -> None:
        draft = replace(a_memory(metadata={"a": 1}), emotion_label="joy")
        (written,) = await put(store, draft)

        for edit in (
            MemoryEdit(draft.id, tag="summary"),
            MemoryEdit(draft.id, emotion_label="calm"),
            MemoryEdit(draft.id, metadata={"b": 2}),
        ):
            await store.memories.edit(SPACE, edit, embedder=HASHED, now=later(1))

        (memory,) = await store.memories.get(SPACE, [draft.id])
        assert memory == replace(
            written.memory,
            tag="summary",
            emotion_label="calm",
            metadata={"b": 2},
            updated_at=later(1),
        )

    async def test_an_edited_text_can_be_confirmed_and_the_old_one_is_new(
        self, store: Store
    ) -> None:
        (written,) = await put(store, a_memory("tea"))
        edit = MemoryEdit(written.memory.id, text="coffee", indexed=indexed("coffee"))
        await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)

        coffee, tea = await put(store, a_memory("Coffee!"), a_memory("tea"))

        assert not coffee.created
        assert tea.created

    async def test_retiring_and_restoring_are_undone_by_each_other(self, store: Store) -> None:
        (written,) = await put(store, a_memory())
        id = written.memory.id

        retired = await store.memories.set_status(SPACE, id, "retired", now=later(1))
        assert retired.status == "retired"
        assert await look(store, a_query()) == {}

        restored = await store.memories.set_status(SPACE, id, "active", now=later(2))
        assert restored == replace(written.memory, updated_at=later(2))
        assert len(await look(store, a_query())) == 1

    async def test_retiring_twice_is_retiring_once(self, store: Store) -> None:
        (written,) = await put(store, a_memory())
        for minute in (1, 2):
            await store.memories.set_status(SPACE, written.memory.id, "retired", now=later(minute))

        history = await store.memories.history(SPACE, written.memory.id)
        assert [c.what for c in history] == ["created", "retired"]

    @pytest.mark.parametrize("status", ["superseded", "quarantined"])
    async def test_a_status_that_nobody_can_set_by_hand_is_a_conflict(
        self, store: Store, status: Status
    ) -> None:
        (written,) = await put(store, a_memory())

        with pytest.raises(ConflictError):
            await store.memories.set_status(SPACE, written.memory.id, status, now=NOW)

        assert (await store.memories.get(SPACE, [written.memory.id])) == [written.memory]

    async def test_the_history_tells_everything_oldest_first(self, store: Store) -> None:
        (written,) = await put(store, a_memory("tea"))
        id = written.memory.id
        await put(store, a_memory("Tea!", at=later(1)))
        edit = MemoryEdit(id, text="coffee", indexed=indexed("coffee"))
        await store.memories.edit(SPACE, edit, embedder=HASHED, now=later(2))
        await store.memories.set_status(SPACE, id, "retired", now=later(3))
        await store.memories.set_status(SPACE, id, "active", now=later(4))

        history = await store.memories.history(SPACE, id)
        assert [(c.at, c.what, c.before, c.after) for c in history] == [
            (NOW, "created", None, "tea"),
            (later(1), "confirmed", None, "Tea!"),
            (later(2), "edited", "tea", "coffee"),
            (later(3), "retired", None, None),
            (later(4), "restored", None, None),
        ]

    # put_whole -----------------------------------------------------------------------------------

    async def test_a_whole_memory_comes_back_as_it_was(self, store: Store) -> None:
        memory = Memory(
            id=an_id(),
            text="tea",
            tag="summary",
            scope=CARLA.key,
            created_at=later(-10),
            updated_at=later(-5),
            bot="mia",
            chat_id="chat-9",
            emotion_label="joy",
            times_said=4,
            status="superseded",
            stage="embedded",
            valid_from=later(-10),
            valid_to=later(-5),
            superseded_by="id-x",
            sources=(
                Source("message", "m-1", later(-10), 1, 4, "abc", "x-1"),
                Source("file", "notes.md", later(-9)),
            ),
            confidence=0.7,
            trust="untrusted",
            degraded=("an extract",),
            metadata={"k": "v"},
            external_id="x-1",
        )
        changes = [
            Change(later(-10), "created", None, "tee", "m-1"),
            Change(later(-8), "edited", "tee", "tea", "edit"),
            Change(later(-5), "superseded", None, None, "rules"),
        ]
        draft = a_memory("tea", id=memory.id, tag="summary")

        assert await store.memories.put_whole(memory, draft, changes, embedder=HASHED, now=NOW)
        assert not await store.memories.put_whole(memory, draft, changes, embedder=HASHED, now=NOW)

        assert await store.memories.get(SPACE, [memory.id]) == [memory]
        assert await store.memories.history(SPACE, memory.id) == changes

    async def test_a_whole_memory_without_vectors_waits_for_them(self, store: Store) -> None:
        (written,) = await put(store, a_memory("tea"))
        for vectors, embedder in ((False, HASHED), (True, None)):
            memory = replace(written.memory, id=an_id(), stage="embedded")
            draft = a_memory("tea", id=memory.id, vectors=vectors)

            await store.memories.put_whole(memory, draft, [], embedder=embedder, now=NOW)

            assert (await store.memories.get(SPACE, [memory.id]))[0].stage == "stored"
        assert len(await store.passages.pending(HASHED, limit=10)) == 2

    async def test_external_ids_of_a_whole_memory_are_known(self, store: Store) -> None:
        (written,) = await put(store, a_memory("tea", external_id="x"))
        await store.erasure.memory(SPACE, written.memory.id, now=NOW)
        await store.memories.put_whole(
            written.memory, a_memory("tea", id=written.memory.id), [], embedder=HASHED, now=NOW
        )

        (again,) = await put(store, a_memory("tea", external_id="x"))

        assert again.memory == written.memory
