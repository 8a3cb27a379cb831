"""When to stop asking someone who doesn't answer, and when to ask again."""

from collections.abc import Callable
from typing import Literal

State = Literal["closed", "open", "half_open"]
Permit = Literal["call", "trial"]


class Breaker:
    """Closed: everyone may call. Open: nobody. Half-open, after a pause: one trial call.

    Each failed trial doubles the pause. The clock is in seconds and only its differences count.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        failures: int = 3,
        first_pause_s: float = 1.0,
        longest_pause_s: float = 60.0,
    ) -> None:
        self._clock = clock
        self._allowed = failures
        self._first_pause, self._longest_pause = first_pause_s, longest_pause_s
        self._failed = 0
        self._pause = 0.0  # 0 means closed
        self._opens_at = 0.0
        self._on_trial = False

    @property
    def state(self) -> State:
        """Closed, open, or half-open once the pause is over."""
        if not self._pause:
            return "closed"
        return "open" if self.wait_s > 0 else "half_open"

    @property
    def wait_s(self) -> float:
        """Seconds until a trial is allowed; 0 when it is, and while closed."""
        return max(0.0, self._opens_at - self._clock()) if self._pause else 0.0

    def admit(self) -> Permit | None:
        """Permission to call, or None. Whoever gets it must report how it went."""
        match self.state:
            case "closed":
                return "call"
            case "half_open" if not self._on_trial:
                self._on_trial = True
                return "trial"
            case _:
                return None

    def succeed(self) -> None:
        """It answered: close, and forget all failures."""
        self._failed, self._pause, self._on_trial = 0, 0.0, False

    def fail(self, permit: Permit, *, at_once: bool = False, at_least_s: float = 0.0) -> None:
        """It did not answer; open if that was once too often, or `at_once`."""
        if permit == "trial" and self._pause:
            self._on_trial = False
            self._open(self._pause * 2, at_least_s)
            return
        self._failed += 1
        # A call admitted before the breaker opened may fail after it: that is no new news.
        if not self._pause and (at_once or self._failed >= self._allowed):
            self._open(self._first_pause, at_least_s)

    def release(self, permit: Permit) -> None:
        """The call was given up by its caller, which says nothing: let another one try."""
        if permit == "trial":
            self._on_trial = False

    def _open(self, pause: float, at_least_s: float) -> None:
        self._pause = min(pause, self._longest_pause)
        self._opens_at = self._clock() + min(max(self._pause, at_least_s), self._longest_pause)
