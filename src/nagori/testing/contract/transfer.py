"""Whole records, out and in again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    HASHED,
    NOW,
    SPACE,
    a_chat,
    a_memory,
    a_message,
    a_query,
    a_turn,
    indexed,
    later,
)
from nagori.testing.contract.base import ContractBase
from nagori.testing.contract.chats import CLUB, hear
from nagori.testing.contract.documents import GUIDE, a_file, found, import_job, imported
from nagori.testing.contract.memories import DIEGO, put
from nagori.testing.contract.pages import a_draft, condense, entries, write, write_all
from nagori.testing.contract.turns import begin, finish
from nagori.testing.learning import registered
from nagori.testing.oracle import look
from nagori.values.draft import Indexed, MemoryEdit
from nagori.values.scope import Scope
from nagori.values.transfer import (
    RECORD_KINDS,
    PutBack,
    Whole,
    WholeChat,
    WholeDocument,
    WholeMemory,
    WholeMessage,
    WholePage,
    WholeUser,
)
from nagori.write.document_index import index_passages
from nagori.write.page_index import index_page

COPY = "copy"


async def fill(store: Store) -> None:
    """Some of everything, in two scopes."""
    await store.users.set_time_zone(SPACE, "carla", "Asia/Shanghai", now=NOW)
    await store.users.set_time_zone(SPACE, "diego", "Europe/Berlin", now=NOW)
    said = await hear(
        store,
        a_message("one", external_id="m-1", metadata={"键": 1}),
        a_message("two", chat_id="chat-2", scope=CLUB),
    )
    drafts = [
        a_memory("tea", external_id="x", message=said[0].id, chat_id="chat-1"),
        a_memory("coffee", bot="mia"),
        a_memory("his", scope=DIEGO),
    ]
    await put(store, *drafts, a_memory("Tea!", at=later(1), external_id="y"))
    await store.memories.set_status(SPACE, drafts[1].id, "retired", now=later(2))
    edit = MemoryEdit(drafts[0].id, text="green tea", indexed=indexed("green tea"))
    await store.memories.edit(SPACE, edit, embedder=HASHED, now=later(3))
    await write_all(store, "- tea", "- tea\n- 茶", scope=DIEGO)
    await write(store, a_draft("## 喜好\n- milk", message=said[0].id, mode="append"))
    await condense(store, "- a", "extractive")
    await imported(store, a_file(), *GUIDE)
    await store.documents.add(a_file(b"waits", name="his.md", scope=DIEGO), now=NOW)


async def read(
    store: Store, space: str = SPACE, scope: Scope | None = None, *, limit: int = 100
) -> list[Whole]:
    """Everything, in the order in which it is put back."""
    records: list[Whole] = []
    last = await store.transfer.last()
    for kind in RECORD_KINDS:
        after = 0
        while part := await store.transfer.read(
            kind, space, scope, after=after, upto=last[kind], limit=limit
        ):
            assert len(part) <= limit
            after = part[-1][0]
            records += [whole for _, whole in part]
    return records


def made_findable(whole: Whole) -> Indexed | None:
    """What an import works out of a record."""
    match whole:
        case WholeMemory(memory, _):
            return indexed(memory.text)
        case WholeMessage(message):
            return indexed(message.content)
        case WholePage(page):
            return index_page(page.text, max_tokens=300)
        case WholeDocument():
            return index_passages(whole.passages)[0]
        case WholeUser() | WholeChat():
            return None


async def copy(store: Store, records: list[Whole]) -> list[PutBack]:
    """Put records into another space."""
    ready = [(whole, made_findable(whole)) for whole in records]
    return await store.transfer.put(COPY, ready, embedder=HASHED, now=NOW)


class TransferContract(ContractBase):
    """`Store.transfer`."""

    async def test_what_is_put_back_is_what_was_read(self, store: Store) -> None:
        await fill(store)
        records = await read(store)
        assert len(records) == 2 + 2 + 2 + 3 + 2 + 2

        assert set(await copy(store, records)) == {"added"}

        assert await read(store, COPY) == records
        assert set(await copy(store, records)) == {"known"}
        assert await read(store, COPY) == records

    async def test_small_parts_make_up_the_same_whole(self, store: Store) -> None:
        await fill(store)

        assert await read(store, limit=1) == await read(store, limit=100)

    async def test_a_scope_has_its_own_records_only(self, store: Store) -> None:
        await fill(store)

        hers = await read(store, scope=CARLA)

        assert [type(w).__name__ for w in hers] == [
            "WholeUser",
            "WholeChat",
            "WholeMessage",
            "WholeMemory",
            "WholeMemory",
            "WholePage",
            "WholeDocument",
        ]
        assert len(await read(store, scope=DIEGO)) == 4
        assert len(await read(store, scope=CLUB)) == 2
        assert await read(store, "nobody") == []

    async def test_a_message_goes_back_to_no_other_chat(self, store: Store) -> None:
        await fill(store)
        records = await read(store)
        messages = [w for w in records if isinstance(w, WholeMessage)]

        assert set(await copy(store, list(messages))) == {"refused"}
        theirs = a_message("theirs", scope=Scope(COPY, "user", "diego"))
        await hear(store, theirs)
        assert await copy(store, list(messages)) == ["refused", "refused"]

    async def test_chats_come_back_as_they_were_arranged_and_summarised(self, store: Store) -> None:
        arranged = replace(
            a_chat("a", title="茶", bot="mia", archived=True),
            title_by="person",
            summary="so far",
            summary_by="a model",
            metadata={"k": [1]},
            document_ids=("d-1", "d-2"),
            project="loans",
        )
        await registered(store)
        await store.shelf.add(arranged, space=SPACE)
        await store.shelf.add(replace(a_chat("b"), title_by="model", title="t"), space=SPACE)
        await store.shelf.retire(SPACE, "b", now=later(1))
        records = await read(store)

        await copy(store, records)

        assert await read(store, COPY) == records
        assert await store.chats.get(COPY, "a") == arranged
        assert await store.chats.scope_of(COPY, "b") is None
        assert (await store.shelf.restore(COPY, "b")).title_by == "model"

    async def test_a_page_comes_back_with_its_entries_as_old_as_they_were(
        self, store: Store
    ) -> None:
        page = "## 喜好\n- green tea"
        await write_all(store, page, "- gone", page, f"{page}\n- milk")
        here = await entries(store)
        assert [at for _, at in here.values()] == [later(2), later(3)]

        await copy(store, await read(store))

        there = await entries(store, Scope(COPY, "user", "carla"))
        assert [(text, at) for text, (_, at) in there.items()] == [
            (text, at) for text, (_, at) in here.items()
        ]

    async def test_a_page_that_is_here_already_stays(self, store: Store) -> None:
        await write_all(store, "- a")
        records = await read(store)
        await write_all(store, "- mine", scope=Scope(COPY, "user", "carla"))

        assert await copy(store, records) == ["known"]

        assert (await store.pages.get(Scope(COPY, "user", "carla"))).text == "- mine"

    async def test_a_document_is_found_where_it_came_back(self, store: Store) -> None:
        hers = await imported(store, a_file(), *GUIDE)
        gone = await imported(store, a_file(b"two", name="gone.md"), "The tram is gone.")
        await store.documents.retire(SPACE, gone.id, now=later(1))
        await store.documents.add(a_file(b"waits", name="new.md"), now=NOW)

        await copy(store, await read(store))

        there = Scope(COPY, "user", "carla")
        assert await found(store, scope=there) == await found(store)
        assert await store.documents.get(COPY, hers.id) == hers
        await store.documents.restore(COPY, gone.id, now=later(2))
        assert "The tram is gone." in await found(store, scope=there)
        job = await import_job(store)
        while job.space != COPY:
            job = await import_job(store)
        file = await store.documents.to_import(job)
        assert file is not None
        assert file.data == b"waits"

    async def test_a_document_of_the_same_source_stays(self, store: Store) -> None:
        await imported(store, a_file(), *GUIDE)
        records = await read(store)
        mine = a_file(scope=Scope(COPY, "user", "carla"))
        await store.documents.add(mine, now=NOW)

        assert await copy(store, records) == ["known"]

        assert (await store.documents.get(COPY, mine.id)).passages == 0

    async def test_what_is_hidden_comes_back_hidden(self, store: Store) -> None:
        first, second = a_turn("tea"), a_turn("tea, cut", chat_id="chat-2")
        for draft in (first, second):
            await begin(store, draft)
            await finish(store, draft, "more tea")
        await begin(store, a_turn("green", replaces=first.message.id))
        await store.shelf.retire(SPACE, "chat-2", now=NOW)
        records = await read(store)
        seen = await look(store, a_query("green tea", kinds=["message"]))
        assert [text for _, text in seen] == ["green"]

        await copy(store, records)

        there = [Scope(COPY, "user", "carla")]
        query = a_query("green tea", kinds=["message"], scopes=there)
        assert [text for _, text in await look(store, query)] == ["green"]
        listed = await store.chats.messages(COPY, "chat-1", limit=9)
        assert [message.content for message in listed] == ["green"]
        await store.shelf.restore(COPY, "chat-2")
        assert {text for _, text in await look(store, query)} == {"green", "tea, cut", "more tea"}
        assert await store.turns.of_chat(COPY, "chat-1", limit=9) == []

    @pytest.mark.parametrize("by", ["a model", "extractive"])
    async def test_a_summary_that_came_back_is_gone_on_from(self, store: Store, by: str) -> None:
        said = await hear(store, *(a_message(f"{n}") for n in range(4)))
        ids = [message.id for message in said]
        await store.jobs.enqueue(SPACE, "fold", "chat-1", {}, now=NOW)
        job = await store.jobs.claim(["fold"], now=NOW, lease=timedelta(minutes=1))
        assert job is not None
        await store.summaries.fold(
            SPACE, "chat-1", summary="s", by=by, messages=ids[:2], job=job, now=NOW
        )

        await copy(store, await read(store))

        here = await store.summaries.to_fold(SPACE, "chat-1")
        assert await store.summaries.to_fold(COPY, "chat-1") == here
        assert [message.id for message in here.again] == ([] if by == "a model" else ids[:2])

    async def test_external_ids_of_a_scope_are_known(self, store: Store) -> None:
        await fill(store)

        assert await store.transfer.known(CARLA, ["x", "y", "z"]) == {"x", "y"}
        assert await store.transfer.known(DIEGO, ["x"]) == set()
        assert await store.transfer.known(CARLA, []) == set()
