"""A model that looks things up and acts, over HTTP, in turns over a real store."""

import asyncio
import json
from typing import Any

import pytest
from tests.journeys.turns.conftest import (
    Chatting,
    House,
    ask,
    calls,
    models_of,
    proposed,
    results,
    scripted,
    settings,
    started,
    text_of,
    types,
)

from nagori.llm.extractive import ExtractiveModel
from nagori.testing.model_server import ModelRefusal
from nagori.testing.model_wire import ModelAnswer
from nagori.values.event import ToolCall
from nagori.values.prompt import Call, PromptMessage

SECRET = "sk-proj-Xq7Rt2Lm9Vb4Kd8Ws1Zp6Hn3Jf5Gc0TyUe"  # noqa: S105 - it opens nothing


# looking things up --------------------------------------------------------------------------------


@pytest.mark.parametrize("house", ["openai", "gemini", "anthropic"], indirect=True)
async def test_a_turn_uses_a_tool_and_tells_of_it(house: House) -> None:
    await ask(house.n, "my cat is called Miso", chat="before")
    house.plays(calls("search_chat_history", "Let me look.", query="cat called"), "It is Miso.")

    events = await ask(house.n, "do you know how my pet is named?")

    told = ["started", "recalled", "degraded", "answer", "tool_call", "tool_result", "answer"]
    assert types(events) == [*told, "done"]
    assert text_of(events) == "Let me look.\n\nIt is Miso."
    (called,) = [event for event in events if isinstance(event, ToolCall)]
    assert (called.name, json.loads(called.arguments)) == (
        "search_chat_history",
        {"query": "cat called"},
    )
    (result,) = results(events)
    assert "[carla] my cat is called Miso" in result.content
    assert "how my pet is named" not in result.content
    _, answer = await house.n.chats.messages("c")
    assert answer.content == "Let me look.\n\nIt is Miso."
    fence = json.dumps('<remembered kind="tool" name="search_chat_history">')[1:-1]
    assert fence in house.prompt


async def test_the_events_of_tools_can_be_read_again(house: House) -> None:
    house.plays(calls("search_memories", query="tea"), "Nothing.")
    events = await ask(house.n, "what do I drink?")

    again = [event async for event in house.n.turn_events(started(events).turn_id)]

    assert [event.type for event in again] == [event.type for event in events]
    (result,) = [event for event in again if event.type == "tool_result"]
    assert result.data["content"] == "nothing is remembered about this"


async def test_the_message_just_said_is_not_found(house: House) -> None:
    house.plays(calls("search_chat_history", query="my parcel has the number 4711"), "Hm.")

    events = await ask(house.n, "my parcel has the number 4711, doesn't it?")

    assert results(events)[0].content == "nothing was found in the chats"


async def test_nothing_of_others_is_found(house: House) -> None:
    await ask(house.n, "my parcel has the number 4711", chat="d", user="diego")
    await house.n.remember("Diego's parcel has the number 4711", user="diego")
    house.plays(
        ModelAnswer(
            calls=(
                Call("a", "search_chat_history", '{"query": "parcel number"}'),
                Call("b", "search_chat_history", '{"query": "parcel number", "chat_id": "d"}'),
                Call("c", "search_memories", '{"query": "parcel number"}'),
                Call("d", "search_memories", '{"query": "parcel number", "user": "diego"}'),
            )
        ),
        "I don't know.",
    )

    found = results(await ask(house.n, "where is the box?"))

    assert "4711" not in str(found)
    assert [result.error for result in found] == [
        None,
        "no chat 'd'",
        None,
        "user: no such parameter; there are: query",
    ]


async def test_a_user_without_documents_is_told_so(house: House) -> None:
    house.plays(calls("search_documents", query="contract", strategy="hybrid"), "None.")

    (result,) = results(await ask(house.n, "what does my contract say?"))

    assert (result.content, result.error) == ("no documents yet", None)


async def test_what_is_found_is_told_without_secrets(house: House) -> None:
    await ask(house.n, f"the key of the greenhouse API is {SECRET}", chat="before")
    house.plays(calls("search_chat_history", query="greenhouse API key"), "It is gone.")

    (result,) = results(await ask(house.n, "what about the greenhouse?"))

    assert "greenhouse" in result.content
    assert SECRET not in result.content


# acting -------------------------------------------------------------------------------------------


async def test_what_the_user_wants_to_be_remembered_is_remembered(house: House) -> None:
    text = f"The user likes oolong; their key is {SECRET}"
    house.plays(calls("remember", text=text), "Noted.")

    events = await ask(house.n, "please remember that I like oolong")

    (memory,) = await house.n.recent(user="carla", tags=["manual"])
    said, _ = await house.n.chats.messages("c")
    assert memory.text.startswith("The user likes oolong; their key is [")
    assert (memory.trust, memory.sources[0].ref) == ("own", said.id)
    assert memory.id in results(events)[0].content
    assert list(results(events)[0].ids) == [memory.id]
    assert proposed(events) == []


