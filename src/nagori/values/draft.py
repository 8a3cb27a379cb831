"""What is about to be written, complete: slow work is done before a draft exists."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nagori.values.memory import Memory, Source, Tag, Trust
from nagori.values.message import MessageState, Role
from nagori.values.passage import Piece
from nagori.values.scope import Scope


@dataclass(frozen=True, slots=True)
class Indexed:
    """A text made findable: its pieces and, when the embedder could be asked, their vectors."""

    content_hash: bytes
    pieces: tuple[Piece, ...]
    vectors: NDArray[np.float32] | None = None
    """One row per piece."""


@dataclass(frozen=True, slots=True)
class MemoryDraft:
    """A memory to be added, or to confirm the one that says the same."""

    id: str
    scope: Scope
    text: str
    tag: Tag
    at: datetime
    source: Source
    indexed: Indexed
    more_sources: tuple[Source, ...] = ()
    """Of a statement that rests on several."""
    bot: str | None = None
    chat_id: str | None = None
    emotion_label: str | None = None
    external_id: str | None = None
    confidence: float = 1.0
    trust: Trust = "own"
    degraded: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class MemoryEdit:
    """What to change of a memory; None leaves a thing as it is, an empty emotion takes it away."""

    id: str
    text: str | None = None
    indexed: Indexed | None = None
    tag: Tag | None = None
    emotion_label: str | None = None
    metadata: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """A message to be stored, with the chat that it opens if there is none."""

    id: str
    chat_id: str
    scope: Scope
    """Whose the chat is, if it is new."""
    role: Role
    speaker: str
    content: str
    said_at: datetime
    indexed: Indexed
    name: str | None = None
    raw_content: str | None = None
    emotion: str | None = None
    reply_to: str | None = None
    mentions: tuple[str, ...] = ()
    state: MessageState = "final"
    context_id: str | None = None
    external_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Written:
    """A memory as it stands after a write."""

    memory: Memory
    created: bool
    """Whether it is new; else it was confirmed, or known by its external id."""
