"""What three providers put on the wire for one answer: pure, whole or as stream events."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from nagori.values.prompt import Call, Usage

Body = Mapping[str, Any]
WireKind = Literal["openai", "gemini", "anthropic"]

_MODEL = "loopback"


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What the model says; its tool calls come after its text, its thinking before."""

    text: str = ""
    thinking: str = ""
    calls: tuple[Call, ...] = ()
    finish_reason: str = ""
    """`stop`, `length`, `tool_calls` or `content_filter`; what fits the calls when empty."""
    usage: Usage = field(default_factory=lambda: Usage(11, 7))
    piece_chars: int = 8
    """How much of its text or thinking one stream event holds."""

    @property
    def reason(self) -> str:
        """Why the answer ended."""
        return self.finish_reason or ("tool_calls" if self.calls else "stop")


@dataclass(frozen=True, slots=True)
class Wire:
    """One provider's form: where it is asked, and what it sends."""

    kind: WireKind
    path: re.Pattern[str]
    whole: Callable[[ModelAnswer, Body], object]
    frames: Callable[[ModelAnswer, Body], Iterator[str]]
    streams: Callable[[str, Body], bool]
    asks_schema: Callable[[Body], bool]


def _pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _frame(data: object, event: str | None = None) -> str:
    """One server-sent event; text stays as it is, so that characters of many bytes are met."""
    head = "" if event is None else f"event: {event}\n"
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n"


# OpenAI


def _openai_usage(usage: Usage) -> object:
    return {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens}


def _openai_call(call: Call) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _openai_whole(answer: ModelAnswer, body: Body) -> object:
    message: dict[str, Any] = {"role": "assistant", "content": answer.text or None}
    if answer.thinking:
        message["reasoning_content"] = answer.thinking
    if answer.calls:
        message["tool_calls"] = [_openai_call(call) for call in answer.calls]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": body.get("model", _MODEL),
        "choices": [{"index": 0, "message": message, "finish_reason": answer.reason}],
        "usage": _openai_usage(answer.usage),
    }


def _openai_frames(answer: ModelAnswer, body: Body) -> Iterator[str]:
    def chunk(delta: object, reason: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return _frame({"id": "1", "object": "chat.completion.chunk", "choices": [choice]})

    for piece in _pieces(answer.thinking, answer.piece_chars):
        yield chunk({"reasoning_content": piece})
    for piece in _pieces(answer.text, answer.piece_chars):
        yield chunk({"content": piece})
    for index, call in enumerate(answer.calls):
        opening = _openai_call(Call(call.id, call.name, ""))
        yield chunk({"tool_calls": [{"index": index, **opening}]})
        for piece in _pieces(call.arguments, answer.piece_chars):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({}, answer.reason)
    if body.get("stream_options", {}).get("include_usage"):
        yield _frame({"choices": [], "usage": _openai_usage(answer.usage)})
    yield "data: [DONE]\n\n"


# Gemini

_GEMINI_REASONS = {"length": "MAX_TOKENS", "content_filter": "SAFETY"}


def _gemini_part(call: Call) -> dict[str, Any]:
    return {"functionCall": {"name": call.name, "args": json.loads(call.arguments)}}


def _gemini_reply(parts: list[dict[str, Any]], answer: ModelAnswer | None = None) -> object:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    if answer is None:
        return {"candidates": [candidate]}
    candidate["finishReason"] = _GEMINI_REASONS.get(answer.reason, "STOP")
    used, made = answer.usage.prompt_tokens, answer.usage.completion_tokens
    usage = {"promptTokenCount": used, "candidatesTokenCount": made}
    return {"candidates": [candidate], "usageMetadata": usage}


def _gemini_whole(answer: ModelAnswer, body: Body) -> object:
    del body
    parts: list[dict[str, Any]] = []
    if answer.thinking:
        parts.append({"text": answer.thinking, "thought": True})
    if answer.text:
        parts.append({"text": answer.text})
    return _gemini_reply([*parts, *map(_gemini_part, answer.calls)], answer)


def _gemini_frames(answer: ModelAnswer, body: Body) -> Iterator[str]:
    del body
    for piece in _pieces(answer.thinking, answer.piece_chars):
        yield _frame(_gemini_reply([{"text": piece, "thought": True}]))
    for piece in _pieces(answer.text, answer.piece_chars):
        yield _frame(_gemini_reply([{"text": piece}]))
    for call in answer.calls:
        yield _frame(_gemini_reply([_gemini_part(call)]))
    yield _frame(_gemini_reply([{"text": ""}], answer))


# Anthropic

_ANTHROPIC_REASONS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
}


