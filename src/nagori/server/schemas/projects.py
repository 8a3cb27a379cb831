"""Projects, as they come in and go out."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, StringConstraints

from nagori.learn.answering import ProjectAnswer
from nagori.learn.evolving import Limits
from nagori.learn.reading import ShownLines
from nagori.learn.search import ProjectSearch
from nagori.learn.status import ProjectStatus
from nagori.learn.tree import TreeEntry
from nagori.server.schemas.base import ChangeInput, Id, Input
from nagori.values.failure import FailureRecord
from nagori.values.learning import (
    CheckedLines,
    CitedState,
    CodePattern,
    DomainKnowledge,
    LearningRecord,
    LearningRecordWithScore,
    Lines,
    MadeBy,
    QuestionType,
    RecordStatus,
    ToolCallStep,
)
from nagori.values.learning_round import LearningRound, RoundState
from nagori.values.memory import Page
from nagori.values.project import (
    AnalysisProgress,
    AnalysisState,
    AnalysisStep,
    EvolutionPhase,
    KnowledgeGap,
)

Question = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
FolderPath = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class NewProject(Input):
    """A folder of the server's machine to be learned about."""

    path: FolderPath = Field(description="The whole path, or one that begins with ~.")
    key: Id | None = Field(default=None, description="Else the folder's name.")


class AskProject(Input):
    """A question about a project."""

    question: Question


class LearningChange(ChangeInput):
    """Whether to learn in the background, and how much that may cost; null unsets a limit."""

    is_enabled: bool = True
    questions_per_day: Annotated[int, Field(ge=0, le=10**6)] | None = None
    tokens_per_day: Annotated[int, Field(ge=0, le=10**12)] | None = None
    cost_per_day: Annotated[float, Field(ge=0, le=10**6, allow_inf_nan=False)] | None = None


class Evolution(BaseModel):
    """Where the background learner stands."""

    is_enabled: bool
    current_phase: EvolutionPhase
    consecutive_errors: int
    last_error: str | None
    backoff_until: datetime | None
    questions_generated_today: int
    tokens_today: int
    cost_today: float
    total_questions_explored: int


class ProjectOut(BaseModel):
    """A project, with where its analysis and its learner stand."""

    key: str
    path: str
    tech_stack: list[str]
    analysis_status: dict[AnalysisStep, AnalysisState]
    analysis: AnalysisProgress
    evolution: Evolution
    limits: Limits
    files: int
    lines: int
    records: int = Field(description="What was learned and was not replaced since.")
    stale: int = Field(description="Records that rest on lines that changed.")
    failures: int
    created_at: datetime
    updated_at: datetime
    analysed_at: datetime | None
    evolved_at: datetime | None

    @classmethod
    def of(cls, status: ProjectStatus) -> Self:
        """The status, as it is sent."""
        project = status.project
        learner = project.evolution_status
        return cls(
            key=project.key,
            path=project.path,
            tech_stack=list(project.tech_stack),
            analysis_status=dict(project.analysis_status),
            analysis=status.analysis,
            evolution=Evolution(
                is_enabled=learner.is_enabled,
                current_phase=learner.current_phase,
                consecutive_errors=learner.consecutive_errors,
                last_error=learner.last_error,
                backoff_until=learner.backoff_until,
                questions_generated_today=learner.questions_generated_today,
                tokens_today=learner.tokens_today,
                cost_today=learner.cost_today,
                total_questions_explored=learner.total_questions_explored,
            ),
            limits=status.limits,
            files=project.files,
            lines=project.lines,
            records=project.records,
            stale=project.stale,
            failures=project.failures,
            created_at=project.created_at,
            updated_at=project.updated_at,
            analysed_at=project.analysed_at,
            evolved_at=project.evolved_at,
        )


class ProjectList(BaseModel):
    """All projects, in the order in which they were registered."""

    items: list[ProjectOut]


class Place(BaseModel):
    """Lines of a file."""

    path: str
    start: int
    end: int


class CitationOut(BaseModel):
    """Lines that show something, and what became of them if that was looked at."""

    path: str
    start: int
    end: int
    commit: str | None
    state: CitedState | None = Field(description="Null when the files were not looked at.")
    now: Place | None = Field(description="Where they stand now, when they moved.")

    @classmethod
    def of(cls, lines: Lines, checked: CheckedLines | None = None) -> Self:
        """The lines, as they are sent."""
        now = checked.now if checked else None
        return cls(
            path=lines.path,
            start=lines.start,
            end=lines.end,
            commit=lines.commit,
            state=checked.state if checked else None,
            now=Place(path=now.path, start=now.start, end=now.end) if now else None,
        )