async def test_only_the_user_s_own_memories_can_be_forgotten(house: House) -> None:
    hers = await house.n.remember("likes tea", user="carla")
    his = await house.n.remember("likes coffee", user="diego")
    shared = await house.n.remember("tea is hot")
    house.plays(
        ModelAnswer(
            calls=tuple(
                Call(f"c{n}", "forget", json.dumps({"memory_id": id}))
                for n, id in enumerate((hers.id, his.id, shared.id, "nobody's"))
            )
        ),
        "Done.",
    )

    found = results(await ask(house.n, "forget all that"))

    assert [result.error for result in found] == [
        None,
        f"no memory {his.id!r}",
        f"no memory {shared.id!r}",
        'no memory "nobody\'s"',
    ]
    assert (await house.n.get(hers.id)).status == "retired"
    assert (await house.n.get(his.id)).status == "active"


async def test_the_page_is_read_and_changed(house: House) -> None:
    house.plays(calls("update_global_memory", content="- answers in brief"), "Noted.")
    await ask(house.n, "please always answer in brief")
    house.plays(calls("read_global_memory"), "In brief.")

    (result,) = results(await ask(house.n, "how do I like answers?"))

    assert "answers in brief" in result.content
    assert "answers in brief" in (await house.n.global_memory(user="carla")).text
    assert (await house.n.global_memory(user="diego")).text == ""


# limits -------------------------------------------------------------------------------------------


async def test_a_model_that_never_answers_is_asked_for_its_answer(house: House) -> None:
    def wants_more(body: Any) -> ModelAnswer:
        number = len(house.server.requests)
        return calls("search_memories", query=f"{number}") if "tools" in body else ModelAnswer("OK")

    house.server.answer = wants_more

    events = await ask(house.n, "what do I drink?")

    assert len(results(events)) == 6
    assert text_of(events) == "OK"
    assert "tools" not in house.server.requests[-1].body


async def test_a_model_that_only_calls_and_says_nothing_fails_the_turn(house: House) -> None:
    house.server.answer = calls("search_memories", query="tea")

    events = await ask(house.n, "what do I drink?")

    assert (events[-1].type, len(results(events))) == ("error", 2)


async def test_a_turn_is_stopped_between_two_steps(house: House) -> None:
    house.plays(calls("search_memories", "Let me look.", query="tea"), "word " * 100)
    house.server.pause_s = 0.05
    running = await house.n.start_turn("c", "what do I drink?", user="carla")
    async with asyncio.timeout(5):
        while not any(event.type == "tool_result" for event in running.events):
            await asyncio.sleep(0.01)
        turn = await house.n.stop_turn(running.id)

    assert turn.state == "stopped"
    _, answer = await house.n.chats.messages("c")
    assert answer.state == "partial"
    assert answer.content.startswith("Let me look.")


async def test_tools_can_be_switched_off(chatting: Chatting) -> None:
    model = scripted("Hello.")
    async with chatting(models_of(model), settings(agent={"enabled": False})) as n:
        await ask(n, "hello")

    assert model.asked[0].tools == ()


async def test_a_client_s_prompt_is_offered_only_the_client_s_tools(chatting: Chatting) -> None:
    model = scripted("Hello.")
    async with chatting(models_of(model)) as n:
        relayed = await n.relay([PromptMessage("user", "hello")], user="carla")
        assert [event.type async for event in relayed.events][-1] == "done"

    assert model.asked[0].tools == ()


# models without tools -----------------------------------------------------------------------------

NO_TOOLS = ModelRefusal("registry.example/gemma does not support tools")
LOOK = '<tool_call>{"name": "search_memories", "arguments": {"query": "tea"}}</tool_call>'


async def test_a_provider_that_refuses_tools_is_asked_in_plain_text(house: House) -> None:
    await house.n.remember("The user likes green tea", user="carla")
    house.plays(NO_TOOLS, f"Wait.\n{LOOK}", "Green tea.")

    events = await ask(house.n, "tell me what I usually drink")

    assert text_of(events) == "Wait.\nGreen tea."
    assert "The user likes green tea" in results(events)[0].content
    await ask(house.n, "and now?")
    offered = ["tools" in request.body for request in house.server.requests]
    assert offered == [True, False, False, False]  # it is asked once only


async def test_without_any_model_the_chats_are_searched_by_rule(chatting: Chatting) -> None:
    async with chatting(models_of(ExtractiveModel())) as n:
        await ask(n, "my cat is called Miso")
        events = await ask(n, "what is my cat called?")

        assert "tool_call" in types(events)
        assert "“my cat is called Miso”" in text_of(events)
        events = await ask(n, "do elephants sing?")
        assert "I remember nothing" in text_of(events)
