"""The loop of an answer: the model speaks, uses tools, and speaks again.

It ends when the model calls nothing more. At a limit (steps, tokens, seconds, the same call twice
in a row) the model is asked once more, without tools, for its answer.
"""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

from nagori.agent.fence import fenced
from nagori.agent.plain import CallReader, in_words, refuses_tools, with_tools_in_words
from nagori.agent.round import Round, as_called
from nagori.agent.tool import Result
from nagori.agent.toolbox import Toolbox, Waiting
from nagori.agent.trust import UNTRUSTED
from nagori.config import AgentSettings
from nagori.errors import ModelReplyError
from nagori.llm.port import Model
from nagori.text.tokens import estimate_tokens
from nagori.values.prompt import (
    Call,
    CallPiece,
    EndPiece,
    Piece,
    PromptMessage,
    TextPiece,
    ThoughtPiece,
    Usage,
)

_MOST_CALLS = 8
"""Calls in one step that are run; a model that wants more can ask again."""
_WAITS = (
    "It was not done: this conversation holds words of other people or documents, so the user has "
    "to consent first. The user is being asked; go on without it, and don't call it again."
)
_AGAIN = "this is the same call as before, so it was not run: answer with what is known"
_SPENT = "it was not run, since the limit of this answer is reached: answer with what is known"
_TOO_SLOW = "it took too long"
_CUT = "\n… (cut: too long)"


@dataclass(frozen=True, slots=True)
class ResultPiece:
    """What a tool gave back."""

    call: Call
    result: Result


@dataclass(frozen=True, slots=True)
class ProposalPiece:
    """A call that waits for a person's consent."""

    id: str
    call: Call


Step = Piece | ResultPiece | ProposalPiece
"""What happens in the loop; an `EndPiece` is the last of it."""


