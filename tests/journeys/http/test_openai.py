"""The official `openai` package, unchanged, against a real server with a real model behind it."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import openai
import pytest
from openai import AsyncOpenAI, OpenAI

from nagori import Nagori, Settings
from nagori.config import EmbeddingSettings, ModelSettings, ModelsSettings, ServerSettings
from nagori.server.serve import listening
from nagori.testing.clock import HandClock
from nagori.testing.model_server import ModelServer, settings_for
from nagori.testing.model_wire import ModelAnswer
from nagori.values.message import Message
from nagori.values.prompt import Call
from nagori.values.times import Clock, utc_now

Said = dict[str, Any]
CAT = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}}
WEATHER: Any = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a town.",
        "parameters": {"type": "object", "properties": {"town": {"type": "string"}}},
    },
}
CALL = Call("call_1", "weather", '{"town": "Porto"}')


def user(text: Any) -> Said:
    return {"role": "user", "content": text}


def assistant(text: str | None) -> Said:
    return {"role": "assistant", "content": text}


@dataclass
class Place:
    """A server, its library, and the model behind it."""

    n: Nagori
    url: str
    model: ModelServer
    clients: AsyncExitStack

    async def client(self, key: str = "unused", **options: Any) -> AsyncOpenAI:
        options = {"max_retries": 0, "timeout": 20, **options}
        made = AsyncOpenAI(base_url=f"{self.url}/v1", api_key=key, **options)
        return await self.clients.enter_async_context(made)

    async def stored(self, who: str = "me") -> list[list[Message]]:
        """The messages of each of a user's chats, the oldest chat first."""
        chats = sorted(await self.n.chats.list(who), key=lambda chat: chat.created_at)
        return [await self.n.chats.messages(chat.id, 200) for chat in chats]

    async def said(self, who: str = "me") -> list[list[str]]:
        return [[message.content for message in chat] for chat in await self.stored(who)]

    @property
    def prompts(self) -> list[list[Said]]:
        """What the model was given, request by request."""
        return [request.body["messages"] for request in self.model.requests]


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer("Hello.") as server:
        yield server


def settings_of(model: ModelServer, **server: Any) -> Settings:
    none = ModelSettings(
        type="extractive"
    )  # helpers would ask the same model, at times of their own
    return Settings(
        embedding=EmbeddingSettings(type="none"),
        models=ModelsSettings(chat=settings_for(model), decision=none, summary=none, title=none),
        server=ServerSettings(port=0, **server),
    )


@asynccontextmanager
async def opened(
    path: Path, model: ModelServer, clock: Clock = utc_now, **server: Any
) -> AsyncGenerator[Place]:
    settings = settings_of(model, **server)
    async with (
        Nagori.open(path, settings=settings, clock=clock) as n,
        listening(n, settings=settings) as http,
        AsyncExitStack() as clients,
    ):
        yield Place(n, http.address, model, clients)


@pytest.fixture
async def place(tmp_path: Path, model: ModelServer) -> AsyncGenerator[Place]:
    async with opened(tmp_path / "memory.db", model) as place:
        yield place


@pytest.fixture
async def ai(place: Place) -> AsyncOpenAI:
    return await place.client()


async def ask(ai: AsyncOpenAI, messages: Sequence[Said], **options: Any) -> Any:
    create: Any = ai.chat.completions.create
    return await create(model="any-name", messages=list(messages), **options)


async def read(ai: AsyncOpenAI, messages: Sequence[Said], **options: Any) -> list[Any]:
    stream: Any = await ask(ai, messages, stream=True, **options)
    return [chunk async for chunk in stream]


def text_of(chunks: Sequence[Any]) -> str:
    deltas = (chunk.choices[0].delta for chunk in chunks if chunk.choices)
    return "".join(delta.content or "" for delta in deltas)


# shapes -----------------------------------------------------------------------------------------