class RecordOut(BaseModel):
    """A question about a project with its answer and the lines that show it."""

    id: str
    question: str
    question_type: QuestionType
    answer: str
    confidence: float
    created_at: datetime
    citations: list[CitationOut]
    exploration_path: list[ToolCallStep]
    related_records: list[str]
    tags: list[str]
    domain: str | None
    made_by: MadeBy
    status: RecordStatus
    score: float | None = Field(default=None, description="Of a search: 0 to 1.")
    parts: dict[str, float] | None = Field(default=None, description="What the score is made of.")

    @classmethod
    def of(
        cls,
        record: LearningRecord,
        checked: Sequence[CheckedLines] = (),
        *,
        score: float | None = None,
        parts: Mapping[str, float] | None = None,
    ) -> Self:
        """The record, as it is sent."""
        states = {one.lines: one for one in checked}
        return cls(
            id=record.id,
            question=record.question,
            question_type=record.question_type,
            answer=record.answer,
            confidence=record.confidence,
            created_at=record.created_at,
            citations=[CitationOut.of(one, states.get(one)) for one in record.citations],
            exploration_path=list(record.exploration_path),
            related_records=list(record.related_records),
            tags=list(record.tags),
            domain=record.domain,
            made_by=record.made_by,
            status=record.status,
            score=score,
            parts=None if parts is None else dict(parts),
        )


def found_record(found: LearningRecordWithScore) -> RecordOut:
    """A record that was found, as it is sent."""
    return RecordOut.of(found.record, found.checked, score=found.score, parts=found.parts)


class RecordPage(BaseModel):
    """Records, newest first."""

    items: list[RecordOut]
    next: str | None

    @classmethod
    def of(cls, page: Page[LearningRecord]) -> Self:
        """The page, as it is sent."""
        return cls(items=[RecordOut.of(one) for one in page], next=page.next)


class SearchOut(BaseModel):
    """Records that answer a query, best first."""

    items: list[RecordOut]
    degraded: list[str]

    @classmethod
    def of(cls, found: ProjectSearch) -> Self:
        """What was found, as it is sent."""
        return cls(items=[found_record(one) for one in found.items], degraded=list(found.degraded))


class AnswerOut(BaseModel):
    """An answer about a project, with what it rests on."""

    text: str
    made_by: Literal["model", "extractive"]
    records: list[RecordOut]
    citations: list[CitationOut]
    degraded: list[str]

    @classmethod
    def of(cls, answer: ProjectAnswer) -> Self:
        """The answer, as it is sent."""
        return cls(
            text=answer.text,
            made_by=answer.made_by,
            records=[found_record(one) for one in answer.records],
            citations=[CitationOut.of(one.lines, one) for one in answer.citations],
            degraded=list(answer.degraded),
        )


class FailurePage(BaseModel):
    """What did not work, newest first."""

    items: list[FailureRecord]
    next: str | None


class GapList(BaseModel):
    """What is not known yet, the most pressing first."""

    items: list[KnowledgeGap]


class DomainList(BaseModel):
    """What is known of each domain, by name."""

    items: list[DomainKnowledge]


class PatternList(BaseModel):
    """The ways of writing code that a project keeps to."""

    items: list[CodePattern]


class Tree(BaseModel):
    """Files and folders, each folder before what it holds."""

    items: list[TreeEntry]


class LinesOut(BaseModel):
    """Lines of a file as they stand now."""

    path: str
    start: int
    end: int
    lines: list[str]
    language: str | None
    total: int = Field(description="How many lines the file has.")

    @classmethod
    def of(cls, shown: ShownLines) -> Self:
        """The lines, as they are sent."""
        return cls(
            path=shown.path,
            start=shown.start,
            end=shown.end,
            lines=list(shown.lines),
            language=shown.language,
            total=shown.total,
        )


class RoundOut(BaseModel):
    """A round of learning."""

    id: str
    phase: EvolutionPhase
    state: RoundState
    gap: str | None
    question: str | None
    steps: list[ToolCallStep]
    tokens: int
    cost: float
    error: str | None
    record_ids: list[str]
    started_at: datetime
    updated_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, round: LearningRound) -> Self:
        """The round, as it is sent."""
        return cls(
            id=round.id,
            phase=round.phase,
            state=round.state,
            gap=round.gap,
            question=round.question,
            steps=list(round.steps),
            tokens=round.tokens,
            cost=round.cost,
            error=round.error,
            record_ids=list(round.record_ids),
            started_at=round.started_at,
            updated_at=round.updated_at,
            ended_at=round.ended_at,
        )


class RoundPage(BaseModel):
    """Rounds of learning, newest first."""

    items: list[RoundOut]
    next: str | None
