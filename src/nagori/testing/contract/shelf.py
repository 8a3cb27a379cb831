"""Chats as a person arranges them."""

from dataclasses import replace

import pytest

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    NOW,
    SPACE,
    a_chat,
    a_memory,
    a_message,
    a_query,
    a_turn,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import CLUB, contents, hear
from nagori.testing.contract.memories import DIEGO, put, texts
from nagori.testing.contract.turns import begin, finish
from nagori.testing.oracle import look
from nagori.values.message import Chat
from nagori.values.scope import Scope


async def shelve(store: Store, *chats: Chat, space: str = SPACE) -> list[Chat]:
    """Put chats on the shelf."""
    return [await store.shelf.add(chat, space=space) for chat in chats]


async def ids(store: Store, scope: Scope = CARLA, **options: object) -> list[str]:
    """The chats of a page."""
    page = await store.shelf.page(scope, **options)  # pyright: ignore[reportArgumentType]
    return [chat.id for chat in page]


class ShelfContract(ContractBase):
    """`Store.shelf`."""

    async def test_a_new_chat_is_returned_and_read_back_as_it_was_given(
        self, opened: Opener
    ) -> None:
        chat = replace(
            a_chat("茶", title="Tea 🍵", at=later(3), bot="mia", archived=True),
            title_by="person",
            created_at=NOW,
            summary="so far",
            summary_by="a model",
            metadata={"键": [1, None]},
        )
        async with opened() as store:
            assert await shelve(store, chat) == [chat]
        async with opened() as store:
            assert await store.chats.get(SPACE, "茶") == chat

    async def test_an_id_is_taken_once_in_a_space_also_by_a_deleted_chat(
        self, store: Store
    ) -> None:
        first, _ = await shelve(store, a_chat("a", title="first"), a_chat("b"))
        await store.shelf.retire(SPACE, "b", now=NOW)

        for id in ("a", "b"):
            with pytest.raises(ConflictError, match=f"there is a chat '{id}' already"):
                await shelve(store, a_chat(id, scope=DIEGO))
        await shelve(store, a_chat("a"), space="other")

        assert await store.chats.get(SPACE, "a") == first

    async def test_the_active_chat_is_the_one_used_last(self, store: Store) -> None:
        assert await store.shelf.active(CARLA) is None
        await shelve(store, a_chat("a"), a_chat("b"), a_chat("theirs", scope=DIEGO, at=later(9)))
        await hear(store, a_message("hi", chat_id="a", said_at=later(1)))

        async def active() -> str | None:
            found = await store.shelf.active(CARLA)
            return None if found is None else found.id

        assert await active() == "a"
        await store.shelf.change(SPACE, "a", archived=True, now=later(2))
        assert await active() == "b"
        await store.shelf.retire(SPACE, "b", now=later(2))
        assert await active() is None
        await store.shelf.change(SPACE, "a", archived=False, now=later(3))
        await store.shelf.restore(SPACE, "b")
        assert await active() == "a"

    async def test_the_active_chat_of_a_bot_is_its_own_or_nobodys(self, store: Store) -> None:
        await shelve(
            store,
            a_chat("nobody's"),
            a_chat("mia's", bot="mia", at=later(1)),
            a_chat("leo's", bot="leo", at=later(2)),
        )

        found = [await store.shelf.active(CARLA, bot=bot) for bot in (None, "mia", "leo", "zoe")]

        assert [chat.id for chat in found if chat] == ["leo's", "mia's", "leo's", "nobody's"]

    async def test_pages_begin_with_what_was_used_last(self, store: Store) -> None:
        await shelve(store, *(a_chat(f"{n}", at=later(n)) for n in (1, 3, 2)))
        await shelve(store, a_chat("theirs", scope=DIEGO), a_chat("ours", scope=CLUB))
        await shelve(store, a_chat("elsewhere"), space="other")
        assert await ids(store) == ["3", "2", "1"]

        await hear(store, a_message(chat_id="1", said_at=later(5)))
        await begin(store, a_turn(chat_id="new", said_at=later(4)))

        assert await ids(store) == ["1", "new", "3", "2"]
        assert await ids(store, limit=2) == ["1", "new"]
        assert await ids(store, CLUB) == ["ours"]
        assert await ids(store, limit=0) == []

    async def test_a_turn_uses_its_chat_when_it_begins_and_when_it_ends(self, store: Store) -> None:
        await shelve(store, a_chat("a"), a_chat("b"))
        turn = a_turn(chat_id="a", said_at=later(1))
        await begin(store, turn)
        assert await ids(store) == ["a", "b"]
        await hear(store, a_message(chat_id="b", said_at=later(2)))

        await finish(store, turn, said_at=later(3))

        assert await ids(store) == ["a", "b"]

    async def test_chats_used_at_the_same_time_are_all_listed_once(self, store: Store) -> None:
        await shelve(store, *(a_chat(f"{n}") for n in range(7)))
        seen: list[str] = []
        cursor = None
        for size in (1, 2, 3, 4):
            page = await store.shelf.page(CARLA, limit=size, cursor=cursor)
            seen += [chat.id for chat in page]
            cursor = page.next
            if cursor is None:
                break

        assert seen == [f"{n}" for n in reversed(range(7))]
        assert cursor is None

    async def test_a_page_goes_on_where_the_last_ended_while_chats_are_used(
        self, store: Store
    ) -> None:
        await shelve(store, *(a_chat(f"{n}", at=later(n)) for n in range(6)))
        first = await store.shelf.page(CARLA, limit=2)
        assert [chat.id for chat in first] == ["5", "4"]
        await hear(store, a_message(chat_id="4", said_at=later(9)))
        await hear(store, a_message(chat_id="1", said_at=later(10)))
        await shelve(store, a_chat("new", at=later(11)))
        await store.erasure.chat(SPACE, "5", now=NOW)

        rest = await store.shelf.page(CARLA, limit=9, cursor=first.next)

        assert [chat.id for chat in rest] == ["3", "2", "0"]
        assert rest.next is None
        assert await ids(store) == ["new", "1", "4", "3", "2", "0"]

    async def test_a_cursor_that_no_page_gave_is_refused(self, store: Store) -> None:
        await shelve(store, a_chat("a"))

        for cursor in ("", "1", "x.y", "1.1.1", "1.1\n", "f" * 16 + ".1", "１.１", "1.-1"):
            with pytest.raises(InvalidInputError, match="cursor"):
                await store.shelf.page(CARLA, cursor=cursor)

    async def test_chats_are_found_by_what_is_in_titles_and_messages(self, store: Store) -> None:
        await shelve(
            store,
            a_chat("title", title="Über Grünen TEE", at=later(1)),
            a_chat("said", at=later(2)),
            a_chat("chinese", title="喝茶", at=later(3)),
            a_chat("signs", title=r"100%_\ sure", at=later(4)),
            a_chat("theirs", title="tee", scope=DIEGO),
        )
        await hear(store, a_message("Green tea and PIROGI Пирожки", chat_id="said"))

        wanted = {
            "tee": ["title"],
            "grünen": ["title"],
            "GRÜNEN tee": ["title"],
            "green TEA": ["said"],
            "пиРОжки": ["said"],
            "茶": ["chinese"],
            "%": ["signs"],
            "0%_\\ S": ["signs"],
            "_": ["signs"],
            "1%s": [],
            "coffee": [],
            "x" * 60_000: [],
            "": ["signs", "chinese", "said", "title"],
        }
        for query, found in wanted.items():
            assert await ids(store, query=query) == found, query

    async def test_a_search_is_paged_like_a_list(self, store: Store) -> None:
        await shelve(store, *(a_chat(f"{n}", title="tea" * (n % 2), at=later(n)) for n in range(6)))

        first = await store.shelf.page(CARLA, query="TEA", limit=2)
        rest = await store.shelf.page(CARLA, query="TEA", limit=2, cursor=first.next)

        assert [chat.id for chat in (*first, *rest)] == ["5", "3", "1"]
        assert rest.next is None

    async def test_replaced_messages_are_not_searched(self, store: Store) -> None:
        turn = a_turn("tea")
        await begin(store, turn)
        await finish(store, turn, "what kind of tea?")
        await begin(store, a_turn("coffee", replaces=turn.message.id))

        assert await ids(store, query="tea") == []
        assert await ids(store, query="coffee") == ["chat-1"]

    async def test_archived_chats_are_listed_when_asked_for(self, store: Store) -> None:
        await shelve(store, a_chat("a"), a_chat("b", archived=True), a_chat("c"))

        assert await ids(store) == ["c", "a"]
        assert await ids(store, archived=True) == ["b"]
        assert await ids(store, archived=None) == ["c", "b", "a"]

    async def test_a_change_is_only_of_what_is_named(self, opened: Opener) -> None:
        async with opened() as store:
            (made,) = await shelve(store, replace(a_chat("a", title="t"), metadata={"k": 1}))

            same = await store.shelf.change(SPACE, "a", now=later(1))
            titled = await store.shelf.change(SPACE, "a", title="茶", now=later(1))
            archived = await store.shelf.change(SPACE, "a", archived=True, now=later(2))
            emptied = await store.shelf.change(SPACE, "a", metadata={}, now=later(3))

        assert same == made
        assert titled == replace(made, title="茶", title_by="person")
        assert archived == replace(titled, archived=True)
        assert emptied == replace(archived, metadata={})
        async with opened() as store:
            assert await store.chats.get(SPACE, "a") == emptied

    async def test_a_person_s_title_stays(self, store: Store) -> None:
        await shelve(store, a_chat("a", title="by rule"))

        async def titled(title: str, by: str) -> tuple[str | None, str]:
            chat = await store.shelf.change(
                SPACE,
                "a",
                title=title,
                title_by=by,  # pyright: ignore[reportArgumentType]
                now=NOW,
            )
            return chat.title, chat.title_by

        assert await titled("by a model", "model") == ("by a model", "model")
        assert await titled("mine", "person") == ("mine", "person")
        assert await titled("by a model", "model") == ("mine", "person")
        assert await titled("by rule", "rule") == ("mine", "person")
        assert await titled("mine too", "person") == ("mine too", "person")

    async def test_arranging_a_chat_is_no_use_of_it(self, store: Store) -> None:
        await shelve(store, a_chat("a"), a_chat("b", at=later(1)))

        await store.shelf.change(SPACE, "a", title="t", archived=False, now=later(5))
        await store.shelf.retire(SPACE, "a", now=later(6))
        await store.shelf.restore(SPACE, "a")

        assert await ids(store) == ["b", "a"]

    async def test_a_deleted_chat_hides_and_comes_back_as_it_was(self, store: Store) -> None:
        query = a_query("tea", kinds=["message"])
        said = await hear(store, a_message("tea"), a_message("more tea", vectors=False))
        await hear(store, a_message("tea elsewhere", chat_id="chat-2"))
        await put(store, a_memory("likes tea", message=said[0].id, chat_id="chat-1"))
        before, seen = await store.chats.get(SPACE, "chat-1"), await look(store, query)
        assert len(seen) == 3

        await store.shelf.retire(SPACE, "chat-1", now=later(1))

        assert [text for _, text in await look(store, query)] == ["tea elsewhere"]
        assert await ids(store, archived=None) == ["chat-2"]
        assert await contents(store) == []
        assert await store.shelf.messages_after(SPACE, "chat-1", after=None, limit=9) == []
        assert await store.chats.scope_of(SPACE, "chat-1") is None
        assert await store.chats.scope_of(SPACE, "chat-1", retired=True) == CARLA
        assert await texts(store) == ["likes tea"]
        with pytest.raises(NotFoundError):
            await store.chats.get(SPACE, "chat-1")

        assert await store.shelf.restore(SPACE, "chat-1") == before
        assert await store.shelf.restore(SPACE, "chat-1") == before
        assert (await look(store, query)).keys() == seen.keys()
        assert await contents(store) == ["tea", "more tea"]

    async def test_what_is_not_there_is_told(self, store: Store) -> None:
        await shelve(store, a_chat("gone"))
        await store.shelf.retire(SPACE, "gone", now=NOW)
        await shelve(store, a_chat("elsewhere"), space="other")

        for id in ("nobody", "gone", "elsewhere"):
            with pytest.raises(NotFoundError, match=f"no chat '{id}'"):
                await store.shelf.change(SPACE, id, title="t", now=NOW)
            with pytest.raises(NotFoundError, match=f"no chat '{id}'"):
                await store.shelf.retire(SPACE, id, now=NOW)
        for id in ("nobody", "elsewhere"):
            with pytest.raises(NotFoundError, match=f"no chat '{id}'"):
                await store.shelf.restore(SPACE, id)

    async def test_messages_are_read_on_from_one_of_them(self, store: Store) -> None:
        heard = await hear(store, *(a_message(f"{n}") for n in range(5)))
        (other,) = await hear(store, a_message("elsewhere", chat_id="chat-2"))

        async def after(id: str | None, limit: int = 9) -> list[str]:
            found = await store.shelf.messages_after(SPACE, "chat-1", after=id, limit=limit)
            return [message.content for message in found]

        assert await after(None) == ["0", "1", "2", "3", "4"]
        assert await after(None, 2) == ["0", "1"]
        assert await after(heard[1].id, 2) == ["2", "3"]
        assert await after(heard[4].id) == []
        for id in ("nobody", other.id):
            with pytest.raises(NotFoundError):
                await after(id)
        assert await store.shelf.messages_after(SPACE, "nobody", after=None, limit=9) == []