async def test_an_answer_has_openai_s_shape_and_says_where_it_is(
    place: Place, ai: AsyncOpenAI
) -> None:
    place.model.answer = ModelAnswer("It is sunny.", thinking="Let me see.")
    raw: Any = await ai.chat.completions.with_raw_response.create(
        model="gpt-5", messages=[{"role": "user", "content": "How is it?"}]
    )
    answer = raw.parse()
    (chat,) = await place.n.chats.list("me")

    assert answer.id.startswith("chatcmpl-")
    assert answer.object == "chat.completion"
    assert answer.model == place.n.models.chat.name
    (choice,) = answer.choices
    assert (choice.index, choice.finish_reason) == (0, "stop")
    assert (choice.message.role, choice.message.content) == ("assistant", "It is sunny.")
    assert choice.message.reasoning_content == "Let me see."
    assert choice.message.tool_calls is None
    assert answer.usage.model_dump(exclude_unset=True) == {
        "prompt_tokens": 11,
        "completion_tokens": 7,
        "total_tokens": 18,
    }
    assert answer.nagori["chat_id"] == raw.headers["X-Nagori-Chat"] == chat.id
    assert (await place.n.get_turn(answer.nagori["turn_id"])).state == "done"
    assert answer.nagori["recalled"] == []


async def test_a_stream_has_openai_s_chunks_in_their_order(place: Place, ai: AsyncOpenAI) -> None:
    place.model.answer = ModelAnswer("It is sunny in Porto.", thinking="Let me see, Porto.")
    chunks = await read(ai, [user("How is it?")], stream_options={"include_usage": True})
    *talk, last, cost = chunks
    deltas = [chunk.choices[0].delta for chunk in talk]

    assert {chunk.object for chunk in chunks} == {"chat.completion.chunk"}
    assert len({(chunk.id, chunk.created, chunk.model) for chunk in chunks}) == 1
    assert deltas[0].role == "assistant"
    assert all(delta.role is None for delta in deltas[1:])
    thought = [getattr(delta, "reasoning_content", None) or "" for delta in deltas]
    assert "".join(thought) == "Let me see, Porto."
    assert text_of(talk) == "It is sunny in Porto."
    assert len([delta for delta in deltas if delta.content]) > 1
    assert last.choices[0].finish_reason == "stop"
    assert (cost.choices, cost.usage.total_tokens) == ([], 18)
    assert all(chunk.usage is None for chunk in [*talk, last])
    (chat,) = await place.n.chats.list("me")
    assert chunks[0].nagori["chat_id"] == chat.id


async def test_usage_is_told_in_a_stream_only_when_asked_for(ai: AsyncOpenAI) -> None:
    chunks = await read(ai, [user("How is it?")])

    assert all(chunk.choices for chunk in chunks)
    assert chunks[-1].choices[0].finish_reason == "stop"


@pytest.mark.parametrize("streamed", [False, True])
async def test_emotion_tags_are_taken_out_and_kept(
    place: Place, ai: AsyncOpenAI, *, streamed: bool
) -> None:
    place.model.answer = "[emotion:happy] Hello there. [gesture:wave]"
    if streamed:
        text = text_of(await read(ai, [user("hi")]))
    else:
        text = (await ask(ai, [user("hi")])).choices[0].message.content

    assert text.strip() == "Hello there."
    ((_, answer),) = await place.stored()
    assert (answer.content, answer.emotion) == ("Hello there.", "happy")


async def test_an_answer_that_was_cut_by_its_length_says_so(place: Place, ai: AsyncOpenAI) -> None:
    place.model.answer = ModelAnswer("It is", finish_reason="length")

    assert (await ask(ai, [user("hi")])).choices[0].finish_reason == "length"
    assert (await read(ai, [user("ho")]))[-1].choices[0].finish_reason == "length"


async def test_the_blocking_client_works_too(place: Place) -> None:
    def talk() -> str | None:
        with OpenAI(base_url=f"{place.url}/v1", api_key="unused", max_retries=0) as ai:
            answer: Any = ai.chat.completions.create(
                model="nagori", messages=[{"role": "user", "content": "hi"}]
            )
        return answer.choices[0].message.content

    assert await asyncio.to_thread(talk) == "Hello."


async def test_models_can_be_listed_and_named(place: Place, ai: AsyncOpenAI) -> None:
    name = place.n.models.chat.name

    assert [model.id async for model in ai.models.list()] == [name, "nagori"]
    assert (await ai.models.retrieve("nagori")).id == "nagori"
    assert (await ai.models.retrieve(name)).object == "model"
    with pytest.raises(openai.NotFoundError):
        await ai.models.retrieve("gpt-5")


# what is put in, and what passes ----------------------------------------------------------------