class AgentLoop:
    """Makes one answer. `untrusted` grows true when a tool brings words of somebody else."""

    def __init__(
        self,
        model: Model,
        toolbox: Toolbox,
        settings: AgentSettings,
        *,
        untrusted: bool,
        plain_models: set[str],
        options: Mapping[str, Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.untrusted = untrusted
        self._options = options
        self._model, self._toolbox, self._settings = model, toolbox, settings
        self._plain_models, self._clock = plain_models, clock
        self._until = clock() + settings.total_s
        self._tokens, self._steps = settings.max_tokens, settings.max_steps
        self._offers = True
        """Whether tools are offered in this step."""
        self._last: tuple[str, str] | None = None
        self._rounds: list[Round] = []
        self._usage = Usage()
        self._spoken = ""

    async def run(self, messages: Sequence[PromptMessage]) -> AsyncGenerator[Step]:
        """What happens, as it happens. Closing it stops the model, or the tool that runs."""
        while True:
            text, calls, end = list[str](), list[Call](), EndPiece()
            async with aclosing(self._speak(messages)) as pieces:
                async for piece in pieces:
                    match piece:
                        case CallPiece(call):
                            calls.append(call)
                        case EndPiece():
                            end = piece
                        case TextPiece(said):
                            if not text and self._needs_a_break(said):
                                yield TextPiece("\n\n")  # what follows a tool is said anew
                            text.append(said)
                            yield piece
                        case ThoughtPiece():
                            yield piece
            self._spoken = "".join(text) or self._spoken
            self._usage = _sum(self._usage, end.usage)
            if not calls or not self._offers:
                reason = "stop" if end.finish_reason == "tool_calls" else end.finish_reason
                yield EndPiece(reason, self._usage)
                return
            async with aclosing(self._use("".join(text), calls)) as steps:
                async for step in steps:
                    yield step
            self._steps -= 1
            self._offers = self._offers and self._steps > 0 and not self._spent

    async def _speak(self, messages: Sequence[PromptMessage]) -> AsyncGenerator[Piece]:
        """One reply of the model; one that can't be offered tools is told of them in words."""
        plain, tools = self._settings.plain_text, self._toolbox.tools.offered
        refused = self._model.name in self._plain_models
        if self._offers and plain != "always" and not refused:
            begun = False
            stream = self._model.stream(
                [*messages, *as_called(self._rounds)], tools=tools, options=self._options
            )
            try:
                async with aclosing(stream) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield piece
            except ModelReplyError as error:
                if begun or not refuses_tools(error):
                    raise
                self._plain_models.add(self._model.name)
            else:
                return
        self._offers = self._offers and plain != "never"
        prompt = with_tools_in_words(messages, tools) if self._offers else messages
        asked = [*prompt, *in_words(self._rounds, last=not self._offers)]
        stream = self._model.stream(asked, options=self._options)
        async with aclosing(self._read_calls(stream)) as pieces:
            async for piece in pieces:
                yield piece

    async def _read_calls(self, stream: AsyncGenerator[Piece]) -> AsyncGenerator[Piece]:
        """The pieces with calls taken out of the text."""
        reader, called = CallReader(), False
        async with aclosing(stream) as pieces:
            async for piece in pieces:
                found: Sequence[Piece] = (piece,)
                if isinstance(piece, TextPiece):
                    found = reader.feed(piece.text)
                elif isinstance(piece, EndPiece):
                    found = (*reader.close(), piece)
                for part in found:
                    called = called or isinstance(part, CallPiece)
                    # What is said after a call was said without its result.
                    if not (called and self._offers and isinstance(part, TextPiece)):
                        yield part

    async def _use(self, text: str, calls: Sequence[Call]) -> AsyncGenerator[Step]:
        """Run the calls of one step, one after the other."""
        results: list[str] = []
        for number, call in enumerate(calls):
            yield CallPiece(call)
            refusal = self._refusal(call, number)
            outcome = Result("", refusal) if refusal else await self._outcome(call)
            if isinstance(outcome, Waiting):
                yield ProposalPiece(outcome.proposal, replace(call, arguments=outcome.arguments))
                outcome = Result(_WAITS, ids=(outcome.proposal,))
            result = self._within_limits(call, outcome)
            self.untrusted = self.untrusted or result.trust == UNTRUSTED
            yield ResultPiece(call, result)
            known = call.name if self._toolbox.tools.find(call.name) else "unknown"
            told = result.text if result.error is None else f"error: {result.error}"
            results.append(fenced(known, told))
        self._rounds.append(Round(text, tuple(map(_readable, calls)), tuple(results)))

    async def _outcome(self, call: Call) -> Result | Waiting:
        try:
            async with asyncio.timeout(max(0.0, self._until - self._clock())):
                return await self._toolbox.use(call, untrusted=self.untrusted)
        except TimeoutError:
            return Result("", _TOO_SLOW)

    def _refusal(self, call: Call, number: int) -> str | None:
        """Why a call is not run, if it is not."""
        this = (call.name, _key(call.arguments))
        if this == self._last:
            self._steps = 0
            return _AGAIN
        self._last = this
        return _SPENT if self._spent or number >= _MOST_CALLS else None

    def _within_limits(self, call: Call, result: Result) -> Result:
        """The result, cut to the tokens that are left."""
        self._tokens -= estimate_tokens(call.name + call.arguments)
        cost, left = estimate_tokens(result.text), max(0, self._tokens)
        self._tokens -= cost
        if cost <= left:
            return result
        return replace(result, text=result.text[: len(result.text) * left // cost] + _CUT)

    @property
    def _spent(self) -> bool:
        return self._steps <= 0 or self._tokens <= 0 or self._clock() >= self._until

    def _needs_a_break(self, said: str) -> bool:
        apart = self._spoken[-1:].isspace() or said[:1].isspace()
        return bool(self._spoken) and not apart


def _key(arguments: str) -> str:
    """What the arguments of two equal calls have in common."""
    try:
        return json.dumps(json.loads(arguments), sort_keys=True)
    except (ValueError, RecursionError):
        return arguments


def _readable(call: Call) -> Call:
    """The call as it can be repeated to a provider, which may refuse what is no JSON object."""
    try:
        if isinstance(json.loads(call.arguments or "{}"), dict):
            return call
    except (ValueError, RecursionError):
        pass
    return replace(call, arguments=json.dumps({"arguments": call.arguments}))


def _sum(one: Usage, other: Usage) -> Usage:
    return Usage(
        _plus(one.prompt_tokens, other.prompt_tokens),
        _plus(one.completion_tokens, other.completion_tokens),
    )


def _plus(one: int | None, other: int | None) -> int | None:
    return other if one is None else one + (other or 0)
