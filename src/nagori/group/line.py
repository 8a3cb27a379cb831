"""A message of a group as the scorers see it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One message: who said what, when, and what the platform knows of whom it is for."""

    id: str
    speaker: str
    """The stable id; a name may change or be another's tomorrow."""
    name: str
    text: str
    at: float
    """Seconds; only differences count."""
    reply_to: str | None = None
    """The message that this one quotes or answers, as the platform says."""
    mentions: tuple[str, ...] = ()
    """Speakers that the platform says are mentioned."""
    is_system: bool = False
