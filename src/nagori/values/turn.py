"""A turn: the user's message, the answer, and everything between."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nagori.values.draft import MemoryDraft, MessageDraft
from nagori.values.event import Kept
from nagori.values.message import Chat, Message

TurnState = Literal["running", "done", "stopped", "failed", "lost"]
"""`lost`: its process ended in the middle, and what it had said was kept."""


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """A turn about to begin."""

    id: str
    message: MessageDraft
    """The user's; its chat is made if it is new."""
    title: str
    """For a new chat, by rule."""
    lease_until: datetime
    """A turn whose lease ran out belongs to a process that is gone."""
    replaces: str | None = None
    """The user's message that this one is an edit of."""
    bot: str | None = None
    documents: tuple[str, ...] | None = None
    """The documents that the chat is limited to from now on; none named: all; None: as it was."""
    project: str | None = None
    """The project that the chat is attached to from now on; None: as it was."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn that runs, and what its prompt is made from."""

    message: Message
    chat: Chat
    past: Sequence[Message]
    """What was said before, oldest first: see `TurnStore.begin`."""
    has_documents: bool = False
    """Whether the user has any that could be searched."""
    retired: int = 0
    """Memories that were derived only from replaced messages."""
    folder: str | None = None
    """Of the project that the chat is attached to; None without one, or when it is gone."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How a turn ends, and what is kept of it."""

    state: TurnState
    answer: MessageDraft | None = None
    memories: Sequence[MemoryDraft] = ()
    events: Sequence[Kept] = ()
    jobs: Sequence[str] = ()
    """Kinds of jobs about the chat that follow."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as the store knows it."""

    id: str
    chat_id: str
    message_id: str
    state: TurnState
    started_at: datetime
    answer_id: str | None = None
    scope: str = ""
    """Whose the chat is."""


@dataclass(frozen=True, slots=True)
class ToFold:
    """What a rolling summary is made from."""

    chat: Chat
    written: str | None
    """The last summary that a model wrote."""
    again: Sequence[Message]
    """What was folded without a model since then, oldest first: a model does it again."""
    fresh: Sequence[Message]
    """What is not folded yet, oldest first."""
