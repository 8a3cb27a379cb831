"""What Anthropic is sent, and how its answers are read."""

import json
from typing import Any

import pytest

from nagori.llm.anthropic import AnthropicDialect, anthropic_address
from nagori.llm.dialect import STILL_WRITING, Ask, ProviderProblemError, WrongShapeError
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
CALLED = [
    PromptMessage("user", "look"),
    PromptMessage("assistant", "", calls=(Call("c1", "look", '{"q": 1}'), Call("c2", "see", ""))),
    PromptMessage("tool", "tea", call_id="c1"),
    PromptMessage("tool", "", call_id="c2"),
]
LATER = "claude-sonnet-5-5"


def body(ask: Ask, model: str = "m", *, stream: bool = False) -> dict[str, Any]:
    path, made = AnthropicDialect(model).request(ask, stream=stream)
    assert path == "v1/messages"
    return made


def read(*events: object) -> list[Piece]:
    reader = AnthropicDialect().reader(ASK)
    fed = [piece for event in events for piece in reader.feed(SseEvent(json.dumps(event)))]
    return [piece for piece in [*fed, *reader.end()] if piece != STILL_WRITING]


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def test_system_messages_are_joined_and_turns_of_one_role_merged() -> None:
    messages = [
        PromptMessage("system", "Be kind."),
        PromptMessage("user", "one"),
        PromptMessage("system", "It is May."),
        PromptMessage("user", "two"),
    ]

    sent = body(Ask(messages))

    assert sent["system"] == "Be kind.\n\nIt is May."
    assert sent["messages"] == [{"role": "user", "content": [text("one"), text("two")]}]
    assert sent["max_tokens"] > 0


def test_the_user_has_the_first_and_the_last_word() -> None:
    for messages in ([], [PromptMessage("assistant", "Hello.")], [PromptMessage("user", " ")]):
        roles = [turn["role"] for turn in body(Ask(messages))["messages"]]
        assert roles[0] == roles[-1] == "user"


def test_calls_and_their_results_are_translated() -> None:
    _, called, answered = body(Ask(CALLED))["messages"]

    assert called["content"] == [
        {"type": "tool_use", "id": "c1", "name": "look", "input": {"q": 1}},
        {"type": "tool_use", "id": "c2", "name": "see", "input": {}},
    ]
    assert answered["role"] == "user"
    assert [block["tool_use_id"] for block in answered["content"]] == ["c1", "c2"]
    assert answered["content"][0]["content"] == "tea"


def test_pictures_are_translated_and_other_parts_left_out() -> None:
    url = "data:image/png;base64,aGk="
    parts = (
        {"type": "image_url", "image_url": {"url": url}},
        {"type": "file", "file": {"id": "f"}},
        {"type": "text", "text": "see"},
    )

    (turn,) = body(Ask([PromptMessage("user", "see", parts=parts)]))["messages"]

    source = {"type": "base64", "media_type": "image/png", "data": "aGk="}
    assert turn["content"] == [{"type": "image", "source": source}, text("see")]


def test_a_schema_becomes_a_tool_that_must_be_used() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    ask = Ask(ASK.messages, schema, options={"thinking": {"type": "enabled"}})

    sent = body(ask)

    (tool,) = sent["tools"]
    assert tool["input_schema"] == schema
    assert sent["tool_choice"] == {"type": "tool", "name": tool["name"]}
    assert "thinking" not in sent
    block = {"type": "tool_use", "id": "x", "name": tool["name"], "input": {"a": 1}}
    reply = AnthropicDialect("m").read({"content": [block], "stop_reason": "tool_use"}, ask)
    assert (json.loads(reply.text), reply.calls, reply.finish_reason) == ({"a": 1}, (), "stop")


def test_a_schema_of_a_list_travels_inside_an_object() -> None:
    ask = Ask(ASK.messages, {"type": "array", "items": {"$ref": "#/$defs/x"}, "$defs": {"x": {}}})

    (tool,) = body(ask)["tools"]

    assert tool["input_schema"]["type"] == "object"
    assert tool["input_schema"]["$defs"] == {"x": {}}
    block = {"type": "tool_use", "id": "x", "name": tool["name"], "input": {"value": [1, 2]}}
    reply = AnthropicDialect("m").read({"content": [block], "stop_reason": "tool_use"}, ask)
    assert json.loads(reply.text) == [1, 2]


