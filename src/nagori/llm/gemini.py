"""Gemini's `generateContent`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nagori.llm.dialect import Ask, WrongShapeError
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

DEFAULT_ADDRESS = "https://generativelanguage.googleapis.com/v1beta"
DEFAULT_MODEL = "gemini-flash-latest"

_OPTIONS = {
    "temperature": "temperature",
    "top_p": "topP",
    "top_k": "topK",
    "max_tokens": "maxOutputTokens",
    "max_completion_tokens": "maxOutputTokens",
    "stop": "stopSequences",
    "seed": "seed",
    "presence_penalty": "presencePenalty",
    "frequency_penalty": "frequencyPenalty",
    "thinkingConfig": "thinkingConfig",
}
_CHOICES = {"auto": "AUTO", "required": "ANY", "none": "NONE"}
_REASONS = {"STOP": "stop", "MAX_TOKENS": "length", "OTHER": "stop"}
_BROKEN_CALLS = {"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"}
_THINKS = re.compile(r"gemini-(?:2\.5|[3-9]|(?:flash|pro)-latest)")
# From version 3 on a call must come back with the signature it came with, or with this word.
_SIGNS = re.compile(r"gemini-(?:[3-9]|(?:flash|pro|flash-lite)-latest)")
_UNSIGNED = "skip_thought_signature_validator"


@dataclass(frozen=True, slots=True)
class GeminiDialect:
    """`:generateContent`, or `:streamGenerateContent` for a stream."""

    model: str = DEFAULT_MODEL
    provider: str = "gemini"

    def request(self, ask: Ask, *, stream: bool) -> tuple[str, dict[str, object]]:
        """System messages together, the others in turns of user and model."""
        body: dict[str, object] = {"contents": self._contents(ask.messages)}
        systems = [m.content for m in ask.messages if m.role == "system" and m.content]
        if systems:
            body["systemInstruction"] = {"parts": [{"text": "\n\n".join(systems)}]}
        config = _config(ask.options)
        if ask.schema is not None:
            config["responseMimeType"] = "application/json"
            config["responseJsonSchema"] = dict(ask.schema)
        if stream and _THINKS.match(self.model):
            config.setdefault("thinkingConfig", {"includeThoughts": True})
        if config:
            body["generationConfig"] = config
        if ask.tools:
            body["tools"] = [{"functionDeclarations": [_tool(tool) for tool in ask.tools]}]
            body.update(_tool_config(ask.options.get("tool_choice")))
        method = "streamGenerateContent?alt=sse" if stream else "generateContent"
        return f"models/{self.model}:{method}", body

    def read(self, reply: object, ask: Ask) -> Reply:
        """The first candidate."""
        del ask
        reading = GeminiReader()
        pieces = [*reading.take(fields(reply, "reply")), *reading.end()]
        end = pieces[-1] if pieces else None
        if not isinstance(end, EndPiece):
            raise WrongShapeError("candidates")
        return Reply(
            "".join(piece.text for piece in pieces if isinstance(piece, TextPiece)),
            "".join(piece.text for piece in pieces if isinstance(piece, ThoughtPiece)),
            tuple(piece.call for piece in pieces if isinstance(piece, CallPiece)),
            finish_reason=end.finish_reason,
            usage=end.usage,
        )

    def reader(self, ask: Ask) -> "GeminiReader":
        """For one stream."""
        del ask
        return GeminiReader()

    def _contents(self, messages: Sequence[PromptMessage]) -> list[dict[str, Any]]:
        names = {call.id: call.name for message in messages for call in message.calls}
        contents: list[dict[str, Any]] = []
        for message in messages:
            if message.role == "system":
                continue
            role = "model" if message.role == "assistant" else "user"
            parts = self._parts(message, names)
            if not parts:
                continue
            # Two turns of one role in a row are refused, or read as one that was not finished.
            if contents and contents[-1]["role"] == role:
                contents[-1]["parts"] += parts
            else:
                contents.append({"role": role, "parts": parts})
        return contents or [{"role": "user", "parts": [{"text": " "}]}]

    def _parts(self, message: PromptMessage, names: Mapping[str, str]) -> list[dict[str, Any]]:
        if message.role == "tool":
            name = names.get(message.call_id or "") or message.name or "tool"
            response = {"name": name, "response": json_object(message.content, otherwise="result")}
            return [{"functionResponse": response}]
        parts = [_part(part) for part in known_parts(message)]
        calls: list[dict[str, Any]] = [
            {
                "functionCall": {
                    "name": call.name,
                    "args": json_object(call.arguments, otherwise="arguments"),
                }
            }
            for call in message.calls
        ]
        if calls and _SIGNS.match(self.model):
            calls[0]["thoughtSignature"] = _UNSIGNED
        return [*parts, *calls]


class GeminiReader:
    """Reads partial replies; the end of the stream is the end if a finish reason was given."""

    def __init__(self) -> None:
        self._reason: str | None = None
        self._called = False
        self._usage = Usage()

    def feed(self, event: SseEvent) -> list[Piece]:
        """One partial reply."""
        return self.take(fields(load(event.data), "reply"))

    def take(self, reply: Mapping[str, object]) -> list[Piece]:
        """The pieces of a reply, partial or whole."""
        refuse_problem(dict(reply))
        self._note_usage(optional_fields(reply.get("usageMetadata"), "usageMetadata"))
        feedback = optional_fields(reply.get("promptFeedback"), "promptFeedback")
        if feedback.get("blockReason"):
            self._reason = "content_filter"
        pieces: list[Piece] = []
        for item in entries(reply.get("candidates"), "candidates")[:1]:
            candidate = fields(item, "candidate")
            content = optional_fields(candidate.get("content"), "content")
            for part in entries(content.get("parts"), "parts"):
                pieces += self._pieces(fields(part, "part"))
            reason = text(candidate.get("finishReason"), "finishReason")
            if reason in _BROKEN_CALLS:
                raise WrongShapeError(reason)
            if reason:
                self._reason = _REASONS.get(reason, "content_filter")
        return pieces

    def end(self) -> list[Piece]:
        """The end, if there was a reason for it."""
        if self._reason is None:
            return []
        called = self._called and self._reason == "stop"
        return [EndPiece("tool_calls" if called else self._reason, self._usage)]

    def _note_usage(self, said: Mapping[str, object]) -> None:
        if said:
            made, thought = said.get("candidatesTokenCount"), said.get("thoughtsTokenCount")
            counts = [count for count in (made, thought) if isinstance(count, int)]
            self._usage = usage(said.get("promptTokenCount"), sum(counts) if counts else None)

    def _pieces(self, part: Mapping[str, object]) -> list[Piece]:
        if "functionCall" in part:
            self._called = True
            call = fields(part["functionCall"], "functionCall")
            name = text(call.get("name"), "name")
            if not name:
                raise WrongShapeError("functionCall")
            id = text(call.get("id"), "id") or new_call_id()
            return [CallPiece(Call(id, name, arguments(call.get("args"))))]
        said = text(part.get("text"), "text")
        if not said:
            return []
        return [ThoughtPiece(said) if part.get("thought") else TextPiece(said)]


def _config(options: Mapping[str, Any]) -> dict[str, Any]:
    """Generation settings that Gemini knows; the others it would refuse."""
    config = {_OPTIONS[name]: value for name, value in options.items() if name in _OPTIONS}
    if isinstance(config.get("stopSequences"), str):
        config["stopSequences"] = [config["stopSequences"]]
    return {name: value for name, value in config.items() if value is not None}


def _tool(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "parametersJsonSchema": dict(tool.parameters),
    }


def _tool_config(choice: object) -> dict[str, object]:
    match choice:
        case str() if choice in _CHOICES:
            calling: dict[str, object] = {"mode": _CHOICES[choice]}
        case {"function": {"name": str(name)}}:
            calling = {"mode": "ANY", "allowedFunctionNames": [name]}
        case _:
            return {}
    return {"toolConfig": {"functionCallingConfig": calling}}


def _part(part: str | Image) -> dict[str, Any]:
    if isinstance(part, Image):
        return {"inlineData": {"mimeType": part.type, "data": part.data}}
    return {"text": part}
