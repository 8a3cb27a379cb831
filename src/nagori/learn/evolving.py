"""Where the learner of a project stands, what it may still spend today, and when it goes on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any

from nagori.config_learn import LearnSettings
from nagori.errors import InvalidInputError, StoreBusyError
from nagori.store.project_port import ProjectStore
from nagori.values.project import EvolutionPhase, EvolutionStatus
from nagori.values.scope import Scope
from nagori.values.times import Clock

ACTIVE: tuple[EvolutionPhase, ...] = ("GENERATING_QUESTION", "EXPLORING", "SUMMARIZING")
"""Phases in which a round is under way."""
_TRIES = 200

Change = Callable[[EvolutionStatus], EvolutionStatus | None]
"""Where it is to stand; None to leave it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What learning about a project may take in a day."""

    questions_per_day: int
    tokens_per_day: int
    cost_per_day: float


@dataclass(frozen=True, slots=True)
class Needed:
    """What something takes of the limits, at the most."""

    tokens: int = 0
    cost: float = 0.0


def limits_of(settings: LearnSettings, own: Mapping[str, Any]) -> Limits:
    """What holds for a project: what is set for it alone, else what is set for all."""
    given = {name: value for name, value in own.items() if value is not None}
    return Limits(
        questions_per_day=given.get("questions_per_day", settings.questions_per_day),
        tokens_per_day=given.get("tokens_per_day", settings.tokens_per_day),
        cost_per_day=given.get("cost_per_day", settings.cost_per_day),
    )


def checked_limits(given: Mapping[str, Any]) -> dict[str, Any]:
    """Limits that a person sets for a project; None gives one back to what holds for all."""
    kinds: dict[str, tuple[type, ...]] = {
        "questions_per_day": (int,),
        "tokens_per_day": (int,),
        "cost_per_day": (int, float),
    }
    for name, value in given.items():
        if name not in kinds:
            raise InvalidInputError(name, f"no such limit; there are: {', '.join(kinds)}")
        fits = isinstance(value, kinds[name]) and not isinstance(value, bool)
        if value is not None and not (fits and 0 <= value < 1e15):
            raise InvalidInputError(name, "give a number that is not below 0")
    return dict(given)


def day_of(now: datetime, zone: tzinfo) -> str:
    """The day as people there call it."""
    return f"{now.astimezone(zone):%Y-%m-%d}"


def tomorrow(now: datetime, zone: tzinfo) -> datetime:
    """When the next day begins there."""
    local = now.astimezone(zone)
    first = (local + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    # Where clocks are set that night the offset of the new day holds.
    return first.astimezone(now.tzinfo)


def on_day(status: EvolutionStatus, day: str) -> EvolutionStatus:
    """The status with the counts of this day; a clock that is set back gives no new ones."""
    if day <= status.last_reset_date:
        return status
    return replace(
        status, questions_generated_today=0, tokens_today=0, cost_today=0.0, last_reset_date=day
    )


@dataclass(frozen=True, slots=True)
class Wait:
    """Why nothing is learned now."""

    why: str
    until: datetime | None
    """None when it takes a person to go on."""


def wait_of(
    status: EvolutionStatus, limits: Limits, needed: Needed, *, now: datetime, zone: tzinfo
) -> Wait | None:
    """What keeps the next round from beginning; None when nothing does."""
    if not status.is_enabled:
        return Wait("learning is paused", None)
    if status.backoff_until is not None and status.backoff_until > now:
        return Wait(f"waiting after an error: {status.last_error}", status.backoff_until)
    why = spent_of(status, limits, needed)
    return Wait(why, tomorrow(now, zone)) if why else None


def spent_of(status: EvolutionStatus, limits: Limits, needed: Needed) -> str | None:
    """Which limit of the day is reached, if any."""
    if status.questions_generated_today >= limits.questions_per_day:
        return "the questions of the day are asked"
    return too_dear(status, limits, needed)


def too_dear(status: EvolutionStatus, limits: Limits, needed: Needed) -> str | None:
    """Which limit of the day a cost would pass, if any."""
    if needed.tokens and status.tokens_today + needed.tokens > limits.tokens_per_day:
        return "the tokens of the day are used up"
    if needed.cost and status.cost_today + needed.cost > limits.cost_per_day:
        return "the money of the day is spent"
    return None


def spending(status: EvolutionStatus, tokens: int, cost: float) -> EvolutionStatus:
    """The status with so much more spent today, or less."""
    return replace(
        status,
        tokens_today=max(0, status.tokens_today + tokens),
        cost_today=max(0.0, status.cost_today + cost),
    )


class Evolution:
    """Reads and changes where a learner stands, whoever else does so at the same time."""

    def __init__(self, projects: ProjectStore, clock: Clock, zone: tzinfo) -> None:
        self._projects, self._clock, self._zone = projects, clock, zone

    async def status(self, scope: Scope) -> EvolutionStatus:
        """Where it stands, with the counts of today."""
        project = await self._projects.get(scope)
        return on_day(project.evolution_status, day_of(self._clock(), self._zone))

    async def change(self, scope: Scope, how: Change) -> EvolutionStatus | None:
        """Where it stands after the change; None when it was left."""
        for _ in range(_TRIES):
            now = self._clock()
            was = (await self._projects.get(scope)).evolution_status
            wanted = how(on_day(was, day_of(now, self._zone)))
            if wanted is None:
                return None
            if wanted == was or await self._projects.set_evolution(scope, wanted, was=was, now=now):
                return wanted
        raise StoreBusyError("others keep changing where the learner stands")
