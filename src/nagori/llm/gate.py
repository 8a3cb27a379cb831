"""Who may ask an endpoint now."""

import time
from collections.abc import Callable
from typing import Literal

from nagori.errors import KeyRefusedError, ModelUnavailableError
from nagori.remote.breaker import Breaker, Permit
from nagori.remote.problem import NoReplyInTimeError

Kind = Literal["reply", "stream"]


class Gate:
    """The breaker of one endpoint, shared by all models there.

    A helper waits for seconds, a chat for much longer. So a reply that did not come in a helper's
    time says nothing to chats: it is counted by a breaker of its own, that stops only replies.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._endpoint, self._hurried = Breaker(clock), Breaker(clock)

    @property
    def is_open(self) -> bool:
        """Whether nobody may ask, not even on trial."""
        return self._endpoint.state == "open"

    def wait_s(self, kind: Kind) -> float:
        """Seconds until a call of this kind is allowed."""
        wait = self._endpoint.wait_s
        return max(wait, self._hurried.wait_s) if kind == "reply" else wait

    def admit(self, kind: Kind) -> "Pass | None":
        """Permission for one call, or None. Whoever gets it must report how it went."""
        permit = self._endpoint.admit()
        if permit is None:
            return None
        if kind == "stream":
            return Pass(self._endpoint, permit)
        hurried = self._hurried.admit()
        if hurried is None:
            self._endpoint.release(permit)
            return None
        return Pass(self._endpoint, permit, self._hurried, hurried)


class Pass:
    """One admitted call. Only the first report counts, so the last one may always be `drop`."""

    def __init__(
        self,
        endpoint: Breaker,
        permit: Permit,
        hurried: Breaker | None = None,
        hurried_permit: Permit = "call",
    ) -> None:
        self._endpoint, self._hurried = endpoint, hurried
        self._permit: Permit = permit
        self._hurried_permit: Permit = hurried_permit
        self._open = True

    def succeed(self) -> None:
        """It answered, be it nonsense: it is there."""
        if self._report():
            self._endpoint.succeed()
            if self._hurried is not None:
                self._hurried.succeed()

    def fail(self, error: ModelUnavailableError) -> None:
        """It did not answer."""
        if not self._report():
            return
        wait = error.retry_after or 0.0
        if isinstance(error, NoReplyInTimeError) and self._hurried is not None:
            self._hurried.fail(self._hurried_permit)
            self._endpoint.release(self._permit)
            return
        refused = isinstance(error, KeyRefusedError)
        self._endpoint.fail(self._permit, at_once=refused, at_least_s=wait)
        if self._hurried is not None:
            self._hurried.release(self._hurried_permit)

    def drop(self) -> None:
        """The call was given up by its caller, which says nothing."""
        if self._report():
            self._endpoint.release(self._permit)
            if self._hurried is not None:
                self._hurried.release(self._hurried_permit)

    def _report(self) -> bool:
        first, self._open = self._open, False
        return first
