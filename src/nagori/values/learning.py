"""What was learned about a project: a question, its answer, and the lines that show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

QuestionType = Literal[
    "CODE_STRUCTURE",
    "BUSINESS_LOGIC",
    "DATA_FLOW",
    "DEPENDENCY",
    "CONFIGURATION",
    "ERROR_ANALYSIS",
    "BEST_PRACTICE",
    "DOMAIN_KNOWLEDGE",
]
CitedState = Literal["unchanged", "moved", "changed", "gone"]
"""What became of cited lines: `moved` when the very lines stand elsewhere now."""
RecordStatus = Literal["active", "stale", "replaced"]
MadeBy = Literal["analysis", "model", "person"]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a file of a project, as they were when something was learned from them."""

    path: str
    """In the project's folder, with `/`."""
    start: int
    """From 1."""
    end: int
    """The last one, itself included."""
    hash: str
    """Of the lines' text, so that they are known again elsewhere."""
    commit: str | None = None
    """Of the repository then, if it is one."""


@dataclass(frozen=True, slots=True)
class CheckedLines:
    """Cited lines with what became of them."""

    lines: Lines
    state: CitedState
    now: Lines | None = None
    """Where they stand now, when they moved."""


@dataclass(frozen=True, slots=True)
class ToolCallStep:
    """A step on the way to an answer."""

    tool_name: str
    parameters: Mapping[str, str]
    result_summary: str
    timestamp: datetime


@dataclass(frozen=True, slots=True)
class LearningRecord:
    """A question about a project with its answer. Records add up; none is overwritten."""

    id: str
    """Like `lr-20260213-001`."""
    project_key: str
    question: str
    question_type: QuestionType
    answer: str
    citations: tuple[Lines, ...]
    """What shows the answer; never empty."""
    confidence: float
    created_at: datetime
    exploration_path: tuple[ToolCallStep, ...] = ()
    related_records: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    domain: str | None = None
    made_by: MadeBy = "model"
    status: RecordStatus = "active"
    replaced_by: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def source_files(self) -> tuple[str, ...]:
        """The files that are cited, each once."""
        return tuple(dict.fromkeys(lines.path for lines in self.citations))


@dataclass(frozen=True, slots=True)
class LearningRecordWithScore:
    """A record as it was found for a query."""

    record: LearningRecord
    score: float
    """0 to 1."""
    parts: Mapping[str, float]
    checked: tuple[CheckedLines, ...] = ()

    @property
    def is_stale(self) -> bool:
        """Whether lines that it rests on are no longer as they were."""
        return any(one.state in ("changed", "gone") for one in self.checked)


@dataclass(frozen=True, slots=True)
class Concept:
    """A word that a domain is made of."""

    name: str
    description: str
    related_files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DomainKnowledge:
    """What is known of one domain of a project, drawn from its records."""

    id: str
    """Like `dk-repayment`."""
    project_key: str
    domain: str
    summary: str
    key_concepts: tuple[Concept, ...]
    key_files: tuple[str, ...]
    source_record_ids: tuple[str, ...]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class CodePattern:
    """A way of writing code that a project keeps to."""

    pattern_type: str
    description: str
    example_files: tuple[str, ...]
    usage_scenarios: tuple[str, ...] = ()
