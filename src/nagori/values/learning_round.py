"""A round: one unit of background learning."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nagori.values.learning import ToolCallStep
from nagori.values.project import EvolutionPhase

RoundState = Literal["running", "done", "failed", "given up"]
"""`given up` when those who did it went away without a word, twice."""
RoundEnd = Literal["done", "failed", "given up"]


@dataclass(frozen=True, slots=True)
class LearningRound:
    """A round as it stands."""

    id: str
    project_key: str
    phase: EvolutionPhase
    state: RoundState
    started_at: datetime
    updated_at: datetime
    gap: str | None = None
    """What is to be learned, as the learner knows it; None until it chose."""
    question: str | None = None
    steps: tuple[ToolCallStep, ...] = ()
    tokens: int = 0
    cost: float = 0.0
    error: str | None = None
    record_ids: tuple[str, ...] = ()
    taken_over: int = 0
    """How often it went on in another process."""
    ended_at: datetime | None = None
    lease: str | None = None
    """Of whoever does it; None for everybody who only looks."""
