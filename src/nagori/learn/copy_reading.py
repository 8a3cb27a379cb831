"""Copies of a project's records as values again.

What is read may come from anywhere: every field is checked, a citation leads into the project's
folder or the copy is refused, and what is wrong is told in words.
"""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic import ValidationError as Refused
from pydantic.alias_generators import to_camel

from nagori.errors import InvalidInputError, UserError
from nagori.learn.copy_shapes import VERSION
from nagori.learn.folder import allowed
from nagori.learn.place import joined
from nagori.text.rules import checked_metadata, checked_text, checked_time
from nagori.values.failure import FailureRecord, FailureStatus, OperationType
from nagori.values.learning import (
    Concept,
    DomainKnowledge,
    LearningRecord,
    Lines,
    MadeBy,
    QuestionType,
    RecordStatus,
    ToolCallStep,
)

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
_LATEST = datetime(2200, 1, 1, tzinfo=UTC)
_LAST_LINE = 10_000_000
_MOST = 1000


def _ours(check: Callable[[], T]) -> T:
    try:
        return check()
    except UserError as error:
        raise ValueError(str(error)) from None


def _text(value: object) -> str:
    return _ours(lambda: checked_text(value))


def _path(value: object) -> str:
    parts = _ours(lambda: allowed(value)) if isinstance(value, str) else ()
    if not parts:
        raise ValueError("give the path of a file in the project's folder")
    return joined(parts)


def _instant(value: object) -> datetime:
    at = _ours(lambda: checked_time(value, "time"))
    if not _EARLIEST <= at <= _LATEST:
        raise ValueError("give a time of our days")
    return at


Text = Annotated[str, BeforeValidator(_text)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Words = Annotated[str, StringConstraints(max_length=20_000)]
Path = Annotated[str, BeforeValidator(_path)]
Instant = Annotated[datetime, BeforeValidator(_instant)]
Metadata = Annotated[
    dict[str, Any], BeforeValidator(lambda value: _ours(lambda: checked_metadata(value)))
]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Commit = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{6,64}$")]
RecordId = Annotated[str, StringConstraints(pattern=r"^lr-[0-9]{8}-[0-9]{3,15}$")]
FailureId = Annotated[str, StringConstraints(pattern=r"^fr-[0-9]{8}-[0-9]{3,15}$")]
DomainId = Annotated[str, StringConstraints(pattern=r"^dk-[^\s/\\]{1,200}$")]


class _Shape(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, frozen=True, extra="ignore")


class _Lines(_Shape):
    path: Path
    start: int = Field(ge=1, le=_LAST_LINE)
    end: int = Field(ge=1, le=_LAST_LINE)
    hash: Hash
    commit: Commit | None = None

    def value(self) -> Lines:
        if self.end < self.start:
            raise InvalidInputError("citations", f"{self.path} ends before it starts")
        return Lines(self.path, self.start, self.end, self.hash, self.commit)


class _Step(_Shape):
    tool_name: Word
    parameters: dict[Word, Words]
    result_summary: Words
    time: Instant

    def value(self) -> ToolCallStep:
        return ToolCallStep(self.tool_name, self.parameters, self.result_summary, self.time)


class _Record(_Shape):
    id: RecordId
    created: Instant
    question: Text
    question_type: QuestionType
    answer: Text
    confidence: float = Field(ge=0, le=1, allow_inf_nan=False)
    citations: tuple[_Lines, ...] = Field(min_length=1, max_length=_MOST)
    exploration_path: tuple[_Step, ...] = Field(default=(), max_length=_MOST)
    related_records: tuple[RecordId, ...] = Field(default=(), max_length=_MOST)
    tags: tuple[Word, ...] = Field(default=(), max_length=_MOST)
    domain: Word | None = None
    made_by: MadeBy
    status: RecordStatus = "active"
    replaced_by: RecordId | None = None
    claim: Words | None = None
    metadata: Metadata = Field(default_factory=dict[str, Any])

    def value(self, project: str) -> LearningRecord:
        return LearningRecord(
            id=self.id,
            project_key=project,
            question=self.question,
            question_type=self.question_type,
            answer=self.answer,
            citations=tuple(one.value() for one in self.citations),
            confidence=self.confidence,
            created_at=self.created,
            exploration_path=tuple(one.value() for one in self.exploration_path),
            related_records=self.related_records,
            tags=self.tags,
            domain=self.domain,
            made_by=self.made_by,
            status=self.status,
            replaced_by=self.replaced_by,
            metadata=self.metadata,
        )


class _Failure(_Shape):
    id: FailureId
    time: Instant
    operation_type: OperationType
    operation: Text
    signature: Text
    error: Text
    context: dict[Word, Words] = Field(default_factory=dict[str, str])
    retry_count: int = Field(default=0, ge=0, le=1_000_000)
    status: FailureStatus = "PENDING"
    avoid_strategy: Words | None = None


class _Concept(_Shape):
    name: Word
    description: Words
    related_files: tuple[Path, ...] = Field(default=(), max_length=_MOST)


class _Domain(_Shape):
    id: DomainId
    domain: Word
    summary: Text
    key_concepts: tuple[_Concept, ...] = Field(default=(), max_length=_MOST)
    key_files: tuple[Path, ...] = Field(default=(), max_length=_MOST)
    source_record_ids: tuple[RecordId, ...] = Field(default=(), max_length=_MOST)
    created: Instant
    updated: Instant


Kind = Literal["learning record", "analysis", "failure record", "domain knowledge"]


def told(data: bytes, kind: Kind) -> Mapping[str, Any]:
    """What a file says, if it is a copy of that kind; `InvalidInputError` says why it is none."""
    try:
        given: object = json.loads(data)
    except (ValueError, RecursionError):
        raise InvalidInputError("copy", "it is no JSON") from None
    if not isinstance(given, dict):
        raise InvalidInputError("copy", "it is no JSON object")
    copy = cast("dict[str, Any]", given)
    if copy.get("kind") != kind:
        raise InvalidInputError("kind", f"it is no copy of a {kind}")
    if copy.get("nagori") != VERSION:
        raise InvalidInputError("nagori", "a newer program wrote it, in another form")
    return copy


def record_of(copy: object, project: str) -> tuple[LearningRecord, str | None]:
    """The record, and the claim that an analysis knows it by."""
    shape = _shaped(_Record, copy)
    return shape.value(project), shape.claim


def failure_of(copy: object, project: str) -> FailureRecord:
    """The failure."""
    one = _shaped(_Failure, copy)
    return FailureRecord(
        id=one.id,
        project_key=project,
        operation_type=one.operation_type,
        operation=one.operation,
        signature=one.signature,
        error=one.error,
        timestamp=one.time,
        context=one.context,
        retry_count=one.retry_count,
        status=one.status,
        avoid_strategy=one.avoid_strategy,
    )


def domain_of(copy: object, project: str) -> DomainKnowledge:
    """What is known of a domain."""
    one = _shaped(_Domain, copy)
    return DomainKnowledge(
        id=one.id,
        project_key=project,
        domain=one.domain,
        summary=one.summary,
        key_concepts=tuple(
            Concept(concept.name, concept.description, concept.related_files)
            for concept in one.key_concepts
        ),
        key_files=one.key_files,
        source_record_ids=one.source_record_ids,
        created_at=one.created,
        updated_at=one.updated,
    )


def _shaped(shape: type[M], copy: object) -> M:
    try:
        return shape.model_validate(copy)
    except Refused as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(one) for one in first["loc"]) or "copy"
        raise InvalidInputError(where, first["msg"].removeprefix("Value error, ")) from None
