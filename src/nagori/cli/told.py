"""What a turn told, put together from its events."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, assert_never

from nagori.values.event import (
    Answer,
    Degraded,
    Done,
    Emotion,
    Error,
    Event,
    Learned,
    Proposal,
    RecalledItems,
    Started,
    Thinking,
    ToolCall,
    ToolResult,
)

if TYPE_CHECKING:
    from nagori.values.recall import Recalled


@dataclass(slots=True)
class ToolUse:
    """A tool that was called, and what came of it once that is known."""

    name: str
    arguments: str
    result: str | None = None
    error: str | None = None
    proposal: str | None = None
    """The proposal that it became: nothing was done yet."""


@dataclass(slots=True)
class Told:
    """A question and what came of it, so far."""

    message: str
    chat_id: str | None = None
    items: "Sequence[Recalled]" = ()
    degraded: list[str] = field(default_factory=list[str])
    thinking: str = ""
    uses: list[ToolUse] = field(default_factory=list[ToolUse])
    proposals: list[Proposal] = field(default_factory=list[Proposal])
    answer: str = ""
    emotion: str | None = None
    gesture: str | None = None
    finish_reason: str | None = None
    error: Error | None = None
    number: int = 0
    """The last event that was taken in."""
    thought_s: float = 0.0
    """How long it thought."""
    _began: float | None = None

    def take(self, event: Event, at: float) -> None:
        """Take in an event that came at a moment of a steady clock."""
        self.number = event.number
        match event:
            case Started(chat_id=chat_id):
                self.chat_id = chat_id
            case RecalledItems(items=items):
                self.items = items
            case Thinking(text=text):
                self.thinking += text
                self._began = at if self._began is None else self._began
                self.thought_s = at - self._began
            case Answer(text=text):
                if self._began is not None and not self.answer:
                    self.thought_s = at - self._began
                self.answer += text
            case Emotion(emotion=emotion, gesture=gesture):
                self.emotion, self.gesture = emotion or self.emotion, gesture or self.gesture
            case Degraded(what=what, why=why):
                self.degraded.append(f"{what}: {why}")
            case Error():
                self.error = event
            case Done(finish_reason=reason):
                self.finish_reason = reason
            case ToolCall(name=name, arguments=arguments):
                self.uses.append(ToolUse(name, arguments))
            case Proposal() | ToolResult():
                self._note(event)
            case Learned():
                pass  # it comes after a turn, by the live feed
            case _:
                assert_never(event)

    def document(self) -> dict[str, Any]:
        """All of it as JSON."""
        failed = {"code": self.error.code, "detail": self.error.detail} if self.error else None
        return {
            "message": self.message,
            "answer": self.answer.strip(),
            "thinking": self.thinking,
            "tools": [_tool(use) for use in self.uses],
            "proposals": [_proposal(proposal) for proposal in self.proposals],
            "emotion": self.emotion,
            "gesture": self.gesture,
            "recalled": list(self.items),
            "degraded": self.degraded,
            "finish_reason": self.finish_reason,
            "error": failed,
        }

    def _note(self, event: Proposal | ToolResult) -> None:
        """Put it to the last call: calls are made one after the other."""
        if isinstance(event, Proposal):
            self.proposals.append(event)
        if not self.uses:
            return
        use = self.uses[-1]
        if isinstance(event, Proposal):
            use.proposal = event.id
        else:
            use.result, use.error = event.content, event.error


def _tool(use: ToolUse) -> dict[str, Any]:
    return {
        "name": use.name,
        "arguments": use.arguments,
        "result": use.result,
        "error": use.error,
        "proposal": use.proposal,
    }


def _proposal(proposal: Proposal) -> dict[str, Any]:
    return {"id": proposal.id, "tool": proposal.tool, "arguments": proposal.arguments}
