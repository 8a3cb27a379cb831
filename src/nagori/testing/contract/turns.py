"""Turns and what happened in them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from nagori.errors import ConflictError, NotFoundError, StoreError
from nagori.store.port import Store
from nagori.testing.builders import (
    HASHED,
    NOW,
    SPACE,
    a_chat,
    a_memory,
    a_message,
    a_query,
    a_turn,
    an_answer,
    an_id,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import CLUB, contents, hear
from nagori.testing.contract.memories import DIEGO, texts
from nagori.testing.oracle import look
from nagori.values.draft import MemoryDraft
from nagori.values.event import Kept
from nagori.values.job import Job
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.turn import Begun, Turn, TurnDraft, TurnEnd, TurnState

LEASE = timedelta(minutes=1)


async def begin(store: Store, draft: TurnDraft, *, past: int = 4, most: int = 20) -> Begun:
    """Begin a turn at the time of its message."""
    now = draft.message.said_at
    return await store.turns.begin(draft, past=past, most=most, embedder=HASHED, now=now)


async def finish(
    store: Store,
    turn: TurnDraft,
    answer: str | None = "green tea, as always",
    *,
    state: TurnState = "done",
    events: Sequence[Kept] = (),
    memories: Sequence[MemoryDraft] = (),
    jobs: Sequence[str] = (),
    said_at: datetime = NOW,
) -> Message | None:
    """End a turn with an answer in its chat, if there is one."""
    said = turn.message
    draft = None
    if answer is not None:
        draft = an_answer(answer, chat_id=said.chat_id, scope=said.scope, said_at=said_at)
    end = TurnEnd(state, answer=draft, memories=memories, events=events, jobs=jobs)
    return await store.turns.finish(said.scope.space, turn.id, end, embedder=HASHED, now=said_at)


async def append(
    store: Store, turn: TurnDraft, *events: Kept, lease_until: datetime = NOW + LEASE
) -> None:
    """Add events to a turn of the usual space."""
    await store.turns.append(SPACE, turn.id, events, lease_until=lease_until)


def an_event(number: int, text: str = "so", type: str = "answer", **data: Any) -> Kept:
    """Something that happened in a turn."""
    return Kept(number, type, {"text": text, **data})


class TurnContract(ContractBase):
    """`Store.turns`."""

    async def test_a_turn_begins_with_the_message_in_a_chat_made_for_it(
        self, opened: Opener
    ) -> None:
        draft = a_turn("what shall we drink? 茶", bot="mia", title="What shall we…")
        async with opened() as store:
            begun = await begin(store, draft)
        async with opened() as store:
            chat = await store.chats.get(SPACE, "chat-1")
            assert await store.chats.messages(SPACE, "chat-1", limit=9) == [begun.message]
            assert await store.turns.get(SPACE, draft.id) == Turn(
                id=draft.id,
                chat_id="chat-1",
                message_id=draft.message.id,
                state="running",
                started_at=NOW,
                scope="user:carla",
            )
            assert list(await look(store, a_query("drink", kinds=["message"])))

        assert begun.chat == chat
        assert chat == replace(a_chat("chat-1", title="What shall we…", bot="mia"), title_by="rule")
        assert (begun.message.id, begun.message.content) == (
            draft.message.id,
            "what shall we drink? 茶",
        )
        assert (list(begun.past), begun.retired) == ([], 0)

    async def test_a_chat_that_is_there_keeps_its_title_and_bot(self, store: Store) -> None:
        made = await store.shelf.add(a_chat("chat-1", title="mine", bot="leo"), space=SPACE)

        begun = await begin(store, a_turn(title="other", bot="mia", said_at=later(1)))

        assert begun.chat == replace(made, updated_at=later(1))

    async def test_the_past_is_the_last_messages_and_what_is_in_no_summary(
        self, store: Store
    ) -> None:
        async def past(count: int, most: int) -> str:
            id = f"chat-{count}-{most}"
            said = await hear(store, *(a_message(f"{n}", chat_id=id) for n in range(8)))
            job = await _a_job(store, id)
            for folded in ((0, 1, 3), (5,)):
                ids = [said[n].id for n in folded]
                await store.summaries.fold(
                    SPACE, id, summary="s", by="m", messages=ids, job=job, now=NOW
                )
            begun = await begin(store, a_turn("new", chat_id=id), past=count, most=most)
            assert begun.message.content == "new"
            return "".join(message.content for message in begun.past)

        assert await past(3, 99) == "24567"
        assert await past(4, 99) == "24567"
        assert await past(5, 99) == "234567"
        assert await past(99, 99) == "01234567"
        assert await past(0, 99) == "2467"
        assert await past(3, 4) == "4567"
        assert await past(3, 2) == "67"
        assert await past(0, 3) == "467"
        assert await past(99, 0) == ""

    async def test_one_turn_runs_in_a_chat(self, store: Store) -> None:
        first = a_turn("one")
        await begin(store, first)

        with pytest.raises(ConflictError, match=f"turn '{first.id}' is running"):
            await begin(store, a_turn("two"))
        await begin(store, a_turn("elsewhere", chat_id="chat-2"))
        await begin(store, a_turn("there", scope=Scope("other", "user", "carla")))

        assert await contents(store) == ["one"]
        await finish(store, first)
        await begin(store, a_turn("two"))
        assert await contents(store) == ["one", "green tea, as always", "two"]

    async def test_a_turn_whose_lease_ran_out_is_not_in_the_way(self, store: Store) -> None:
        first = a_turn("one", lease_until=later(1))
        await begin(store, first)
        await append(store, first, lease_until=later(3))
        with pytest.raises(ConflictError):
            await begin(store, a_turn("two", said_at=later(2.9)))

        await begin(store, a_turn("two", said_at=later(3)))

        assert (await store.turns.get(SPACE, first.id)).state == "running"
        with pytest.raises(ConflictError):
            await begin(store, a_turn("three", said_at=later(3.5)))

    async def test_a_chat_of_somebody_else_is_not_there(self, store: Store) -> None:
        await begin(store, a_turn("hers"))

        for scope in (DIEGO, CLUB):
            with pytest.raises(NotFoundError, match="no chat 'chat-1'"):
                await begin(store, a_turn("his", scope=scope))
        await store.shelf.retire(SPACE, "chat-1", now=NOW)
        with pytest.raises(NotFoundError, match="no chat 'chat-1'"):
            await begin(store, a_turn("his", scope=DIEGO))

        await store.shelf.restore(SPACE, "chat-1")
        assert await contents(store) == ["hers"]

    async def test_no_turn_begins_in_a_deleted_chat(self, store: Store) -> None:
        await hear(store, a_message("one"))
        await store.shelf.retire(SPACE, "chat-1", now=NOW)

        with pytest.raises(ConflictError, match="chat 'chat-1' was deleted"):
            await begin(store, a_turn("two"))

    async def test_a_message_known_by_its_external_id_has_one_turn(self, store: Store) -> None:
        (heard,) = await hear(store, a_message("one", external_id="x"))
        turn = a_turn("one", external_id="x", said_at=later(1))

        begun = await begin(store, turn)

        assert begun.message == heard
        assert begun.chat.updated_at == later(1)
        assert list(begun.past) == []
        again = a_turn("one", external_id="x", said_at=later(9))
        for _ in range(2):
            with pytest.raises(ConflictError, match=turn.id):
                await begin(store, again)
            await finish(store, turn)
        assert await contents(store) == ["one", "green tea, as always"]

    async def test_a_turn_that_can_not_begin_leaves_nothing(self, store: Store) -> None:
        (heard,) = await hear(store, a_message("one"))
        draft = a_turn("two", chat_id="chat-2")

        with pytest.raises(StoreError):
            await begin(store, replace(draft, message=replace(draft.message, id=heard.id)))

        assert await store.chats.scope_of(SPACE, "chat-2") is None
        with pytest.raises(NotFoundError):
            await store.turns.get(SPACE, draft.id)
        await begin(store, draft)
        with pytest.raises(StoreError):
            await begin(store, replace(a_turn("three", chat_id="chat-3"), id=draft.id))
        assert await store.chats.scope_of(SPACE, "chat-3") is None

    async def test_events_are_read_from_any_number_on(self, opened: Opener) -> None:
        turn = a_turn()
        events = [an_event(1, "茶 🍵"), an_event(2, type="recalled", items=[{"a": None}, 0.1])]
        async with opened() as store:
            await begin(store, turn)
            assert await store.turns.events(SPACE, turn.id) == []
            await append(store, turn, *events)
            await append(store, turn, an_event(2, "other"), an_event(3))
        async with opened() as store:
            assert await store.turns.events(SPACE, turn.id) == [*events, an_event(3)]
            assert await store.turns.events(SPACE, turn.id, after=1) == [events[1], an_event(3)]
            assert await store.turns.events(SPACE, turn.id, after=3) == []
            with pytest.raises(NotFoundError):
                await store.turns.events("other", turn.id)

    async def test_events_are_added_to_a_running_turn_only(self, store: Store) -> None:
        over, superseded = a_turn("one"), a_turn("two", chat_id="chat-2")
        await begin(store, over)
        await finish(store, over, events=[an_event(1)])
        await begin(store, superseded)
        await begin(store, a_turn("three", chat_id="chat-2", said_at=later(5)))

        for turn in (over, superseded):
            with pytest.raises(ConflictError, match=f"turn '{turn.id}' does not run any more"):
                await append(store, turn, an_event(2))
        with pytest.raises(NotFoundError):
            await append(store, a_turn(), an_event(2))

        assert await store.turns.events(SPACE, over.id) == [an_event(1)]
        assert await store.turns.events(SPACE, superseded.id) == []

    async def test_a_turn_ends_with_its_answer_memories_events_and_jobs(
        self, opened: Opener
    ) -> None:
        turn = a_turn()
        memory = a_memory("likes tea", message=turn.message.id, chat_id="chat-1")
        async with opened() as store:
            await begin(store, turn)
            answer = await finish(
                store,
                turn,
                events=[an_event(1)],
                memories=[memory],
                jobs=["summarise", "title"],
                said_at=later(1),
            )
        async with opened() as store:
            assert answer is not None
            assert (await store.chats.messages(SPACE, "chat-1", limit=9))[1] == answer
            assert await texts(store) == ["likes tea"]
            assert await store.turns.events(SPACE, turn.id) == [an_event(1)]
            ended = await store.turns.get(SPACE, turn.id)
            assert (ended.state, ended.answer_id) == ("done", answer.id)
            assert (await store.chats.get(SPACE, "chat-1")).updated_at == later(1)
            for kind in ("summarise", "title"):
                job = await store.jobs.claim([kind], now=later(1), lease=LEASE)
                assert job is not None
                assert (job.space, job.key, job.payload) == (SPACE, "chat-1", {"chat": "chat-1"})
            found = await look(store, a_query("always", kinds=["message"]))
            assert (answer.id, answer.content) in found

    async def test_a_turn_can_end_without_an_answer_or_with_a_part_of_one(
        self, store: Store
    ) -> None:
        failed, stopped = a_turn("one"), a_turn("two")
        await begin(store, failed)
        assert await finish(store, failed, None, state="failed") is None
        await begin(store, stopped)
        part = an_answer("cut o", state="partial")

        answer = await store.turns.finish(
            SPACE, stopped.id, TurnEnd("stopped", answer=part), embedder=HASHED, now=NOW
        )

        assert answer is not None
        assert answer.state == "partial"
        assert [(t.state, t.answer_id) for t in await _turns(store)] == [
            ("failed", None),
            ("stopped", part.id),
        ]
        assert await contents(store) == ["one", "two", "cut o"]

    async def test_a_turn_that_is_over_stays_as_it_is(self, store: Store) -> None:
        turn = a_turn()
        await begin(store, turn)
        first = await finish(store, turn, events=[an_event(1)])

        again = await finish(
            store,
            turn,
            "another answer",
            state="failed",
            events=[an_event(2)],
            memories=[a_memory("likes tea")],
            jobs=["title"],
        )

        assert again == first
        assert (await store.turns.get(SPACE, turn.id)).state == "done"
        assert len(await contents(store)) == 2
        assert await texts(store) == []
        assert await store.turns.events(SPACE, turn.id) == [an_event(1)]
        assert await store.jobs.claim(["title"], now=NOW, lease=LEASE) is None

    async def test_an_end_that_fails_ends_nothing(self, store: Store) -> None:
        turn = a_turn()
        await begin(store, turn)
        clash = a_memory("clash", id=an_id())
        twin = a_memory("another", id=clash.id)

        with pytest.raises(StoreError):
            await finish(store, turn, events=[an_event(1)], memories=[clash, twin], jobs=["title"])
        with pytest.raises(NotFoundError):
            await finish(store, a_turn())

        assert (await store.turns.get(SPACE, turn.id)).state == "running"
        assert await contents(store) == [turn.message.content]
        assert await store.turns.events(SPACE, turn.id) == []
        assert await store.jobs.claim(["title"], now=NOW, lease=LEASE) is None

    async def test_a_job_that_runs_when_a_turn_ends_runs_once_more(self, store: Store) -> None:
        first, second = a_turn("one"), a_turn("two")
        await begin(store, first)
        await finish(store, first, jobs=["summarise"])
        job = await store.jobs.claim(["summarise"], now=NOW, lease=LEASE)
        assert job is not None
        await begin(store, second)
        await finish(store, second, jobs=["summarise"])
        assert await store.jobs.claim(["summarise"], now=NOW, lease=LEASE) is None

        await store.jobs.finish(job, now=later(0.5))

        again = await store.jobs.claim(["summarise"], now=later(0.5), lease=LEASE)
        assert again is not None
        assert again.attempts == 1
        await store.jobs.finish(again, now=later(0.6))
        assert await store.jobs.claim(["summarise"], now=later(9), lease=LEASE) is None

    async def test_a_job_that_was_given_up_when_a_turn_ended_is_tried_again(
        self, store: Store
    ) -> None:
        first, second = a_turn("one"), a_turn("two")
        await begin(store, first)
        await finish(store, first, jobs=["summarise"])
        job = await store.jobs.claim(["summarise"], now=NOW, lease=LEASE)
        assert job is not None
        await begin(store, second)
        await finish(store, second, jobs=["summarise"])

        await store.jobs.put_back(job, run_at=None, attempts=5, error="no", now=NOW)

        again = await store.jobs.claim(["summarise"], now=NOW, lease=LEASE)
        assert again is not None
        assert again.attempts == 1

    async def test_an_answer_comes_also_when_its_chat_was_deleted_meanwhile(
        self, store: Store
    ) -> None:
        turn = a_turn("tea?")
        await begin(store, turn)
        await store.shelf.retire(SPACE, "chat-1", now=NOW)
        await append(store, turn, an_event(1))

        assert await finish(store, turn, "tea!") is not None

        query = a_query("tea", kinds=["message"])
        assert await look(store, query) == {}
        assert await store.turns.of_chat(SPACE, "chat-1", limit=9) == []
        await store.shelf.restore(SPACE, "chat-1")
        assert await contents(store) == ["tea?", "tea!"]
        assert len(await look(store, query)) == 2

    async def test_lost_turns_are_those_that_say_they_run_without_a_lease(
        self, store: Store
    ) -> None:
        there = Scope("other", "user", "carla")
        lost = a_turn("one", lease_until=later(1))
        elsewhere = a_turn("two", scope=there, lease_until=later(2))
        over = a_turn("three", chat_id="chat-3", lease_until=later(1))
        for draft in (lost, elsewhere, over):
            await begin(store, draft)
        await begin(store, a_turn("four", chat_id="chat-4", lease_until=later(3)))
        await finish(store, over)
        assert await store.turns.lost(now=later(0.9)) == []

        found = await store.turns.lost(now=later(2))

        assert [(space, turn.id) for space, turn in found] == [
            (SPACE, lost.id),
            ("other", elsewhere.id),
        ]
        assert found[0][1] == await store.turns.get(SPACE, lost.id)
        await finish(store, lost, "as far as it", state="lost")
        assert len(await store.turns.lost(now=later(2))) == 1
        assert (await store.turns.get(SPACE, lost.id)).state == "lost"

    async def test_the_last_turns_of_a_chat_come_oldest_first(self, store: Store) -> None:
        drafts = [a_turn(f"{n}") for n in range(3)]
        for draft in drafts:
            await begin(store, draft)
            await finish(store, draft)
        await begin(store, a_turn("elsewhere", chat_id="chat-2"))

        assert [t.id for t in await _turns(store)] == [draft.id for draft in drafts]
        last = await store.turns.of_chat(SPACE, "chat-1", limit=2)
        assert [t.id for t in last] == [drafts[1].id, drafts[2].id]
        assert await store.turns.of_chat(SPACE, "nobody", limit=9) == []
        with pytest.raises(NotFoundError):
            await store.turns.get("other", drafts[0].id)


async def _turns(store: Store) -> list[Turn]:
    return await store.turns.of_chat(SPACE, "chat-1", limit=99)


async def _a_job(store: Store, key: str) -> Job:
    await store.jobs.enqueue(SPACE, "fold", key, {}, now=NOW)
    job = await store.jobs.claim(["fold"], now=NOW, lease=LEASE)
    assert job is not None
    return job
