"""Nagori: memory for conversations."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.config import (
        AgentSettings,
        ChatSettings,
        EmbeddingSettings,
        ModelSettings,
        ModelsSettings,
        RecallSettings,
        ServerSettings,
        Settings,
        StoreSettings,
    )
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
    from nagori.values.outcome import Outcome
    from nagori.values.page import GlobalPage
    from nagori.values.proposal import ProposedCall
    from nagori.values.recall import NearMiss, Recall, Recalled, Why
    from nagori.values.status import Status
    from nagori.values.transfer import ImportReport
    from nagori.write.remember import Statement

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
_SETTINGS = (
    "AgentSettings",
    "ChatSettings",
    "EmbeddingSettings",
    "ModelSettings",
    "ModelsSettings",
    "RecallSettings",
    "ServerSettings",
    "Settings",
    "StoreSettings",
)
# Where each name lives: it is imported when first used, so that `import nagori` costs nothing.
_HOMES = {
    "Nagori": "nagori.app",
    "ImportReport": "nagori.values.transfer",
    "Statement": "nagori.write.remember",
    "GlobalPage": "nagori.values.page",
    "Outcome": "nagori.values.outcome",
    "ProposedCall": "nagori.values.proposal",
    "Status": "nagori.values.status",
    **dict.fromkeys(_ERRORS, "nagori.errors"),
    **dict.fromkeys(_SETTINGS, "nagori.config"),
    **dict.fromkeys(("Change", "Memory", "Page", "Receipt", "Source"), "nagori.values.memory"),
    **dict.fromkeys(("Chat", "Message"), "nagori.values.message"),
    **dict.fromkeys(("NearMiss", "Recall", "Recalled", "Why"), "nagori.values.recall"),
}

__all__ = [
    "AgentSettings",
    "Change",
    "Chat",
    "ChatSettings",
    "ConflictError",
    "EmbeddingSettings",
    "ForbiddenError",
    "GlobalPage",
    "ImportReport",
    "InvalidInputError",
    "Memory",
    "Message",
    "MissingExtraError",
    "ModelError",
    "ModelReplyError",
    "ModelSettings",
    "ModelUnavailableError",
    "ModelsSettings",
    "Nagori",
    "NagoriError",
    "NearMiss",
    "NotFoundError",
    "Outcome",
    "Page",
    "ProposedCall",
    "Recall",
    "RecallSettings",
    "Recalled",
    "Receipt",
    "ServerSettings",
    "Settings",
    "Source",
    "Statement",
    "Status",
    "StoreBusyError",
    "StoreError",
    "StoreFailedError",
    "StoreFullError",
    "StoreSettings",
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