def _forced(body: Body) -> str | None:
    """The tool that must be called: how a schema is asked for."""
    choice = body.get("tool_choice", {})
    return choice.get("name") if choice.get("type") == "tool" else None


def _with_forced_call(answer: ModelAnswer, body: Body) -> ModelAnswer:
    name = _forced(body)
    if name is None:
        return answer
    return ModelAnswer(
        thinking=answer.thinking,
        calls=(Call("toolu_forced", name, answer.text),),
        usage=answer.usage,
        piece_chars=answer.piece_chars,
    )


def _input(arguments: str) -> object:
    """What the model meant to pass; a text that is no JSON can't be put on this wire as it is."""
    try:
        return json.loads(arguments)
    except ValueError:
        return {"text": arguments}


def _anthropic_whole(answer: ModelAnswer, body: Body) -> object:
    answer = _with_forced_call(answer, body)
    content: list[dict[str, Any]] = []
    if answer.thinking:
        content.append({"type": "thinking", "thinking": answer.thinking, "signature": "c2ln"})
    if answer.text:
        content.append({"type": "text", "text": answer.text})
    content += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _input(call.arguments)}
        for call in answer.calls
    ]
    used, made = answer.usage.prompt_tokens, answer.usage.completion_tokens
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", _MODEL),
        "content": content,
        "stop_reason": _ANTHROPIC_REASONS[answer.reason],
        "usage": {"input_tokens": used, "output_tokens": made},
    }


def _anthropic_frames(answer: ModelAnswer, body: Body) -> Iterator[str]:
    answer = _with_forced_call(answer, body)
    size, index = answer.piece_chars, 0

    def event(name: str, **fields: object) -> str:
        return _frame({"type": name, **fields}, name)

    def block(opening: dict[str, Any], deltas: list[dict[str, Any]]) -> Iterator[str]:
        nonlocal index
        yield event("content_block_start", index=index, content_block=opening)
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
        index += 1

    usage = {"input_tokens": answer.usage.prompt_tokens, "output_tokens": 1}
    yield event("message_start", message={"role": "assistant", "content": [], "usage": usage})
    yield event("ping")
    if answer.thinking:
        pieces = _pieces(answer.thinking, size)
        deltas = [{"type": "thinking_delta", "thinking": piece} for piece in pieces]
        signature = {"type": "signature_delta", "signature": "c2ln"}
        yield from block({"type": "thinking", "thinking": ""}, [*deltas, signature])
    if answer.text:
        pieces = _pieces(answer.text, size)
        deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
        yield from block({"type": "text", "text": ""}, deltas)
    for call in answer.calls:
        opening: dict[str, Any] = {"type": "tool_use", "id": call.id, "name": call.name}
        pieces = _pieces(call.arguments, size)
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
        yield from block({**opening, "input": {}}, deltas)
    stop = {"stop_reason": _ANTHROPIC_REASONS[answer.reason]}
    made = {"output_tokens": answer.usage.completion_tokens}
    yield event("message_delta", delta=stop, usage=made)
    yield event("message_stop")


def _says_stream(path: str, body: Body) -> bool:
    del path
    return bool(body.get("stream"))


WIRES: tuple[Wire, ...] = (
    Wire(
        "openai",
        re.compile(r"/v1/chat/completions"),
        _openai_whole,
        _openai_frames,
        _says_stream,
        lambda body: "response_format" in body,
    ),
    Wire(
        "gemini",
        re.compile(r"/v1beta/models/[^/:]+:(?:generateContent|streamGenerateContent\?alt=sse)"),
        _gemini_whole,
        _gemini_frames,
        lambda path, _: ":stream" in path,
        lambda body: "responseJsonSchema" in body.get("generationConfig", {}),
    ),
    Wire(
        "anthropic",
        re.compile(r"/v1/messages"),
        _anthropic_whole,
        _anthropic_frames,
        _says_stream,
        lambda body: _forced(body) is not None,
    ),
)


def wire_for(path: str) -> Wire | None:
    """The provider that is asked at this path."""
    return next((wire for wire in WIRES if wire.path.fullmatch(path)), None)
