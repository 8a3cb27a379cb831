"""A project: a folder that is learned about, and what is known of it and of all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, get_args

from nagori.values.failure import FailureRecord
from nagori.values.learning import (
    CodePattern,
    DomainKnowledge,
    LearningRecord,
    LearningRecordWithScore,
)

EvolutionPhase = Literal["IDLE", "GENERATING_QUESTION", "EXPLORING", "SUMMARIZING", "BACKING_OFF"]
GapType = Literal[
    "UNEXPLORED_DIRECTORY", "INCOMPLETE_DOMAIN", "MISSING_DEPENDENCY", "UNDOCUMENTED_PATTERN"
]
AnalysisStep = Literal[
    "project_structure",
    "tech_stack",
    "api_entries",
    "db_entities",
    "enums",
    "config_files",
    "dependencies",
]
STEPS: tuple[AnalysisStep, ...] = get_args(AnalysisStep)
Skipped = Literal["binary", "large", "data", "generated"]
"""Why a file is known but not analysed."""
AnalysisState = Literal["PENDING", "RUNNING", "COMPLETED", "FAILED"]
ANALYSE_JOB = "analyse"
"""Queued for a project that is to be analysed by a worker; its key is the project's scope."""
LEARN_JOB = "learn"
"""Queued for a project that is learned about in the background; its key is the same."""


@dataclass(frozen=True, slots=True)
class EvolutionStatus:
    """Where the background learner of a project stands."""

    is_enabled: bool = True
    current_phase: EvolutionPhase = "IDLE"
    consecutive_errors: int = 0
    last_error: str | None = None
    backoff_until: datetime | None = None
    questions_generated_today: int = 0
    tokens_today: int = 0
    cost_today: float = 0.0
    last_reset_date: str = ""
    """A day as `2026-02-13`, where the project's people live."""
    total_questions_explored: int = 0


@dataclass(frozen=True, slots=True)
class Project:
    """A folder that is learned about."""

    key: str
    path: str
    """Of the folder, on this machine."""
    tech_stack: tuple[str, ...]
    analysis_status: Mapping[AnalysisStep, AnalysisState]
    evolution_status: EvolutionStatus
    fingerprint: str
    """Of all files, when it was analysed last; empty before."""
    files: int
    lines: int
    records: int
    created_at: datetime
    updated_at: datetime
    analysed_at: datetime | None = None
    evolved_at: datetime | None = None
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What is set for this project alone."""
    stale: int = 0
    """How many of the records rest on lines that changed."""
    failures: int = 0


@dataclass(frozen=True, slots=True)
class AnalysisProgress:
    """How far an analysis is, in this process."""

    running: bool = False
    done: int = 0
    """Files that were looked into."""
    total: int = 0
    """0 while it waits or counts."""


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A file of a project as it was when it was read last."""

    path: str
    size: int
    mtime_ns: int
    hash: str
    """SHA-256 of its bytes; empty for a file that is too large to be read."""
    language: str | None
    lines: int
    skipped: Skipped | None = None
    read_ns: int = 0
    """When its content was read."""
    outline: str | None = None
    """What was found in it, as JSON; None for what is not analysed."""

    @property
    def is_analysed(self) -> bool:
        """Whether it holds something to learn from."""
        return self.skipped is None


@dataclass(frozen=True, slots=True)
class KnowledgeGap:
    """Something about a project that is not known yet."""

    type: GapType
    description: str
    priority: int
    """The higher the sooner."""
    suggested_question: str
    target: str
    """What it is about: a directory, a domain, a dependency, a pattern."""


@dataclass(frozen=True, slots=True)
class ProjectMemory:
    """Everything that is known of a project."""

    project_key: str
    project_path: str
    tech_stack: tuple[str, ...]
    domain_knowledge: Sequence[DomainKnowledge]
    learning_record_ids: Sequence[str]
    failure_record_ids: Sequence[str]
    code_patterns: Sequence[CodePattern]
    evolution_status: EvolutionStatus
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class ProjectContext:
    """What a good next question is made from."""

    project_memory: ProjectMemory
    knowledge_gaps: Sequence[KnowledgeGap]
    recent_learning: Sequence[LearningRecord]
    failed_explorations: Sequence[FailureRecord]


@dataclass(frozen=True, slots=True)
class BestPractice:
    """Something that is good to do in any project."""

    id: str
    title: str
    description: str
    applicable_scenarios: tuple[str, ...]
    source_projects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrossProjectPattern:
    """A way of writing code that several projects keep to."""

    pattern_name: str
    description: str
    occurrences: int
    example_projects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GlobalMemory:
    """What holds beyond one project."""

    best_practices: Sequence[BestPractice]
    cross_project_patterns: Sequence[CrossProjectPattern]
    version: str
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class LoadedMemory:
    """What is known that has to do with a question about a project."""

    learning_records: Sequence[LearningRecordWithScore]
    project_memory: ProjectMemory
    domain_knowledge: Sequence[DomainKnowledge]
    best_practices: Sequence[BestPractice] = field(default_factory=tuple[BestPractice, ...])
    """Of all projects."""
    degraded: Sequence[str] = ()
    """What had to be left out, and why."""
