"""What the guard adds: tries, deadlines, repairs, a gate, and stopping."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import aclosing

import pytest
from pydantic import SecretStr

from nagori.config import ModelsSettings, Settings
from nagori.errors import KeyRefusedError, ModelReplyError, ModelUnavailableError
from nagori.llm.build import build_models
from nagori.llm.collect import collect
from nagori.llm.port import Model
from nagori.testing.model_server import SECRET, ModelRefusal, ModelServer, settings_for
from nagori.testing.model_wire import Body, ModelAnswer
from nagori.values.prompt import Call, PromptMessage, TextPiece

Make = Callable[..., Model]

MESSAGES = [PromptMessage("user", "Name it.")]
SCHEMA = {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}}
KINDS = ["openai", "gemini", "anthropic"]
GOOD = '{"title": "Tea"}'


async def test_two_passing_failures_are_survived_within_one_call(
    server: ModelServer, make: Make
) -> None:
    model = make()
    server.fail_next(["server_error", "server_error"])
    assert (await model.reply(MESSAGES)).text == "Hello."
    server.fail_next(["server_error", "server_error"])
    assert (await collect(model.stream(MESSAGES))).text == "Hello."

    assert len(server.requests) == 6
    assert (model.state, model.reason) == ("ready", None)


async def test_there_is_no_fourth_try(server: ModelServer, make: Make) -> None:
    server.fault = "server_error"

    with pytest.raises(ModelUnavailableError):
        await make().reply(MESSAGES)
    assert len(server.requests) == 3
    with pytest.raises(ModelUnavailableError):
        await collect(make().stream(MESSAGES))
    assert len(server.requests) == 6


async def test_a_stream_that_has_begun_is_never_tried_again(
    server: ModelServer, make: Make
) -> None:
    server.fail_next(["cut"])

    with pytest.raises(ModelUnavailableError):
        await collect(make().stream(MESSAGES))

    assert len(server.requests) == 1


async def test_a_wait_that_was_asked_for_is_kept_if_it_fits(
    server: ModelServer, make: Make
) -> None:
    server.retry_after_s = 0.5
    server.fail_next(["rate_limit"])
    started = time.monotonic()

    assert (await collect(make().stream(MESSAGES))).text == "Hello."

    assert 0.5 <= time.monotonic() - started < 1.5


async def test_a_wait_that_does_not_fit_the_deadline_is_passed_on(
    server: ModelServer, make: Make
) -> None:
    server.fault = "rate_limit"

    with pytest.raises(ModelUnavailableError) as caught:
        await make(deadline_s=1).reply(MESSAGES)

    assert caught.value.retry_after == 30
    assert len(server.requests) == 1


@pytest.mark.parametrize("kind", KINDS)
async def test_a_reply_that_fits_the_schema_is_data(
    server: ModelServer, make: Make, kind: str
) -> None:
    server.answer = GOOD

    reply = await make(kind).reply(MESSAGES, schema=SCHEMA)

    assert (reply.data, json.loads(reply.text)) == ({"title": "Tea"}, {"title": "Tea"})
    assert (reply.finish_reason, reply.calls) == ("stop", ())


@pytest.mark.parametrize("kind", KINDS)
async def test_a_reply_that_does_not_fit_is_repaired_once(
    server: ModelServer, make: Make, kind: str
) -> None:
    server.answer_next(['{"name": "Tea"}', GOOD])

    reply = await make(kind).reply(MESSAGES, schema=SCHEMA)

    assert reply.data == {"title": "Tea"}
    first, second = (json.dumps(request.body) for request in server.requests)
    assert "$.title is missing" not in first
    assert "$.title is missing" in second
    assert '\\"name\\": \\"Tea\\"' in second.replace("\\\\", "")


@pytest.mark.parametrize("kind", KINDS)
async def test_there_is_no_second_repair(server: ModelServer, make: Make, kind: str) -> None:
    model = make(kind)
    server.answer = '{"name": "Tea"}'

    with pytest.raises(ModelReplyError, match="does not fit the schema"):
        await model.reply(MESSAGES, schema=SCHEMA)

    assert len(server.requests) == 2
    assert model.state == "ready"


async def test_a_repair_has_only_what_is_left_of_the_deadline(
    server: ModelServer, make: Make
) -> None:
    server.fault, server.slow_s, server.answer = "slow", 0.4, "nonsense"
    started = time.monotonic()

    with pytest.raises(ModelUnavailableError, match="no reply"):
        await make(deadline_s=0.6).reply(MESSAGES, schema=SCHEMA)

    assert time.monotonic() - started < 1.0


@pytest.mark.parametrize("kind", KINDS)
async def test_thoughts_are_never_taken_for_the_answer(
    server: ModelServer, make: Make, kind: str
) -> None:
    server.answer_next(['<think>{"title": "no"}</think>Hello.'])
    plain = await make(kind).reply(MESSAGES)
    assert (plain.text, plain.thinking) == ("Hello.", '{"title": "no"}')

    if kind != "anthropic":  # there the answer is a tool's input, and has no such text
        server.answer_next([f'<think>{{"title": "no"}}</think>{GOOD}'])
        assert (await make(kind).reply(MESSAGES, schema=SCHEMA)).data == {"title": "Tea"}


async def test_a_provider_that_refuses_schemas_is_told_in_words_from_then_on(
    server: ModelServer, make: Make
) -> None:
    def answer(body: Body) -> str | ModelRefusal:
        refused = "response_format" in body
        return ModelRefusal("This response_format is unavailable now") if refused else GOOD

    model, server.answer = make(), answer
    for _ in range(2):
        assert (await model.reply(MESSAGES, schema=SCHEMA)).data == {"title": "Tea"}

    assert ["response_format" in request.body for request in server.requests] == [
        True,
        False,
        False,
    ]
    told = server.requests[1].body["messages"]
    assert [message["role"] for message in told] == ["system", "user"]
    assert '"title"' in told[0]["content"]


async def test_a_request_that_is_wrong_says_what_the_provider_wrote_but_not_the_key(
    server: ModelServer, make: Make
) -> None:
    model = make()
    server.answer = ModelRefusal(f"too long; your key is {SECRET}")

    with pytest.raises(ModelReplyError, match=r"refused \(400\): too long; your key is …"):
        await model.reply(MESSAGES)
    with pytest.raises(ModelReplyError, match="too long"):
        await model.reply(MESSAGES, schema=SCHEMA)
    with pytest.raises(ModelReplyError, match="too long"):
        await collect(model.stream(MESSAGES))
    assert model.state == "ready"


async def test_gemini_calls_a_wrong_key_a_wrong_request(server: ModelServer, make: Make) -> None:
    server.answer = ModelRefusal("API key not valid. API_KEY_INVALID")

    with pytest.raises(KeyRefusedError):
        await make("gemini").reply(MESSAGES)


async def test_a_model_that_can_not_be_forced_is_told_in_words(
    server: ModelServer, make: Make
) -> None:
    model = make("anthropic", model="claude-sonnet-5-5")
    server.answer = f"```json\n{GOOD}\n```"

    assert (await model.reply(MESSAGES, schema=SCHEMA)).data == {"title": "Tea"}
    assert "tools" not in server.requests[0].body
    assert '"title"' in server.requests[0].body["system"]


async def test_generation_settings_are_sent_and_a_call_may_change_them(
    server: ModelServer, make: Make
) -> None:
    model = make(generation={"temperature": 0.2, "max_tokens": 50})

    await model.reply(MESSAGES, options={"temperature": 0.9})

    body = server.requests[0].body
    assert (body["temperature"], body["max_tokens"]) == (0.9, 50)


async def test_three_failures_open_the_gate_and_a_trial_closes_it(
    server: ModelServer, make: Make
) -> None:
    model = make()
    server.fault = "cut"
    for _ in range(3):
        with pytest.raises(ModelUnavailableError):
            await model.reply(MESSAGES)
    server.fault = None

    with pytest.raises(ModelUnavailableError, match="cut off") as caught:
        await model.reply(MESSAGES)
    assert len(server.requests) == 3
    assert model.state == "unavailable"
    assert caught.value.retry_after is not None

    await asyncio.sleep(caught.value.retry_after + 0.05)
    assert (await model.reply(MESSAGES)).text == "Hello."
    assert model.state == "ready"


@pytest.mark.parametrize("streamed", [True, False])
async def test_a_trial_that_its_caller_gave_up_lets_the_next_one_try(
    server: ModelServer, make: Make, streamed: bool
) -> None:
    model = make()
    server.fault = "cut"
    for _ in range(3):
        with pytest.raises(ModelUnavailableError):
            await model.reply(MESSAGES)
    await asyncio.sleep(1.05)
    server.fault = "hang"
    trial = asyncio.create_task(
        collect(model.stream(MESSAGES)) if streamed else model.reply(MESSAGES)
    )
    assert await asyncio.to_thread(server.wait_for, lambda s: len(s.requests) == 4)
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial
    server.fault = None

    assert (await model.reply(MESSAGES)).text == "Hello."


async def test_models_at_one_endpoint_share_the_gate_unless_their_keys_differ(
    server: ModelServer,
) -> None:
    other = settings_for(server, api_key=SecretStr("another-key"))
    settings = ModelsSettings(
        chat=settings_for(server), title=settings_for(server, model="small"), summary=other
    )
    models = build_models(Settings(models=settings))
    server.fail_next(["unauthorized"])
    with pytest.raises(ModelUnavailableError):
        await models.chat.reply(MESSAGES)

    with pytest.raises(ModelUnavailableError, match="waiting for a trial"):
        await models.title.reply(MESSAGES)
    assert (await models.summary.reply(MESSAGES)).text == "Hello."
    await models.close()


async def test_a_model_too_slow_for_helpers_still_serves_a_chat(
    server: ModelServer, make: Make
) -> None:
    model = make(deadline_s=0.1)
    server.fault, server.slow_s = "slow", 0.3
    for _ in range(3):
        with pytest.raises(ModelUnavailableError):
            await model.reply(MESSAGES)

    assert (await collect(model.stream(MESSAGES))).text == "Hello."


@pytest.mark.parametrize("kind", KINDS)
async def test_closing_a_stream_closes_the_connection_at_once(
    server: ModelServer, make: Make, kind: str
) -> None:
    server.answer = ModelAnswer("a b c d", piece_chars=1)
    server.pause_s = 0.05
    async with aclosing(make(kind).stream(MESSAGES)) as pieces:
        assert await anext(pieces) == TextPiece("a")
    left = time.monotonic()

    assert await asyncio.to_thread(server.wait_for, lambda s: bool(s.departures), within_s=1.0)
    assert server.departures[0].at - left < 0.5
    assert await asyncio.to_thread(server.wait_for, lambda s: s.streaming == 0, within_s=1.0)


@pytest.mark.parametrize("fault", [None, "hang"])
async def test_cancelling_the_reader_closes_the_connection_at_once(
    server: ModelServer, make: Make, fault: None
) -> None:
    server.fault = fault
    server.hold()
    reading = asyncio.create_task(collect(make().stream(MESSAGES)))
    assert await asyncio.to_thread(server.wait_for, lambda s: bool(s.requests))
    await asyncio.sleep(0.05)

    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    left = time.monotonic()

    assert await asyncio.to_thread(server.wait_for, lambda s: bool(s.departures), within_s=1.0)
    assert server.departures[0].at - left < 0.5


async def test_a_stream_that_was_stopped_is_no_failure(server: ModelServer, make: Make) -> None:
    model = make()
    server.hold()
    for _ in range(4):
        async with aclosing(model.stream(MESSAGES)) as pieces:
            await anext(pieces)
    server.release()

    assert (await collect(model.stream(MESSAGES))).text == "Hello."


async def test_writing_a_long_call_is_not_silence(server: ModelServer, make: Make) -> None:
    arguments = json.dumps({"text": "x" * 100})
    for kind in ("openai", "anthropic"):
        server.answer = ModelAnswer(calls=(Call("c1", "write", arguments),), piece_chars=10)
        server.fault, server.slow_s = "slow", 0.06

        said = await collect(make(kind, first_byte_s=0.4).stream(MESSAGES))

        assert said.calls == (Call("c1", "write", arguments),)


async def test_connections_are_used_again(server: ModelServer, make: Make) -> None:
    model = make()
    for _ in range(3):
        await collect(model.stream(MESSAGES))
        await model.reply(MESSAGES)

    assert len(server.clients) == 1


async def test_fifty_streams_at_once_are_not_mixed(server: ModelServer, make: Make) -> None:
    model = make()
    server.pause_s = 0.002
    server.answer = lambda body: body["messages"][-1]["content"] * 20

    async def ask(number: int) -> bool:
        reply = await collect(model.stream([PromptMessage("user", f"<{number}>")]))
        return reply.text == f"<{number}>" * 20

    assert all(await asyncio.gather(*map(ask, range(50))))


async def test_half_a_character_does_not_stop_a_message(server: ModelServer, make: Make) -> None:
    await make().reply([PromptMessage("user", "tea \ud83d and 茶")])

    assert server.requests[0].body["messages"][0]["content"] == "tea ? and 茶"


@pytest.mark.parametrize(
    ("kind", "header", "value"),
    [
        ("openai", "authorization", "Bearer the-key"),
        ("ollama", "authorization", "Bearer the-key"),
        ("gemini", "x-goog-api-key", "the-key"),
        ("anthropic", "x-api-key", "the-key"),
    ],
)
async def test_the_key_travels_in_its_header_and_nowhere_else(
    server: ModelServer, make: Make, kind: str, header: str, value: str
) -> None:
    await make(kind, api_key=SecretStr("the-key")).reply(MESSAGES)

    (request,) = server.requests
    assert request.headers[header] == value
    assert "the-key" not in request.path + json.dumps(request.body)
