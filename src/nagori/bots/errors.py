"""What goes wrong between a bot and its platform."""

from nagori.errors import NagoriError


class PlatformError(NagoriError):
    """The platform did not do what it was asked for."""

    code = "platform"

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name, self.problem = name, problem


class TryLaterError(PlatformError):
    """Unreachable, too slow, too many requests or out of service: another try may help."""

    def __init__(self, name: str, problem: str, *, retry_after: float | None = None) -> None:
        super().__init__(name, problem)
        self.retry_after = retry_after


class UnsentError(TryLaterError):
    """A request did not get to the platform: another try can't do anything twice."""


class PlatformRefusedError(PlatformError):
    """The platform found something wrong with the request; the same one would fail again."""

    def __init__(self, name: str, problem: str, *, number: int = 0) -> None:
        super().__init__(name, problem)
        self.number = number
        """The platform's own code for it."""


class UnreadableError(PlatformError):
    """What came in is not what the platform sends."""
