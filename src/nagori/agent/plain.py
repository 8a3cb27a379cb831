"""Tools in plain text, for models that can't be offered any.

Tools are described in a system message. A call is a line
`<tool_call>{"name": …, "arguments": {…}}</tool_call>`; it is taken out of what the model says, also
when it comes split over pieces. What tools gave back follows as a message of the user's role.
"""

import json
from collections.abc import Sequence
from typing import cast

from nagori.agent.fence import CALL_MARK
from nagori.agent.round import Round
from nagori.errors import ModelReplyError
from nagori.llm.shape import arguments, new_call_id
from nagori.remote.problem import RequestRefusedError
from nagori.values.prompt import Call, CallPiece, PromptMessage, TextPiece, Tool

_OPEN, _CLOSE = f"<{CALL_MARK}>", f"</{CALL_MARK}>"
_LONGEST_CALL = 64_000
"""Characters; what is longer is no call that anybody could run."""
_TOLD = """\
You can use tools. To use one, write one line of this form, and nothing after it:
{open}{{"name": "…", "arguments": {{…}}}}{close}
What the tool gave back comes in the next message, between marks. Use a tool only where it helps; \
otherwise just answer. Never show such a line to the user in any other way. The tools, with the \
JSON schemas of their arguments:
{tools}"""
_ENOUGH = "No more tools can be used now. Answer the user with what is known by now."


def refuses_tools(error: ModelReplyError) -> bool:
    """Whether a provider found that the model can't be offered tools."""
    said = error.problem.casefold()
    return isinstance(error, RequestRefusedError) and ("tool" in said or "function" in said)


def tools_in_words(tools: Sequence[Tool]) -> PromptMessage:
    """The system message that describes tools to a model that can't be offered any."""
    lines = [
        f"- {tool.name}: {tool.description} {json.dumps(tool.parameters, ensure_ascii=False)}"
        for tool in tools
    ]
    told = _TOLD.format(open=_OPEN, close=_CLOSE, tools="\n".join(lines))
    return PromptMessage("system", told, "persona")


def with_tools_in_words(
    messages: Sequence[PromptMessage], tools: Sequence[Tool]
) -> list[PromptMessage]:
    """The prompt with tools behind the persona, where it stays the same from turn to turn."""
    at = 1 if messages and messages[0].layer == "persona" else 0
    return [*messages[:at], tools_in_words(tools), *messages[at:]]


def in_words(rounds: Sequence[Round], *, last: bool) -> list[PromptMessage]:
    """What was called and what came back, without roles and fields that a model may not know.

    `last` says that there are no more tools, so that an answer is due.
    """
    messages: list[PromptMessage] = []
    for round in rounds:
        called = [_line(call) for call in round.calls]
        said = "\n".join(filter(None, (round.text.strip(), *called)))
        messages.append(PromptMessage("assistant", said))
        messages.append(PromptMessage("user", "\n\n".join(round.results)))
    if last and messages:
        told = f"{messages[-1].content}\n\n{_ENOUGH}"
        messages[-1] = PromptMessage("user", told)
    return messages


class CallReader:
    """Takes calls out of a text that comes in pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._inside = False
        self._looked = 0
        """Up to where what is held was searched for the end of a call."""

    def feed(self, piece: str) -> list[TextPiece | CallPiece]:
        """The text that is sure by now, and calls that are whole."""
        self._held += piece
        found: list[TextPiece | CallPiece] = []
        while self._take_call(found) if self._inside else self._take_text(found):
            pass
        return found

    def close(self) -> list[TextPiece | CallPiece]:
        """The rest. A call that was not ended is one all the same, if it can be read."""
        held, inside = self._held, self._inside
        self._held, self._inside, self._looked = "", False, 0
        if inside:
            return [CallPiece(_call(held))]
        return [TextPiece(held)] if held else []

    def _take_text(self, found: list[TextPiece | CallPiece]) -> bool:
        """Take what stands before a call; whether a call begins."""
        at = self._held.find(_OPEN)
        begins = at >= 0
        if not begins:
            at = len(self._held) - _beginning_at_end(self._held)
        if at:
            found.append(TextPiece(self._held[:at]))
        self._held = self._held[at + len(_OPEN) if begins else at :]
        self._inside, self._looked = begins, 0
        return begins

    def _take_call(self, found: list[TextPiece | CallPiece]) -> bool:
        """Take a call; whether it is whole."""
        at = self._held.find(_CLOSE, self._looked)
        self._looked = max(0, len(self._held) - len(_CLOSE))
        if at < 0 and len(self._held) <= _LONGEST_CALL:
            return False
        end = at if at >= 0 else len(self._held)
        found.append(CallPiece(_call(self._held[:end])))
        self._held = self._held[end + len(_CLOSE) :]
        self._inside = False
        return True


def _beginning_at_end(text: str) -> int:
    """How many of the last characters may be the beginning of a call."""
    sizes = range(min(len(_OPEN) - 1, len(text)), 0, -1)
    return next((size for size in sizes if text.endswith(_OPEN[:size])), 0)


def _call(written: str) -> Call:
    """The call; one that can't be read has no name, and is told so as its result."""
    try:
        value: object = json.loads(written)
    except (ValueError, RecursionError):
        return Call(new_call_id(), "", written)
    match value:
        case {"name": str(name)}:
            given = cast("dict[str, object]", value).get("arguments")
            return Call(new_call_id(), name, arguments(given))
        case _:
            return Call(new_call_id(), "", written)


def _line(call: Call) -> str:
    if not call.name:
        return f"{_OPEN}{call.arguments}{_CLOSE}"
    return f'{_OPEN}{{"name": {json.dumps(call.name)}, "arguments": {call.arguments}}}{_CLOSE}'
