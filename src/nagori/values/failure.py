"""What did not work while learning, so that it is not tried over and over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

OperationType = Literal[
    "PROJECT_ANALYSIS",
    "CODE_VECTORIZATION",
    "SELF_EVOLUTION_QUESTION",
    "SELF_EVOLUTION_EXPLORATION",
    "SELF_EVOLUTION_SUMMARY",
]
FailureStatus = Literal["PENDING", "RETRYING", "RECOVERED", "FAILED"]


@dataclass(frozen=True, slots=True)
class FailureRecord:
    """An operation that failed, and what to do instead."""

    id: str
    """Like `fr-20260213-001`."""
    project_key: str
    operation_type: OperationType
    operation: str
    """What was tried, in words."""
    signature: str
    """Equal for what is the same attempt."""
    error: str
    timestamp: datetime
    """Of the last time."""
    context: Mapping[str, str] = field(default_factory=dict[str, str])
    retry_count: int = 0
    status: FailureStatus = "PENDING"
    avoid_strategy: str | None = None
