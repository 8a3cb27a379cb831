"""A proposal: a tool call that waits for a person's consent."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nagori.values.scope import Scope

ProposalState = Literal["open", "accepted", "rejected"]


@dataclass(frozen=True, slots=True)
class CallPlace:
    """Where a tool is called: whose turn it is, and which message is answered."""

    user: str
    scope: Scope
    chat_id: str
    turn_id: str
    message_id: str
    """The user's."""
    bot: str | None = None
    documents: tuple[str, ...] | None = None
    """The documents that the chat is limited to; None for all."""
    has_documents: bool = True
    """Whether a search in documents could find anything."""
    project: str | None = None
    """The key of the project that the turn is about."""
    folder: str | None = None
    """The project's, if tools may look into it."""


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A tool call that is run exactly as it stands here, once, if its user says so in time."""

    id: str
    tool: str
    arguments: str
    """JSON."""
    user: str
    scope: str
    """Whose data the call is about."""
    chat_id: str
    turn_id: str
    message_id: str
    """What the user had said."""
    created_at: datetime
    expires_at: datetime
    bot: str | None = None
    state: ProposalState = "open"
    answered_at: datetime | None = None
    result: str | None = None
    """What came of it, once it was accepted and run."""
    error: str | None = None
    """Why nothing came of it, although it was accepted."""