def test_later_models_are_told_the_schema_and_not_forced() -> None:
    sent = body(Ask(ASK.messages, {"type": "object"}, options={"temperature": 0.2}), LATER)

    assert not sent.keys() & {"tools", "tool_choice", "temperature"}
    assert '{"type": "object"}' in sent["system"]


@pytest.mark.parametrize(
    ("model", "later"),
    [
        (LATER, True),
        ("claude-opus-5", True),
        ("claude-haiku-4-5", False),
        ("claude-opus-4", False),
        ("claude-3-7-sonnet-latest", False),
        ("some-other-model", False),
    ],
)
def test_later_models_show_what_they_think(model: str, later: bool) -> None:
    assert ("thinking" in body(ASK, model, stream=True)) is later


def test_options_are_translated_and_unknown_ones_left_out() -> None:
    options = {"max_completion_tokens": 9, "stop": ["x"], "temperature": 0.1, "seed": 1}
    tool = Tool("look", "looks", {"type": "object"})

    sent = body(Ask(ASK.messages, None, [tool], {**options, "tool_choice": "required"}))

    assert (sent["max_tokens"], sent["stop_sequences"], sent["temperature"]) == (9, ["x"], 0.1)
    assert sent["tools"] == [
        {"name": "look", "description": "looks", "input_schema": {"type": "object"}}
    ]
    assert sent["tool_choice"] == {"type": "any"}
    assert "seed" not in sent


def test_thinking_pauses_while_tools_are_answered() -> None:
    options = {"thinking": {"type": "enabled", "budget_tokens": 1024}}

    assert "thinking" in body(Ask(ASK.messages, options=options))
    assert "thinking" not in body(Ask(CALLED, options=options))


def test_a_stream_is_read_piece_by_piece() -> None:
    tool: dict[str, Any] = {"type": "tool_use", "id": "c1", "name": "look", "input": {}}

    def delta(index: int, **fields: str) -> dict[str, Any]:
        return {"type": "content_block_delta", "index": index, "delta": fields}

    pieces = read(
        {"type": "message_start", "message": {"usage": {"input_tokens": 3, "output_tokens": 1}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking"}},
        {"type": "ping"},
        delta(0, type="thinking_delta", thinking="hm"),
        delta(0, type="signature_delta", signature="x"),
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": text("")},
        delta(1, type="text_delta", text="Hello"),
        {"type": "content_block_stop", "index": 1},
        {"type": "content_block_start", "index": 2, "content_block": tool},
        delta(2, type="input_json_delta", partial_json='{"q":'),
        delta(2, type="input_json_delta", partial_json=" 1}"),
        {"type": "content_block_stop", "index": 2},
        {"type": "something_new"},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use"},
            "usage": {"output_tokens": 9},
        },
        {"type": "message_stop"},
    )

    assert pieces == [
        ThoughtPiece("hm"),
        TextPiece("Hello"),
        CallPiece(Call("c1", "look", '{"q": 1}')),
        EndPiece("tool_calls", Usage(3, 9)),
    ]


@pytest.mark.parametrize(
    ("reason", "meant"),
    [
        ("end_turn", "stop"),
        ("max_tokens", "length"),
        ("refusal", "content_filter"),
        ("new_one", "stop"),
    ],
)
def test_reasons_are_translated(reason: str, meant: str) -> None:
    delta = {"type": "message_delta", "delta": {"stop_reason": reason}}

    assert read(delta, {"type": "message_stop"}) == [EndPiece(meant)]


def test_what_can_not_be_read_is_refused() -> None:
    events: list[Any] = [[], {"type": 1}, {"type": "content_block_delta", "delta": "x"}]
    for wrong in events:
        with pytest.raises(WrongShapeError):
            read(wrong)
    replies: list[Any] = [{}, {"content": "x", "stop_reason": "end_turn"}, {"content": []}]
    for wrong in replies:
        with pytest.raises(WrongShapeError):
            AnthropicDialect().read(wrong, ASK)
    with pytest.raises(ProviderProblemError, match="Overloaded"):
        read({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/messages"])
def test_addresses_as_people_write_them(end: str) -> None:
    assert anthropic_address(f"https://a.example{end}", "X") == "https://a.example"
