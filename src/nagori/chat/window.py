"""Which past messages stand in a prompt word for word."""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.values.message import Message


@dataclass(frozen=True, slots=True)
class Window:
    """Past messages for a prompt, oldest first. What is in neither is in the chat's summary."""

    kept: tuple[Message, ...]
    """They stand word for word."""
    overflow: tuple[Message, ...]
    """Not yet summarised and too many to stand: the turn folds them itself."""


def split_window(past: Sequence[Message], *, rounds: int, most: int) -> Window:
    """The last rounds and whatever is not yet summarised, `most` messages of them word for word.

    A round begins with a user's message. Messages that are still written, were replaced, or come
    from the system have no part in it; a partial answer has.
    """
    said = [message for message in past if _was_said(message)]
    recent = start_of_last(said, rounds)
    wanted = [m for at, m in enumerate(said) if at >= recent or not m.is_summarized]
    cut = max(0, len(wanted) - max(0, most))
    return Window(
        kept=tuple(wanted[cut:]),
        overflow=tuple(message for message in wanted[:cut] if not message.is_summarized),
    )


def _was_said(message: Message) -> bool:
    return message.role != "system" and message.state not in ("streaming", "replaced")


def start_of_last(said: Sequence[Message], rounds: int) -> int:
    """Where the last so many rounds begin; what precedes the very first one belongs to it."""
    starts = [at for at, message in enumerate(said) if message.role == "user"]
    if rounds <= 0:
        return len(said)
    return starts[-rounds] if len(starts) > rounds else 0
