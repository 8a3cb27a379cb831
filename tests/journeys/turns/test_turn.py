"""A direct turn: what is stored, recalled, prompted and streamed, in which order."""

import asyncio
from contextlib import aclosing

import pytest
from tests.journeys.turns.conftest import (
    Chatting,
    ask,
    failure,
    models_of,
    scripted,
    settings,
    started,
    text_of,
    types,
)

from nagori import ConflictError, ModelUnavailableError, Nagori, NotFoundError
from nagori.values.prompt import EndPiece, TextPiece, ThoughtPiece


async def stored(n: Nagori, chat: str = "c") -> list[tuple[str, str, str]]:
    return [(m.role, m.content, m.state) for m in await n.chats.messages(chat)]


async def test_a_turn_tells_what_happens_in_order_and_numbers_it(chatting: Chatting) -> None:
    model = scripted([ThoughtPiece("hm"), TextPiece("Hi "), TextPiece("Carla."), EndPiece()])
    async with chatting(models_of(model)) as n:
        events = await ask(n, "hello, I am Carla")

        assert types(events) == ["started", "recalled", "degraded", "thinking", "answer", "done"]
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert text_of(events) == "Hi Carla."
        assert await stored(n) == [
            ("user", "hello, I am Carla", "final"),
            ("assistant", "Hi Carla.", "final"),
        ]
        tags = [(m.tag, m.text) for m in await n.list(user="carla")]
        assert sorted(tags) == [("ai_output", "Hi Carla."), ("user_input", "hello, I am Carla")]


async def test_memories_point_to_the_messages_that_they_came_from(chatting: Chatting) -> None:
    async with chatting(models_of(scripted("Noted."))) as n:
        await ask(n, "my cat is called Miso")

        said = {m.role: m.id for m in await n.chats.messages("c")}
        sources = {m.tag: m.sources[0].ref for m in await n.list(user="carla")}
        assert sources == {"user_input": said["user"], "ai_output": said["assistant"]}


async def test_what_was_said_in_another_chat_is_recalled_into_a_message_of_its_own(
    chatting: Chatting,
) -> None:
    model = scripted("Noted.", "Miso.")
    async with chatting(models_of(model)) as n:
        await ask(n, "my cat is called Miso")
        events = await ask(n, "what is my cat called?", chat="another")

        recalled = next(event for event in events if event.type == "recalled")
        assert [item.text for item in recalled.items] == ["my cat is called Miso"]
        layers = {m.layer: m for m in model.prompts[-1]}
        assert "my cat is called Miso" in layers["recalled"].content
        assert layers["recalled"].role == "system"
        assert layers["user"].content == "what is my cat called?"


async def test_the_input_stands_once_and_is_never_recalled_for_itself(chatting: Chatting) -> None:
    model = scripted("Tea, you said.")
    async with chatting(models_of(model)) as n:
        for _ in range(4):
            events = await ask(n, "I like oolong tea")
            recalled = next(event for event in events if event.type == "recalled")
            assert all(item.text != "I like oolong tea" for item in recalled.items)

        last = model.prompts[-1]
        assert [m.content for m in last if m.layer == "user"] == ["I like oolong tea"]
        assert last[-1].layer == "user"


async def test_what_stands_in_the_window_is_not_recalled_beside_it(chatting: Chatting) -> None:
    model = scripted("Noted.", "Miso.")
    async with chatting(models_of(model)) as n:
        await ask(n, "my cat is called Miso")
        await ask(n, "what is my cat called?")

        assert [m.layer for m in model.prompts[-1]] == ["persona", "window", "window", "user"]


async def test_emotion_and_gesture_are_taken_out_kept_and_told(chatting: Chatting) -> None:
    pieces = [TextPiece(t) for t in ("[emo", "tion:hap", "py]Lovely", "![gesture:wave", "] Bye.")]
    async with chatting(models_of(scripted([*pieces, EndPiece()]))) as n:
        events = await ask(n, "good news!")

        told = [(e.emotion, e.gesture) for e in events if e.type == "emotion"]
        assert told == [("happy", None), (None, "wave")]
        _, answer = await n.chats.messages("c")
        assert "[" not in answer.content
        assert answer.content == text_of(events).strip()
        assert answer.raw_content == "[emotion:happy]Lovely![gesture:wave] Bye."
        assert answer.emotion == "happy"
        label = {m.tag: m.emotion_label for m in await n.list(user="carla")}
        assert label == {"user_input": None, "ai_output": "happy"}


async def test_a_model_that_fails_ends_the_turn_and_the_chat_goes_on(chatting: Chatting) -> None:
    model = scripted(ModelUnavailableError("scripted", "out of service"), "Here I am.")
    async with chatting(models_of(model)) as n:
        events = await ask(n, "are you there?")

        assert failure(events) == "model_unavailable"
        assert await stored(n) == [("user", "are you there?", "final")]
        assert text_of(await ask(n, "and now?")) == "Here I am."
        assert [role for role, _, _ in await stored(n)] == ["user", "user", "assistant"]


async def test_an_answer_that_is_cut_off_is_kept_as_partial(chatting: Chatting) -> None:
    cut = [TextPiece("Once upon"), ModelUnavailableError("scripted", "the reply was cut off")]
    async with chatting(models_of(scripted(cut))) as n:
        events = await ask(n, "tell me a story")

        assert events[-1].type == "error"
        assert (await stored(n))[-1] == ("assistant", "Once upon", "partial")
        assert [m.tag for m in await n.list(user="carla")] == ["user_input"]


