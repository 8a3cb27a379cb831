"""The seam between Nagori and whatever writes text."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Literal, Protocol

from nagori.values.prompt import Piece, PromptMessage, Reply, Tool

ModelState = Literal["ready", "unavailable", "extractive"]


class Model(Protocol):
    """Answers prompts, whole or piece by piece."""

    @property
    def name(self) -> str:
        """What people call it: `openai:gpt-5.4-mini`, `extractive`."""
        ...

    @property
    def state(self) -> ModelState:
        """Whether it answered last time; `extractive` when there is no model behind it."""
        ...

    @property
    def reason(self) -> str | None:
        """What the last call failed with; None while it works."""
        ...

    async def reply(
        self,
        messages: Sequence[PromptMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> Reply:
        """The whole answer; with a schema, `data` is valid against it.

        `options` are generation settings for this call, in the OpenAI names (`temperature`,
        `max_tokens`, `top_p`, `stop` …). Raises `ModelUnavailableError` when trying again later
        may help, `ModelReplyError` when the same request would fail again.
        """
        ...

    def stream(
        self,
        messages: Sequence[PromptMessage],
        *,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Piece]:
        """The answer as it comes; ends with an `EndPiece` or raises. Closing it stops the call."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
