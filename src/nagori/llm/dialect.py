"""How a provider wants to be asked, and how it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from nagori.remote.sse import SseEvent
from nagori.values.prompt import Piece, PromptMessage, Reply, TextPiece, Tool

STILL_WRITING = TextPiece("")
"""What a reader gives for something that is no piece yet: the model is at work, not silent."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Everything that one call is about."""

    messages: Sequence[PromptMessage]
    schema: Mapping[str, Any] | None = None
    tools: Sequence[Tool] = ()
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """In the OpenAI names; some providers' own names pass too."""


class WrongShapeError(ValueError):
    """The reply is JSON, but not the JSON that was asked for."""


class ProviderProblemError(Exception):
    """The provider says in the middle of its reply that something went wrong there."""


class StreamReader(Protocol):
    """Reads the events of one stream.

    Raises `BrokenJsonError`, `WrongShapeError`, `ProviderProblemError`.
    """

    def feed(self, event: SseEvent) -> list[Piece]:
        """What the event adds. An `EndPiece` is the last piece of all."""
        ...

    def end(self) -> list[Piece]:
        """What is still to come when the stream is over; without an `EndPiece` it was cut off."""
        ...


class Dialect(Protocol):
    """How one provider wants to be asked and how it answers. Pure."""

    @property
    def provider(self) -> str:
        """`openai`, `gemini`, `anthropic`, `ollama`."""
        ...

    @property
    def model(self) -> str:
        """The model's name at the provider."""
        ...

    def request(self, ask: Ask, *, stream: bool) -> tuple[str, dict[str, object]]:
        """Path below the base address, and body."""
        ...

    def read(self, reply: object, ask: Ask) -> Reply:
        """The reply to an ask that was not streamed; `WrongShapeError` if it is none."""
        ...

    def reader(self, ask: Ask) -> StreamReader:
        """A reader for one stream."""
        ...
