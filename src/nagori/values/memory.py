"""A memory: one remembered statement."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

Tag = Literal["user_input", "ai_output", "manual", "summary"]
TAGS: tuple[Tag, ...] = ("user_input", "ai_output", "manual", "summary")
RAW_TAGS: tuple[Tag, ...] = ("user_input", "ai_output")
"""What was said, word for word; the other tags are statements made to be kept."""

Status = Literal["active", "retired", "superseded", "quarantined"]
Stage = Literal["stored", "embedded", "settled", "failed"]
Trust = Literal["own", "untrusted"]
"""Whose words a memory rests on: the scope's own user, or anybody else's."""

SourceKind = Literal["statement", "message", "file", "import"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a memory came from: the message or file, and which part of it."""

    kind: SourceKind
    ref: str
    """A message's id, a file's name, or who stated it."""
    at: datetime
    start: int | None = None
    end: int | None = None
    hash: str | None = None
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One remembered statement with tag, scope, time and sources."""

    id: str
    text: str
    tag: Tag
    scope: str
    created_at: datetime
    updated_at: datetime
    bot: str | None = None
    chat_id: str | None = None
    emotion_label: str | None = None
    times_said: int = 1
    status: Status = "active"
    stage: Stage = "stored"
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    superseded_by: str | None = None
    sources: tuple[Source, ...] = ()
    confidence: float = 1.0
    trust: Trust = "own"
    degraded: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One step in the life of a memory."""

    at: datetime
    what: Literal["created", "confirmed", "edited", "superseded", "retired", "restored"]
    before: str | None
    after: str | None
    by: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an erasure destroyed, and what is still to be destroyed by a job."""

    erased: Mapping[str, int]
    pending: Sequence[str]
    at: datetime


T = TypeVar("T")


@dataclass(frozen=True)  # no slots: Python 3.11 can't make a `Page[Memory](…)` with them
class Page(Generic[T]):
    """A part of a list; `next` is the cursor of the following part, if there is one."""

    items: Sequence[T]
    next: str | None = None

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)
