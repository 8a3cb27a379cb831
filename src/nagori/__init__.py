"""Nagori: memory for conversations."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.config import Settings
    from nagori.errors import (
        ConflictError,
        ForbiddenError,
        InvalidInputError,
        MissingExtraError,
        ModelError,
        ModelReplyError,
        ModelUnavailableError,
        NagoriError,
        NotFoundError,
        StoreBusyError,
        StoreError,
        StoreFailedError,
        StoreFullError,
        UserError,
    )
    from nagori.values.memory import Change, Memory, Page, Receipt, Source
    from nagori.values.message import Chat, Message
    from nagori.values.recall import NearMiss, Recall, Recalled, Why
    from nagori.values.status import Status

__version__ = "0.1.0"

_ERRORS = (
    "ConflictError",
    "ForbiddenError",
    "InvalidInputError",
    "MissingExtraError",
    "ModelError",
    "ModelReplyError",
    "ModelUnavailableError",
    "NagoriError",
    "NotFoundError",
    "StoreBusyError",
    "StoreError",
    "StoreFailedError",
    "StoreFullError",
    "UserError",
)
# Where each name lives: it is imported when first used, so that `import nagori` costs nothing.
_HOMES = {
    "Nagori": "nagori.app",
    "Settings": "nagori.config",
    "Status": "nagori.values.status",
    **dict.fromkeys(_ERRORS, "nagori.errors"),
    **dict.fromkeys(("Change", "Memory", "Page", "Receipt", "Source"), "nagori.values.memory"),
    **dict.fromkeys(("Chat", "Message"), "nagori.values.message"),
    **dict.fromkeys(("NearMiss", "Recall", "Recalled", "Why"), "nagori.values.recall"),
}

__all__ = [
    "Change",
    "Chat",
    "ConflictError",
    "ForbiddenError",
    "InvalidInputError",
    "Memory",
    "Message",
    "MissingExtraError",
    "ModelError",
    "ModelReplyError",
    "ModelUnavailableError",
    "Nagori",
    "NagoriError",
    "NearMiss",
    "NotFoundError",
    "Page",
    "Recall",
    "Recalled",
    "Receipt",
    "Settings",
    "Source",
    "Status",
    "StoreBusyError",
    "StoreError",
    "StoreFailedError",
    "StoreFullError",
    "UserError",
    "Why",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'nagori' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