async def test_the_client_s_messages_and_options_reach_the_model_as_they_are(
    place: Place, ai: AsyncOpenAI
) -> None:
    messages = [
        {"role": "system", "content": "Be short."},
        user("hi"),
        assistant("Hello."),
        {"role": "user", "content": "How is it?", "name": "carla"},
    ]
    schema = {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}}
    await ask(
        ai,
        messages,
        temperature=0.2,
        top_p=0.9,
        max_tokens=50,
        stop=["\n"],
        seed=7,
        response_format=schema,
        reasoning_effort="low",
        metadata={"not": "passed"},
    )
    (request,) = place.model.requests

    assert request.body["messages"] == messages
    assert request.body["temperature"] == 0.2
    assert request.body["top_p"] == 0.9
    assert request.body["max_tokens"] == 50
    assert request.body["stop"] == ["\n"]
    assert request.body["seed"] == 7
    assert request.body["response_format"] == schema
    assert request.body["reasoning_effort"] == "low"
    assert request.body["model"] == "loopback"
    assert "metadata" not in request.body


async def test_two_conversations_share_memory(place: Place, ai: AsyncOpenAI) -> None:
    await ask(ai, [user("I am allergic to peanuts.")])
    asked = [{"role": "system", "content": "Be kind."}, user("May I eat peanuts?")]
    answer = await ask(ai, asked)
    instructions, *memory, question = place.prompts[-1]

    assert [instructions, question] == asked
    assert {message["role"] for message in memory} == {"system"}
    assert "allergic to peanuts." in memory[-1]["content"]
    (recalled,) = answer.nagori["recalled"]
    assert recalled["text"] in ("I am allergic to peanuts.", "The user is allergic to peanuts.")
    assert len(await place.stored()) == 2


async def test_parts_that_are_not_text_pass_unchanged(place: Place, ai: AsyncOpenAI) -> None:
    parts = [
        {"type": "text", "text": "What is this?"},
        CAT,
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "file", "file": {"file_id": "f-1"}},
    ]
    await ask(ai, [user(parts)])

    assert place.prompts[-1] == [user(parts)]
    assert await place.said() == [["What is this?", "Hello."]]


async def test_a_message_without_words_is_answered_and_noted(place: Place, ai: AsyncOpenAI) -> None:
    await ask(ai, [user([CAT])])

    assert place.prompts[-1] == [user([CAT])]
    assert await place.said() == [["[image]", "Hello."]]


async def test_the_same_words_about_another_picture_are_another_conversation(
    place: Place, ai: AsyncOpenAI
) -> None:
    dog = {"type": "image_url", "image_url": {"url": "data:image/png;base64,BBBB"}}
    for picture in (CAT, dog):
        await ask(ai, [user([{"type": "text", "text": "What is this?"}, picture])])

    assert len(await place.stored()) == 2


async def test_a_new_picture_in_a_conversation_is_answered_in_its_chat(
    place: Place, ai: AsyncOpenAI
) -> None:
    dog = {"type": "image_url", "image_url": {"url": "data:image/png;base64,BBBB"}}
    before = [user("hi"), assistant("Hello.")]
    await ask(ai, before[:1])
    for picture in (CAT, dog, dog):
        await ask(ai, [*before, user([{"type": "text", "text": "What is this?"}, picture])])

    (chat,) = await place.said()
    assert chat == ["hi", "Hello.", "What is this?", "Hello.", "What is this?", "Hello."]


async def test_a_very_long_message_reaches_the_model_whole(place: Place, ai: AsyncOpenAI) -> None:
    long = "All work and no play. " * 10_000
    await ask(ai, [user(long)])
    ((stored, _),) = await place.stored()

    assert place.prompts[-1] == [user(long)]
    assert long.startswith(stored.content)
    assert len(stored.content) == 100_000


# which chat -------------------------------------------------------------------------------------


async def test_history_that_is_sent_again_adds_nothing(place: Place, ai: AsyncOpenAI) -> None:
    messages: list[Said] = [{"role": "system", "content": "It is 12:00."}]
    for number in range(4):
        place.model.answer = f"  Answer {number}\n"
        messages[0] = {"role": "system", "content": f"It is 12:0{number}."}
        messages.append(user(f"Question {number}"))
        if number % 2:
            said = text_of(await read(ai, messages))
        else:
            said = (await ask(ai, messages)).choices[0].message.content
        messages.append(assistant(said))

    (chat,) = await place.said()
    assert chat == [f"{what} {n}" for n in range(4) for what in ("Question", "Answer")]


async def test_a_conversation_from_elsewhere_adds_only_what_is_new(
    place: Place, ai: AsyncOpenAI
) -> None:
    before = [user("I like tea."), assistant("Noted.")]
    await ask(ai, [*before, user("And milk.")])
    await ask(ai, [*before, user("And milk."), assistant("Hello."), user("No sugar.")])

    assert await place.said() == [["And milk.", "Hello.", "No sugar.", "Hello."]]


