"""Conversations of a group that people put right."""

import pytest

from nagori.errors import NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import NOW, SPACE, a_message, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import CLUB, hear
from nagori.testing.contract.groups import ROOM, room, said, texts, version
from nagori.values.group import Correction
from nagori.values.scope import Scope


class CorrectionContract(ContractBase):
    """`Store.rooms`, as far as it is about corrections."""

    async def test_a_message_comes_with_the_one_it_was_put_beside(self, opened: Opener) -> None:
        async with opened() as store:
            one, two, three = await hear(store, said("one"), said("two"), said("three"))

            done = await store.rooms.correct(CLUB, two.id, belongs_with=one.id, now=NOW)
            await store.rooms.correct(CLUB, three.id, belongs_with=None, now=later(1))

            assert done == Correction(two.id, one.id, NOW)
        async with opened() as store:
            heard = await room(store)
            assert [found.belongs_with for found in heard] == [None, one.id, three.id]
            found, *_ = await store.rooms.find(CLUB, [two.id], analyser=1, embedder=None)
            assert (found.belongs_with, found.replies_to) == (one.id, one.id)
            assert found.message.reply_to is None
            told = await store.rooms.corrections(CLUB)
            assert told == [done, Correction(three.id, None, later(1))]

    async def test_what_was_said_last_holds_until_it_is_taken_back(self, store: Store) -> None:
        one, two, three = await hear(store, said("one"), said("two"), said("three"))
        await store.rooms.correct(CLUB, three.id, belongs_with=one.id, now=NOW)

        await store.rooms.correct(CLUB, three.id, belongs_with=two.id, now=later(1))

        assert await store.rooms.corrections(CLUB) == [Correction(three.id, two.id, later(1))]
        await store.rooms.uncorrect(CLUB, three.id)
        assert await store.rooms.corrections(CLUB) == []
        assert [found.belongs_with for found in await room(store)] == [None, None, None]

    async def test_everybody_who_knows_the_group_reads_it_anew(self, store: Store) -> None:
        one, two = await hear(store, said("one"), said("two"))
        first = await version(store)

        await store.rooms.correct(CLUB, two.id, belongs_with=one.id, now=NOW)

        corrected = await version(store)
        assert not corrected.only_grew(first)
        news = await store.rooms.news(
            CLUB, known=first, after=99, limit=9, analyser=1, embedder=None
        )
        assert texts(news.messages) == ["one", "two"]
        await store.rooms.uncorrect(CLUB, two.id)
        back = await version(store)
        assert not back.only_grew(corrected)
        await store.rooms.uncorrect(CLUB, two.id)
        assert await version(store) == back

    async def test_only_messages_of_the_group_can_be_put_right(self, store: Store) -> None:
        one, *_ = await hear(store, said("one"))
        gone, *_ = await hear(store, said("gone", chat_id="thread"))
        direct, *_ = await hear(store, a_message("direct"))
        await store.shelf.retire(SPACE, "thread", now=NOW)
        elsewhere = Scope("other", "group", CLUB.id)
        before = await version(store)

        for scope, id, other in (
            (CLUB, one.id, direct.id),
            (CLUB, direct.id, one.id),
            (CLUB, one.id, gone.id),
            (CLUB, gone.id, None),
            (CLUB, "nothing", None),
            (elsewhere, one.id, None),
        ):
            with pytest.raises(NotFoundError):
                await store.rooms.correct(scope, id, belongs_with=other, now=NOW)
        with pytest.raises(NotFoundError):
            await store.rooms.uncorrect(elsewhere, one.id)

        assert await store.rooms.corrections(CLUB) == []
        assert await store.rooms.corrections(elsewhere) == []
        assert await version(store) == before

    @pytest.mark.parametrize("erased", [ROOM, "thread"], ids=["itself", "the other"])
    async def test_it_goes_with_either_message(self, store: Store, erased: str) -> None:
        other, one = await hear(store, said("other", chat_id="thread"), said("one"))
        await store.rooms.correct(CLUB, one.id, belongs_with=other.id, now=NOW)

        await store.erasure.chat(SPACE, erased, now=NOW)

        assert await store.rooms.corrections(CLUB) == []
        assert [found.belongs_with for found in await room(store)] == [None]
