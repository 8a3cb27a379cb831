"""Chats that were held elsewhere, on their way in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from nagori.values.message import Role


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a transcript."""

    id: str
    """The same each time the file is read; unique in its transcript."""
    role: Role
    speaker: str
    """Who said it, as the file names them; the role where it names nobody."""
    text: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """One chat of a file, in the order in which it was held."""

    id: str
    """The same each time the file is read."""
    title: str | None
    messages: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Unread:
    """A place in a file that can't be read, and what is wrong there."""

    file: str
    line: int
    problem: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far memorising has come, in messages, and how many memories it made so far."""

    done: int
    total: int
    remembered: int


@dataclass(frozen=True, slots=True)
class Considered:
    """What memorising would do with a message, and why."""

    line: Line
    keep: bool
    sentence: str | None
    """What would be kept of it."""
    reason: str
