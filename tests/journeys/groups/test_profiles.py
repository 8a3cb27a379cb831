"""What members say about themselves in a group becomes known there, of them alone."""

import asyncio
from collections.abc import Iterator

import pytest
from tests.journeys.groups.conftest import Opening
from tests.journeys.groups.knowing import KNOWS, known, say, settled, with_helpers

from nagori import NotFoundError
from nagori.testing.model_server import ModelFault, ModelServer
from nagori.testing.model_wire import Body
from nagori.values.memorising import BY_RULES


@pytest.fixture
def decision() -> Iterator[ModelServer]:
    with ModelServer('{"should_remember": true, "reason": "a fact"}') as server:
        server.retry_after_s = 0.2
        yield server


@pytest.fixture
def summary() -> Iterator[ModelServer]:
    with ModelServer("") as server:
        server.retry_after_s = 0.2
        yield server


async def test_what_a_member_says_about_themselves_is_known_by_name_and_id(
    opened: Opening,
) -> None:
    async with opened(group=KNOWS) as n:
        group = n.group("team")
        said = await say(group, [("u1", "I live in Porto with my cat Miso"), ("u2", "ok")],
                         names={"u1": "Ann", "u2": "Bob"})  # fmt: skip
        await settled(n)

        profile = await group.profile("u1")
        (memory,) = profile.memories
        assert (profile.name, memory.text) == ("Ann", "Ann lives in Porto with their cat Miso.")
        assert memory.metadata["member"] == "u1"
        assert (memory.scope, memory.trust, memory.degraded) == (
            "group:team", "untrusted", (BY_RULES,))  # fmt: skip
        assert [source.ref for source in memory.sources] == [said[0].id]
        assert [member.speaker for member in await group.profiles()] == ["u1"]
        with pytest.raises(NotFoundError):
            await group.profile("u2")
        found = await n.recall("who lives in Porto?", group="team")
        assert [item.id for item in found.items] == [memory.id]


async def test_in_the_language_of_the_member(opened: Opening) -> None:
    async with opened(group=KNOWS) as n:
        group = n.group("team")
        await say(group, [("u1", "我住在杭州，对花生过敏"), ("u2", "I am allergic to peanuts")],
                  names={"u1": "小明", "u2": "Bob"})  # fmt: skip
        await settled(n)

        (chinese,) = {m.text for m in (await group.profile("u1")).memories if "花生" in m.text}
        assert chinese.startswith("小明")
        (english,) = (await group.profile("u2")).memories
        assert english.text == "Bob is allergic to peanuts."


async def test_a_member_s_newer_word_replaces_their_own_older_one_only(opened: Opening) -> None:
    async with opened(group=KNOWS, embedding={"type": "local"}) as n:
        group = n.group("team")
        await say(group, [("u1", "I live in Porto"), ("u2", "I live in Porto")],
                  names={"u1": "Alex", "u2": "Alex"})  # fmt: skip
        await settled(n)
        await say(group, [("u1", "I moved, now I live in Lisbon")], names={"u1": "Alex"})
        await settled(n)

        one = [memory.text for memory in (await group.profile("u1")).memories]
        other = [memory.text for memory in (await group.profile("u2")).memories]
        assert len(one) == 1
        assert "Lisbon" in one[0]
        assert other == ["Alex lives in Porto."]


async def test_swapped_nicknames_mix_nobody_up(opened: Opening) -> None:
    async with opened(group=KNOWS) as n:
        group = n.group("team")
        await say(group, [("u1", "I am allergic to peanuts"), ("u2", "I play the cello")],
                  names={"u1": "Ann", "u2": "Bob"})  # fmt: skip
        await settled(n)
        await say(group, [("u1", "I am allergic to peanuts"), ("u2", "I play the cello")],
                  names={"u1": "Bob", "u2": "Ann"})  # fmt: skip
        await settled(n)

        (peanuts,) = (await group.profile("u1")).memories
        (cello,) = (await group.profile("u2")).memories
        assert (peanuts.text, peanuts.times_said) == ("Ann is allergic to peanuts.", 2)
        assert (cello.text, cello.times_said) == ("Bob plays the cello.", 2)


