"""What OpenAI and its likes are sent, and how their answers are read."""

import json
from typing import Any

import pytest

from nagori.errors import InvalidInputError
from nagori.llm.dialect import STILL_WRITING, Ask, ProviderProblemError, WrongShapeError
from nagori.llm.openai import OpenAIDialect, openai_address
from nagori.llm.shape import BrokenJsonError
from nagori.remote.sse import SseEvent
from nagori.values.prompt import (
    Call,
    CallPiece,
    EndPiece,
    Piece,
    PromptMessage,
    TextPiece,
    ThoughtPiece,
    Tool,
    Usage,
)

ASK = Ask([PromptMessage("user", "hi")])


def body(ask: Ask, *, stream: bool = False, official: bool = False) -> dict[str, Any]:
    path, made = OpenAIDialect("m", official=official).request(ask, stream=stream)
    assert path == "chat/completions"
    return made


def read(*chunks: object) -> list[Piece]:
    reader = OpenAIDialect().reader(ASK)
    events = [SseEvent(c if isinstance(c, str) else json.dumps(c)) for c in chunks]
    pieces = [piece for event in events for piece in reader.feed(event)]
    pieces += [] if pieces and isinstance(pieces[-1], EndPiece) else reader.end()
    return [piece for piece in pieces if piece != STILL_WRITING]


def delta(reason: str | None = None, **fields: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": reason}]}


def call(index: int | None = None, **fields: object) -> dict[str, Any]:
    function = {name: fields.pop(name) for name in ("name", "arguments") if name in fields}
    part = {**fields, "function": function}
    return delta(tool_calls=[part if index is None else {"index": index, **part}])


def test_messages_are_sent_as_they_are() -> None:
    messages = [
        PromptMessage("system", "Be kind."),
        PromptMessage("system", "It is May."),
        PromptMessage("user", "hi", name="carla"),
        PromptMessage("assistant", "", calls=(Call("c1", "look", '{"q": 1}'),)),
        PromptMessage("tool", "tea", call_id="c1", name="look"),
    ]

    assert body(Ask(messages))["messages"] == [
        {"role": "system", "content": "Be kind."},
        {"role": "system", "content": "It is May."},
        {"role": "user", "content": "hi", "name": "carla"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "look", "arguments": '{"q": 1}'},
                }
            ],
        },
        {"role": "tool", "content": "tea", "tool_call_id": "c1"},
    ]


def test_parts_pass_unchanged_and_a_name_that_would_be_refused_is_left_out() -> None:
    parts = ({"type": "text", "text": "see"}, {"type": "input_audio", "input_audio": {"data": "x"}})

    (sent,) = body(Ask([PromptMessage("user", "see", parts=parts, name="Carla Rossi")]))["messages"]

    assert sent == {"role": "user", "content": list(parts)}


def test_tools_schema_options_and_usage_are_asked_for() -> None:
    tool = Tool("look", "looks", {"type": "object"})
    options = {"temperature": 0.2, "max_tokens": 9, "tool_choice": "auto"}

    sent = body(Ask(ASK.messages, {"type": "object"}, [tool], options), stream=True)

    assert sent["tools"] == [
        {
            "type": "function",
            "function": {"name": "look", "description": "looks", "parameters": {"type": "object"}},
        }
    ]
    assert sent["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert (sent["temperature"], sent["max_tokens"], sent["tool_choice"]) == (0.2, 9, "auto")
    assert (sent["stream"], sent["stream_options"]) == (True, {"include_usage": True})


def test_openai_itself_gets_its_newer_name_and_no_choice_among_no_tools() -> None:
    sent = body(Ask(ASK.messages, options={"max_tokens": 9, "tool_choice": "auto"}), official=True)

    assert sent["max_completion_tokens"] == 9
    assert not sent.keys() & {"max_tokens", "tool_choice", "tools", "stream_options"}


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_thinking_is_read_under_both_its_names(name: str) -> None:
    pieces = read(delta(**{name: "hm"}), delta(content="hi"), delta("stop"), "[DONE]")

    assert pieces == [ThoughtPiece("hm"), TextPiece("hi"), EndPiece("stop")]


def test_calls_are_put_together_from_their_parts() -> None:
    pieces = read(
        call(0, id="a", name="look", arguments=""),
        call(0, arguments='{"q":'),
        call(1, id="b", name="see", arguments=""),
        call(0, arguments=" 1}"),
        delta("tool_calls"),
        {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}},
        "[DONE]",
    )

    assert pieces == [
        CallPiece(Call("a", "look", '{"q": 1}')),
        CallPiece(Call("b", "see", "{}")),
        EndPiece("tool_calls", Usage(3, 4)),
    ]