async def test_an_edited_message_goes_to_the_same_chat(place: Place, ai: AsyncOpenAI) -> None:
    begun = [user("hi"), assistant("Hello.")]
    await ask(ai, begun[:1])
    await ask(ai, [*begun, user("I like tee.")])
    await ask(ai, [*begun, user("I like tea.")])

    (chat,) = await place.said()
    assert chat == ["hi", "Hello.", "I like tee.", "Hello.", "I like tea.", "Hello."]


@pytest.mark.parametrize("answers", [("one", "two", "three"), ("same", "same", "same")])
async def test_an_answer_that_is_asked_for_again_leaves_one_copy(
    place: Place, ai: AsyncOpenAI, answers: tuple[str, ...]
) -> None:
    await ask(ai, [user("hi")])
    messages = [user("hi"), assistant("Hello."), user("Tell me a joke.")]
    for answer in answers:
        place.model.answer = answer
        await ask(ai, messages)
    place.model.answer = "Thanks."
    await ask(ai, [*messages, assistant(answers[-1]), user("Good one!")])

    (chat,) = await place.said()
    assert chat == ["hi", "Hello.", "Tell me a joke.", answers[-1], "Good one!", "Thanks."]
    found = await place.n.list(user="me", tags=["user_input"])
    assert sorted(memory.text for memory in found) == ["Good one!", "Tell me a joke.", "hi"]


async def test_a_first_message_is_said_again_within_the_hour_and_anew_later(
    tmp_path: Path, model: ModelServer, clock: HandClock
) -> None:
    async with opened(tmp_path / "memory.db", model, clock) as place:
        ai = await place.client()
        for minutes in (0, 1, 59):
            clock.move(minutes=minutes)
            await ask(ai, [user("Good morning")])
        assert await place.said() == [["Good morning", "Hello."]]

        clock.move(hours=1)
        await ask(ai, [user("Good morning")])
        assert await place.said() == [["Good morning", "Hello."]] * 2


async def test_a_conversation_that_went_on_is_not_lost_to_one_that_begins_alike(
    place: Place, ai: AsyncOpenAI
) -> None:
    await ask(ai, [user("hi")])
    await ask(ai, [user("hi"), assistant("Hello."), user("I like tea.")])
    await ask(ai, [user("hi")])

    assert await place.said() == [["hi", "Hello.", "I like tea.", "Hello."], ["hi", "Hello."]]


async def test_going_back_in_a_conversation_keeps_both_ways(place: Place, ai: AsyncOpenAI) -> None:
    messages = [user("hi"), assistant("Hello."), user("A?")]
    await ask(ai, messages[:1])
    await ask(ai, messages)
    await ask(ai, [*messages, assistant("Hello."), user("B?")])
    place.model.answer = "Another way."
    await ask(ai, messages)
    await ask(ai, [*messages, assistant("Another way."), user("C?")])

    first, second = await place.said()
    assert first == ["hi", "Hello.", "A?", "Hello.", "B?", "Hello."]
    assert second == ["A?", "Another way.", "C?", "Another way."]


async def test_conversations_that_begin_alike_at_once_are_all_answered(
    place: Place, ai: AsyncOpenAI
) -> None:
    place.model.pause_s = 0.05
    place.model.answer = "A longer answer."
    answers = await asyncio.gather(*(ask(ai, [user("hi")]) for _ in range(8)))

    assert {answer.choices[0].message.content for answer in answers} == {"A longer answer."}
    chats = await place.said()
    assert chats == [["hi", "A longer answer."]] * len(chats)
    assert len({answer.nagori["chat_id"] for answer in answers}) == len(chats)


async def test_a_named_chat_is_gone_on_in(place: Place, ai: AsyncOpenAI) -> None:
    chat = await place.n.chats.create("me", id="茶 & co")
    named = await place.client(default_headers={"X-Nagori-Chat": quote("茶 & co")})
    first = await ask(named, [user("hi")])
    await ask(named, [user("something else")])
    await ask(named, [user("hi")])  # not the last thing said there: said once more
    await ask(ai, [user("hi")])

    assert first.nagori["chat_id"] == chat.id
    assert (await place.said())[0] == ["hi", "Hello.", "something else", "Hello.", "hi", "Hello."]
    assert len(await place.stored()) == 2


