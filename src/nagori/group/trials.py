"""What a trial may be. Pure."""

import math
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, get_args

from nagori.errors import InvalidInputError
from nagori.group.layers import problem_of
from nagori.values.trial import Arm, Trial, Unit

MOST_ARMS = 10
_NAME = re.compile(r"[\w.-]{1,60}")
_KEPT = "what is kept of a group and who may read it is up to each group"
_NEVER = {
    "bot": "the bot is the same in every arm",
    "bot_names": "the bot is the same in every arm",
    "rollout_percent": "a roll-out is no part of a trial",
    "enable_async_data_collection": "without what is collected a trial shows nothing",
    "enable_summaries": _KEPT,
    "summary_every_messages": _KEPT,
    "enable_member_profiles": _KEPT,
    "knowledge_delay_seconds": _KEPT,
    "shares_with": _KEPT,
}
"""Settings that no arm can have, and why."""


def checked_trial(name: str, arms: Sequence[Arm], *, by: Any, now: datetime) -> Trial:
    """A trial that can be started now; `InvalidInputError` for one that can't."""
    if by not in get_args(Unit):
        raise InvalidInputError("by", f"give {' or '.join(get_args(Unit))}")
    _check_name(name, "name")
    if not 2 <= len(arms) <= MOST_ARMS:
        raise InvalidInputError("arms", f"give 2 to {MOST_ARMS} of them")
    for arm in arms:
        _check_arm(arm)
    if len({arm.name for arm in arms}) < len(arms):
        raise InvalidInputError("arms", "give each a name of its own")
    trial = Trial(name, tuple(arms), started_at=now, by=by)
    if not trial.sets:
        raise InvalidInputError("arms", "say what at least one of them sets")
    return trial


def _check_arm(arm: Arm) -> None:
    _check_name(arm.name, "arms")
    if not (math.isfinite(arm.share) and arm.share > 0):
        raise InvalidInputError("share", f"of {arm.name!r}: give a number over 0")
    for name, value in arm.settings.items():
        problem = _NEVER.get(name)
        if value is None:
            problem = "leave it out, or give a value"
        problem = problem or problem_of(name, value)
        if problem is not None:
            raise InvalidInputError(name, problem)


def _check_name(name: str, field: str) -> None:
    if not _NAME.fullmatch(name):
        raise InvalidInputError(field, "give a name of 1 to 60 letters, digits, _ - or .")
