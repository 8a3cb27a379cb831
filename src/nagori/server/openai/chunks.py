"""A turn's events in the shapes of OpenAI's answers: one object, or chunks of a stream."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from nagori.server.openai.errors import error_body
from nagori.text.tokens import estimate_tokens
from nagori.values.event import Answer, Done, Error, Event, RecalledItems, Thinking, ToolCall, plain
from nagori.values.prompt import PromptMessage
from nagori.values.recall import Recalled

LAST_FRAME = "data: [DONE]\n\n"
_FINISH_REASONS = frozenset({"stop", "length", "tool_calls", "content_filter"})


@dataclass(slots=True)
class Told:
    """What is known of an answer so far."""

    id: str
    created: int
    """Seconds since 1970."""
    model: str
    chat_id: str | None
    turn_id: str | None
    prompt: Sequence[PromptMessage] = ()
    """What the client sent, for an estimate of what it cost."""
    recalled: list[Recalled] = field(default_factory=list[Recalled])
    degraded: list[str] = field(default_factory=list[str])
    text: list[str] = field(default_factory=list[str])
    thinking: list[str] = field(default_factory=list[str])
    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    end: Done | Error | None = None

    def take(self, event: Event) -> None:
        """Note what an event adds."""
        match event:
            case RecalledItems(items, degraded):
                self.recalled, self.degraded = list(items), list(degraded)
            case Thinking(text):
                self.thinking.append(text)
            case Answer(text):
                self.text.append(text)
            case ToolCall():
                self.calls.append(event)
            case Done() | Error():
                self.end = event
            case _:
                pass

    @property
    def begun(self) -> bool:
        """Whether the model has said something, or never will."""
        return bool(self.text or self.thinking or self.calls or self.end)

    @property
    def finish_reason(self) -> str:
        """Why the answer ended, in OpenAI's words."""
        reason = self.end.finish_reason if isinstance(self.end, Done) else "stop"
        if self.calls and reason == "stop":
            return "tool_calls"
        return reason if reason in _FINISH_REASONS else "stop"

    @property
    def usage(self) -> dict[str, int]:
        """Tokens, as the provider counts them; estimated when it does not say."""
        said: Mapping[str, Any] = self.end.usage if isinstance(self.end, Done) else {}
        used, made = said.get("prompt_tokens"), said.get("completion_tokens")
        if used is None:
            shown = (*self.prompt, *self.recalled)
            used = sum(estimate_tokens(_text(one)) for one in shown)
        if made is None:
            calls = (call.name + call.arguments for call in self.calls)
            made = estimate_tokens("".join((*self.thinking, *self.text, *calls)))
        return {"prompt_tokens": used, "completion_tokens": made, "total_tokens": used + made}

    @property
    def info(self) -> dict[str, Any]:
        """What Nagori did."""
        return {
            "chat_id": self.chat_id,
            "turn_id": self.turn_id,
            "recalled": plain(self.recalled),
            "degraded": self.degraded,
        }


def whole(told: Told) -> dict[str, Any]:
    """The answer as one object."""
    message: dict[str, Any] = {
        "role": "assistant",
        "content": "".join(told.text).strip() or None,
        "refusal": None,
    }
    if told.thinking:
        message["reasoning_content"] = "".join(told.thinking)
    if told.calls:
        message["tool_calls"] = [_call(call) for call in told.calls]
    choice = {
        "index": 0,
        "message": message,
        "logprobs": None,
        "finish_reason": told.finish_reason,
    }
    return {
        **_head(told, "chat.completion"),
        "choices": [choice],
        "usage": told.usage,
        "nagori": told.info,
    }


async def stream(
    told: Told, begun: Sequence[Event], rest: AsyncGenerator[Event], *, with_usage: bool
) -> AsyncGenerator[str]:
    """The answer as server-sent events: those that `told` has taken already, then the rest.

    A turn that fails in the middle ends with an error in OpenAI's form.
    """
    usage: dict[str, Any] = {"usage": None} if with_usage else {}
    delta = {"role": "assistant", "content": ""}
    yield _frame({**_chunk(told, delta), **usage, "nagori": told.info})
    async with aclosing(rest):
        calls = 0
        for event in begun:
            for delta in _deltas(event, calls):
                yield _frame({**_chunk(told, delta), **usage})
            calls += isinstance(event, ToolCall)
        async for event in rest:
            told.take(event)
            for delta in _deltas(event, calls):
                yield _frame({**_chunk(told, delta), **usage})
            calls += isinstance(event, ToolCall)
    match told.end:
        case Error(code, detail):
            yield _frame(error_body(detail, code=code))
        case Done():
            yield _frame({**_chunk(told, {}, told.finish_reason), **usage})
            if with_usage:
                cost: dict[str, Any] = {"choices": [], "usage": told.usage}
                yield _frame({**_head(told, "chat.completion.chunk"), **cost})
            yield LAST_FRAME
        case None:  # the client has left
            return


def _deltas(event: Event, calls: int) -> list[dict[str, Any]]:
    match event:
        case Thinking(text):
            return [{"reasoning_content": text}]
        case Answer(text):
            return [{"content": text}]
        case ToolCall():
            return [{"tool_calls": [{"index": calls, **_call(event)}]}]
        case _:
            return []


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _chunk(told: Told, delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}
    return {**_head(told, "chat.completion.chunk"), "choices": [choice]}


def _head(told: Told, kind: str) -> dict[str, Any]:
    return {"id": told.id, "object": kind, "created": told.created, "model": told.model}


def _frame(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"


def _text(one: PromptMessage | Recalled) -> str:
    return one.text if isinstance(one, Recalled) else one.content