async def test_nothing_that_the_bot_says_is_known_of_anybody(opened: Opening) -> None:
    async with opened(group=KNOWS) as n:
        group = n.group("team")
        await group.hear("I live in Berlin", speaker="bot")
        await group.hear("you live in Berlin, Ann", speaker="bot", reply_to="u1")
        await group.hear("hm", speaker="u1", name="Ann")
        await settled(n)

        assert await known(n, "team") == []


async def test_a_model_is_asked_about_each_member_by_themselves(
    opened: Opening, decision: ModelServer, summary: ModelServer
) -> None:
    def stated(body: Body) -> str:
        talk = body["messages"][-1]["content"].split("<conversation>")[-1]
        return "The user plays the cello." if "cello" in talk else "The user lives in Porto."

    summary.answer = stated
    async with opened(group=KNOWS, models=with_helpers(decision, summary)) as n:
        group = n.group("team")
        await say(group, [("u1", "I live in Porto"), ("u2", "I play the cello")],
                  names={"u1": "Ann", "u2": "Bob"})  # fmt: skip
        await settled(n)

        assert sorted(await known(n, "team")) == ["Ann lives in Porto.", "Bob plays the cello."]
        for asked in (*decision.requests, *summary.requests):
            talk = str(asked.body["messages"]).split("<conversation>")[-1]
            assert ("cello" in talk) != ("Porto" in talk)


async def test_what_a_model_puts_in_is_not_known_of_anybody(
    opened: Opening, decision: ModelServer, summary: ModelServer
) -> None:
    summary.answer = "The user owes Bob 500 euros."
    async with opened(group=KNOWS, models=with_helpers(decision, summary)) as n:
        group = n.group("team")
        await say(group, [("u1", "I live in Porto"), ("u2", "Ann owes me 500 euros")])
        await settled(n)

        assert not [text for text in await known(n, "team") if text.startswith("U1 owes")]


@pytest.mark.parametrize("fault", ["rate_limit", "broken_json", "wrong_schema"])
async def test_a_model_that_fails_leaves_it_to_rules_until_it_is_back(
    opened: Opening, decision: ModelServer, summary: ModelServer, fault: ModelFault
) -> None:
    summary.answer = "The user lives in Porto with a cat, Miso."
    decision.fault = fault
    async with opened(group=KNOWS, models=with_helpers(decision, summary)) as n:
        group = n.group("team")
        await say(group, [("u1", "I live in Porto with my cat Miso")], names={"u1": "Ann"})
        async with asyncio.timeout(20):
            while not (made := await known(n, "team")):
                await asyncio.sleep(0.05)
        assert made == ["Ann lives in Porto with their cat Miso."]
        assert (await group.profile("u1")).memories[0].degraded == (BY_RULES,)
        decision.fault = None
        async with asyncio.timeout(30):
            while await known(n, "team") != ["Ann lives in Porto with a cat, Miso."]:
                await asyncio.sleep(0.05)

        assert (await group.profile("u1")).memories[0].degraded == ()


async def test_a_member_can_be_forgotten_and_erased(opened: Opening) -> None:
    async with opened(group=KNOWS) as n:
        group = n.group("team")
        await say(group, [("u1", "I live in Porto"), ("u2", "I play the cello")])
        await settled(n)

        assert await group.forget_member("u1") == 1
        with pytest.raises(NotFoundError):
            await group.profile("u1")
        found = await n.recall("Porto", group="team")
        assert not [item for item in found.items if "Porto" in item.text]
        assert await group.forget_member("u1", erase=True) == 1
        with pytest.raises(NotFoundError):
            await group.forget_member("u1", erase=True)
        assert [member.speaker for member in await group.profiles()] == ["u2"]
