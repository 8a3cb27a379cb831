"""Everything the package raises on purpose, in one tree.

HTTP status, exit code and MCP error are decided at the rim from `code`.
"""

from typing import ClassVar


class NagoriError(Exception):
    """Catch this to catch everything the package raises on purpose."""

    code: ClassVar[str] = "internal"


class UserError(NagoriError):
    """The caller can fix it."""

    code = "bad_request"


class InvalidInputError(UserError):
    """What was given can't be used; nothing was stored."""

    code = "invalid_input"

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field, self.problem = field, problem


class NotFoundError(UserError):
    """No such thing, or not the caller's."""

    code = "not_found"

    def __init__(self, kind: str, key: str, advice: str = "") -> None:
        super().__init__(f"no {kind} {key!r}" + (f": {advice}" if advice else ""))
        self.kind, self.key = kind, key


class ConflictError(UserError):
    """It contradicts what is there."""

    code = "conflict"


class ForbiddenError(UserError):
    """The caller may not do this."""

    code = "forbidden"


class StoreError(NagoriError):
    """The store can't do it now."""

    code = "store"


class StoreFailedError(StoreError):
    """The store is out of service until it is repaired; `nagori doctor` says how."""

    code = "store_failed"

    def __init__(self, reason: str) -> None:
        super().__init__(f"memory is out of service: {reason} (`nagori doctor` says what to do)")
        self.reason = reason


class StoreFullError(StoreError):
    """No room left on the disk: reads and deletions still work."""

    code = "store_full"


class StoreBusyError(StoreError):
    """Other processes kept the store locked for too long; try again."""

    code = "store_busy"


class ModelError(NagoriError):
    """A model or an embedder did not do its part."""

    code = "model"


class ModelUnavailableError(ModelError):
    """Unreachable, too slow, rate-limited or out of service: worth trying again later."""

    code = "model_unavailable"

    def __init__(self, name: str, problem: str, *, retry_after: float | None = None) -> None:
        super().__init__(f"{name}: {problem}")
        self.name, self.problem, self.retry_after = name, problem, retry_after


class KeyRefusedError(ModelUnavailableError):
    """The provider refused the key: asking again soon won't help, another key will."""


class ModelReplyError(ModelError):
    """It answered, but not with what was asked for; the same request would fail again."""

    code = "model_reply"

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name, self.problem = name, problem


class MissingExtraError(NagoriError):
    """A part that was not installed is needed."""

    code = "missing_extra"

    def __init__(self, extra: str) -> None:
        super().__init__(f'this needs an extra: pip install "nagori[{extra}]"')
        self.extra = extra
