"""Edit and resend: what a message replaces, and what came of it."""

import pytest

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_query,
    a_turn,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import contents, hear
from nagori.testing.contract.memories import page, put, texts
from nagori.testing.contract.transfer import read
from nagori.testing.contract.turns import append, begin, finish
from nagori.testing.oracle import look
from nagori.values.message import Message
from nagori.values.transfer import WholeMessage
from nagori.values.turn import TurnDraft


async def a_round(store: Store, question: str, answer: str) -> tuple[TurnDraft, Message]:
    """A turn from its beginning to its end."""
    turn = a_turn(question)
    await begin(store, turn)
    said = await finish(store, turn, answer)
    assert said is not None
    return turn, said


class ReplacingContract(ContractBase):
    """`replaces` in `Store.turns.begin`."""

    async def test_a_message_and_what_came_after_it_are_replaced(self, opened: Opener) -> None:
        async with opened() as store:
            await a_round(store, "one", "one, yes")
            second, _ = await a_round(store, "two", "two, yes")
            third, _ = await a_round(store, "three", "three, yes")
            await hear(store, a_message("elsewhere", chat_id="chat-2"))

            begun = await begin(store, a_turn("two, better", replaces=second.message.id))

            assert [m.content for m in begun.past] == ["one", "one, yes"]
        async with opened() as store:
            assert await contents(store) == ["one", "one, yes", "two, better"]
            after = await store.shelf.messages_after(SPACE, "chat-1", after=None, limit=9)
            assert [m.content for m in after] == ["one", "one, yes", "two, better"]
            seen = await look(store, a_query("one two three", kinds=["message"]))
            assert {text for _, text in seen} == {"one", "one, yes", "two, better", "elsewhere"}
            kept = [w for w in await read(store) if isinstance(w, WholeMessage)]
            told = [(w.message.content, w.message.state, w.replaced_by) for w in kept]
            by = begun.message.id
            assert told[2:6] == [
                ("two", "replaced", by),
                ("two, yes", "replaced", by),
                ("three", "replaced", by),
                ("three, yes", "replaced", by),
            ]
            assert {state for _, state, _ in told[:2] + told[6:]} == {"final"}
            assert (await store.turns.get(SPACE, third.id)).state == "done"

    async def test_a_place_in_the_chat_can_still_be_named_by_what_was_replaced(
        self, store: Store
    ) -> None:
        await a_round(store, "one", "one, yes")
        second, answer = await a_round(store, "two", "two, yes")
        await begin(store, a_turn("two, better", replaces=second.message.id))

        assert await contents(store, before=answer.id) == ["one", "one, yes"]
        after = await store.shelf.messages_after(SPACE, "chat-1", after=answer.id, limit=9)
        assert [m.content for m in after] == ["two, better"]

    async def test_an_edit_can_be_edited(self, store: Store) -> None:
        first, _ = await a_round(store, "one", "yes")
        second = a_turn("two", replaces=first.message.id)
        await begin(store, second)
        await finish(store, second, "yes, two")

        await begin(store, a_turn("three", replaces=second.message.id))

        assert await contents(store) == ["three"]
        with pytest.raises(NotFoundError, match="no message"):
            await begin(store, a_turn("four", replaces=first.message.id, said_at=later(5)))

    async def test_memories_of_replaced_messages_alone_are_retired(self, store: Store) -> None:
        first, _ = await a_round(store, "one", "yes")
        second, answer = await a_round(store, "two", "yes, two")
        lone = a_memory("from the second", message=second.message.id)
        await put(
            store,
            lone,
            a_memory("from both after", message=second.message.id),
            a_memory("from both", message=second.message.id),
            a_memory("also stated", message=second.message.id),
            a_memory("from the first", message=first.message.id),
            a_memory("stated"),
            a_memory("from nobody knows what", message="unknown"),
        )
        await put(
            store,
            a_memory("from both after", message=answer.id),
            a_memory("from both", message=first.message.id),
            a_memory("also stated"),
        )

        begun = await begin(
            store, a_turn("two, better", replaces=second.message.id, said_at=later(2))
        )

        assert begun.retired == 2
        assert await texts(store, statuses=["retired"]) == ["from both after", "from the second"]
        assert len(await texts(store)) == 5
        seen = {text for _, text in await look(store, a_query("from the both second stated"))}
        assert seen == set(await texts(store))
        last = (await store.memories.history(SPACE, lone.id))[-1]
        assert (last.what, last.at, last.by) == ("retired", later(2), begun.message.id)
        (retired,) = [m for m in await page(store, statuses=["retired"]) if m.id == lone.id]
        assert retired.updated_at == later(2)
        await store.memories.set_status(SPACE, lone.id, "active", now=later(3))
        assert lone.text in {text for _, text in await look(store, a_query("second"))}

    async def test_the_last_of_several_sources_takes_the_memory_with_it(self, store: Store) -> None:
        first, _ = await a_round(store, "one", "yes")
        second, _ = await a_round(store, "two", "yes, two")
        await put(store, a_memory("tea", message=first.message.id))
        await put(store, a_memory("tea", message=second.message.id))
        edit = a_turn("two, better", replaces=second.message.id)
        assert (await begin(store, edit)).retired == 0
        await finish(store, edit)

        begun = await begin(store, a_turn("one, better", replaces=first.message.id))

        assert begun.retired == 1

    async def test_only_a_user_s_message_of_the_chat_is_replaced(self, store: Store) -> None:
        turn, answer = await a_round(store, "one", "yes")
        (elsewhere,) = await hear(store, a_message("there", chat_id="chat-2"))

        for id in ("nobody", elsewhere.id):
            with pytest.raises(NotFoundError, match=f"no message '{id}'"):
                await begin(store, a_turn("two", replaces=id))
        with pytest.raises(NotFoundError, match="no message"):
            await begin(store, a_turn("two", chat_id="new", replaces=turn.message.id))
        with pytest.raises(InvalidInputError, match="replaces"):
            await begin(store, a_turn("two", replaces=answer.id))

        assert await contents(store) == ["one", "yes"]
        assert await store.chats.scope_of(SPACE, "new") is None

    async def test_a_message_that_is_here_already_can_replace_others_but_not_itself(
        self, store: Store
    ) -> None:
        first, _ = await a_round(store, "one", "yes")
        (heard,) = await hear(store, a_message("two", external_id="x"))
        with pytest.raises(InvalidInputError, match="itself"):
            await begin(store, a_turn("two", external_id="x", replaces=heard.id))

        begun = await begin(store, a_turn("two", external_id="x", replaces=first.message.id))

        assert begun.message == heard
        assert await contents(store) == ["two"]

    async def test_a_replaced_message_gets_no_turn_by_its_external_id(self, store: Store) -> None:
        first, _ = await a_round(store, "one", "yes")
        await hear(store, a_message("two", external_id="x"))
        edit = a_turn("one, better", replaces=first.message.id)
        await begin(store, edit)
        await finish(store, edit)

        with pytest.raises(ConflictError, match="'x' was replaced"):
            await begin(store, a_turn("two", external_id="x"))

    async def test_a_lost_turn_brings_no_answer_to_what_was_replaced(self, store: Store) -> None:
        lost = a_turn("one", lease_until=later(1))
        await begin(store, lost)
        edit = a_turn("one, better", replaces=lost.message.id, said_at=later(2))
        await begin(store, edit)

        assert await finish(store, lost, "an answer to one", said_at=later(2)) is None

        assert await contents(store) == ["one, better"]
        assert (await store.turns.get(SPACE, lost.id)).state == "lost"
        assert await store.turns.lost(now=later(2)) == []
        await append(store, edit, lease_until=later(4))

    async def test_while_a_turn_runs_nothing_is_replaced(self, store: Store) -> None:
        turn = a_turn("one")
        await begin(store, turn)

        with pytest.raises(ConflictError):
            await begin(store, a_turn("better", replaces=turn.message.id))

        assert await contents(store) == ["one"]
        await finish(store, turn)
        await store.erasure.scope(CARLA, now=NOW)
        with pytest.raises(NotFoundError):
            await begin(store, a_turn("better", replaces=turn.message.id))