async def test_the_chat_that_a_response_names_can_be_sent_back(
    place: Place, ai: AsyncOpenAI
) -> None:
    raw: Any = await ai.chat.completions.with_raw_response.create(
        model="nagori", messages=[{"role": "user", "content": "hi"}]
    )
    header = {"X-Nagori-Chat": raw.headers["X-Nagori-Chat"]}
    await ask(ai, [user("How is it?")], extra_headers=header)
    await ask(ai, [user("How is it?")], extra_headers=header)

    assert await place.said() == [["hi", "Hello.", "How is it?", "Hello."]]


async def test_a_chat_that_was_deleted_is_not_gone_on_in(place: Place, ai: AsyncOpenAI) -> None:
    answer = await ask(ai, [user("hi")])
    await place.n.chats.delete(answer.nagori["chat_id"])
    await ask(ai, [user("hi"), assistant("Hello."), user("How is it?")])

    assert await place.said() == [["How is it?", "Hello."]]
    header = {"X-Nagori-Chat": answer.nagori["chat_id"]}
    with pytest.raises(openai.NotFoundError):
        await ask(ai, [user("hi")], extra_headers=header)


async def test_a_repeat_under_the_same_key_is_answered_once(place: Place, ai: AsyncOpenAI) -> None:
    place.model.answer_next(["One.", "Two.", "Three."])
    for key in ("a", "a", "b"):
        await ask(ai, [user("hi")], extra_headers={"Idempotency-Key": key})
    streams = [
        await read(ai, [user("ho")], extra_headers={"Idempotency-Key": "c"}) for _ in range(2)
    ]

    assert len(place.model.requests) == 3
    assert [text_of(chunks) for chunks in streams] == ["Three.", "Three."]
    assert [chunk.model_dump() for chunk in streams[0]] == [c.model_dump() for c in streams[1]]
    assert await place.said() == [["hi", "Two."], ["ho", "Three."]]


async def test_a_repeat_of_what_failed_is_tried_anew(place: Place, ai: AsyncOpenAI) -> None:
    key = {"Idempotency-Key": "a"}
    place.model.fail_next(["empty"])
    with pytest.raises(openai.APIError):
        await ask(ai, [user("hi")], extra_headers=key)
    answer = await ask(ai, [user("hi")], extra_headers=key)

    assert answer.choices[0].message.content == "Hello."


# tools ------------------------------------------------------------------------------------------


async def test_tool_calls_go_to_the_client_and_their_results_to_the_model(
    place: Place, ai: AsyncOpenAI
) -> None:
    place.model.answer_next([ModelAnswer(calls=(CALL,)), "[emotion:happy] Sunny in Porto."])
    asked = [user("How is the weather in Porto?")]
    first = await ask(ai, asked, tools=[WEATHER], tool_choice="auto")
    (choice,) = first.choices
    (call,) = choice.message.tool_calls

    assert (choice.finish_reason, choice.message.content) == ("tool_calls", None)
    assert (call.id, call.type, call.function.name) == ("call_1", "function", "weather")
    assert call.function.arguments == CALL.arguments
    assert place.model.requests[0].body["tools"] == [WEATHER]
    assert place.model.requests[0].body["tool_choice"] == "auto"

    called = {**assistant(None), "tool_calls": [call.model_dump()]}
    result = {"role": "tool", "tool_call_id": call.id, "content": "sunny, 21 °C"}
    second = await ask(ai, [*asked, called, result], tools=[WEATHER])

    assert place.prompts[-1] == [*asked, called, result]
    assert second.choices[0].message.content == "Sunny in Porto."
    assert second.nagori["chat_id"] == first.nagori["chat_id"]
    assert await place.said() == [["How is the weather in Porto?", "Sunny in Porto."]]

    told = [*asked, called, result, assistant("Sunny in Porto.")]
    await ask(ai, [*told, user("Thanks!")], tools=[WEATHER])
    (chat,) = await place.said()
    assert chat == ["How is the weather in Porto?", "Sunny in Porto.", "Thanks!", "Hello."]


