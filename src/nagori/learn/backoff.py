"""How long the learner keeps still after errors. Pure."""

from dataclasses import replace
from datetime import datetime, timedelta

from nagori.values.project import EvolutionStatus

_LONGEST_ERROR = 500
_MOST_DOUBLINGS = 40


def wait_s(errors: int, *, first_s: float, longest_s: float) -> float:
    """Seconds to wait after so many errors in a row: the first doubled with each one more."""
    return min(first_s * 2 ** min(max(errors - 1, 0), _MOST_DOUBLINGS), longest_s)


def backed_off(
    status: EvolutionStatus,
    error: str,
    *,
    now: datetime,
    first_s: float,
    longest_s: float,
    at_least_s: float = 0.0,
) -> EvolutionStatus:
    """Where the learner stands after one more error; `at_least_s` is what a provider asks for."""
    errors = status.consecutive_errors + 1
    pause = max(wait_s(errors, first_s=first_s, longest_s=longest_s), min(at_least_s, longest_s))
    return replace(
        status,
        current_phase="BACKING_OFF",
        consecutive_errors=errors,
        last_error=error[:_LONGEST_ERROR],
        backoff_until=now + timedelta(seconds=pause),
    )


def recovered(status: EvolutionStatus) -> EvolutionStatus:
    """Where it stands after something went well."""
    return replace(
        status, current_phase="IDLE", consecutive_errors=0, last_error=None, backoff_until=None
    )
