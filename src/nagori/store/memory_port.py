"""The part of the store's seam that is about memories; see `nagori.store.port`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from nagori.values.draft import MemoryDraft, MemoryEdit, Written
from nagori.values.memory import Change, Memory, Page, Status, Tag
from nagori.values.scope import Scope


class MemoryStore(Protocol):
    """Memories with their sources, passages and vectors."""

    async def put(
        self, drafts: Sequence[MemoryDraft], *, embedder: str | None, now: datetime
    ) -> list[Written]:
        """Add each draft, or confirm the memory that it repeats; all of them or none.

        Passages without vectors are queued for `embedder`.
        """
        ...

    async def put_whole(
        self,
        memory: Memory,
        draft: MemoryDraft,
        history: Sequence[Change],
        *,
        embedder: str | None,
        now: datetime,
    ) -> bool:
        """Put back an exported memory as it was; False when it is here already."""
        ...

    async def get(self, space: str, ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids; an unknown one raises `NotFoundError`."""
        ...

    async def page(
        self,
        space: str,
        scope: Scope | None,
        *,
        tags: Sequence[Tag],
        statuses: Sequence[Status] = ("active",),
        messages: Sequence[str] | None = None,
        limit: int = 100,
        before: int | None = None,
    ) -> Page[Memory]:
        """Memories of a scope, or of the whole space, newest first; `messages`: made from these."""
        ...

    async def edit(
        self, space: str, edit: MemoryEdit, *, embedder: str | None, now: datetime
    ) -> Memory:
        """The memory after the change; a new text is indexed anew."""
        ...

    async def set_status(self, space: str, id: str, status: Status, *, now: datetime) -> Memory:
        """The memory after it was retired or restored; anything else raises `ConflictError`."""
        ...

    async def history(self, space: str, id: str) -> list[Change]:
        """What happened to a memory, oldest first."""
        ...
