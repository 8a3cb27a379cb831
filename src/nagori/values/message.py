"""A chat and what is said in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Role = Literal["user", "assistant", "system"]
TitleBy = Literal["rule", "model", "person"]
MessageState = Literal["streaming", "partial", "final", "replaced"]


@dataclass(frozen=True, slots=True)
class Chat:
    """A conversation, direct or of a group."""

    id: str
    scope: str
    """Whose it is: `user:ID`, or `group:ID`."""
    created_at: datetime
    updated_at: datetime
    title: str | None = None
    summary: str | None = None
    bot: str | None = None
    archived: bool = False
    title_by: TitleBy = "rule"
    summary_by: str | None = None
    """The model that wrote the summary; `extractive` until one does; None when there is none."""
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    document_ids: tuple[str, ...] | None = None
    """The documents that it may look into; None for all of the user's."""
    project: str | None = None
    """The key of the project that it is attached to; that one may be gone by now."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing said, as said."""

    id: str
    chat_id: str
    role: Role
    speaker: str
    content: str
    said_at: datetime
    name: str | None = None
    raw_content: str | None = None
    emotion: str | None = None
    reply_to: str | None = None
    mentions: tuple[str, ...] = ()
    state: MessageState = "final"
    is_summarized: bool = False
    external_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
