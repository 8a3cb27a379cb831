"""What a tool gives back: the parts of our values that a model can use."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from nagori.values.memory import Change, Memory
from nagori.values.recall import Recall


class Result(BaseModel):
    """A result, made from one of our values by the names of its fields."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


class FoundItem(Result):
    """A memory or message that answers, with how well."""

    id: str
    kind: str
    text: str
    score: float
    at: datetime
    tag: str | None = None
    chat_id: str | None = None
    speaker: str | None = None


class Found(Result):
    """What answers a query, best first, and what could not be looked at."""

    items: list[FoundItem]
    degraded: list[str]

    @classmethod
    def of(cls, recall: Recall) -> Self:
        """What was recalled."""
        return cls.model_validate(recall)


class KnownMemory(Result):
    """A memory."""

    id: str
    text: str
    tag: str
    status: str
    times_said: int
    created_at: datetime
    updated_at: datetime
    emotion_label: str | None = None
    chat_id: str | None = None
    external_id: str | None = None
    metadata: dict[str, Any]
    degraded: list[str]

    @classmethod
    def of(cls, memory: Memory) -> Self:
        """A memory, as a model sees it."""
        return cls.model_validate(memory)


class KnownChange(Result):
    """One step in the life of a memory."""

    at: datetime
    what: str
    before: str | None = None
    after: str | None = None


class MemoryStory(Result):
    """A memory and what happened to it."""

    memory: KnownMemory
    history: list[KnownChange]

    @classmethod
    def of(cls, memory: Memory, history: Sequence[Change]) -> Self:
        """A memory with its history, oldest first."""
        changes = [KnownChange.model_validate(change) for change in history]
        return cls(memory=KnownMemory.of(memory), history=changes)


class Memories(Result):
    """A page of memories; `next` is the cursor of the one after it."""

    items: list[KnownMemory]
    next: str | None = None


class Deleted(Result):
    """What is no longer shown."""

    memory_id: str
    status: str


class DocumentsFound(Result):
    """What documents say."""

    items: list[FoundItem]
    note: str


class Context(Result):
    """Memories for a prompt, ready to be put in."""

    text: str
    items: list[FoundItem]
    degraded: list[str]


class Standing(Result):
    """How memory is doing, and how much of it is the caller's."""

    user: str
    store: str
    embedder: str
    models: dict[str, str]
    may_write: bool
    memories: int
    chats: int
    counted_all: bool
    """False when there is more than was counted."""