async def test_a_turn_that_is_left_stops_and_keeps_what_was_said(chatting: Chatting) -> None:
    model = scripted("Once upon a time there was a very long story. " * 50, pause_s=0.01)
    async with chatting(models_of(model)) as n:
        async with aclosing(n.turn("c", "tell me a story", user="carla")) as events:
            async for event in events:
                if event.type == "answer":
                    break

        assert model.closed == 1
        role, content, state = (await stored(n))[-1]
        assert (role, state) == ("assistant", "partial")
        assert content.startswith("Once")


async def test_a_turn_is_stopped_within_a_second(chatting: Chatting) -> None:
    model = scripted("word " * 1000, gate=asyncio.Event())
    async with chatting(models_of(model)) as n:
        running = await n.start_turn("c", "tell me a story", user="carla")
        await asyncio.sleep(0.05)

        async with asyncio.timeout(1):
            turn = await n.stop_turn(running.id)

        assert turn.state == "stopped"
        assert running.events[-1].type == "done"
        assert (await stored(n))[-1][2] == "partial"


async def test_only_one_turn_runs_in_a_chat(chatting: Chatting) -> None:
    model = scripted("word " * 1000, gate=asyncio.Event())
    async with chatting(models_of(model)) as n:
        running = await n.start_turn("c", "first", user="carla")

        with pytest.raises(ConflictError):
            await n.start_turn("c", "second", user="carla")

        await n.stop_turn(running.id)
        assert [m.content for m in await n.chats.messages("c") if m.role == "user"] == ["first"]


async def test_a_reader_may_leave_and_come_back(chatting: Chatting) -> None:
    gate = asyncio.Event()
    async with chatting(models_of(scripted("one two three four", gate=gate))) as n:
        running = await n.start_turn("c", "count", user="carla")
        async with aclosing(running.read()) as first:
            seen = [await anext(first), await anext(first), await anext(first)]
        gate.set()

        rest = [event async for event in n.turn_events(running.id, after=seen[-1].number)]

        assert rest[0].number == seen[-1].number + 1
        assert rest[-1].type == "done"
        again = [event async for event in n.turn_events(running.id)]
        assert [event.number for event in again] == list(range(1, len(again) + 1))


async def test_the_events_of_a_turn_that_is_over_come_from_the_store(chatting: Chatting) -> None:
    async with chatting(models_of(scripted("Hello there."))) as n:
        events = await ask(n, "hello")
    async with chatting(models_of(scripted("unused"))) as n:
        kept = [event async for event in n.turn_events(started(events).turn_id)]

        assert [(e.number, e.type) for e in kept] == [(e.number, e.type) for e in events]
        assert "".join(e.data["text"] for e in kept if e.type == "answer") == "Hello there."


async def test_a_turn_that_nobody_reads_is_stopped_after_a_while(chatting: Chatting) -> None:
    model = scripted("word " * 1000, gate=asyncio.Event())
    async with chatting(models_of(model), settings(chat={"unread_s": 0.1})) as n:
        running = await n.start_turn("c", "tell me", user="carla")
        async with asyncio.timeout(2):
            while not running.over or n.running_turns:
                await asyncio.sleep(0.01)

        assert (await n.get_turn(running.id)).state == "stopped"


async def test_an_edited_message_replaces_what_followed_from_it(chatting: Chatting) -> None:
    model = scripted("Porto is lovely.", "Lisbon is lovely.")
    async with chatting(models_of(model)) as n:
        first = await ask(n, "I moved to Porto last week")
        await ask(n, "I moved to Lisbon last week", replaces=started(first).message_id)

        assert [m.content for m in await n.chats.messages("c")] == [
            "I moved to Lisbon last week",
            "Lisbon is lovely.",
        ]
        assert "Porto" not in "".join(m.content for m in model.prompts[-1])
        texts = {m.text for m in await n.list(user="carla")}
        assert texts == {"I moved to Lisbon last week", "Lisbon is lovely."}
        found = await n.recall("where did I move?", user="carla", kinds=("memory", "message"))
        assert not any("Porto" in item.text for item in found.items)


async def test_an_edit_of_something_unknown_is_refused_and_nothing_is_stored(
    chatting: Chatting,
) -> None:
    async with chatting(models_of(scripted("Hello."))) as n:
        await ask(n, "hello")
        with pytest.raises(NotFoundError):
            await ask(n, "hello again", replaces="nothing")

        assert len(await n.chats.messages("c")) == 2


async def test_another_users_chat_does_not_exist(chatting: Chatting) -> None:
    async with chatting(models_of(scripted("Hello."))) as n:
        await ask(n, "hello")
        with pytest.raises(NotFoundError):
            await ask(n, "what did she say?", user="eve")


async def test_answer_is_the_same_turn_not_streamed(chatting: Chatting) -> None:
    model = scripted("Hello.", ModelUnavailableError("scripted", "out of service"))
    async with chatting(models_of(model)) as n:
        assert (await n.answer("c", "hello", user="carla")).content == "Hello."
        with pytest.raises(ModelUnavailableError):
            await n.answer("c", "hello?", user="carla")


async def test_without_raw_memories_only_messages_are_stored(chatting: Chatting) -> None:
    async with chatting(models_of(scripted("Hi.")), settings(chat={"stores_raw": False})) as n:
        await ask(n, "hello")

        assert len(await n.list(user="carla")) == 0
        assert len(await n.chats.messages("c")) == 2


async def test_a_turn_without_a_chat_opens_one_with_a_title(chatting: Chatting) -> None:
    async with chatting(models_of(scripted("Hi."))) as n:
        events = await ask(n, "Plans for the garden\nroses first", chat=None)

        chat = await n.chats.get(started(events).chat_id)
        assert (chat.title, chat.scope) == ("Plans for the garden", "user:carla")
        assert (await n.chats.active("carla")).id == chat.id