async def test_tool_calls_are_streamed_and_so_is_what_follows(
    place: Place, ai: AsyncOpenAI
) -> None:
    other = Call("call_2", "weather", '{"town": "Faro"}')
    answers = [
        ModelAnswer("One moment.", calls=(CALL, other)),
        ModelAnswer("Sunny.", thinking="Hm"),
    ]
    place.model.answer_next(answers)
    asked = [user("Porto or Faro?")]
    chunks = await read(ai, asked, tools=[WEATHER])
    calls = [c for chunk in chunks for c in chunk.choices[0].delta.tool_calls or ()]

    assert text_of(chunks) == "One moment."
    assert [(c.index, c.id, c.function.arguments) for c in calls] == [
        (0, "call_1", CALL.arguments),
        (1, "call_2", other.arguments),
    ]
    assert chunks[-1].choices[0].finish_reason == "tool_calls"

    sent = [{"id": c.id, "type": "function", "function": c.function.model_dump()} for c in calls]
    called = {**assistant("One moment."), "tool_calls": sent}
    results = [{"role": "tool", "tool_call_id": c.id, "content": "sunny"} for c in calls]
    chunks = await read(ai, [*asked, called, *results], stream_options={"include_usage": True})

    assert text_of(chunks) == "Sunny."
    assert (chunks[-2].choices[0].finish_reason, chunks[-1].usage.total_tokens) == ("stop", 18)
    assert await place.said() == [["Porto or Faro?", "One moment.", "Sunny."]]


async def test_memory_is_put_in_also_after_a_tool_s_result(place: Place, ai: AsyncOpenAI) -> None:
    await ask(ai, [user("I live in Porto.")])
    called = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "weather", "arguments": "{}"},
    }
    talk = [
        user("How is the weather in Porto, where I live?"),
        {**assistant(None), "tool_calls": [called]},
        {"role": "tool", "tool_call_id": "call_1", "content": "sunny"},
    ]
    answer = await ask(ai, talk)
    memory, *rest = place.prompts[-1]

    # As it was said, or already as the statement that was made of it.
    assert "in Porto." in memory["content"]
    assert rest == talk
    (item,) = answer.nagori["recalled"]
    assert item["text"].endswith("in Porto.")


async def test_nothing_is_stored_of_instructions_alone(place: Place, ai: AsyncOpenAI) -> None:
    answer = await ask(ai, [{"role": "developer", "content": "Say hello."}])

    assert place.prompts[-1] == [{"role": "system", "content": "Say hello."}]
    assert answer.choices[0].message.content == "Hello."
    assert await place.stored() == []


# leaving ----------------------------------------------------------------------------------------


async def gone(model: ModelServer, since: float) -> float:
    """Seconds until the model saw its caller leave."""
    assert await asyncio.to_thread(model.wait_for, lambda model: bool(model.departures))
    return model.departures[0].at - since


async def test_leaving_a_stream_stops_the_model_and_keeps_what_was_said(
    place: Place, ai: AsyncOpenAI
) -> None:
    place.model.answer = ModelAnswer("One two three four five", piece_chars=8)
    place.model.hold()
    stream: Any = await ask(ai, [user("Count!")], stream=True)
    async for chunk in stream:
        if chunk.choices[0].delta.content:
            break
    left = time.monotonic()
    await stream.close()

    assert await gone(place.model, left) < 1
    ((_, answer),) = await settled(place)
    assert (answer.content, answer.state) == ("One two", "partial")
    await ask_again(place, ai)


async def settled(place: Place) -> list[list[Message]]:
    for _ in range(500):
        if not place.n.running_turns:
            break
        await asyncio.sleep(0.01)
    return await place.stored()


async def ask_again(place: Place, ai: AsyncOpenAI) -> None:
    place.model.release()
    place.model.answer = "One."
    answer = await ask(ai, [user("Count!")])

    assert answer.choices[0].message.content == "One."
    assert await place.said() == [["Count!", "One."]]


@pytest.mark.parametrize("streamed", [False, True])
async def test_leaving_while_the_model_is_silent_stops_it(
    place: Place, ai: AsyncOpenAI, *, streamed: bool
) -> None:
    place.model.fail_next(["hang"])
    asking = asyncio.create_task(ask(ai, [user("Count!")], stream=streamed))
    await asyncio.to_thread(place.model.wait_for, lambda model: bool(model.requests))
    left = time.monotonic()
    asking.cancel()

    assert await gone(place.model, left) < 1
    assert [[m.content for m in chat] for chat in await settled(place)] == [["Count!"]]
    await ask_again(place, ai)


