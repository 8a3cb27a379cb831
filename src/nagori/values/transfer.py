"""Whole records, as an export holds them and an import brings them in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nagori.values.document import Document, DocumentPassage
from nagori.values.memory import Change, Memory
from nagori.values.message import Chat, Message
from nagori.values.page import GlobalPage

RecordKind = Literal["user", "chat", "message", "memory", "page", "document"]
RECORD_KINDS: tuple[RecordKind, ...] = (
    "user",
    "chat",
    "message",
    "memory",
    "page",
    "document",
)
"""In the order in which they are written: a chat before its messages."""

Format = Literal["nagori", "json", "jsonl", "sqlite"]


@dataclass(frozen=True, slots=True)
class WholeUser:
    """What is known of a user."""

    id: str
    created_at: datetime
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class WholeChat:
    """A chat, also one that was deleted and can be restored."""

    chat: Chat
    retired_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class WholeMessage:
    """A message with what only the store keeps of it."""

    message: Message
    scope: str
    """Whose the chat is; it goes back to nobody else's."""
    created_at: datetime
    replaced_by: str | None = None
    context_id: str | None = None


@dataclass(frozen=True, slots=True)
class WholeMemory:
    """A memory of any status, with what happened to it."""

    memory: Memory
    history: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class WholePage:
    """A page of global memory, with everything that it said before."""

    page: GlobalPage
    created_at: datetime
    uncondensed: int | None = None
    """From which version on a model has to condense it again; see `ToCondense`."""
    versions: tuple[GlobalPage, ...] = ()
    """The old ones, oldest first."""
    sources: tuple[tuple[str, str], ...] = ()
    """Hashes of entries, as hexadecimal, each with a message that it was taken from."""


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A document, also one that was deleted and can be restored, with what was found in it."""

    document: Document
    source: str
    """See `DocumentDraft`."""
    content_hash: str | None = None
    """As hexadecimal."""
    retired_at: datetime | None = None
    file: bytes | None = None
    """Only until it is read."""
    passages: tuple[DocumentPassage, ...] = ()


Whole = WholeUser | WholeChat | WholeMessage | WholeMemory | WholePage | WholeDocument

PutBack = Literal["added", "known", "refused"]
"""`refused`: its chat is somebody else's here, or is not here."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did with the records of a file."""

    format: Format
    added: int = 0
    confirmed: int = 0
    """Old records that say what is remembered already; they count in `times_said`."""
    known: int = 0
    """Brought in before."""
    failed: tuple[tuple[int, str], ...] = ()
    """Where in the file (its line, or the row's number), and what is wrong there."""
