"""What a tool gives back: the parts of our values that a model can use."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from nagori.text.secrets import redact
from nagori.values.citation import Citation
from nagori.values.learning import CheckedLines, CitedState, LearningRecordWithScore, Lines
from nagori.values.memory import Change, Memory
from nagori.values.recall import Recall, Recalled


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


class FoundPassage(Result):
    """A passage of a document that answers: what it says, and where it stands."""

    document_id: str
    title: str
    headings: list[str]
    page: int | None = None
    number: int
    """Of the passage in its document, from 1."""
    text: str
    score: float

    @classmethod
    def of(cls, item: Recalled, citation: Citation) -> Self:
        """What was recalled of a document; secrets in it are not for a model."""
        return cls(
            document_id=citation.document_id,
            title=citation.title,
            headings=list(citation.headings),
            page=citation.page,
            number=citation.number,
            text=redact(item.text).text,
            score=item.score,
        )


class DocumentsFound(Result):
    """What documents say, best first; `note` tells why there is nothing."""

    items: list[FoundPassage]
    note: str | None = None
    degraded: list[str]


class CitedLines(Result):
    """Lines that show something; where they stand now, when they moved."""

    path: str
    start: int
    end: int
    state: CitedState | None = None
    """None when the files could not be looked at."""

    @classmethod
    def of(cls, lines: Lines, checked: CheckedLines | None) -> Self:
        """The lines, where they are to be looked up."""
        now = (checked.now if checked else None) or lines
        state = checked.state if checked else None
        return cls(path=now.path, start=now.start, end=now.end, state=state)


class FoundRecord(Result):
    """Something learned about a project, with the lines that show it."""

    id: str
    question: str
    answer: str
    score: float
    confidence: float
    made_by: str
    stale: bool
    """Whether lines that it rests on are no longer as they were."""
    citations: list[CitedLines]

    @classmethod
    def of(cls, found: LearningRecordWithScore) -> Self:
        """A record, as a model sees it."""
        record, states = found.record, {one.lines: one for one in found.checked}
        return cls(
            id=record.id,
            question=record.question,
            answer=record.answer,
            score=found.score,
            confidence=record.confidence,
            made_by=record.made_by,
            stale=found.is_stale or record.status == "stale",
            citations=[CitedLines.of(one, states.get(one)) for one in record.citations],
        )


class RecordsFound(Result):
    """What was learned about a project that answers, best first."""

    project: str
    items: list[FoundRecord]
    degraded: list[str]


class Answered(Result):
    """An answer about a project, with what it rests on."""

    project: str
    text: str
    made_by: str
    citations: list[CitedLines]
    records: list[FoundRecord]
    degraded: list[str]


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
    projects: list[str] | None = None
    """Keys; None for who may not look into projects."""
