"""OpenAI's chat completions, and everything that speaks the same: Ollama, vLLM, DeepSeek, Qwen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nagori.llm.dialect import STILL_WRITING, Ask, WrongShapeError
from nagori.llm.shape import (
    arguments,
    entries,
    fields,
    load,
    new_call_id,
    optional_fields,
    refuse_problem,
    text,
    usage,
)
from nagori.remote.address import split_address
from nagori.remote.sse import SseEvent
from nagori.values.prompt import (
    Call,
    CallPiece,
    EndPiece,
    Piece,
    PromptMessage,
    Reply,
    TextPiece,
    ThoughtPiece,
    Tool,
    Usage,
)

DEFAULT_ADDRESS = "https://api.openai.com/v1"
DEFAULT_MODEL = "gpt-5.4-mini"
OLLAMA_ADDRESS = "http://127.0.0.1:11434"
# Reads Chinese as well as English, and thinks.
OLLAMA_MODEL = "qwen3"
# What the API takes as a name; anything else would cost the whole request.
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_REASONS = {"function_call": "tool_calls", "max_tokens": "length", "eos": "stop"}


@dataclass(frozen=True, slots=True)
class OpenAIDialect:
    """`POST /chat/completions`."""

    model: str = DEFAULT_MODEL
    provider: str = "openai"
    official: bool = False
    """Whether OpenAI itself is asked, which no longer takes `max_tokens`."""

    def request(self, ask: Ask, *, stream: bool) -> tuple[str, dict[str, object]]:
        """The messages as they are: this is the form that they have at home."""
        body: dict[str, object] = {**ask.options, "model": self.model}
        if self.official and "max_tokens" in body:
            body["max_completion_tokens"] = body.pop("max_tokens")
        body["messages"] = [_message(message) for message in ask.messages]
        if ask.tools:
            body["tools"] = [_tool(tool) for tool in ask.tools]
        else:
            body.pop("tool_choice", None)  # without tools it is refused
        if ask.schema is not None:
            form = {"name": "answer", "schema": dict(ask.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        body["stream"] = stream
        if stream:
            body["stream_options"] = {"include_usage": True}
        return "chat/completions", body

    def read(self, reply: object, ask: Ask) -> Reply:
        """The first choice."""
        del ask
        whole = fields(reply, "reply")
        refuse_problem(whole)
        choices = entries(whole.get("choices"), "choices")
        if not choices:
            raise WrongShapeError("choices")
        choice = fields(choices[0], "choice")
        message = fields(choice.get("message"), "message")
        calls = _Calls()
        calls.add(message)
        return Reply(
            _content(message),
            _thinking(message),
            calls.whole(),
            finish_reason=_reason(choice.get("finish_reason"), calls),
            usage=_usage(whole),
        )

    def reader(self, ask: Ask) -> "OpenAIReader":
        """For one stream."""
        del ask
        return OpenAIReader()


class OpenAIReader:
    """Reads chunks until `[DONE]`, or until the end after a finish reason."""

    def __init__(self) -> None:
        self._calls = _Calls()
        self._reason: object = None
        self._usage = Usage()

    def feed(self, event: SseEvent) -> list[Piece]:
        """Thinking and text at once, calls when they are whole."""
        if event.data.strip() == "[DONE]":
            return self._finish()
        chunk = fields(load(event.data), "chunk")
        refuse_problem(chunk)
        if chunk.get("usage") is not None:
            self._usage = _usage(chunk)
        pieces: list[Piece] = []
        for item in entries(chunk.get("choices"), "choices")[:1]:
            choice = fields(item, "choice")
            delta = optional_fields(choice.get("delta"), "delta")
            if thought := _thinking(delta):
                pieces.append(ThoughtPiece(thought))
            if said := _content(delta):
                pieces.append(TextPiece(said))
            if self._calls.add(delta):
                pieces.append(STILL_WRITING)
            self._reason = choice.get("finish_reason") or self._reason
        return pieces

    def end(self) -> list[Piece]:
        """Some servers say why they finished, but not that they did."""
        return [] if self._reason is None else self._finish()

    def _finish(self) -> list[Piece]:
        reason = _reason(self._reason, self._calls)
        calls = [CallPiece(call) for call in self._calls.whole()]
        return [*calls, EndPiece(reason, self._usage)]


@dataclass(slots=True)
class _Growing:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list[str])


class _Calls:
    """Tool calls that arrive in parts."""

    def __init__(self) -> None:
        self._all: list[_Growing] = []
        self._at: dict[object, _Growing] = {}

    def __bool__(self) -> bool:
        return bool(self._all)

    def add(self, message: Mapping[str, object]) -> bool:
        """Take what a message, or a part of one, adds; whether there was anything."""
        parts = entries(message.get("tool_calls"), "tool_calls")
        for item in parts:
            part = fields(item, "tool_call")
            function = optional_fields(part.get("function"), "function")
            growing = self._place(part, function)
            growing.id = growing.id or text(part.get("id"), "id")
            growing.name = growing.name or text(function.get("name"), "name")
            given = function.get("arguments")
            if given is not None:
                growing.arguments.append(given if isinstance(given, str) else arguments(given))
        return bool(parts)

    def _place(self, part: Mapping[str, object], function: Mapping[str, object]) -> _Growing:
        """The call that a part belongs to. Some servers number all calls 0, some none at all."""
        index, given = part.get("index"), part.get("id")
        if index is None and not given and not function.get("name") and self._all:
            return self._all[-1]
        known = self._at.get(index) if index is not None else None
        if known is None or (given and known.id and given != known.id):
            known = _Growing()
            self._all.append(known)
            self._at[index] = known
        return known

    def whole(self) -> tuple[Call, ...]:
        """All calls, in their order."""
        for growing in self._all:
            if not growing.name:
                raise WrongShapeError("tool_call")
        return tuple(
            Call(one.id or new_call_id(), one.name, arguments("".join(one.arguments)))
            for one in self._all
        )


def openai_address(address: str, setting: str) -> str:
    """The base address, also from one that names the endpoint already or no path at all."""
    parts = split_address(address, setting)
    path = parts.path.removesuffix("/chat/completions")
    return parts._replace(path=path or "/v1").geturl()


def _message(message: PromptMessage) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.parts:
        sent["content"] = [dict(part) for part in message.parts]
    if message.name and message.role != "tool" and _NAME.fullmatch(message.name):
        sent["name"] = message.name
    if message.calls:
        sent["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.calls
        ]
        sent["content"] = sent["content"] or None
    if message.call_id is not None:
        sent["tool_call_id"] = message.call_id
    return sent


def _tool(tool: Tool) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.parameters),
    }
    return {"type": "function", "function": function}


def _content(message: Mapping[str, object]) -> str:
    """The text; some servers send it as parts, and a refusal instead of it."""
    content = message.get("content")
    if content is None or isinstance(content, str):
        return content or text(message.get("refusal"), "refusal")
    parts = [fields(part, "part") for part in entries(content, "content")]
    return "".join(text(part.get("text"), "text") for part in parts)


def _thinking(message: Mapping[str, object]) -> str:
    """DeepSeek and Qwen use the first name, Ollama and OpenRouter the other, vLLM has used both."""
    for name in ("reasoning_content", "reasoning"):
        value = message.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def _reason(reason: object, calls: _Calls) -> str:
    # Some servers say `stop` although they want tools to be called.
    if calls and reason in {None, "stop"}:
        return "tool_calls"
    named = reason if isinstance(reason, str) and reason else "stop"
    return _REASONS.get(named, named)


def _usage(whole: Mapping[str, object]) -> Usage:
    said = optional_fields(whole.get("usage"), "usage")
    return usage(said.get("prompt_tokens"), said.get("completion_tokens"))
