"""What Gemini is sent, and how its answers are read."""

import json
from typing import Any

import pytest

from nagori.llm.dialect import Ask, ProviderProblemError, WrongShapeError
from nagori.llm.gemini import GeminiDialect
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
    PromptMessage("assistant", "Looking.", calls=(Call("c1", "look", '{"q": 1}'),)),
    PromptMessage("tool", '{"found": "tea"}', call_id="c1"),
]


def body(ask: Ask, model: str = "m", *, stream: bool = False) -> dict[str, Any]:
    return GeminiDialect(model).request(ask, stream=stream)[1]


def read(*replies: object) -> list[Piece]:
    reader = GeminiDialect().reader(ASK)
    events = [SseEvent(json.dumps(reply)) for reply in replies]
    return [piece for event in events for piece in reader.feed(event)] + reader.end()


def said(*parts: object, reason: str | None = None, **more: object) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": list(parts)}}
    if reason:
        candidate["finishReason"] = reason
    return {"candidates": [candidate], **more}


def test_the_path_names_model_and_method() -> None:
    assert GeminiDialect("m").request(ASK, stream=False)[0] == "models/m:generateContent"
    path = GeminiDialect("m").request(ASK, stream=True)[0]
    assert path == "models/m:streamGenerateContent?alt=sse"


def test_system_messages_are_joined_and_turns_of_one_role_merged() -> None:
    messages = [
        PromptMessage("system", "Be kind."),
        PromptMessage("system", "It is May."),
        PromptMessage("user", "one"),
        PromptMessage("user", "two"),
        PromptMessage("assistant", "three"),
    ]

    sent = body(Ask(messages))

    assert sent["systemInstruction"] == {"parts": [{"text": "Be kind.\n\nIt is May."}]}
    assert sent["contents"] == [
        {"role": "user", "parts": [{"text": "one"}, {"text": "two"}]},
        {"role": "model", "parts": [{"text": "three"}]},
    ]


def test_a_prompt_of_system_messages_alone_still_has_contents() -> None:
    assert body(Ask([PromptMessage("system", "Say hello.")]))["contents"]


def test_calls_and_their_results_are_translated() -> None:
    sent = body(Ask(CALLED))["contents"]

    assert sent[1]["parts"] == [
        {"text": "Looking."},
        {"functionCall": {"name": "look", "args": {"q": 1}}},
    ]
    response = {"name": "look", "response": {"found": "tea"}}
    assert sent[2] == {"role": "user", "parts": [{"functionResponse": response}]}


def test_a_result_that_is_no_object_is_put_into_one() -> None:
    tool = PromptMessage("tool", "tea", call_id="gone", name="look")

    (content,) = body(Ask([tool]))["contents"]

    response = {"name": "look", "response": {"result": "tea"}}
    assert content["parts"] == [{"functionResponse": response}]


@pytest.mark.parametrize(("model", "signed"), [("gemini-2.5-flash", 0), ("gemini-3.5-flash", 1)])
def test_later_models_get_a_word_in_place_of_a_signature(model: str, signed: int) -> None:
    sent = body(Ask(CALLED), model)["contents"]

    assert sum("thoughtSignature" in part for part in sent[1]["parts"]) == signed


def test_pictures_are_translated_and_other_parts_left_out() -> None:
    parts = (
        {"type": "text", "text": "see"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "input_audio", "input_audio": {"data": "x"}},
    )

    (content,) = body(Ask([PromptMessage("user", "see", parts=parts)]))["contents"]

    picture = {"inlineData": {"mimeType": "image/png", "data": "aGk="}}
    assert content["parts"] == [{"text": "see"}, picture]


def test_schema_options_and_tools_are_translated() -> None:
    options = {"temperature": 0, "top_p": 0.5, "max_tokens": 9, "stop": "x", "logprobs": True}
    tool = Tool("look", "looks", {"type": "object"})

    sent = body(Ask(ASK.messages, {"type": "object"}, [tool], {**options, "tool_choice": "none"}))

    assert sent["generationConfig"] == {
        "temperature": 0,
        "topP": 0.5,
        "maxOutputTokens": 9,
        "stopSequences": ["x"],
        "responseMimeType": "application/json",
        "responseJsonSchema": {"type": "object"},
    }
    declared = {"name": "look", "description": "looks", "parametersJsonSchema": {"type": "object"}}
    assert sent["tools"] == [{"functionDeclarations": [declared]}]
    assert sent["toolConfig"] == {"functionCallingConfig": {"mode": "NONE"}}


def test_thoughts_are_asked_for_only_where_there_are_any_and_somebody_watches() -> None:
    thoughts = {"thinkingConfig": {"includeThoughts": True}}

    assert body(ASK, "gemini-2.5-flash", stream=True)["generationConfig"] == thoughts
    assert "generationConfig" not in body(ASK, "gemini-2.5-flash")
    assert "generationConfig" not in body(ASK, "gemma-3-27b-it", stream=True)


def test_a_stream_is_read_piece_by_piece() -> None:
    usage = {"promptTokenCount": 3, "candidatesTokenCount": 4, "thoughtsTokenCount": 5}

    pieces = read(
        said({"text": "hm", "thought": True}),
        said({"text": "Hel"}, {"text": "lo"}),
        said({"text": "", "thoughtSignature": "x"}, reason="STOP", usageMetadata=usage),
    )

    assert pieces == [
        ThoughtPiece("hm"),
        TextPiece("Hel"),
        TextPiece("lo"),
        EndPiece("stop", Usage(3, 9)),
    ]


def test_a_call_ends_the_answer_with_tool_calls() -> None:
    first, end = read(said({"functionCall": {"name": "look", "args": {"q": 1}}}, reason="STOP"))

    assert isinstance(first, CallPiece)
    assert (first.call.name, json.loads(first.call.arguments)) == ("look", {"q": 1})
    assert end == EndPiece("tool_calls")


@pytest.mark.parametrize(
    ("reason", "meant"),
    [("STOP", "stop"), ("MAX_TOKENS", "length"), ("SAFETY", "content_filter")],
)
def test_reasons_are_translated(reason: str, meant: str) -> None:
    assert read(said({"text": "x"}, reason=reason))[-1] == EndPiece(meant)


def test_a_blocked_prompt_is_an_end() -> None:
    assert read({"promptFeedback": {"blockReason": "SAFETY"}}) == [EndPiece("content_filter")]


def test_without_a_reason_there_is_no_end() -> None:
    assert read(said({"text": "x"})) == [TextPiece("x")]


def test_what_can_not_be_read_is_refused() -> None:
    replies: list[Any] = [[], {"candidates": 7}, {"candidates": [{"content": {"parts": {}}}]}]
    for wrong in replies:
        with pytest.raises(WrongShapeError):
            read(wrong)
    with pytest.raises(WrongShapeError):
        read(said(reason="MALFORMED_FUNCTION_CALL"))
    with pytest.raises(ProviderProblemError, match="overloaded"):
        read({"error": {"code": 503, "message": "overloaded"}})
    with pytest.raises(WrongShapeError):
        GeminiDialect().read({}, ASK)
