import asyncio
from contextlib import aclosing

import pytest

from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.llm.collect import collect
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.prompt import (
    Call,
    CallPiece,
    EndPiece,
    PromptMessage,
    TextPiece,
    ThoughtPiece,
)

MESSAGES = [PromptMessage("user", "hi")]


async def test_scripts_are_played_in_order_and_prompts_remembered() -> None:
    model = ScriptedModel(["one", [ThoughtPiece("hm"), CallPiece(Call("c", "look", "{}"))]])

    assert (await model.reply(MESSAGES)).text == "one"
    second = await collect(model.stream(MESSAGES, options={"temperature": 1}))

    assert (second.thinking, second.calls) == ("hm", (Call("c", "look", "{}"),))
    assert model.prompts == [tuple(MESSAGES)] * 2
    assert model.asked[1].options == {"temperature": 1}


async def test_an_exception_is_raised_and_a_call_too_many_finds_nobody() -> None:
    model = ScriptedModel([ModelReplyError("scripted", "nonsense")])

    with pytest.raises(ModelReplyError, match="nonsense"):
        await model.reply(MESSAGES)
    assert (model.state, model.reason) == ("unavailable", "scripted: nonsense")
    with pytest.raises(ModelUnavailableError, match="no script is left"):
        await collect(model.stream(MESSAGES))


async def test_a_stream_may_break_in_the_middle() -> None:
    model = ScriptedModel([[TextPiece("half"), ModelUnavailableError("scripted", "cut off")]])
    pieces = model.stream(MESSAGES)

    assert await anext(pieces) == TextPiece("half")
    with pytest.raises(ModelUnavailableError, match="cut off"):
        await anext(pieces)
    assert model.closed == 0


async def test_the_last_script_repeats_if_asked() -> None:
    model = ScriptedModel(["one", "again"], repeats=True)

    assert [(await model.reply(MESSAGES)).text for _ in range(3)] == ["one", "again", "again"]


async def test_a_reply_must_fit_the_schema() -> None:
    model = ScriptedModel(['{"a": 1}', "no"])
    schema = {"type": "object", "required": ["a"]}

    assert (await model.reply(MESSAGES, schema=schema)).data == {"a": 1}
    with pytest.raises(ModelReplyError):
        await model.reply(MESSAGES, schema=schema)


async def test_the_gate_holds_everything_but_the_first_piece_and_leaving_is_counted() -> None:
    gate = asyncio.Event()
    model = ScriptedModel(["a long answer", "short"], gate=gate, piece_chars=1)
    async with aclosing(model.stream(MESSAGES)) as pieces:
        assert await anext(pieces) == TextPiece("a")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await anext(pieces)
    assert model.closed == 1

    gate.set()
    said = [piece async for piece in model.stream(MESSAGES)]
    assert said[-1] == EndPiece()
    assert model.closed == 1
