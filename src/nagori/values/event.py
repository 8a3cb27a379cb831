"""What happens in a turn: one closed union from the core to the screen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from typing import Any, Literal

from nagori.values.citation import Citation
from nagori.values.memory import Memory
from nagori.values.recall import NearMiss, Recalled


@dataclass(frozen=True, slots=True)
class Started:
    """The user's message is stored and the turn runs."""

    turn_id: str
    chat_id: str
    message_id: str
    """The user's message."""
    saved: bool = True
    """False when the store is out of service: the chat lives in this process only."""
    type: Literal["started"] = "started"
    number: int = 0


@dataclass(frozen=True, slots=True)
class RecalledItems:
    """What memory brought into the prompt."""

    items: Sequence[Recalled]
    degraded: Sequence[str] = ()
    near_misses: Sequence[NearMiss] = ()
    """What nearly came in, best first, and the rule that kept each out."""
    type: Literal["recalled"] = "recalled"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Thinking:
    """Some of what the model thinks before it answers."""

    text: str
    type: Literal["thinking"] = "thinking"
    number: int = 0


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model uses a tool."""

    id: str
    name: str
    arguments: str
    type: Literal["tool_call"] = "tool_call"
    number: int = 0


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave back."""

    id: str
    content: str
    error: str | None = None
    ids: Sequence[str] = ()
    """Memories, messages and documents that the content repeats, and what the call made."""
    citations: Sequence[Citation] = ()
    """Where in documents it stands."""
    type: Literal["tool_result"] = "tool_result"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """A tool call that waits for a person's consent."""

    id: str
    tool: str
    arguments: str
    type: Literal["proposal"] = "proposal"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """Some of the answer, without emotion and gesture tags."""

    text: str
    type: Literal["answer"] = "answer"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Emotion:
    """How the model says it."""

    emotion: str | None = None
    gesture: str | None = None
    type: Literal["emotion"] = "emotion"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Degraded:
    """Something had to be left out of the turn, and why."""

    what: str
    why: str
    type: Literal["degraded"] = "degraded"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Error:
    """The turn ends without a whole answer."""

    code: str
    detail: str
    message_id: str | None = None
    """What was answered so far, when it is kept."""
    type: Literal["error"] = "error"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """The turn is over and its answer stored."""

    message_id: str | None
    finish_reason: str
    """`stop`, `length`, `content_filter`, `tool_calls`, or `stopped` by a person."""
    usage: Mapping[str, Any]
    type: Literal["done"] = "done"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Learned:
    """After a turn: a memory was made from it."""

    memory: Memory
    type: Literal["learned"] = "learned"
    number: int = 0


Event = (
    Started
    | RecalledItems
    | Thinking
    | ToolCall
    | ToolResult
    | Proposal
    | Answer
    | Emotion
    | Degraded
    | Error
    | Done
    | Learned
)
LAST = ("done", "error")
"""The types that end a turn."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An event as it is stored and sent; its number lets a reader resume."""

    number: int
    """Its place in the turn, from 1 on."""
    type: str
    data: Mapping[str, Any]
    """The other fields, as JSON values."""


def kept(event: Event) -> Kept:
    """The event as it is stored and sent."""
    data = plain(event)
    return Kept(data.pop("number"), data.pop("type"), data)


def plain(value: Any) -> Any:
    """A value as JSON can hold it: dataclasses become mappings, times ISO 8601 in UTC."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value
