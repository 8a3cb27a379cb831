"""Groups: their settings, what is said in them, and how contexts were used."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from nagori.errors import ConflictError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import CARLA, DIMS, HASHED, NOW, SPACE, a_message, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import CLUB, hear
from nagori.testing.embedders import hashed_vector
from nagori.values.draft import MessageDraft
from nagori.values.group import RoomMessage, RoomNews, RoomVersion, UsageRecord
from nagori.values.scope import Scope
from nagori.values.trial import Arm, GroupLayers, Trial

ROOM = "club-chat"


def said(
    text: str, *, external_id: str | None = None, chat_id: str = ROOM, vectors: bool = True
) -> MessageDraft:
    """Something said in the club."""
    return a_message(text, chat_id=chat_id, scope=CLUB, external_id=external_id, vectors=vectors)


async def room(
    store: Store, *, after: int = 0, limit: int = 100, analyser: int = 1, scope: Scope = CLUB
) -> list[RoomMessage]:
    """The last messages of the club."""
    return await store.rooms.heard(
        scope, after=after, limit=limit, analyser=analyser, embedder=HASHED
    )


async def version(store: Store) -> RoomVersion:
    """What differs after every change of what is said in the club."""
    news = await store.rooms.news(CLUB, known=None, after=0, limit=1, analyser=1, embedder=None)
    return news.version


def texts(messages: Sequence[RoomMessage]) -> list[str]:
    """What was said, in order."""
    return [one.message.content for one in messages]


def a_trial(name: str = "warm", *, sets: str = "temperature") -> Trial:
    """A trial that compares something with what holds anyway."""
    value = 1.2 if sets == "temperature" else "小名"
    arms = (Arm("as it is", share=3.0), Arm("new", {sets: value}))
    return Trial(name, arms, started_at=NOW)


def a_record(context_id: str = "c-1", *, group: str = CLUB.id, user: str = "bob") -> UsageRecord:
    """A context that was made."""
    return UsageRecord(
        context_id=context_id,
        group_id=group,
        user_id=user,
        trigger_message_id="m-9",
        context_message_ids=("m-1", "m-2"),
        relevance_scores={"m-1": {"score": 0.9, "time_decay": 0.5}},
        build={"scorer": "rules", "took_ms": 1.5, "degraded": ["存储"]},
        created_at=NOW,
    )


class GroupContract(ContractBase):
    """`Store.groups`."""

    async def test_a_group_has_the_settings_that_were_set_last(self, store: Store) -> None:
        assert await store.groups.settings(SPACE, CLUB.id) == {}

        await store.groups.set_settings(SPACE, CLUB.id, {"temperature": 0.1}, now=NOW)
        await store.groups.set_settings(SPACE, CLUB.id, {"bot_names": ["小名"]}, now=later(1))

        assert await store.groups.settings(SPACE, CLUB.id) == {"bot_names": ["小名"]}
        assert await store.groups.settings("other", CLUB.id) == {}

    async def test_groups_are_known_by_what_is_said_or_set(self, store: Store) -> None:
        await hear(store, said("hello"), a_message("mine"))
        await store.groups.set_settings(SPACE, "quiet", {}, now=NOW)

        assert await store.groups.list(SPACE) == [CLUB.id, "quiet"]
        await store.shelf.retire(SPACE, ROOM, now=NOW)
        assert await store.groups.list(SPACE) == ["quiet"]

    async def test_settings_go_with_their_group(self, store: Store) -> None:
        await store.groups.set_settings(SPACE, CLUB.id, {"persona": "secret"}, now=NOW)
        await store.groups.set_settings(SPACE, CLUB.id, {"persona": "more"}, now=NOW)
        await store.groups.set_settings(SPACE, None, {"temperature": 0.1}, now=NOW)

        await store.erasure.scope(CLUB, now=NOW)

        assert await store.groups.settings(SPACE, CLUB.id) == {}
        with pytest.raises(ConflictError):
            await store.groups.undo(SPACE, CLUB.id, now=NOW)
        assert await store.groups.settings(SPACE, None) == {"temperature": 0.1}

    async def test_what_is_set_for_all_groups_is_no_group(self, store: Store) -> None:
        await store.groups.set_settings(SPACE, None, {"temperature": 0.1}, now=NOW)

        assert await store.groups.settings(SPACE, None) == {"temperature": 0.1}
        assert await store.groups.settings("other", None) == {}
        assert await store.groups.settings(SPACE, CLUB.id) == {}
        assert await store.groups.list(SPACE) == []

    async def test_all_layers_come_at_once(self, store: Store) -> None:
        assert await store.groups.layers(SPACE, CLUB.id) == GroupLayers()
        trial, ended = a_trial("warm"), a_trial("old", sets="persona")
        await store.groups.set_settings(SPACE, None, {"temperature": 0.1}, now=NOW)
        await store.groups.set_settings(SPACE, CLUB.id, {"bot": "小名"}, now=NOW)
        await store.groups.set_settings(SPACE, "quiet", {"bot": "x"}, now=NOW)
        await store.trials.start(SPACE, trial)
        await store.trials.start(SPACE, ended)
        await store.trials.start("other", a_trial("theirs"))
        await store.trials.end(SPACE, "old", now=NOW)

        found = await store.groups.layers(SPACE, CLUB.id)

        assert found == GroupLayers({"temperature": 0.1}, {"bot": "小名"}, (trial,))

    @pytest.mark.parametrize("id", [CLUB.id, None])
    async def test_changes_are_undone_one_by_one(self, opened: Opener, id: str | None) -> None:
        steps = [{"temperature": 0.1}, {"temperature": 0.1, "bot": "小名"}, {"bot": "x"}]
        async with opened() as store:
            for step in steps:
                await store.groups.set_settings(SPACE, id, step, now=NOW)
                await store.groups.set_settings(SPACE, id, step, now=later(1))  # no change
            await store.groups.set_settings("other", id, {"bot": "theirs"}, now=NOW)
        async with opened() as store:
            for before in [*steps[-2::-1], {}]:
                assert await store.groups.undo(SPACE, id, now=later(2)) == before
                assert await store.groups.settings(SPACE, id) == before
            with pytest.raises(ConflictError, match="undo"):
                await store.groups.undo(SPACE, id, now=NOW)
            assert await store.groups.settings("other", id) == {"bot": "theirs"}

    async def test_a_change_after_an_undo_starts_from_there(self, store: Store) -> None:
        await store.groups.set_settings(SPACE, CLUB.id, {"bot": "a"}, now=NOW)
        await store.groups.set_settings(SPACE, CLUB.id, {"bot": "b"}, now=NOW)
        await store.groups.undo(SPACE, CLUB.id, now=NOW)
        await store.groups.set_settings(SPACE, CLUB.id, {"bot": "c"}, now=NOW)

        assert await store.groups.undo(SPACE, CLUB.id, now=NOW) == {"bot": "a"}
        assert await store.groups.undo(SPACE, CLUB.id, now=NOW) == {}


class RoomContract(ContractBase):
    """`Store.rooms`."""

    async def test_the_last_messages_come_oldest_first_over_all_chats(self, store: Store) -> None:
        await hear(store, said("one"), said("two", chat_id="thread"), said("three"))
        await hear(store, a_message("direct, never seen in a group"))

        assert texts(await room(store)) == ["one", "two", "three"]
        assert texts(await room(store, limit=2)) == ["two", "three"]
        first = (await room(store))[0]
        assert texts(await room(store, after=first.number)) == ["two", "three"]
        last = (await room(store))[-1]
        earlier = await store.rooms.heard(
            CLUB, before=last.number, limit=1, analyser=1, embedder=None
        )
        assert texts(earlier) == ["two"]
        assert await room(store, scope=Scope("other", "group", CLUB.id)) == []

    async def test_what_was_deleted_is_not_there(self, store: Store) -> None:
        await hear(store, said("one"), said("two", chat_id="thread"))
        before = await version(store)

        await store.shelf.retire(SPACE, "thread", now=NOW)

        assert texts(await room(store)) == ["one"]
        assert not (await version(store)).only_grew(before)

    async def test_the_version_tells_of_what_came_and_what_went(self, store: Store) -> None:
        empty = await version(store)
        await hear(store, said("one"))
        one = await version(store)
        await hear(store, said("two", chat_id="thread"))
        two = await version(store)

        assert len({empty, one, two}) == 3
        assert two.only_grew(one)
        await store.erasure.chat(SPACE, "thread", now=NOW)
        assert not (await version(store)).only_grew(two)

    async def test_news_are_what_came_or_everything_when_something_went(self, store: Store) -> None:
        async def news(known: RoomVersion | None, after: int) -> RoomNews:
            return await store.rooms.news(
                CLUB, known=known, after=after, limit=9, analyser=1, embedder=HASHED
            )

        await hear(store, said("one"), said("two", chat_id="thread"))
        first = await news(None, 0)
        assert texts(first.messages) == ["one", "two"]
        last = first.messages[-1].number
        assert texts((await news(first.version, last)).messages) == []
        await hear(store, said("three"))
        grown = await news(first.version, last)
        assert (texts(grown.messages), grown.only_grew) == (["three"], True)
        await store.erasure.chat(SPACE, "thread", now=NOW)
        gone = await news(grown.version, grown.messages[-1].number)
        assert (texts(gone.messages), gone.only_grew) == (["one", "three"], False)

    async def test_messages_come_with_their_first_vector(self, store: Store) -> None:
        await hear(store, said("one"), said("late", vectors=False))

        one, late = await room(store)

        assert one.vector is not None
        assert np.allclose(one.vector, hashed_vector("one", DIMS))
        assert late.vector is None
        other = await store.rooms.heard(CLUB, limit=9, analyser=1, embedder="another")
        assert [found.vector for found in other] == [None, None]
        none = await store.rooms.heard(CLUB, limit=9, analyser=1, embedder=None)
        assert [found.vector for found in none] == [None, None]

    async def test_messages_are_found_by_either_id(self, store: Store) -> None:
        one, two = await hear(store, said("one", external_id="x-1"), said("two"))
        direct, *_ = await hear(store, a_message("direct", external_id="x-2"))

        ids = ["x-1", two.id, "x-2", direct.id, "nothing"]
        found = await store.rooms.find(CLUB, ids, analyser=1, embedder=HASHED)

        assert [heard.message.id for heard in found] == [one.id, two.id]

    async def test_features_are_kept_for_one_version_of_the_analyser(self, store: Store) -> None:
        one, two = await hear(store, said("one"), said("two"))

        features = {one.id: '{"键": 1}', "went": "{}"}
        await store.rooms.keep_features(SPACE, features, analyser=1, now=NOW)

        assert [heard.features for heard in await room(store)] == ['{"键": 1}', None]
        assert [heard.features for heard in await room(store, analyser=2)] == [None, None]
        await store.rooms.keep_features(SPACE, {one.id: "2", two.id: "2"}, analyser=2, now=NOW)
        assert [heard.features for heard in await room(store, analyser=2)] == ["2", "2"]
        await store.erasure.chat(SPACE, ROOM, now=NOW)
        assert await room(store) == []


class UsageContract(ContractBase):
    """`Store.usage`."""

    async def test_a_record_comes_back_as_it_was(self, store: Store) -> None:
        await store.usage.add(SPACE, [a_record(), a_record("c-2")])
        await store.usage.add(SPACE, [replace(a_record(), user_id="someone else")])

        assert await store.usage.get(SPACE, "c-1") == a_record()
        with pytest.raises(NotFoundError):
            await store.usage.get("other", "c-1")

    async def test_answer_feedback_and_signals_are_joined_to_it(self, store: Store) -> None:
        await store.usage.add(SPACE, [a_record()])

        assert await store.usage.answered(SPACE, "c-1", "好的")
        await store.usage.judged(SPACE, "c-1", feedback="good", success=0.9)
        await store.usage.judged(SPACE, "c-1", signal={"what": "asked again"})
        record = await store.usage.judged(SPACE, "c-1", signal={"what": "reacted", "with": "👍"})

        assert (record.llm_response, record.user_feedback) == ("好的", "good")
        assert record.success_indicator == 0.9
        assert record.signals == ({"what": "asked again"}, {"what": "reacted", "with": "👍"})
        assert not await store.usage.answered(SPACE, "nothing", "x")
        with pytest.raises(NotFoundError):
            await store.usage.judged(SPACE, "nothing", feedback="bad")

    async def test_records_come_newest_first_in_parts(self, opened: Opener) -> None:
        async with opened() as store:
            await store.usage.add(SPACE, [a_record(f"c-{n}") for n in range(5)])
            await store.usage.add(SPACE, [a_record("other", group="other")])
        async with opened() as store:
            first = await store.usage.page(SPACE, CLUB.id, limit=3)
            rest = await store.usage.page(SPACE, CLUB.id, limit=3, before=first.next)

            assert [r.context_id for r in [*first, *rest]] == ["c-4", "c-3", "c-2", "c-1", "c-0"]
            assert rest.next is None
            everywhere = await store.usage.page(SPACE, None, limit=1)
            assert [r.context_id for r in everywhere] == ["other"]

    async def test_records_go_with_whom_they_tell_of(self, store: Store) -> None:
        message, *_ = await hear(store, said("one"))
        records = [
            a_record("group"),
            a_record("user", group="x", user=CARLA.id),
            replace(a_record("trigger", group="x"), trigger_message_id=message.id),
            replace(a_record("context", group="x"), context_message_ids=(message.id,)),
            a_record("stays", group="x"),
        ]
        await store.usage.add(SPACE, records)

        await store.erasure.chat(SPACE, ROOM, now=NOW)
        await store.erasure.scope(CARLA, now=NOW)
        await store.erasure.scope(CLUB, now=NOW)

        left = await store.usage.page(SPACE, None, limit=9)
        assert [record.context_id for record in left] == ["stays"]
