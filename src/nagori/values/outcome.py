"""What became of a dialogue that was handed in to be remembered."""

from collections.abc import Sequence
from dataclasses import dataclass

from nagori.values.memory import Memory


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether something was remembered, and why or why not."""

    remembered: bool
    reason: str
    memories: Sequence[Memory] = ()
    degraded: Sequence[str] = ()
