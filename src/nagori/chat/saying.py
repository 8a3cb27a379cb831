"""What a model says, piece by piece, as the events that tell of it."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import assert_never

from nagori.agent.loop import ProposalPiece, ResultPiece, Step
from nagori.chat.tags import Cue, TagReader
from nagori.values.event import (
    Answer,
    Done,
    Emotion,
    Event,
    Proposal,
    Thinking,
    ToolCall,
    ToolResult,
)
from nagori.values.prompt import CallPiece, EndPiece, TextPiece, ThoughtPiece


class Said:
    """What was said so far."""

    def __init__(self, reader: TagReader) -> None:
        self.emotion: str | None = None
        self.gesture: str | None = None
        self.called = False
        """Whether a tool was called."""
        self._reader = reader
        self._clean: list[str] = []
        self._raw: list[str] = []
        self._end = EndPiece()

    @property
    def text(self) -> str:
        """The answer, without emotion and gesture tags."""
        return "".join(self._clean).strip()

    @property
    def raw(self) -> str:
        """The answer as the model wrote it."""
        return "".join(self._raw)

    def take(self, step: Step) -> list[Event]:
        """The events that tell of one piece."""
        match step:
            case TextPiece(text):
                self._raw.append(text)
                return self._told(*self._reader.feed(text))
            case ThoughtPiece(text):
                return [Thinking(text)]
            case CallPiece(call):
                self.called = True
                return [ToolCall(call.id, call.name, call.arguments)]
            case ResultPiece(call, result):
                told = (result.text, result.error, result.ids, result.citations)
                return [ToolResult(call.id, *told)]
            case ProposalPiece(id, call):
                return [Proposal(id, call.name, call.arguments)]
            case EndPiece():
                self._end = step
                return []
            case _:
                assert_never(step)

    def close(self) -> list[Event]:
        """The events of what was held back until nothing more can come."""
        return self._told(self._reader.close(), ())

    def done(self) -> Done:
        """The event that ends it; the answer is not stored yet."""
        return Done(None, self._end.finish_reason, asdict(self._end.usage))

    def _told(self, clean: str, cues: Sequence[Cue]) -> list[Event]:
        events: list[Event] = []
        if clean:
            self._clean.append(clean)
            events.append(Answer(clean))
        for cue in cues:
            if cue.key == "emotion":
                self.emotion = cue.value
                events.append(Emotion(emotion=cue.value))
            else:
                self.gesture = cue.value
                events.append(Emotion(gesture=cue.value))
        return events
