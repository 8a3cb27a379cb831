"""When a failed job is tried again."""

import random
from datetime import datetime, timedelta

from nagori.errors import ModelUnavailableError, StoreBusyError

MAX_ATTEMPTS = 6
_DICE = random.Random()  # noqa: S311  # no secret; of its own, so that a program's dice fall as before
_FIRST_S, _LONGEST_S = 1.0, 30.0


def retry_at(
    attempts: int, error: Exception, *, now: datetime, jitter: float | None = None
) -> datetime | None:
    """When to try again; None when the job is to be given up.

    A model that can't be reached, or a store that others keep busy, is waited for as long as it
    takes: that is not the job's fault.
    """
    waits = isinstance(error, ModelUnavailableError | StoreBusyError)
    if attempts >= MAX_ATTEMPTS and not waits:
        return None
    pause = min(_FIRST_S * 2 ** min(attempts - 1, 20), _LONGEST_S)
    if isinstance(error, ModelUnavailableError) and error.retry_after is not None:
        pause = max(pause, min(error.retry_after, _LONGEST_S))
    spread = _DICE.uniform(0.8, 1.2) if jitter is None else jitter
    return now + timedelta(seconds=pause * spread)
