"""One step of the loop: what the model said and called, and what came back."""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.values.prompt import Call, PromptMessage


@dataclass(frozen=True, slots=True)
class Round:
    """A step that is over; its results stand as they go into a prompt."""

    text: str
    calls: tuple[Call, ...]
    results: tuple[str, ...]
    """Fenced, one for each call."""


def as_called(rounds: Sequence[Round]) -> list[PromptMessage]:
    """What was called and what came back, for a model that knows tools."""
    messages: list[PromptMessage] = []
    for round in rounds:
        messages.append(PromptMessage("assistant", round.text, calls=round.calls))
        messages += [
            PromptMessage("tool", result, call_id=call.id, name=call.name)
            for call, result in zip(round.calls, round.results, strict=True)
        ]
    return messages
