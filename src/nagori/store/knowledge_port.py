"""The part of the store's seam that is about what is known of groups; see `nagori.store.port`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from nagori.values.knowledge import GroupSummary, Member, Stretch
from nagori.values.memory import Memory, Page
from nagori.values.scope import Scope


class KnowledgeStore(Protocol):
    """Summaries of groups, and what members said of themselves: memories of the group's scope."""

    async def chats(self, scope: Scope) -> list[str]:
        """The chats of a group, by their ids; none that was deleted."""
        ...

    async def to_summarise(self, space: str, chat_id: str, *, limit: int) -> Stretch:
        """What members said since the last summary; `NotFoundError` when there is no such chat."""
        ...

    async def to_summarise_again(self, space: str, chat_id: str) -> Stretch | None:
        """The oldest stretch of which there is an extract only."""
        ...

    async def put_summary(
        self, summary: GroupSummary, *, embedder: str | None, now: datetime
    ) -> Memory | None:
        """Write a summary and note how far it goes; one transaction.

        `ConflictError` when somebody else summarised the stretch meanwhile, and then nothing is
        written. The extract that it replaces is retired.
        """
        ...

    async def extracted(self) -> list[tuple[str, str]]:
        """Space and id of chats with a summary that no model wrote."""
        ...

    async def summaries(self, scope: Scope, *, limit: int, before: int | None) -> Page[Memory]:
        """Summaries of a group, the newest first."""
        ...

    async def of_members(
        self, scope: Scope, speakers: Sequence[str] | None, *, limit: int
    ) -> list[Memory]:
        """What is known of these members, or of all, the newest first."""
        ...

    async def members(self, scope: Scope) -> list[Member]:
        """The members of whom something is known, by their speaker ids."""
        ...
