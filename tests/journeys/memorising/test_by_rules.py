"""What is remembered of turns when there is no model."""

from datetime import timedelta

import pytest
from tests.journeys.memorising.conftest import House, kept, settled, texts

from nagori.values.memorising import BY_RULES
from nagori.values.transcript import Line


@pytest.mark.parametrize(
    ("said", "sentence"),
    [("I live in Porto", "The user lives in Porto."), ("我住在上海", "用户住在上海。")],
)
async def test_a_fact_becomes_a_sentence_in_its_own_language(
    house: House, said: str, sentence: str
) -> None:
    async with house() as n:
        message = await n.answer("c", said, user="carla")
        (memory,) = await kept(n)
        (source,) = memory.sources

        assert memory.text == sentence
        assert (memory.tag, memory.scope, memory.chat_id) == ("summary", "user:carla", "c")
        assert memory.degraded == (BY_RULES,)
        assert source.kind == "message"
        first = (await n.chats.messages("c"))[0]
        assert (source.ref, first.content[source.start : source.end]) == (first.id, said)
        assert message.role == "assistant"


@pytest.mark.parametrize(
    "said",
    [
        "what's the capital of Peru?",
        "hello there!",
        "if I won the lottery I would move to Bali",
        "今天几号？",
        "哈哈哈你好呀",
        "要是我有钱就去环游世界",
    ],
)
async def test_what_is_not_worth_it_leaves_nothing(house: House, said: str) -> None:
    async with house() as n:
        await n.answer("c", said, user="carla")

        assert await texts(n) == []


async def test_a_newer_home_closes_the_older_one(house: House) -> None:
    async with house() as n:
        await n.answer("c", "I live in Porto", user="carla")
        await settled(n)
        await n.answer("c", "I moved to Berlin last week, I live in Berlin now", user="carla")
        (berlin,) = await kept(n)

        assert "Berlin" in berlin.text
        found = await n.recall("where does the user live?", user="carla")
        assert [item.text for item in found.items] == [berlin.text]
        before = berlin.created_at - timedelta(milliseconds=1)
        then = await n.recall("where does the user live?", user="carla", as_of=before)
        assert any("Porto" in item.text for item in then.items)


async def test_words_of_the_assistant_and_of_others_are_not_facts_of_the_user(
    house: House,
) -> None:
    async with house() as n:
        await n.hear("c", "I live in Rome", speaker="bruno", user="carla")
        await n.hear("c", "You live in Oslo", speaker="assistant", role="assistant", user="carla")
        outcome = await n.consider_memorizing(
            "carla", [{"role": "assistant", "content": "I live in the cloud"}]
        )
        await n.answer("c", "good evening", user="carla")

        assert not outcome.remembered
        assert await texts(n) == []


async def test_the_raw_words_are_not_recalled_beside_the_memory_made_of_them(
    house: House,
) -> None:
    async with house() as n:
        await n.answer("c", "I am allergic to peanuts", user="carla")
        await settled(n)

        found = await n.recall("which food is bad for her? peanuts?", user="carla", profile="chat")

        assert [item.tag for item in found.items] == ["summary"]


async def test_a_bot_gets_the_outcome_of_a_dialogue(house: House) -> None:
    async with house() as n:
        dialogue = [
            {"role": "user", "content": "My sister Ana is a doctor in Lyon", "id": "1"},
            {"role": "assistant", "content": "How nice.", "id": "2"},
        ]
        outcome = await n.consider_memorizing("carla", dialogue)
        again = await n.consider_memorizing("carla", dialogue)

        assert outcome.remembered
        assert [memory.text for memory in outcome.memories] == await texts(n)
        assert any(BY_RULES in line for line in outcome.degraded)
        assert not again.remembered
        assert "Ana" in outcome.memories[0].text


async def test_nothing_is_memorised_when_it_is_switched_off(house: House) -> None:
    async with house(chat={"memorises": False}) as n:
        await n.answer("c", "I live in Porto", user="carla")

        assert await texts(n) == []


async def test_what_is_said_again_is_confirmed_and_not_added(house: House) -> None:
    async with house() as n:
        for number in range(3):
            await n.consider_memorizing(
                f"user-{number % 1}", [{"role": "user", "content": "I play the violin."}]
            )
        (memory,) = await kept(n, user="user-0")

        assert memory.times_said == 3


async def test_a_turn_that_nobody_waits_for_is_considered_when_it_ends(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nagori.jobs.worker._POLL_S", 600.0)
    async with house() as n:
        running = await n.start_turn("c", "I live in Porto", user="carla")
        assert [event.type async for event in running.read()][-1] == "done"

        assert await texts(n) == ["The user lives in Porto."]


@pytest.mark.parametrize(
    ("said", "ends", "left"),
    [
        (
            "I live in Porto and I work as a nurse",
            "I no longer work as a nurse",
            "The user lives in Porto.",
        ),
        ("我住在上海，在腾讯上班", "我不在腾讯上班了", "用户住在上海。"),
    ],
)
async def test_what_ends_one_fact_of_a_sentence_leaves_the_other(
    house: House, said: str, ends: str, left: str
) -> None:
    async with house() as n:
        await n.answer("c", said, user="carla")
        await settled(n)
        await n.answer("c", ends, user="carla")

        assert left in await texts(n)


async def test_an_answer_to_what_was_asked_in_the_turn_before_is_kept(house: House) -> None:
    asked = {"role": "assistant", "content": "What are your cats called?"}
    async with house() as n:
        await n.consider_memorizing("carla", [{"role": "user", "content": "hello!"}, asked])
        assert await texts(n) == []

        await n.consider_memorizing("carla", [{"role": "user", "content": "Luna and Oliver"}])

        assert await texts(n) == ["The user's cats are called Luna and Oliver."]
        (found,) = (await n.recall("what are my cats called?", user="carla")).items
        assert "Luna and Oliver" in found.text


async def test_a_dry_run_understands_answers_too(house: House) -> None:
    lines = [
        Line("1", "assistant", "assistant", "What are your cats called?", None),
        Line("2", "user", "user", "Luna and Oliver", None),
    ]
    async with house() as n:
        (considered,) = await n.preview_memorizing(lines, user="carla")

        assert considered.keep
