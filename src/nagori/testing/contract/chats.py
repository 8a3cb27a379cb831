"""Chats and their messages."""

from dataclasses import replace

import pytest

from nagori.errors import ConflictError, NotFoundError, StoreError
from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    HASHED,
    NOW,
    SPACE,
    a_chat,
    a_message,
    a_query,
    an_id,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.oracle import look
from nagori.values.draft import MessageDraft
from nagori.values.message import Message
from nagori.values.passage import Filter
from nagori.values.scope import Scope

CLUB = Scope(SPACE, "group", "club")


async def hear(store: Store, *drafts: MessageDraft) -> list[Message]:
    """Hear messages with the vectors that they have."""
    return await store.chats.hear(drafts, embedder=HASHED, now=NOW)


async def contents(store: Store, limit: int = 100, before: str | None = None) -> list[str]:
    """What was said in the first chat."""
    found = await store.chats.messages(SPACE, "chat-1", limit=limit, before=before)
    return [message.content for message in found]


class ChatContract(ContractBase):
    """`Store.chats`."""

    async def test_a_message_is_returned_and_read_back_as_it_was_said(self, opened: Opener) -> None:
        draft = replace(
            a_message("你好 👋", external_id="x-1", metadata={"键": [1]}),
            name="Carla",
            raw_content="[joy] 你好 👋",
            emotion="joy",
            reply_to="m-0",
            mentions=("diego", "米娅"),
        )
        async with opened() as store:
            heard = await hear(store, draft)
        async with opened() as store:
            assert await store.chats.messages(SPACE, "chat-1", limit=9) == heard

        assert heard == [
            Message(
                id=draft.id,
                chat_id="chat-1",
                role="user",
                speaker="carla",
                content="你好 👋",
                said_at=NOW,
                name="Carla",
                raw_content="[joy] 你好 👋",
                emotion="joy",
                reply_to="m-0",
                mentions=("diego", "米娅"),
                external_id="x-1",
                metadata={"键": [1]},
            )
        ]

    async def test_the_first_message_opens_the_chat_and_says_whose_it_is(
        self, store: Store
    ) -> None:
        assert await store.chats.scope_of(SPACE, "chat-1") is None
        with pytest.raises(NotFoundError):
            await store.chats.get(SPACE, "chat-1")

        await hear(store, a_message(scope=CLUB), a_message("later", scope=CARLA, said_at=later(3)))

        chat = await store.chats.get(SPACE, "chat-1")
        assert (chat.scope, chat.created_at, chat.updated_at) == (CLUB.key, NOW, later(3))
        assert await store.chats.scope_of(SPACE, "chat-1") == CLUB
        assert len(await look(store, a_query(scopes=[CLUB], kinds=["message"]))) == 2
        assert await look(store, a_query(scopes=[CARLA], kinds=["message"])) == {}

    async def test_a_message_known_by_its_external_id_stays(self, store: Store) -> None:
        first = await hear(store, a_message("one", external_id="x"))

        again = await hear(store, a_message("one, edited", external_id="x"))
        await hear(store, a_message("elsewhere", external_id="x", chat_id="chat-2"))

        assert again == first
        assert await contents(store) == ["one"]
        assert len(await store.chats.messages(SPACE, "chat-2", limit=9)) == 1

    async def test_the_same_words_twice_are_two_messages(self, store: Store) -> None:
        await hear(store, a_message("ok"), a_message("ok"))

        assert await contents(store) == ["ok", "ok"]

    async def test_messages_come_in_the_order_they_were_heard_whatever_the_clock_said(
        self, store: Store
    ) -> None:
        for n, minute in enumerate((5, 0, 9)):
            await hear(store, a_message(f"{n}", said_at=later(minute)))

        assert await contents(store) == ["0", "1", "2"]

    async def test_the_last_messages_and_those_before_one_of_them(self, store: Store) -> None:
        heard = await hear(store, *(a_message(f"{n}") for n in range(6)))

        assert await contents(store, limit=2) == ["4", "5"]
        assert await contents(store, limit=2, before=heard[4].id) == ["2", "3"]
        assert await contents(store, before=heard[0].id) == []
        with pytest.raises(NotFoundError):
            await contents(store, before="nobody")

    async def test_chats_and_spaces_do_not_see_each_other(self, store: Store) -> None:
        other = Scope("other", "user", "carla")
        await hear(store, a_message("here"), a_message("there", scope=other))
        (elsewhere,) = await hear(store, a_message("elsewhere", chat_id="chat-2"))

        assert await contents(store) == ["here"]
        assert [m.content for m in await store.chats.messages("other", "chat-1", limit=9)] == [
            "there"
        ]
        with pytest.raises(NotFoundError):
            await contents(store, before=elsewhere.id)

    async def test_messages_are_heard_all_or_none(self, store: Store) -> None:
        (known,) = await hear(store, a_message("known"))

        with pytest.raises(StoreError):
            await hear(store, a_message("new", chat_id="chat-2"), a_message("clash", id=known.id))

        assert await contents(store) == ["known"]
        assert await store.chats.scope_of(SPACE, "chat-2") is None

    async def test_instructions_are_kept_but_not_found(self, store: Store) -> None:
        await hear(store, a_message("green tea rules", role="system", id=an_id()))

        assert await contents(store) == ["green tea rules"]
        assert await look(store, a_query("green tea", kinds=["message"])) == {}

    async def test_a_message_keeps_its_state(self, store: Store) -> None:
        (heard,) = await hear(store, a_message("cut o", role="assistant", state="partial"))

        assert heard.state == "partial"
        assert await store.chats.messages(SPACE, "chat-1", limit=9) == [heard]

    async def test_nothing_is_said_in_a_chat_that_was_deleted(self, store: Store) -> None:
        await hear(store, a_message("one", external_id="x"))
        await store.shelf.retire(SPACE, "chat-1", now=NOW)

        for draft in (a_message("two"), a_message("one", external_id="x")):
            with pytest.raises(ConflictError, match="chat 'chat-1' was deleted"):
                await hear(store, a_message("elsewhere", chat_id="chat-2"), draft)

        assert await store.chats.scope_of(SPACE, "chat-2") is None
        await store.shelf.restore(SPACE, "chat-1")
        assert await contents(store) == ["one"]

    async def test_messages_are_found_by_the_bot_of_their_chat(self, store: Store) -> None:
        await store.shelf.add(a_chat("chat-1", bot="mia"), space=SPACE)
        await hear(store, a_message("tea"), a_message("tea too", chat_id="chat-2"))

        async def seen(bot: str) -> list[str]:
            query = a_query("tea", kinds=["message"], where=Filter(bot=bot))
            return sorted(text for _, text in await look(store, query))

        assert await seen("mia") == ["tea", "tea too"]
        assert await seen("leo") == ["tea too"]

    async def test_a_message_is_known_by_the_name_that_it_gets_later(self, opened: Opener) -> None:
        async with opened() as store:
            (heard,) = await hear(store, a_message("hello", role="assistant"))
            for _ in range(2):
                await store.chats.name_message(SPACE, heard.id, "x-1")
        async with opened() as store:
            named = replace(heard, external_id="x-1")
            assert await store.chats.messages(SPACE, "chat-1", limit=9) == [named]
            assert await hear(store, a_message("hello again", external_id="x-1")) == [named]
            assert await store.shelf.known(CARLA, ["x-1"]) == {"x-1": ("chat-1", heard.id)}

    async def test_a_name_belongs_to_one_message_of_a_chat(self, store: Store) -> None:
        first, second = await hear(store, a_message("one", external_id="x"), a_message("two"))
        (elsewhere,) = await hear(store, a_message("elsewhere", chat_id="chat-2"))

        for id, name in ((second.id, "x"), (first.id, "y")):
            with pytest.raises(ConflictError):
                await store.chats.name_message(SPACE, id, name)
        for space, id in ((SPACE, "nobody"), ("other", second.id)):
            with pytest.raises(NotFoundError):
                await store.chats.name_message(space, id, "z")
        await store.chats.name_message(SPACE, elsewhere.id, "x")

        found = await store.chats.messages(SPACE, "chat-1", limit=9)
        assert [message.external_id for message in found] == ["x", None]
