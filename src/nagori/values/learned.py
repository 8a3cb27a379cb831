"""What is about to be written about a project, and how much of it is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from nagori.values.draft import Indexed
from nagori.values.failure import OperationType
from nagori.values.learning import Lines, MadeBy, QuestionType, RecordStatus, ToolCallStep
from nagori.values.project import AnalysisState, AnalysisStep, ProjectFile


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """A learning record to be added; `nagori.write.record_index` makes it findable."""

    question: str
    question_type: QuestionType
    answer: str
    citations: tuple[Lines, ...]
    """What shows the answer; never empty."""
    confidence: float
    indexed: Indexed
    """Pieces of question and answer; `start` and `end` count through "question\\nanswer"."""
    claim: str | None = None
    """What an analysis knows its record by, whatever it says now: `enum:src/kinds.py:Kind`.

    Of one claim one record holds: what says the same stays, what says something else replaces it.
    """
    exploration_path: tuple[ToolCallStep, ...] = ()
    related_records: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    domain: str | None = None
    made_by: MadeBy = "model"
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    id: str | None = None
    """Of a record that comes back from elsewhere; a new one gets the next of its day."""
    created_at: datetime | None = None
    status: RecordStatus = "active"
    replaced_by: str | None = None


@dataclass(frozen=True, slots=True)
class FailureDraft:
    """A failure to be noted."""

    operation_type: OperationType
    operation: str
    """What was tried, in words."""
    signature: str
    """Equal for what is the same attempt."""
    error: str
    context: Mapping[str, str] = field(default_factory=dict[str, str])
    avoid_strategy: str | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an analysis found, to be written as one; None leaves a thing as it is."""

    files: Sequence[ProjectFile] = ()
    """New or changed."""
    gone: Sequence[str] = ()
    """Paths of files that are there no more."""
    steps: Mapping[AnalysisStep, AnalysisState] = field(
        default_factory=dict[AnalysisStep, AnalysisState]
    )
    """Steps whose state changed."""
    tech_stack: tuple[str, ...] | None = None
    fingerprint: str | None = None
    """Of all files; with one the analysis is complete, without it under way."""
    records: Sequence[RecordDraft] = ()
    withdrawn: Sequence[str] = ()
    """Claims that hold no more: their records count as replaced, by none."""


@dataclass(frozen=True, slots=True)
class Known:
    """How many records tell of something; replaced ones don't count."""

    active: int = 0
    stale: int = 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the records of a project tell of."""

    files: Mapping[str, Known]
    """By the path of each cited file."""
    domains: Mapping[str, Known]
