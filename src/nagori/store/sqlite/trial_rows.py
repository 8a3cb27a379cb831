"""Trials as rows of the database file."""

import json
from typing import Any

from nagori.values.times import from_micros
from nagori.values.trial import Arm, Trial


def trial_of(row: Any) -> Trial:
    """The trial of a row: name, definition, start and end."""
    name, definition, started_at, ended_at = row
    told = json.loads(definition)
    return Trial(
        name=name,
        arms=tuple(Arm(arm["name"], arm["settings"], arm["share"]) for arm in told["arms"]),
        started_at=from_micros(started_at),
        by=told["by"],
        ended_at=None if ended_at is None else from_micros(ended_at),
    )


def definition_of(trial: Trial) -> str:
    """What of a trial never changes, as text."""
    arms = [
        {"name": arm.name, "settings": dict(arm.settings), "share": arm.share} for arm in trial.arms
    ]
    return json.dumps({"arms": arms, "by": trial.by}, ensure_ascii=False)
