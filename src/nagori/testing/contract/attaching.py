"""Chats that are attached to a project."""

from dataclasses import replace

import pytest

from nagori.errors import InvalidInputError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import NOW, SPACE, a_chat, a_message, a_turn, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import CLUB, hear
from nagori.testing.contract.shelf import shelve
from nagori.testing.contract.turns import begin, finish
from nagori.testing.learning import LOANS, SHOP, registered
from nagori.values.event import Kept


async def folder(store: Store, chat_id: str = "a") -> str | None:
    """Where a turn of the chat could look, now."""
    turn = a_turn(chat_id=chat_id)
    begun = await begin(store, turn)
    await finish(store, turn)
    return begun.folder


class AttachingContract(ContractBase):
    """`Store.chats.attach`, and what turns know of the project."""

    async def test_a_chat_is_attached_and_detached_and_used_no_later_by_it(
        self, opened: Opener
    ) -> None:
        async with opened() as store:
            await registered(store, LOANS, SHOP)
            (chat,) = await shelve(store, a_chat("a", title="tea"))

            for key in ("loans", "shop"):
                attached = await store.chats.attach(SPACE, "a", key)
                assert attached == replace(chat, project=key)
        async with opened() as store:
            assert (await store.chats.get(SPACE, "a")).project == "shop"
            assert await store.chats.attach(SPACE, "a", None) == chat

    async def test_a_new_chat_may_be_attached(self, store: Store) -> None:
        await registered(store)
        new = replace(a_chat("a"), project="loans")

        assert await shelve(store, new) == [new]
        assert list(await store.shelf.page(LOANS)) == []

    async def test_what_is_not_there_is_attached_to_nothing(self, store: Store) -> None:
        await registered(store)
        await shelve(store, a_chat("a"), a_chat("gone"))
        await store.shelf.retire(SPACE, "gone", now=NOW)

        for chat, key in (("a", "shop"), ("none", "loans"), ("gone", "loans"), ("none", None)):
            with pytest.raises(NotFoundError):
                await store.chats.attach(SPACE, chat, key)
        with pytest.raises(NotFoundError, match="shop"):
            await shelve(store, replace(a_chat("b"), project="shop"))
        with pytest.raises(NotFoundError):  # the project is one of another space
            await shelve(store, replace(a_chat("b"), project="loans"), space="other")

        assert (await store.chats.get(SPACE, "a")).project is None
        assert await store.chats.scope_of(SPACE, "b") is None

    async def test_a_chat_of_a_group_is_never_attached(self, store: Store) -> None:
        await registered(store)
        await hear(store, a_message("hi", chat_id="room", scope=CLUB))

        with pytest.raises(InvalidInputError, match="group"):
            await store.chats.attach(SPACE, "room", "loans")
        with pytest.raises(InvalidInputError, match="group"):
            await begin(store, replace(a_turn(chat_id="room", scope=CLUB), project="loans"))

        assert (await store.chats.get(SPACE, "room")).project is None

    async def test_a_turn_knows_the_folder_of_its_chat(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        await shelve(store, a_chat("a"), a_chat("b"))
        await store.chats.attach(SPACE, "a", "loans")

        assert await folder(store) == "/code/loans"
        assert await folder(store, "b") is None
        await store.projects.register(LOANS, "/moved", now=NOW, moved=True)
        assert await folder(store) == "/moved"
        await store.chats.attach(SPACE, "a", "shop")
        assert await folder(store) == "/code/shop"
        await store.chats.attach(SPACE, "a", None)
        assert await folder(store) is None

    async def test_a_turn_may_attach_its_chat_from_then_on(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)

        first = replace(a_turn(chat_id="a"), project="loans")
        begun = await begin(store, first)
        assert (begun.chat.project, begun.folder) == ("loans", "/code/loans")
        await finish(store, first)
        assert await folder(store) == "/code/loans"

        second = replace(a_turn(chat_id="a", said_at=later(1)), project="shop")
        assert (await begin(store, second)).folder == "/code/shop"

    async def test_a_turn_about_an_unknown_project_stores_nothing(self, store: Store) -> None:
        with pytest.raises(NotFoundError, match="loans"):
            await begin(store, replace(a_turn(chat_id="a"), project="loans"))

        assert await store.chats.scope_of(SPACE, "a") is None

    async def test_an_erased_project_is_not_another_one_of_the_same_key(self, store: Store) -> None:
        await registered(store)
        await shelve(store, replace(a_chat("a"), project="loans"))
        await store.erasure.scope(LOANS, now=NOW)

        assert await folder(store) is None
        await registered(store)
        assert await folder(store) is None
        assert (await store.chats.get(SPACE, "a")).project == "loans"
        await store.chats.attach(SPACE, "a", "loans")
        assert await folder(store) == "/code/loans"

    async def test_what_tools_showed_of_an_erased_project_is_erased(self, store: Store) -> None:
        await registered(store, LOANS, SHOP)
        events = [
            Kept(
                number,
                "tool_result",
                {"id": f"c{number}", "content": "茶", "error": None, "ids": [scope.key]},
            )
            for number, scope in enumerate((LOANS, SHOP), 1)
        ]
        turn = a_turn()
        await begin(store, turn)
        await finish(store, turn, events=events)

        await store.erasure.scope(LOANS, now=NOW)

        gone, left = await store.turns.events(SPACE, turn.id)
        assert "茶" not in str(gone)
        assert left == events[1]
