"""Rolling summaries of chats."""

from datetime import timedelta

import pytest

from nagori.errors import ConflictError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import NOW, SPACE, a_message, a_turn, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import hear
from nagori.testing.contract.turns import begin
from nagori.values.job import Job
from nagori.values.turn import ToFold

EXTRACT = "extractive"


async def a_job(store: Store, chat_id: str = "chat-1") -> Job:
    """A job about a chat, with its lease."""
    await store.jobs.enqueue(SPACE, "summarise", chat_id, {"chat": chat_id}, now=NOW)
    job = await store.jobs.claim(["summarise"], now=NOW, lease=timedelta(minutes=1))
    assert job is not None
    return job


async def say(store: Store, count: int, chat_id: str = "chat-1") -> list[str]:
    """Say so many things: their ids."""
    heard = await hear(store, *(a_message(f"{n}", chat_id=chat_id) for n in range(count)))
    return [message.id for message in heard]


async def fold(store: Store, job: Job, summary: str, by: str, *messages: str) -> None:
    """Write a summary of the first chat."""
    await store.summaries.fold(
        SPACE, "chat-1", summary=summary, by=by, messages=messages, job=job, now=NOW
    )


def told(to_fold: ToFold) -> tuple[str | None, str | None, list[str], list[str]]:
    """Who wrote the summary, the last one of a model, and what is to be folded."""
    again = [message.id for message in to_fold.again]
    return to_fold.chat.summary_by, to_fold.written, again, [m.id for m in to_fold.fresh]


