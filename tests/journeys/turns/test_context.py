"""Long chats: the rolling summary, the window, and a prompt that begins the same."""

import asyncio
from collections.abc import Callable

from tests.journeys.turns.conftest import (
    Chatting,
    ask,
    models_of,
    scripted,
    settings,
    text_of,
)

from nagori import ModelUnavailableError, Nagori
from nagori.llm.extractive import ExtractiveModel
from nagori.values.prompt import PromptMessage


async def until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for a job to have done its work."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


async def summary_of(n: Nagori, chat: str = "c") -> str | None:
    return (await n.chats.get(chat)).summary


async def until_summarised(n: Nagori, by: str) -> None:
    async with asyncio.timeout(10):
        while (await n.chats.get("c")).summary_by != by:
            await asyncio.sleep(0.02)


def layer(prompt: tuple[PromptMessage, ...], name: str) -> str:
    return "\n".join(m.content for m in prompt if m.layer == name)


async def talk(n: Nagori, rounds: int, start: int = 1) -> None:
    for number in range(start, start + rounds):
        await ask(n, f"fact number {number}: the code of door {number} is {1000 + number}")


async def test_older_messages_are_folded_into_the_summary_by_a_job(chatting: Chatting) -> None:
    model, summary = scripted("Noted."), scripted("Carla told the codes of doors.")
    async with chatting(models_of(model, summary=summary)) as n:
        await talk(n, 11)
        await until_summarised(n, "scripted")

        assert await summary_of(n) == "Carla told the codes of doors."
        asked = summary.prompts[0][-1].content
        assert "door 1 is 1001" in asked
        assert "door 11 is 1011" not in asked  # of the last rounds, which stay word for word
        await ask(n, "which door comes next?")
        last = model.prompts[-1]
        assert "Carla told the codes of doors." in layer(last, "summary")
        assert "door 1 is" not in layer(last, "window")
        assert "door 11 is 1011" in layer(last, "window")


async def test_no_message_is_ever_in_neither_place(chatting: Chatting) -> None:
    """The summary model is away for the whole chat: each fact still stands somewhere."""
    model = scripted("Noted.")
    async with chatting(models_of(model), settings(recall={"max_items": 1})) as n:
        await talk(n, 24)
        await asyncio.sleep(0.2)
        await ask(n, "and now?")

        last = model.prompts[-1]
        shown = layer(last, "summary") + layer(last, "folded") + layer(last, "window")
        assert "door 24 is 1024" in layer(last, "window")
        assert len([m for m in last if m.layer == "window"]) <= 20
        missing = [k for k in range(1, 25) if f"door {k} is {1000 + k}" not in shown]
        assert missing == []


async def test_an_extract_stands_in_and_is_done_again_by_the_model(chatting: Chatting) -> None:
    away = ModelUnavailableError("scripted", "out of service")
    summary = scripted(away, "Carla told the codes of doors.")
    async with chatting(models_of(scripted("Noted."), summary=summary)) as n:
        await talk(n, 11)
        await until_summarised(n, "extractive")
        assert "1001" in (await summary_of(n) or "")

        await until_summarised(n, "scripted")

        assert await summary_of(n) == "Carla told the codes of doors."
        assert "door 1 is 1001" in summary.prompts[-1][-1].content


async def test_the_beginning_of_a_prompt_stays_the_same_from_turn_to_turn(
    chatting: Chatting,
) -> None:
    model, summary = scripted("Noted."), scripted("Codes of doors.")
    async with chatting(models_of(model, summary=summary)) as n:
        await talk(n, 11)
        await until_summarised(n, "scripted")
        for text in ("what was the code of door 3?", "门三的密码是多少？", "and door 5?"):
            await ask(n, text)

        begins = {
            tuple(m for m in prompt if m.layer in ("persona", "global", "summary"))
            for prompt in model.prompts[-3:]
        }
        assert len(begins) == 1


async def test_the_model_writes_the_title_once_and_a_person_has_the_last_word(
    chatting: Chatting,
) -> None:
    title = scripted('"Codes of doors"', "Another title")
    async with chatting(models_of(scripted("Noted."), title=title)) as n:
        await ask(n, "hello, let us talk about the codes of doors in this house")
        async with asyncio.timeout(10):
            while (await n.chats.get("c")).title_by != "model":
                await asyncio.sleep(0.02)
        assert (await n.chats.get("c")).title == "Codes of doors"

        await n.chats.rename("c", "Doors")
        await ask(n, "one more")
        await asyncio.sleep(0.3)

        assert (await n.chats.get("c")).title == "Doors"
        assert len(title.asked) == 1


async def test_without_any_model_answers_are_quotes_in_the_users_language(
    chatting: Chatting,
) -> None:
    offline = ExtractiveModel()
    async with chatting(models_of(offline, summary=offline, title=offline)) as n:
        await n.remember("Carla's cat is called Miso", user="carla")
        await n.remember("卡拉对花生过敏", user="carla")

        english = text_of(await ask(n, "what is my cat called?"))
        chinese = text_of(await ask(n, "我对什么过敏？"))

        assert "Miso" in english
        assert "No language model" in english
        assert "花生" in chinese
        assert "模型" in chinese


async def test_a_long_chat_without_any_model_is_summarised_by_extract(chatting: Chatting) -> None:
    offline = ExtractiveModel()
    async with chatting(models_of(offline, summary=offline, title=offline)) as n:
        await talk(n, 12)
        await until_summarised(n, "extractive")

        assert "1001" in (await summary_of(n) or "")
