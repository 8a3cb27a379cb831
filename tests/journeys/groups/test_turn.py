"""A bot answers in a group, by a model that is asked over HTTP."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from tests.journeys.groups.conftest import TALK, Opening, talk

from nagori import ConflictError, Nagori
from nagori.face.group import Group
from nagori.testing.builders import NOW
from nagori.testing.model_server import ModelServer, settings_for
from nagori.testing.model_wire import ModelAnswer
from nagori.values.event import Answer, Done, Error, Event
from nagori.values.message import Message


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer("Yes, eight plates please.") as server:
        yield server


def models(server: ModelServer) -> dict[str, Any]:
    return {"chat": settings_for(server), "title": {"type": "extractive"}}


async def answer(group: Group, message: Message | str, **told: Any) -> list[Event]:
    return [event async for event in group.turn(message, **told)]


def prompt(server: ModelServer) -> str:
    return "\n".join(str(m["content"]) for m in server.requests[-1].body["messages"])


async def test_the_bot_answers_from_the_conversation_it_is_in(
    opened: Opening, server: ModelServer
) -> None:
    async with opened(models=models(server)) as n:
        group = n.group("team")
        *_, plates = await talk(group)

        events = await answer(group, plates)

        assert events[0].type == "started"
        assert "".join(e.text for e in events if isinstance(e, Answer)).startswith("Yes, eight")
        last = events[-1]
        assert isinstance(last, Done)
        assert last.finish_reason == "stop"
        seen = prompt(server)
        assert "chocolate cake it is" in seen
        assert "router" not in seen
        assert seen.count(plates.content) == 1
        assert server.requests[-1].body["temperature"] == 0.7
        assert "tools" not in server.requests[-1].body
        said = await n.store.chats.messages(n.space, "team", limit=2)
        assert [m.content for m in said] == [plates.content, "Yes, eight plates please."]
        assert (said[1].speaker, said[1].reply_to) == ("bot", plates.id)


async def test_the_answer_completes_the_record_of_its_context(
    opened: Opening, server: ModelServer
) -> None:
    async with opened(models=models(server)) as n:
        group = n.group("team")
        *_, plates = await talk(group)
        await answer(group, plates)
        await group.hear("thanks, perfect", speaker="dan")
        await n.group_desk.close()

        (record,) = await n.store.usage.page(n.space, "team", limit=9)

        assert record.llm_response == "Yes, eight plates please."
        assert [signal["what"] for signal in record.signals] == ["thanked"]
        assert record.success_indicator == 1.0


async def test_a_text_is_heard_and_answered_in_one(opened: Opening, server: ModelServer) -> None:
    async with opened(models=models(server)) as n:
        await answer(n.group("team"), "hello bot", speaker="ann", name="Ann", external_id="om_1")

        said = await n.store.chats.messages(n.space, "team", limit=9)
        assert (said[0].speaker, said[0].content) == ("ann", "hello bot")
        with pytest.raises(ConflictError):
            await answer(n.group("team"), "hello bot", speaker="ann", external_id="om_1")


@pytest.mark.parametrize(
    ("reason", "text", "told"),
    [
        ("length", "It begins with", "It begins with\n(cut)"),
        ("content_filter", "", "I pass."),
        ("content_filter", "Well,", "Well,\nI pass."),
    ],
)
async def test_endings_are_told_in_the_words_of_the_settings(
    opened: Opening, server: ModelServer, reason: str, text: str, told: str
) -> None:
    server.answer = ModelAnswer(text, finish_reason=reason)
    words = {"length_text": "(cut)", "content_filter_text": "I pass."}
    async with opened(models=models(server), group=words) as n:
        events = await answer(n.group("team"), "hello?", speaker="ann")

        assert "".join(e.text for e in events if isinstance(e, Answer)) == told
        last = events[-1]
        assert isinstance(last, Done)
        assert last.finish_reason == reason
        said = await n.store.chats.messages(n.space, "team", limit=1)
        assert said[0].content == told


async def test_no_inner_error_is_shown_to_the_group(opened: Opening, server: ModelServer) -> None:
    server.fault = "server_error"
    async with opened(models=models(server), group={"error_text": "请稍后再试"}) as n:
        events = await answer(n.group("team"), "hello?", speaker="ann")

        last = events[-1]
        assert isinstance(last, Error)
        assert last.detail == "请稍后再试"


async def test_what_is_a_member_s_own_is_not_in_the_prompt(
    opened: Opening, server: ModelServer
) -> None:
    async with opened(models=models(server)) as n:
        await n.remember("dan is secretly allergic to chocolate", user="dan")
        await n.set_global_memory("- dan hates cake", user="dan")
        await n.hear("direct", "I secretly bake cake at night", speaker="dan")
        await n.remember("the team eats cake on Fridays", group="team")
        group = n.group("team")
        *_, plates = await talk(group)

        await answer(group, plates)

        seen = prompt(server)
        assert "secretly" not in seen
        assert "hates" not in seen
        assert "the team eats cake on Fridays" in seen
        await answer(n.group("other"), "what about cake?", speaker="dan")
        assert "Fridays" not in prompt(server)
        found = await n.list(group="team")
        assert [memory.text for memory in found] == ["the team eats cake on Fridays"]


async def test_turns_of_a_group_come_one_after_another(
    opened: Opening, server: ModelServer
) -> None:
    server.pause_s = 0.02
    async with opened(models=models(server)) as n:
        group = n.group("team")
        asked = [
            await group.hear(f"bot, question {number}", speaker=f"p{number}", said_at=NOW)
            for number in range(4)
        ]

        every = await asyncio.gather(*(answer(group, message) for message in asked))

        assert all(isinstance(events[-1], Done) for events in every)
        assert len(server.requests) == 4


async def test_a_member_s_tools_are_not_offered(opened: Opening, server: ModelServer) -> None:
    async with opened(models=models(server), group={"enable_tools": True}) as n:
        await answer(n.group("team"), "what did we say?", speaker="ann")

        names = [tool["function"]["name"] for tool in server.requests[-1].body["tools"]]
        assert names == ["search_chat_history", "search_memories"]


async def test_without_a_model_the_bot_quotes_what_the_group_knows(opened: Opening) -> None:
    async with opened(models={"chat": {"type": "extractive"}}) as n:
        await n.remember("the release is on Friday at noon", group="team")

        events = await answer(n.group("team"), "when is the release?", speaker="ann")

        told = "".join(e.text for e in events if isinstance(e, Answer))
        assert "the release is on Friday at noon" in told


async def test_a_context_can_be_asked_for_while_others_talk(opened: Opening) -> None:
    async with opened() as n:
        group = n.group("team")
        await talk(group)
        late = NOW + timedelta(minutes=5)
        contexts = await asyncio.gather(
            *(_heard_and_seen(n, f"p{number}", late) for number in range(20))
        )

        assert len({context.id for context in contexts}) == 20
        assert all(not context.degraded for context in contexts)
        assert len(await n.store.chats.messages(n.space, "team", limit=50)) == len(TALK) + 20


async def _heard_and_seen(n: Nagori, speaker: str, at: Any) -> Any:
    message = await n.group("team").hear("ann: did it work?", speaker=speaker, said_at=at)
    return await n.group("team").context(message)