async def test_leaving_after_a_tool_s_result_stops_the_model(place: Place, ai: AsyncOpenAI) -> None:
    place.model.fail_next(["hang"])
    talk = [user("hi"), {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]
    asking = asyncio.create_task(ask(ai, talk))
    await asyncio.to_thread(place.model.wait_for, lambda model: bool(model.requests))
    left = time.monotonic()
    asking.cancel()

    assert await gone(place.model, left) < 1
    assert await place.stored() == []


async def test_a_server_that_stops_lets_nobody_hang(tmp_path: Path, model: ModelServer) -> None:
    model.answer = "One two three four five"
    model.hold()
    talk = [user("hi"), {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]
    async with AsyncExitStack() as stack:
        began = await stack.enter_async_context(opened(tmp_path / "memory.db", model))
        ai = await began.client()
        streams: list[Any] = [await ask(ai, said, stream=True) for said in ([user("hi")], talk)]
        before = time.monotonic()
        await stack.aclose()
    assert time.monotonic() - before < 5
    assert len(streams) == 2


# errors -----------------------------------------------------------------------------------------

WRONG: list[tuple[Said, str]] = [
    ({"messages": []}, "messages"),
    ({"messages": [{"role": "wizard", "content": "hi"}]}, "messages.0"),
    ({"messages": [{"role": "tool", "content": "no id"}]}, "messages.0.tool.tool_call_id"),
    ({"messages": [user(7)]}, "messages.0.user.content.str"),
    ({"n": 2}, "n"),
    ({"temperature": 9}, "temperature"),
    ({"temperature": "hot"}, "temperature"),
    ({"tools": [{"type": "web_search"}]}, "tools.0.type"),
    ({"messages": [user([{"type": "text", "text": "\ud800"}])]}, "messages.0"),
    ({"messages": [user([{"type": "file", "file": {"name": "\ud800"}}])]}, "messages.0"),
]


@pytest.mark.parametrize(("fields", "param"), WRONG)
async def test_what_can_t_be_used_is_refused_in_openai_s_form(
    place: Place, ai: AsyncOpenAI, fields: Said, param: str
) -> None:
    body = {"model": "nagori", "messages": [user("hi")], **fields}
    with pytest.raises(openai.BadRequestError) as refused:
        await ai.post("/chat/completions", content=json.dumps(body).encode(), cast_to=object)
    error: Any = refused.value.body

    assert error["type"] == "invalid_request_error"
    assert error["code"] == "invalid_input"
    assert error["param"].startswith(param)
    assert error["message"]
    assert await place.stored() == []


async def test_what_is_no_json_is_refused_in_openai_s_form(ai: AsyncOpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        await ai.post("/chat/completions", content=b"{", cast_to=object)

    assert {"message", "type", "code", "param"} <= dict(refused.value.body or {}).keys()  # pyright: ignore[reportCallIssue, reportArgumentType, reportUnknownArgumentType, reportUnknownMemberType] - untyped by the client


async def test_a_path_that_is_not_there_is_refused_in_openai_s_form(ai: AsyncOpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as refused:
        await ai.embeddings.create(model="any", input="hi")

    assert refused.value.type == "not_found_error"


async def test_a_request_that_is_too_large_is_refused_in_openai_s_form(
    tmp_path: Path, model: ModelServer
) -> None:
    async with opened(tmp_path / "memory.db", model, max_body_bytes=1000) as place:
        with pytest.raises(openai.APIStatusError) as refused:
            await ask(await place.client(), [user("x" * 2000)])

    assert (refused.value.status_code, refused.value.code) == (413, "too_large")


async def test_too_many_requests_are_refused_in_openai_s_form(
    tmp_path: Path, model: ModelServer
) -> None:
    async with opened(tmp_path / "memory.db", model, requests_per_minute=2) as place:
        ai = await place.client()
        for _ in range(2):
            await ai.models.list()
        with pytest.raises(openai.RateLimitError) as refused:
            await ai.models.list()

    assert refused.value.type == "rate_limit_error"


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_model_that_fails_is_told_with_a_status_and_a_retry_works(
    place: Place, ai: AsyncOpenAI, *, streamed: bool
) -> None:
    place.model.fault = "rate_limit"
    with pytest.raises(openai.InternalServerError) as failed:
        await ask(ai, [user("hi")], stream=streamed)
    assert (failed.value.status_code, failed.value.code) == (503, "model_unavailable")
    assert "loopback" in failed.value.message
    assert await place.said() == [["hi"]]


async def test_a_stream_that_breaks_off_ends_with_an_error(place: Place, ai: AsyncOpenAI) -> None:
    place.model.answer = "One two three four five"
    place.model.fault = "cut"
    chunks: list[Any] = []

    async def read_on() -> None:
        async for chunk in await ask(ai, [user("Count!")], stream=True):
            chunks.append(chunk)  # noqa: PERF401  # what came before it broke off

    with pytest.raises(openai.APIError) as failed:
        await read_on()

    assert failed.value.code == "model_unavailable"
    ((_, answer),) = await place.stored()
    assert answer.state == "partial"
    assert text_of(chunks).strip() == answer.content != ""
    place.model.fault = None
    await ask(ai, [user("Count!")])
    assert await place.said() == [["Count!", "One two three four five"]]


async def test_a_model_that_fails_after_a_tool_s_result_is_told(
    place: Place, ai: AsyncOpenAI
) -> None:
    place.model.fault = "empty"
    talk = [user("hi"), {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]
    with pytest.raises(openai.InternalServerError) as failed:
        await ask(ai, talk)

    assert failed.value.status_code in {502, 503}
    assert await place.stored() == []


async def test_a_store_that_failed_does_not_keep_a_client_from_its_answer(
    tmp_path: Path, model: ModelServer
) -> None:
    (tmp_path / "memory.db").write_bytes(b"no database at all" * 1000)
    async with opened(tmp_path / "memory.db", model) as place:
        ai = await place.client()
        first = await ask(ai, [user("hi")])
        header = {"X-Nagori-Chat": first.nagori["chat_id"]}
        second = await ask(
            ai, [user("hi"), assistant("Hello."), user("And?")], extra_headers=header
        )
        tool = {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}
        third = await ask(ai, [user("hi"), tool])

    assert place.n.status.store == "failed"
    for answer in (first, second, third):
        assert answer.choices[0].message.content == "Hello."
        assert answer.nagori["degraded"]
    assert second.nagori["chat_id"] == first.nagori["chat_id"]


# who --------------------------------------------------------------------------------------------


async def test_a_key_that_is_not_known_is_refused(place: Place) -> None:
    ai = await place.client("nagori_wrong")
    with pytest.raises(openai.AuthenticationError) as refused:
        await ask(ai, [user("hi")])
    with pytest.raises(openai.AuthenticationError):
        await ai.models.list()

    assert refused.value.type == "authentication_error"
    assert place.model.requests == []


async def test_a_key_that_may_only_read_sees_models_and_can_t_chat(place: Place) -> None:
    _, secret = await place.n.keys.add("reader", user="carla", read_only=True)
    ai = await place.client(secret)

    assert (await ai.models.list()).data
    with pytest.raises(openai.PermissionDeniedError):
        await ask(ai, [user("hi")])


async def test_a_key_of_a_user_is_that_user_whatever_the_body_says(place: Place) -> None:
    _, secret = await place.n.keys.add("app", user="carla")
    await ask(await place.client(secret), [user("I like tea.")], user="ben")

    assert await place.said("carla") == [["I like tea.", "Hello."]]
    assert await place.said("ben") == []


async def test_a_key_of_a_space_names_its_user(place: Place) -> None:
    _, secret = await place.n.keys.add("app")
    ai = await place.client(secret)
    with pytest.raises(openai.BadRequestError):
        await ask(ai, [user("I like tea.")])
    await ask(ai, [user("I like tea.")], user="carla")
    await ask(ai, [user("I like milk.")], user="ben", extra_headers={"Nagori-User": "dora"})

    assert await place.said("carla") == [["I like tea.", "Hello."]]
    assert await place.said("dora") == [["I like milk.", "Hello."]]
    assert await place.said("ben") == []


async def test_nobody_reaches_another_s_chats_or_memories(place: Place) -> None:
    (_, carlas), (_, bens) = [await place.n.keys.add(who, user=who) for who in ("carla", "ben")]
    carla, ben = await place.client(carlas), await place.client(bens)
    hers = await ask(carla, [user("I am allergic to peanuts.")])

    header = {"X-Nagori-Chat": hers.nagori["chat_id"]}
    with pytest.raises(openai.NotFoundError) as theirs:
        await ask(ben, [user("What am I allergic to?")], extra_headers=header)
    with pytest.raises(openai.NotFoundError) as nobodys:
        await ask(ben, [user("What?")], extra_headers={"X-Nagori-Chat": "nobody-s"})
    assert theirs.value.type == nobodys.value.type
    assert theirs.value.code == nobodys.value.code

    talk = [
        user("I am allergic to peanuts."),
        assistant("Hello."),
        user("Am I allergic to peanuts?"),
    ]
    answer = await ask(ben, talk)
    assert answer.nagori["chat_id"] != hers.nagori["chat_id"]
    assert answer.nagori["recalled"] == []
    assert place.prompts[-1] == talk
    assert await place.said("carla") == [["I am allergic to peanuts.", "Hello."]]
