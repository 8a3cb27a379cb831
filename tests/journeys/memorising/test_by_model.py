"""What is remembered of turns when models decide and state it."""

import asyncio

from tests.journeys.memorising.conftest import Helpers, House, decided, kept, settled, texts

from nagori.values.scope import Scope


async def test_one_model_decides_and_another_states_it(house: House, helpers: Helpers) -> None:
    helpers.summary.answer = "The user lives in Porto."
    async with house(helpers) as n:
        await n.answer("c", "I live in Porto", user="carla")
        (memory,) = await kept(n)

        assert memory.text == "The user lives in Porto."
        assert memory.degraded == ()
        assert len(helpers.decision.requests) == len(helpers.summary.requests) == 1


async def test_what_is_not_worth_it_costs_one_call(house: House, helpers: Helpers) -> None:
    helpers.decision.answer = decided(worth=False)
    async with house(helpers) as n:
        await n.answer("c", "I live in Porto", user="carla")

        assert await texts(n) == []
        assert len(helpers.decision.requests) == 1
        assert helpers.summary.requests == []
        stats = await n.store.memorising.stats(Scope("default", "user", "carla"))
        assert (stats.calls, stats.memories) == (1, 0)


async def test_the_models_read_what_the_message_answers(house: House, helpers: Helpers) -> None:
    helpers.chat.answer = "What are your cats called?"
    helpers.decision.answer = decided(worth=False)
    async with house(helpers) as n:
        await n.answer("c", "hello", user="carla")
        await settled(n)
        helpers.decision.requests.clear()
        await n.answer("c", "Luna and Oliver", user="carla")
        await settled(n)

        (asked,) = helpers.decision.requests
        question, answer = "assistant: What are your cats called?", "user: Luna and Oliver"
        assert f"{question}\\n{answer}" in str(asked)


async def test_a_short_answer_supports_what_it_says_to_the_question(
    house: House, helpers: Helpers
) -> None:
    helpers.chat.answer = "What are your cats called?"
    helpers.decision.answer_next([decided(worth=False)])
    helpers.summary.answer = "The user's cats are called Luna and Oliver."
    async with house(helpers) as n:
        await n.answer("c", "hello", user="carla")
        await settled(n)
        await n.answer("c", "Luna and Oliver", user="carla")

        assert await texts(n) == ["The user's cats are called Luna and Oliver."]


async def test_a_sentence_that_nothing_said_supports_is_dropped(
    house: House, helpers: Helpers
) -> None:
    helpers.summary.answer = "The user lives in Porto.\nThe user owns a yacht called Bella."
    async with house(helpers) as n:
        await n.answer("c", "I live in Porto", user="carla")

        assert await texts(n) == ["The user lives in Porto."]


async def test_a_sentence_in_another_language_becomes_one_in_the_speakers(
    house: House, helpers: Helpers
) -> None:
    helpers.summary.answer = "The user lives in 上海."
    async with house(helpers) as n:
        await n.answer("c", "我住在上海", user="carla")

        (text,) = await texts(n)
        assert text.startswith("用户")
        assert "上海" in text


async def test_restating_what_was_recalled_creates_and_confirms_nothing(
    house: House, helpers: Helpers
) -> None:
    helpers.summary.answer = "The user lives in Porto."
    async with house(helpers) as n:
        await n.remember("The user lives in Porto", user="carla")
        await n.answer("c", "so, as you know, I live in Porto", user="carla")
        await settled(n)

        (memory,) = (await n.list(user="carla", tags=["summary", "manual"])).items
        assert memory.times_said == 1


async def test_turns_that_come_fast_share_a_decision(house: House, helpers: Helpers) -> None:
    helpers.decision.answer = decided(worth=False)
    helpers.decision.slow_s = 0.3
    helpers.decision.fault = "slow"
    async with house(helpers) as n:
        for number in range(8):
            await n.answer("c", f"I have been to {number} countries", user="carla")
        await settled(n)

        assert len(helpers.decision.requests) < 8


async def test_what_rules_kept_while_the_model_was_away_is_done_again(
    house: House, helpers: Helpers
) -> None:
    helpers.summary.answer = "The user has a cat called Miso and lives in Porto."
    helpers.decision.fault = "server_error"
    async with house(helpers) as n:
        await n.answer("c", "I live in Porto with my cat Miso", user="carla")
        async with asyncio.timeout(10):
            while not (await n.list(user="carla", tags=["summary"])).items:
                await asyncio.sleep(0.05)
        made = (await n.list(user="carla", tags=["summary"])).items
        assert all(memory.degraded for memory in made)

        helpers.decision.fault = None

        assert await texts(n) == ["The user has a cat called Miso and lives in Porto."]
        assert all(not memory.degraded for memory in await kept(n))


async def test_a_model_that_is_set_up_later_decides_about_everything(
    house: House, helpers: Helpers
) -> None:
    helpers.summary.answer = "Porto is where the user lives."
    async with house() as n:
        await n.answer("c", "I live in Porto", user="carla")
        await settled(n)

    async with house(helpers) as n:
        async with asyncio.timeout(10):
            while await texts(n) != ["Porto is where the user lives."]:
                await asyncio.sleep(0.05)


async def test_watchers_are_told_what_was_learned(house: House, helpers: Helpers) -> None:
    helpers.summary.answer = "The user lives in Porto."
    async with house(helpers) as n:
        news = n.feed.listen(Scope("default", "user", "carla"))
        waiting = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0)
        await n.answer("c", "I live in Porto", user="carla")
        async with asyncio.timeout(10):
            while (told := await waiting).type != "learned":
                waiting = asyncio.ensure_future(anext(news))
        assert told.data["memory"].text == "The user lives in Porto."
        await news.aclose()
