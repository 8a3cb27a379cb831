"""A language model for tests that says what it was told to say."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.llm.collect import collect
from nagori.llm.port import ModelState
from nagori.llm.schema import NotValidError, parse_reply
from nagori.values.prompt import EndPiece, Piece, PromptMessage, Reply, TextPiece, Tool

Script = str | Sequence[Piece | Exception] | Exception
"""A text, the pieces of a stream (an exception among them breaks it off), or what to raise."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the model was given in one call."""

    messages: tuple[PromptMessage, ...]
    schema: Mapping[str, Any] | None = None
    tools: tuple[Tool, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])


class ScriptedModel:
    """Plays one script per call, in order, and remembers in `asked` what it was given.

    With `repeats` the last script is played again and again; without, a call too many finds the
    model unavailable. `pause_s` passes before each piece; while `gate` is not set, no piece but
    the first comes.
    """

    def __init__(
        self,
        scripts: Iterable[Script] = (),
        *,
        name: str = "scripted",
        repeats: bool = False,
        pause_s: float = 0.0,
        gate: asyncio.Event | None = None,
        piece_chars: int = 8,
    ) -> None:
        self.asked: list[Asked] = []
        self.pause_s, self.gate = pause_s, gate
        self.closed = 0
        """Streams that their reader closed before the end."""
        self._scripts = list(scripts)
        self._name, self._repeats, self._piece_chars = name, repeats, piece_chars
        self._reason: str | None = None

    @property
    def name(self) -> str:
        """As given."""
        return self._name

    @property
    def state(self) -> ModelState:
        """Unavailable after a script that was an exception."""
        return "ready" if self._reason is None else "unavailable"

    @property
    def reason(self) -> str | None:
        """What the last script failed with."""
        return self._reason

    @property
    def prompts(self) -> list[tuple[PromptMessage, ...]]:
        """The messages of each call."""
        return [asked.messages for asked in self.asked]

    def add(self, *scripts: Script) -> None:
        """Something to say after everything else."""
        self._scripts += scripts

    async def reply(
        self,
        messages: Sequence[PromptMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> Reply:
        """The next script, whole; with a schema it must fit."""
        self.asked.append(Asked(tuple(messages), schema, tuple(tools), options or {}))
        reply = await collect(self._play(self._next()))
        if schema is None:
            return reply
        try:
            data = parse_reply(reply.text, schema)
        except NotValidError as error:
            raise ModelReplyError(self.name, str(error)) from error
        return Reply(reply.text, reply.thinking, reply.calls, data, reply.finish_reason)

    async def stream(
        self,
        messages: Sequence[PromptMessage],
        *,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Piece]:
        """The next script, piece by piece."""
        self.asked.append(Asked(tuple(messages), None, tuple(tools), options or {}))
        whole = False
        try:
            async with aclosing(self._play(self._next())) as pieces:
                async for piece in pieces:
                    whole = isinstance(piece, EndPiece)
                    yield piece
        finally:
            self.closed += not whole and self._reason is None

    async def close(self) -> None:
        """Nothing to let go of."""

    def _next(self) -> Script:
        if not self._scripts:
            return ModelUnavailableError(self.name, "no script is left")
        if self._repeats and len(self._scripts) == 1:
            return self._scripts[0]
        return self._scripts.pop(0)

    async def _play(self, script: Script) -> AsyncGenerator[Piece]:
        self._reason = None
        for number, piece in enumerate(self._pieces(script)):
            await asyncio.sleep(self.pause_s)
            if number and self.gate is not None:
                await self.gate.wait()
            if isinstance(piece, Exception):
                self._reason = str(piece)
                raise piece
            yield piece

    def _pieces(self, script: Script) -> list[Piece | Exception]:
        match script:
            case str():
                size = self._piece_chars
                starts = range(0, len(script), size)
                return [*(TextPiece(script[at : at + size]) for at in starts), EndPiece()]
            case Exception():
                return [script]
            case _:
                pieces = list(script)
                ended = bool(pieces) and isinstance(pieces[-1], EndPiece | Exception)
                return pieces if ended else [*pieces, EndPiece()]
