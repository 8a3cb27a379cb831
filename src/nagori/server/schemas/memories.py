"""Memories and searches, as they come in and go out."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from nagori.server.schemas.base import ChangeInput, Id, Input, Metadata, Tags, Text, Time
from nagori.values.memory import Change, Memory, Tag
from nagori.values.passage import PassageKind
from nagori.values.recall import Mode, NearMiss, ProfileName, Recalled


class NewMemory(Input):
    """A statement to be kept."""

    text: Text
    tag: Tag = "manual"
    chat_id: Id | None = Field(default=None, description="Where it was said.")
    emotion: Id | None = None
    bot: Id | None = None
    external_id: Id | None = None
    metadata: Metadata | None = None
    at: Time | None = Field(default=None, description="When it was said, if not now.")


class MemoryChange(ChangeInput):
    """What to change of a memory; what is left out stays."""

    text: Text | None = None
    tag: Tag | None = None
    emotion: Id | None = Field(default=None, description="Null takes it away.")
    metadata: Metadata | None = None


class MemoryPage(BaseModel):
    """Memories, newest first."""

    items: list[Memory]
    next: str | None


class History(BaseModel):
    """What happened to a memory, oldest first."""

    items: list[Change]
    next: None = None


class Search(Input):
    """A question to memory."""

    query: Text
    kinds: Annotated[list[PassageKind], Field(min_length=1, max_length=5)] = Field(
        default_factory=lambda: ["memory"]
    )
    tags: Tags | None = None
    profile: ProfileName = "search"
    mode: Mode = "hybrid"
    limit: Annotated[int, Field(ge=1, le=200)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=100_000)] | None = None
    as_of: Time | None = Field(default=None, description="What was known then.")
    chat_id: Id | None = Field(default=None, description="Limits messages to one chat.")
    document_ids: Annotated[list[Id], Field(max_length=50)] | None = Field(
        default=None, description="Limits documents to these."
    )
    bot: Id | None = None


class Found(BaseModel):
    """The answer to a search, with everything that explains it."""

    query: str
    items: list[Recalled]
    near_misses: list[NearMiss]
    degraded: list[str]
    settings: dict[str, Any]
    took_ms: float