def test_calls_that_are_all_numbered_alike_are_told_apart_by_id() -> None:
    pieces = read(
        call(0, id="a", name="look", arguments="{}"),
        call(0, id="b", name="look", arguments='{"q": 2}'),
        delta("stop"),
    )

    calls = [piece.call for piece in pieces if isinstance(piece, CallPiece)]
    assert calls == [Call("a", "look", "{}"), Call("b", "look", '{"q": 2}')]
    assert pieces[-1] == EndPiece("tool_calls")


def test_calls_without_numbers_or_ids_are_whole_and_get_ids() -> None:
    pieces = read(
        call(name="look", arguments={"q": 1}), call(name="see", arguments="{}"), delta("stop")
    )

    first, second = (piece.call for piece in pieces if isinstance(piece, CallPiece))
    assert (first.name, json.loads(first.arguments)) == ("look", {"q": 1})
    assert second.name == "see"
    assert first.id
    assert first.id != second.id


def test_a_stream_may_end_without_its_marker_but_not_without_a_reason() -> None:
    assert read(delta(content="hi"), delta("length"))[-1] == EndPiece("length")
    assert read(delta(content="hi")) == [TextPiece("hi")]
    assert read() == []


def test_a_problem_said_in_the_stream_is_raised() -> None:
    with pytest.raises(ProviderProblemError, match="out of memory"):
        read(delta(content="hi"), {"error": {"message": "out of memory"}})


@pytest.mark.parametrize("chunk", ["[]", '{"choices": 7}', '{"choices": [{"delta": 1}]}'])
def test_a_chunk_of_another_shape_is_refused(chunk: str) -> None:
    with pytest.raises(WrongShapeError):
        read(chunk)


def test_broken_json_is_refused_without_repeating_it() -> None:
    with pytest.raises(BrokenJsonError) as caught:
        read('{"choices": [{"delta": {"content": "a secr')

    assert "secr" not in str(caught.value)


@pytest.mark.parametrize("reply", [None, [], {}, {"choices": []}, {"choices": [{"message": 1}]}])
def test_a_reply_of_another_shape_is_refused(reply: object) -> None:
    with pytest.raises(WrongShapeError):
        OpenAIDialect().read(reply, ASK)


def test_a_reply_in_parts_and_a_refusal_are_texts() -> None:
    def said(message: object) -> str:
        return OpenAIDialect().read({"choices": [{"message": message}]}, ASK).text

    assert said({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}) == "ab"
    assert said({"content": None, "refusal": "I can't."}) == "I can't."


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        ("http://box:8000", "http://box:8000/v1"),
        ("http://box:8000/v1/chat/completions", "http://box:8000/v1"),
        ("https://x.example/compatible-mode/v1/", "https://x.example/compatible-mode/v1"),
    ],
)
def test_addresses_as_people_write_them(written: str, meant: str) -> None:
    assert openai_address(written, "X") == meant


def test_a_wrong_address_names_its_setting() -> None:
    with pytest.raises(InvalidInputError, match="NAGORI_MODELS__CHAT__ENDPOINT"):
        openai_address("box", "NAGORI_MODELS__CHAT__ENDPOINT")