class SummaryContract(ContractBase):
    """`Store.summaries`."""

    async def test_at_first_everything_is_to_be_folded(self, store: Store) -> None:
        said = await say(store, 3)
        await say(store, 2, "chat-2")

        found = await store.summaries.to_fold(SPACE, "chat-1")

        assert told(found) == (None, None, [], said)
        assert found.chat == await store.chats.get(SPACE, "chat-1")
        assert list(found.fresh) == await store.chats.messages(SPACE, "chat-1", limit=9)

    async def test_a_model_s_summary_stands_for_what_it_folded(self, opened: Opener) -> None:
        async with opened() as store:
            said = await say(store, 4)
            await fold(store, await a_job(store), "so far", "a model", *said[:2])
        async with opened() as store:
            found = await store.summaries.to_fold(SPACE, "chat-1")
            listed = await store.chats.messages(SPACE, "chat-1", limit=9)

            assert told(found) == ("a model", "so far", [], said[2:])
            assert [m.is_summarized for m in listed] == [True, True, False, False]
            assert (await store.chats.get(SPACE, "chat-1")).summary == "so far"

    async def test_an_extract_can_be_written_anew_from_the_last_model_s_summary(
        self, store: Store
    ) -> None:
        said, job = await say(store, 6), await a_job(store)
        await fold(store, job, "by the model", "a model", *said[:2])
        await fold(store, job, "an extract", EXTRACT, said[2])
        await fold(store, job, "a longer extract", EXTRACT, said[3])

        found = await store.summaries.to_fold(SPACE, "chat-1")

        assert told(found) == (EXTRACT, "by the model", said[2:4], said[4:])
        assert found.chat.summary == "a longer extract"
        await fold(store, job, "by the model again", "a model", *said[2:5])
        again = await store.summaries.to_fold(SPACE, "chat-1")
        assert told(again) == ("a model", "by the model again", [], said[5:])

    async def test_a_first_extract_has_no_model_s_summary_behind_it(self, store: Store) -> None:
        said, job = await say(store, 3), await a_job(store)

        await fold(store, job, "an extract", EXTRACT, *said[:2])

        found = await store.summaries.to_fold(SPACE, "chat-1")
        assert told(found) == (EXTRACT, None, said[:2], said[2:])

    async def test_what_a_model_did_not_take_over_from_an_extract_waits_again(
        self, store: Store
    ) -> None:
        said, job = await say(store, 6), await a_job(store)
        await fold(store, job, "an extract", EXTRACT, *said[:4])

        await fold(store, job, "of the first two", "a model", *said[:2])

        found = await store.summaries.to_fold(SPACE, "chat-1")
        assert told(found) == ("a model", "of the first two", [], said[2:])

    async def test_messages_may_be_folded_in_any_order_and_twice(self, store: Store) -> None:
        said, job = await say(store, 5), await a_job(store)
        await fold(store, job, "s", "a model", said[3], said[0])
        assert told(await store.summaries.to_fold(SPACE, "chat-1"))[3] == [
            said[1],
            said[2],
            said[4],
        ]
        await fold(store, job, "e", EXTRACT, said[1], said[0])

        assert told(await store.summaries.to_fold(SPACE, "chat-1")) == (
            EXTRACT,
            "s",
            [said[1]],
            [said[2], said[4]],
        )

    async def test_what_is_said_after_a_summary_waits(self, store: Store) -> None:
        said, job = await say(store, 2), await a_job(store)
        await fold(store, job, "all", "a model", *said)
        assert told(await store.summaries.to_fold(SPACE, "chat-1"))[3] == []

        more = await say(store, 2)

        assert told(await store.summaries.to_fold(SPACE, "chat-1"))[3] == more

    async def test_messages_of_other_chats_are_not_marked(self, store: Store) -> None:
        await say(store, 1)
        theirs = await say(store, 2, "chat-2")

        await fold(store, await a_job(store), "s", "a model", *theirs, "nobody")

        found = await store.summaries.to_fold(SPACE, "chat-2")
        assert told(found) == (None, None, [], theirs)

    async def test_without_the_lease_nothing_is_written(self, store: Store) -> None:
        said, job = await say(store, 2), await a_job(store)
        await store.jobs.finish(job, now=NOW)

        with pytest.raises(ConflictError, match="lease"):
            await fold(store, job, "s", "a model", *said)

        found = await store.summaries.to_fold(SPACE, "chat-1")
        assert told(found) == (None, None, [], said)

    async def test_a_chat_that_is_not_there_or_was_deleted_has_no_summary(
        self, store: Store
    ) -> None:
        await say(store, 1)
        await store.shelf.retire(SPACE, "chat-1", now=NOW)
        job = await a_job(store)

        for id in ("nobody", "chat-1"):
            with pytest.raises(NotFoundError, match=f"no chat '{id}'"):
                await store.summaries.to_fold(SPACE, id)
        with pytest.raises(NotFoundError, match="no chat 'chat-1'"):
            await fold(store, job, "s", "a model")

    async def test_a_summary_that_tells_of_replaced_messages_is_dropped(self, store: Store) -> None:
        said, job = await say(store, 5), await a_job(store)
        await fold(store, job, "by the model", "a model", *said[:2])
        await fold(store, job, "an extract", EXTRACT, *said[2:4])

        begun = await begin(store, a_turn("instead", replaces=said[3]), past=1, most=9)

        found = await store.summaries.to_fold(SPACE, "chat-1")
        assert told(found) == (None, None, [], [*said[:3], begun.message.id])
        assert (begun.chat.summary, begun.chat.summary_by) == (None, None)
        assert [m.id for m in begun.past] == said[:3]

    async def test_a_summary_that_tells_of_nothing_replaced_stays(self, store: Store) -> None:
        said = await say(store, 4)
        await fold(store, await a_job(store), "so far", "a model", *said[:2])

        begun = await begin(store, a_turn("instead", replaces=said[2]))

        found = await store.summaries.to_fold(SPACE, "chat-1")
        assert told(found) == ("a model", "so far", [], [begun.message.id])

    async def test_no_job_writes_a_summary_of_what_was_replaced_meanwhile(
        self, store: Store
    ) -> None:
        said, job = await say(store, 4), await a_job(store)
        await begin(store, a_turn("instead", replaces=said[3]))

        with pytest.raises(ConflictError, match="lease"):
            await fold(store, job, "of all", "a model", *said)

        again = await store.jobs.claim(["summarise"], now=later(1), lease=timedelta(minutes=1))
        assert again is not None
        await fold(store, again, "of the rest", "a model", *said[:3])
