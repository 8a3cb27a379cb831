"""Documents: files and web pages that a user wants answers from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

from nagori.values.draft import Indexed
from nagori.values.scope import Scope

DocumentState = Literal["queued", "parsing", "embedding", "ready", "failed"]
"""What is being done with it; the passages of a last import are found meanwhile."""

KEPT_FOR = timedelta(days=30)
"""How long a deleted document can be brought back; then it is erased."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it stands."""

    id: str
    scope: str
    """Whose it is: `user:ID`."""
    title: str
    name: str
    """Of the file, or the address."""
    url: str | None
    media_type: str | None
    size: int | None
    """Bytes; None before a page was fetched."""
    pages: int | None
    passages: int
    state: DocumentState
    progress: float
    """Of the import, 0 to 1."""
    error: str | None
    """Why the last import failed, in words for the user."""
    status: Literal["active", "retired"]
    metadata: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class DocumentPassage:
    """A part of a document that is read as one."""

    number: int
    """From 1, in the order of the document."""
    text: str
    headings: tuple[str, ...] = ()
    """The path to it, outermost first."""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class DocumentDraft:
    """A document that is to be imported."""

    id: str
    scope: Scope
    source: str
    """What it is known by in its scope: another one of the same source takes its place."""
    name: str
    url: str | None = None
    data: bytes | None = None
    """The file; None for a page that is yet to be fetched."""
    content_hash: bytes | None = None
    media_type: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """What an import works on."""

    document: Document
    data: bytes | None


@dataclass(frozen=True, slots=True)
class DocumentContent:
    """What an import found in a document."""

    title: str
    media_type: str
    size: int
    pages: int | None
    content_hash: bytes
    passages: Sequence[DocumentPassage]
    indexed: Indexed
    """Pieces of every passage, in their order; `start` and `end` count through all texts, with
    one more after each."""
    warnings: Sequence[str] = ()
    """What could not be read, in words for the user; kept as `warnings` in the metadata."""
