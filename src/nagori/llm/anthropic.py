"""Anthropic's messages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nagori.llm.dialect import STILL_WRITING, Ask, WrongShapeError
from nagori.llm.parts import Image, known_parts
from nagori.llm.shape import (
    arguments,
    entries,
    fields,
    json_object,
    load,
    new_call_id,
    optional_fields,
    refuse_problem,
    text,
    usage,
)
from nagori.llm.words import with_schema_in_words
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
)

DEFAULT_ADDRESS = "https://api.anthropic.com"
DEFAULT_MODEL = "claude-sonnet-5-5"
VERSION = "2023-06-01"

_MAX_TOKENS = 8192
_ANSWER = "answer"
"""The tool whose input is the reply, when a schema is asked for."""
_WRAPPED = "value"
# Later models think by themselves, can't be forced to use a tool, and choose words their own way.
_LATER = re.compile(r"claude-(?!3|instant|2|[a-z]+-4(?:-|$|@))")
_SAMPLING = {"temperature", "top_p", "top_k"}
_OPTIONS = {"temperature", "top_p", "top_k", "max_tokens", "thinking", "output_config"}
_REASONS = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "pause_turn": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_calls",
    "refusal": "content_filter",
}
_CHOICES = {"auto": "auto", "required": "any", "none": "none"}


@dataclass(frozen=True, slots=True)
class AnthropicDialect:
    """`POST /v1/messages`."""

    model: str = DEFAULT_MODEL
    provider: str = "anthropic"

    def request(self, ask: Ask, *, stream: bool) -> tuple[str, dict[str, object]]:
        """System messages together, the others in turns of user and assistant."""
        if ask.schema is not None and self._is_later:
            ask = with_schema_in_words(ask)
        body: dict[str, object] = {
            "model": self.model,
            "messages": _messages(ask.messages),
            "stream": stream,
            **self._settings(ask, stream=stream),
        }
        systems = [m.content for m in ask.messages if m.role == "system" and m.content.strip()]
        if systems:
            body["system"] = "\n\n".join(systems)
        if ask.schema is not None:
            answer = Tool(_ANSWER, "Gives the answer.", _input_schema(ask.schema))
            body["tools"] = [_tool(answer)]
            body["tool_choice"] = {"type": "tool", "name": _ANSWER}
        elif ask.tools:
            body["tools"] = [_tool(tool) for tool in ask.tools]
            body.update(_tool_choice(ask.options.get("tool_choice")))
        return "v1/messages", body

    def read(self, reply: object, ask: Ask) -> Reply:
        """All blocks of the answer."""
        message = fields(reply, "reply")
        refuse_problem(message)
        if message.get("content") is None or not message.get("stop_reason"):
            raise WrongShapeError("content")
        texts: list[str] = []
        thoughts: list[str] = []
        calls: list[Call] = []
        for item in entries(message["content"], "content"):
            block = fields(item, "block")
            match block.get("type"):
                case "text":
                    texts.append(text(block.get("text"), "text"))
                case "thinking":
                    thoughts.append(text(block.get("thinking"), "thinking"))
                case "tool_use" if ask.schema is not None and block.get("name") == _ANSWER:
                    texts = [_unwrapped(block.get("input"), ask.schema)]
                case "tool_use":
                    calls.append(_call(block, arguments(block.get("input"))))
                case _:
                    continue  # redacted thinking, and what does not exist yet
        said = optional_fields(message.get("usage"), "usage")
        reason = _reason(message.get("stop_reason"))
        forced = ask.schema is not None and reason == "tool_calls"
        return Reply(
            "".join(texts),
            "".join(thoughts),
            tuple(calls),
            finish_reason="stop" if forced else reason,
            usage=usage(said.get("input_tokens"), said.get("output_tokens")),
        )

    def reader(self, ask: Ask) -> "AnthropicReader":
        """For one stream."""
        del ask
        return AnthropicReader()

    @property
    def _is_later(self) -> bool:
        return _LATER.match(self.model) is not None

    def _settings(self, ask: Ask, *, stream: bool) -> dict[str, object]:
        options = dict(ask.options)
        if "max_completion_tokens" in options:
            options.setdefault("max_tokens", options["max_completion_tokens"])
        kept = {name: options[name] for name in _OPTIONS & options.keys()}
        if stop := options.get("stop"):
            kept["stop_sequences"] = [stop] if isinstance(stop, str) else stop
        if self._is_later:
            kept = {name: value for name, value in kept.items() if name not in _SAMPLING}
            if stream:
                kept.setdefault("thinking", {"type": "adaptive", "display": "summarized"})
        elif ask.schema is not None or _answers_tools(ask.messages):
            # Thinking excludes a forced tool, and wants back its blocks, which nobody kept.
            kept.pop("thinking", None)
        return {"max_tokens": _MAX_TOKENS, **kept}


@dataclass(slots=True)
class _Block:
    opening: Mapping[str, object]
    arguments: list[str] = field(default_factory=list[str])


class AnthropicReader:
    """Reads events until `message_stop`."""

    def __init__(self) -> None:
        self._blocks: dict[object, _Block] = {}
        self._reason: object = None
        self._used: object = None
        self._made: object = None

    def feed(self, event: SseEvent) -> list[Piece]:
        """One event; unknown ones may come and say nothing."""
        data = fields(load(event.data), "event")
        match data.get("type"):
            case "message_start":
                self._note_usage(optional_fields(data.get("message"), "message"))
            case "content_block_start":
                block = fields(data.get("content_block"), "content_block")
                self._blocks[data.get("index")] = _Block(block)
                return _said(text(block.get("text"), "text"))
            case "content_block_delta":
                return self._delta(data)
            case "content_block_stop":
                return self._stop(data.get("index"))
            case "message_delta":
                self._reason = fields(data.get("delta"), "delta").get("stop_reason")
                self._note_usage(data)
            case "message_stop":
                end = usage(self._used, self._made)
                return [EndPiece(_reason(self._reason), end)]
            case "error":
                refuse_problem(data)
            case str():
                return []
            case _:
                raise WrongShapeError("type")
        return []

    def end(self) -> list[Piece]:
        """Nothing: the end is always said."""
        return []

    def _delta(self, data: Mapping[str, object]) -> list[Piece]:
        delta = fields(data.get("delta"), "delta")
        match delta.get("type"):
            case "text_delta":
                return _said(text(delta.get("text"), "text"))
            case "thinking_delta":
                thought = text(delta.get("thinking"), "thinking")
                return [ThoughtPiece(thought)] if thought else []
            case "input_json_delta":
                block = self._blocks.get(data.get("index"))
                if block is None:
                    raise WrongShapeError("index")
                block.arguments.append(text(delta.get("partial_json"), "partial_json"))
                return [STILL_WRITING]
            case _:
                pass  # a signature, and what does not exist yet
        return []

    def _stop(self, index: object) -> list[Piece]:
        block = self._blocks.pop(index, None)
        if block is None or block.opening.get("type") != "tool_use":
            return []
        given = "".join(block.arguments) or block.opening.get("input")
        return [CallPiece(_call(block.opening, arguments(given)))]

    def _note_usage(self, holder: Mapping[str, object]) -> None:
        said = optional_fields(holder.get("usage"), "usage")
        self._used = said.get("input_tokens") or self._used
        self._made = said.get("output_tokens") or self._made


def anthropic_address(address: str, setting: str) -> str:
    """The base address, also from one that names the version or the endpoint already."""
    parts = split_address(address, setting)
    return parts._replace(path=re.sub(r"/v1(?:/messages)?$", "", parts.path)).geturl()


def _messages(messages: Sequence[PromptMessage]) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "system":
            continue
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(message)
        if not blocks:
            continue
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": role, "content": blocks})
    # The user must begin, and must have the last word: an answer is not continued.
    if not turns or turns[0]["role"] == "assistant":
        turns.insert(0, {"role": "user", "content": [{"type": "text", "text": "…"}]})
    if turns[-1]["role"] == "assistant":
        turns.append({"role": "user", "content": [{"type": "text", "text": "…"}]})
    return turns


def _blocks(message: PromptMessage) -> list[dict[str, Any]]:
    if message.role == "tool":
        content = message.content or "(nothing)"
        return [{"type": "tool_result", "tool_use_id": message.call_id, "content": content}]
    # A blank text is refused.
    parts = [p for p in known_parts(message) if isinstance(p, Image) or p.strip()]
    calls: list[dict[str, Any]] = [
        {
            "type": "tool_use",
            "id": call.id,
            "name": call.name,
            "input": json_object(call.arguments, otherwise="arguments"),
        }
        for call in message.calls
    ]
    return [*map(_part, parts), *calls]


def _part(part: str | Image) -> dict[str, Any]:
    if isinstance(part, Image):
        source = {"type": "base64", "media_type": part.type, "data": part.data}
        return {"type": "image", "source": source}
    return {"type": "text", "text": part}


def _answers_tools(messages: Sequence[PromptMessage]) -> bool:
    return bool(messages) and messages[-1].role == "tool"


def _tool(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": dict(tool.parameters),
    }


def _tool_choice(choice: object) -> dict[str, object]:
    match choice:
        case str() if choice in _CHOICES:
            return {"tool_choice": {"type": _CHOICES[choice]}}
        case {"function": {"name": str(name)}}:
            return {"tool_choice": {"type": "tool", "name": name}}
        case _:
            return {}


def _input_schema(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A tool's input is always an object: anything else is put into one."""
    if schema.get("type") == "object":
        return schema
    inside = {name: value for name, value in schema.items() if name != "$defs"}
    wrapped = {"type": "object", "properties": {_WRAPPED: inside}, "required": [_WRAPPED]}
    return {**wrapped, "$defs": schema["$defs"]} if "$defs" in schema else wrapped


def _unwrapped(given: object, schema: Mapping[str, Any]) -> str:
    if schema.get("type") != "object":
        given = optional_fields(given, "input").get(_WRAPPED)
    return arguments(given)


def _call(block: Mapping[str, object], given: str) -> Call:
    name = text(block.get("name"), "name")
    if not name:
        raise WrongShapeError("tool_use")
    return Call(text(block.get("id"), "id") or new_call_id(), name, given)


def _said(said: str) -> list[Piece]:
    return [TextPiece(said)] if said else []


def _reason(reason: object) -> str:
    return _REASONS.get(reason, "stop") if isinstance(reason, str) else "stop"
