"""Settings of a group, one layer over another. Pure."""

import logging
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from nagori.config_groups import GroupSettings

log = logging.getLogger("nagori.group")


def over(common: GroupSettings, own: Mapping[str, Any]) -> GroupSettings:
    """What holds: the own settings where they are right, else the common ones."""
    right: dict[str, Any] = {}
    for name, value in own.items():
        problem = problem_of(name, value)
        if problem is None:
            right[name] = value
        else:
            log.warning("a group's setting %s is left out: %s", name, problem)
    return GroupSettings.model_validate({**common.model_dump(exclude_unset=True), **right})


def problem_of(name: str, value: Any) -> str | None:
    """What is wrong with a setting; None when nothing is."""
    try:
        GroupSettings.model_validate({name: value})
    except ValidationError as error:
        return error.errors()[0]["msg"]
    return None
