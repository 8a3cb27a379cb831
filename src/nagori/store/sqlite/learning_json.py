"""Values of learning as JSON in the database file."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from nagori.values.learning import ToolCallStep
from nagori.values.project import EvolutionStatus
from nagori.values.times import from_micros, to_micros

_STATUS = frozenset(field.name for field in fields(EvolutionStatus))


def as_json(value: object) -> str:
    """A value as text that people can read."""
    return json.dumps(value, ensure_ascii=False)


def texts(data: str) -> tuple[str, ...]:
    """The texts of a list."""
    return tuple(json.loads(data))


def steps_json(steps: Sequence[ToolCallStep]) -> str:
    """Steps of an exploration."""
    return as_json(
        [
            {
                "tool_name": step.tool_name,
                "parameters": dict(step.parameters),
                "result_summary": step.result_summary,
                "timestamp": to_micros(step.timestamp),
            }
            for step in steps
        ]
    )


def steps_from(data: str) -> tuple[ToolCallStep, ...]:
    """The steps that `steps_json` wrote."""
    return tuple(
        ToolCallStep(
            step["tool_name"],
            step["parameters"],
            step["result_summary"],
            from_micros(step["timestamp"]),
        )
        for step in json.loads(data)
    )


def status_json(status: EvolutionStatus) -> str:
    """Where a learner stands."""
    until = status.backoff_until
    told = asdict(status) | {"backoff_until": None if until is None else to_micros(until)}
    return as_json(told)


def status_from(data: str) -> EvolutionStatus:
    """The status that `status_json` wrote; what was not known then is as in a new one."""
    told: dict[str, Any] = {k: v for k, v in json.loads(data).items() if k in _STATUS}
    if told.get("backoff_until") is not None:
        told["backoff_until"] = from_micros(told["backoff_until"])
    return EvolutionStatus(**told)
