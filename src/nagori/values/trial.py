"""A trial: other settings for some messages or groups, to see which do better."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Unit = Literal["message", "group"]
"""What gets an arm: each message that a context is made for, or a group as a whole."""
Verdict = Literal["better", "worse", "no sure difference", "too few judged"]


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the ways that a trial compares."""

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What holds in this arm, over what is set for all groups."""
    share: float = 1.0
    """Its weight beside those of the other arms."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Arms that run beside each other; the first is the one that the others are compared with."""

    name: str
    arms: tuple[Arm, ...]
    started_at: datetime
    by: Unit = "message"
    ended_at: datetime | None = None

    @property
    def sets(self) -> frozenset[str]:
        """The settings that it is about: those of any arm."""
        return frozenset(name for arm in self.arms for name in arm.settings)


@dataclass(frozen=True, slots=True)
class GroupLayers:
    """What is set over the settings of the whole installation, for one group."""

    common: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """For all groups of the space."""
    own: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """For this group alone."""
    trials: tuple[Trial, ...] = ()
    """Those that run."""


@dataclass(frozen=True, slots=True)
class TrialUse:
    """A context that was made in an arm, and what came of it."""

    arm: str
    group_id: str
    success: float | None
    """From 0 to 1; None while nobody judged it."""
    took_ms: float
    tokens: int
    fell_back: bool
    """Whether something stood in for what should have been chosen."""


@dataclass(frozen=True, slots=True)
class ArmOutcome:
    """How an arm did; None where nothing can be said yet."""

    arm: str
    contexts: int
    judged: int
    groups: int
    """Groups with a judged context."""
    success: float | None
    """The mean of what was judged; of the groups' means in a trial by group."""
    interval: tuple[float, float] | None
    """Where that mean lies, 95 times in a hundred."""
    fallback_rate: float | None
    build_ms: float | None
    tokens: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """An arm beside the first one; None where nothing can be said yet."""

    arm: str
    against: str
    verdict: Verdict
    difference: float | None = None
    """Of the mean success."""
    interval: tuple[float, float] | None = None
    """Where the difference lies, 95 times in a hundred."""
    p: float | None = None
    """How often chance alone would differ as much; corrected when several arms are compared."""


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    """What a trial shows so far."""

    arms: tuple[ArmOutcome, ...]
    comparisons: tuple[Comparison, ...]
