"""Settings of a group, one layer over another. Pure."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from nagori.config_groups import GroupSettings
from nagori.group.rollout import arm_of, is_reached
from nagori.values.scope import Scope
from nagori.values.trial import GroupLayers

log = logging.getLogger("nagori.group")

_CHOOSES = "enable_intelligent_memory"


@dataclass(frozen=True, slots=True)
class Holding:
    """What holds for a message of a group, and what made it so."""

    settings: GroupSettings
    trials: Mapping[str, str] = field(default_factory=dict[str, str])
    """For each trial that it takes part in, the arm."""
    reached: bool = True
    """False when the roll-out is why no context is chosen."""

    @property
    def told(self) -> Mapping[str, Any]:
        """What a context says of it beside its settings; nothing in the usual case."""
        told: dict[str, Any] = {}
        if self.trials:
            told["trials"] = dict(self.trials)
        if not self.reached:
            told["rollout_percent"] = self.settings.rollout_percent
        return told


def holding(
    whole: GroupSettings, layers: GroupLayers, group: Scope, *, unit: str | None = None
) -> Holding:
    """What holds: the group's own settings over an arm's, the space's and those of everything.

    `unit` is the message that it is about; without one, only trials by group have arms. A group
    takes no part in a trial of something that it has an own setting for, nor in any while the
    roll-out has not reached it: there the trial would show nothing.
    """
    own = _right(layers.own)
    common = over(whole, layers.common)
    held = over(common, own)
    if _CHOOSES not in own and not is_reached(group.space, group.id, held.rollout_percent):
        left_out = held.enable_intelligent_memory
        return Holding(held.model_copy(update={_CHOOSES: False}), reached=not left_out)
    arms: dict[str, str] = {}
    settings: dict[str, Any] = {}
    for trial in layers.trials:
        id = group.id if trial.by == "group" else unit
        if id is not None and not trial.sets & own.keys():
            arm = arm_of(trial, id)
            arms[trial.name] = arm.name
            settings |= arm.settings
    return Holding(over(over(common, settings), own) if arms else held, arms)


def over(common: GroupSettings, own: Mapping[str, Any]) -> GroupSettings:
    """What holds: the own settings where they are right, else the common ones."""
    right = _right(own)
    if not right:
        return common
    return GroupSettings.model_validate({**common.model_dump(exclude_unset=True), **right})


def problem_of(name: str, value: Any) -> str | None:
    """What is wrong with a setting; None when nothing is."""
    try:
        GroupSettings.model_validate({name: value})
    except ValidationError as error:
        return error.errors()[0]["msg"]
    return None


def _right(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the settings that can be used; of each other one is told once."""
    right: dict[str, Any] = {}
    for name, value in settings.items():
        problem = problem_of(name, value)
        if problem is None:
            right[name] = value
        else:
            _warn(name, repr(value), problem)
    return right


@lru_cache(maxsize=1000)
def _warn(name: str, value: str, problem: str) -> None:
    del value  # told apart by it, but it may be long
    log.warning("a group's setting %s is left out: %s", name, problem)
