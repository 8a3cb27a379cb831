"""What is known of groups: summaries that go so far, and what is known of each member."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from nagori.errors import ConflictError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import HASHED, NOW, SPACE, a_memory, a_message, a_query, later
from nagori.testing.contract.base import ContractBase
from nagori.testing.contract.chats import CLUB, hear
from nagori.values.draft import MemoryDraft
from nagori.values.knowledge import GroupSummary, Stretch
from nagori.values.memorising import BY_RULES
from nagori.values.memory import Memory, Source
from nagori.values.passage import Filter

ROOM = "club-chat"


async def said(store: Store, *texts: str, speaker: str = "u1") -> list[str]:
    """Say something in the club; the ids of the messages."""
    drafts = [a_message(text, chat_id=ROOM, scope=CLUB, speaker=speaker) for text in texts]
    await hear(store, *drafts)
    return [draft.id for draft in drafts]


async def waiting(store: Store, limit: int = 9) -> Stretch:
    """What nobody summarised yet."""
    return await store.knowledge.to_summarise(SPACE, ROOM, limit=limit)


def a_summary(stretch: Stretch, text: str, *degraded: str) -> GroupSummary:
    """A summary of a stretch that rests on all of it."""
    ids = [message.id for message in stretch.messages]
    draft = a_memory(text, scope=CLUB, tag="summary", chat_id=ROOM, message=ids[0])
    more = tuple(Source("message", id, NOW) for id in ids[1:])
    metadata = {"summary_of": [ids[0], ids[-1]], "names": {"u1": "Ann"}}
    return GroupSummary(
        stretch, replace(draft, more_sources=more, degraded=degraded, metadata=metadata)
    )


async def put(store: Store, summary: GroupSummary) -> Memory | None:
    """Write a summary."""
    return await store.knowledge.put_summary(summary, embedder=HASHED, now=NOW)


def about(speaker: str, text: str, **told: Any) -> MemoryDraft:
    """Something that a member said about themselves."""
    metadata = {"member": speaker, "name": speaker.upper(), "statement": text}
    return a_memory(text, scope=CLUB, tag="summary", metadata=metadata, **told)


async def remember(store: Store, *drafts: MemoryDraft) -> None:
    """Store memories."""
    await store.memories.put(list(drafts), embedder=HASHED, now=NOW)


def texts(memories: Sequence[Memory]) -> list[str]:
    """What memories say."""
    return [memory.text for memory in memories]


class KnowledgeContract(ContractBase):
    """`Store.knowledge`, and what else of the store it leans on."""

    async def test_what_members_said_waits_until_it_is_summarised(self, store: Store) -> None:
        first = await said(store, "one", "two")
        bot = a_message("beep", chat_id=ROOM, scope=CLUB, speaker="bot", role="assistant")
        await hear(store, bot)
        stretch = await waiting(store)
        assert [message.id for message in stretch.messages] == first
        assert stretch.scope == CLUB

        made = await put(store, a_summary(stretch, "one and two"))
        assert made is not None
        assert [source.ref for source in made.sources] == first
        assert (await waiting(store)).messages == []
        (third,) = await said(store, "three")
        assert [message.id for message in (await waiting(store)).messages] == [third]
        assert await store.knowledge.chats(CLUB) == [ROOM]
        with pytest.raises(NotFoundError):
            await store.knowledge.to_summarise(SPACE, "no-such-chat", limit=1)

    async def test_a_stretch_is_summarised_once(self, store: Store) -> None:
        await said(store, "one", "two")
        stretch = await waiting(store)
        await put(store, a_summary(stretch, "first"))

        with pytest.raises(ConflictError):
            await put(store, a_summary(stretch, "second"))
        assert texts((await store.knowledge.summaries(CLUB, limit=9, before=None)).items) == [
            "first"
        ]

    async def test_a_stretch_with_nothing_to_tell_is_done_too(self, store: Store) -> None:
        await said(store, "ok")
        assert await put(store, GroupSummary(await waiting(store), None)) is None

        assert (await waiting(store)).messages == []
        assert (await store.knowledge.summaries(CLUB, limit=9, before=None)).items == []

    async def test_an_extract_is_replaced_once(self, store: Store) -> None:
        ids = await said(store, "one", "two")
        extract = await put(store, a_summary(await waiting(store), "extract", BY_RULES))
        assert await store.knowledge.extracted() == [(SPACE, ROOM)]
        again = await store.knowledge.to_summarise_again(SPACE, ROOM)
        assert again is not None
        assert extract is not None
        assert (again.replaces, [m.id for m in again.messages]) == (extract.id, ids)

        await put(store, a_summary(again, "written"))
        with pytest.raises(ConflictError):
            await put(store, a_summary(again, "twice"))
        assert await store.knowledge.to_summarise_again(SPACE, ROOM) is None
        assert await store.knowledge.extracted() == []
        page = await store.knowledge.summaries(CLUB, limit=9, before=None)
        assert texts(page.items) == ["written"]
        (old,) = await store.memories.get(SPACE, [extract.id])
        assert old.status == "retired"

    async def test_summaries_are_listed_newest_first_and_by_pages(self, store: Store) -> None:
        for number in range(3):
            await said(store, f"text {number}")
            await put(store, a_summary(await waiting(store), f"summary {number}"))
        await remember(store, a_memory("stated by hand", scope=CLUB), about("u1", "likes tea"))

        first = await store.knowledge.summaries(CLUB, limit=2, before=None)
        assert texts(first.items) == ["summary 2", "summary 1"]
        assert first.next is not None
        rest = await store.knowledge.summaries(CLUB, limit=2, before=int(first.next))
        assert (texts(rest.items), rest.next) == (["summary 0"], None)

    async def test_what_is_known_of_a_member_is_theirs(self, store: Store) -> None:
        other = replace(about("u1", "elsewhere"), scope=replace(CLUB, id="other"))
        await remember(store, about("u1", "likes tea"), about("u2", "likes rum"), other)
        await remember(store, about("u1", "lives in Porto", at=later(1)))
        of_members = store.knowledge.of_members

        assert texts(await of_members(CLUB, ["u1"], limit=9)) == ["lives in Porto", "likes tea"]
        assert texts(await of_members(CLUB, ["u2", "u3"], limit=9)) == ["likes rum"]
        assert len(await of_members(CLUB, None, limit=2)) == 2
        members = await store.knowledge.members(CLUB)
        assert [(m.speaker, m.name, m.memories) for m in members] == [
            ("u1", "U1", 2),
            ("u2", "U2", 1),
        ]
        assert members[0].updated_at == later(1)

    async def test_memories_with_a_key_can_be_left_out(self, store: Store) -> None:
        await remember(store, about("u1", "green tea at home"), a_memory("green tea", scope=CLUB))
        query = a_query("green tea", scopes=[CLUB], where=Filter(without=frozenset(("member",))))
        both = Filter(without=frozenset(("member",)), metadata={"name": "U1"})

        assert len(await store.passages.score(query)) == 1
        assert len(await store.passages.score(replace(query, where=both))) == 0
        assert len(await store.passages.score(replace(query, where=Filter()))) == 2

    async def test_jobs_are_queued_with_what_was_said(self, store: Store) -> None:
        draft = a_message("hello", chat_id=ROOM, scope=CLUB)
        await store.chats.hear([draft], embedder=HASHED, now=NOW, due={"look": later(1)})

        assert await store.jobs.claim(["look"], now=NOW, lease=later(1) - NOW) is None
        job = await store.jobs.claim(["look"], now=later(2), lease=later(1) - NOW)
        assert job is not None
        assert (job.space, job.key, dict(job.payload)) == (SPACE, ROOM, {"chat": ROOM})

    async def test_groups_for_which_something_is_set_are_found(self, store: Store) -> None:
        set_settings = store.groups.set_settings
        await set_settings(SPACE, "a", {"shares_with": ["b"]}, now=NOW)
        await set_settings(SPACE, "b", {"temperature": 0.1}, now=NOW)
        assert await store.groups.having(SPACE, "shares_with") == ["a"]
        await set_settings(SPACE, None, {"shares_with": []}, now=NOW)

        assert set(await store.groups.having(SPACE, "shares_with")) == {None, "a"}
        assert await store.groups.having("other", "shares_with") == []

    async def test_erasing_a_user_takes_their_words_and_what_rests_on_them(
        self, store: Store
    ) -> None:
        (mine,) = await said(store, "one", speaker="carla")
        await put(store, a_summary(await waiting(store), "rests on carla"))
        (theirs,) = await said(store, "two", speaker="bob")
        await put(store, a_summary(await waiting(store), "rests on bob"))
        await remember(
            store,
            about("carla", "likes tea"),
            about("bob", "likes rum"),
            a_memory("from her words", scope=CLUB, message=mine),
            a_memory("from his words", scope=CLUB, message=theirs),
            a_memory("from nobody's words", scope=CLUB),
        )
        carla = replace(CLUB, kind="user", id="carla")
        await store.erasure.scope(carla, now=NOW)

        page = await store.memories.page(SPACE, CLUB, tags=["summary", "manual"])
        assert set(texts(page.items)) == {
            "rests on bob", "likes rum", "from his words", "from nobody's words"
        }  # fmt: skip
        (left,) = await store.chats.messages(SPACE, ROOM, limit=9)
        assert left.id == theirs

    async def test_a_member_can_be_erased_in_one_group(self, store: Store) -> None:
        (mine,) = await said(store, "I like tea")
        other = replace(about("u1", "elsewhere"), scope=replace(CLUB, id="other"))
        await remember(store, about("u1", "likes tea"), about("u2", "likes rum"), other)

        receipt = await store.erasure.member(CLUB, "u1", now=NOW)
        assert receipt.erased["memories"] == 1
        assert texts(await store.knowledge.of_members(CLUB, None, limit=9)) == ["likes rum"]
        assert [m.id for m in await store.chats.messages(SPACE, ROOM, limit=9)] == [mine]
        assert await store.knowledge.members(other.scope)
        with pytest.raises(NotFoundError):
            await store.erasure.member(CLUB, "u1", now=NOW)
