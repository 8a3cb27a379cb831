"""What every remote model is wrapped in: deadlines, checked replies, a breaker."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, Protocol

from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.llm.dialect import STILL_WRITING, Ask
from nagori.llm.gate import Gate, Kind, Pass
from nagori.llm.port import ModelState
from nagori.llm.schema import NotValidError, parse_reply
from nagori.llm.words import with_repair
from nagori.remote.problem import NoReplyInTimeError
from nagori.values.prompt import EndPiece, Piece, PromptMessage, Reply, Tool

# The HTTP client watches the deadline itself and knows better what went wrong: let it speak.
_GRACE_S = 0.2


class Answering(Protocol):
    """A model that is asked once per call and keeps no watch of its own."""

    @property
    def name(self) -> str:
        """Provider and model."""
        ...

    async def reply(self, ask: Ask, *, deadline_s: float) -> Reply:
        """The whole answer."""
        ...

    def stream(self, ask: Ask, *, open_s: float) -> AsyncGenerator[Piece]:
        """The answer as it comes, with `STILL_WRITING` in between; it begins within `open_s`."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for what, in seconds."""

    reply_s: float = 5.0
    """For a whole reply, with all tries and a repair."""
    first_byte_s: float = 30.0
    """Until a stream begins, and between its pieces."""
    total_s: float = 300.0
    """For a whole stream."""


class GuardedModel:
    """A model whose replies can be trusted and whose failures cost no more than their deadline.

    Three failures in a row, or a refused key, and it fails at once without asking, until a trial
    after 1 s, 2 s, 4 s … 60 s succeeds.
    """

    def __init__(
        self,
        inner: Answering,
        *,
        patience: Patience | None = None,
        gate: Gate | None = None,
        generation: Mapping[str, Any] | None = None,
    ) -> None:
        self._inner = inner
        self._patience = patience or Patience()
        self._gate = gate or Gate()
        self._generation = dict(generation or {})
        self._reason: str | None = None
        self._answered = True

    @property
    def name(self) -> str:
        """What people call the model."""
        return self._inner.name

    @property
    def state(self) -> ModelState:
        """Unavailable when it did not answer last time, or may not be asked yet."""
        return "ready" if self._answered and not self._gate.is_open else "unavailable"

    @property
    def reason(self) -> str | None:
        """What the last call failed with; None if it went well."""
        return self._reason

    async def reply(
        self,
        messages: Sequence[PromptMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> Reply:
        """The whole answer; one that does not fit the schema may be repaired once."""
        ask = Ask(messages, schema, tools, {**self._generation, **(options or {})})
        admitted = self._admit("reply")
        try:
            async with asyncio.timeout(self._patience.reply_s + _GRACE_S):
                reply = await self._checked(ask)
        except TimeoutError as error:
            slow = self._too_slow(self._patience.reply_s)
            self._failed(admitted, slow)
            raise slow from error
        except (ModelUnavailableError, ModelReplyError) as error:
            self._failed(admitted, error)
            raise
        finally:
            admitted.drop()
        self._worked(admitted)
        return reply

    async def stream(
        self,
        messages: Sequence[PromptMessage],
        *,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Piece]:
        """The answer as it comes; ends with an `EndPiece` or raises. Closing it stops the call."""
        ask = Ask(messages, None, tools, {**self._generation, **(options or {})})
        admitted = self._admit("stream")
        until, grace_s = time.monotonic() + self._patience.total_s, _GRACE_S
        try:
            async with aclosing(self._inner.stream(ask, open_s=self._open_s)) as pieces:
                while True:
                    piece = await self._next(pieces, until, grace_s)
                    grace_s = 0.0
                    # What breaks off later was there: it is no reason to stop asking.
                    self._worked(admitted)
                    if piece == STILL_WRITING:
                        continue
                    yield piece
                    if isinstance(piece, EndPiece):
                        return
        except (ModelUnavailableError, ModelReplyError) as error:
            self._failed(admitted, error)
            raise
        finally:
            admitted.drop()

    async def close(self) -> None:
        """Let go of connections."""
        await self._inner.close()

    @property
    def _open_s(self) -> float:
        return min(self._patience.first_byte_s, self._patience.total_s)

    async def _checked(self, ask: Ask) -> Reply:
        until = time.monotonic() + self._patience.reply_s
        reply = await self._inner.reply(ask, deadline_s=self._patience.reply_s)
        if ask.schema is None:
            return reply
        try:
            return replace(reply, data=parse_reply(reply.text, ask.schema))
        except NotValidError as error:
            again = with_repair(ask, reply.text, str(error))
        left = until - time.monotonic()
        reply = await self._inner.reply(again, deadline_s=max(0.0, left))
        try:
            return replace(reply, data=parse_reply(reply.text, ask.schema))
        except NotValidError as error:
            problem = f"the reply does not fit the schema: {error}"
            raise ModelReplyError(self.name, problem) from error

    async def _next(self, pieces: AsyncGenerator[Piece], until: float, grace_s: float) -> Piece:
        left = until - time.monotonic()
        wait = min(self._patience.first_byte_s, left)
        try:
            async with asyncio.timeout(max(0.0, wait + grace_s)):
                return await anext(pieces)
        except TimeoutError as error:
            if wait < left:
                raise self._too_slow(self._patience.first_byte_s) from error
            problem = f"no end of the reply within {self._patience.total_s:g} s"
            raise NoReplyInTimeError(self.name, problem) from error
        except StopAsyncIteration as error:
            raise ModelUnavailableError(self.name, "the reply was cut off") from error

    def _admit(self, kind: Kind) -> Pass:
        admitted = self._gate.admit(kind)
        if admitted is None:
            problem = self._reason or "waiting for a trial call"
            raise ModelUnavailableError(self.name, problem, retry_after=self._gate.wait_s(kind))
        return admitted

    def _worked(self, admitted: Pass) -> None:
        self._answered, self._reason = True, None
        admitted.succeed()

    def _failed(self, admitted: Pass, error: ModelUnavailableError | ModelReplyError) -> None:
        self._reason = error.problem
        self._answered = isinstance(error, ModelReplyError)
        if isinstance(error, ModelUnavailableError):
            admitted.fail(error)
        else:
            admitted.succeed()

    def _too_slow(self, seconds: float) -> NoReplyInTimeError:
        return NoReplyInTimeError(self.name, f"no reply within {seconds:g} s")
