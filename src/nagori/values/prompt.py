"""What a language model is given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

PromptRole = Literal["system", "user", "assistant", "tool"]
Layer = Literal["persona", "global", "summary", "folded", "project", "recalled", "window", "user"]
LAYERS: tuple[Layer, ...] = (
    "persona",
    "global",
    "summary",
    "folded",
    "project",
    "recalled",
    "window",
    "user",
)


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that the model wants to use."""

    id: str
    name: str
    arguments: str
    """JSON, as the model wrote it."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may call."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """A JSON schema."""


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a prompt."""

    role: PromptRole
    content: str
    layer: Layer = "window"
    calls: tuple[Call, ...] = ()
    """What an assistant's message called."""
    call_id: str | None = None
    """What a tool's message answers."""
    parts: tuple[Mapping[str, Any], ...] = ()
    """In the OpenAI form, for content that is not only text; `content` then holds its text."""
    name: str | None = None


@dataclass(frozen=True, slots=True)
class LayerReport:
    """What one layer took of the token budget."""

    layer: Layer
    tokens: int
    messages: int
    left_out: int = 0
    """Messages, or lines of a text, that did not fit."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages for a turn and what they cost."""

    messages: Sequence[PromptMessage]
    report: Sequence[LayerReport]

    @property
    def tokens(self) -> int:
        """All layers together."""
        return sum(layer.tokens for layer in self.report)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; None when the provider does not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer."""

    text: str
    thinking: str = ""
    calls: tuple[Call, ...] = ()
    data: Any = None
    """The parsed reply, when a schema was asked for; it is valid."""
    finish_reason: str = "stop"
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ThoughtPiece:
    """Some of what the model thinks before it answers."""

    text: str


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A tool call, whole."""

    call: Call


@dataclass(frozen=True, slots=True)
class EndPiece:
    """The last piece of a stream that came to its end."""

    finish_reason: str = "stop"
    """`stop`, `length`, `tool_calls` or `content_filter`."""
    usage: Usage = field(default_factory=Usage)


Piece = TextPiece | ThoughtPiece | CallPiece | EndPiece
