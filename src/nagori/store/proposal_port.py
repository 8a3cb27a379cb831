"""The part of the store's seam that is about proposals; see `nagori.store.port`."""

from datetime import datetime
from typing import Protocol

from nagori.values.proposal import ProposedCall
from nagori.values.scope import Scope


class ProposalStore(Protocol):
    """Tool calls that wait for a person's consent. They go with their chat."""

    async def add(self, space: str, proposal: ProposedCall) -> None:
        """Keep a proposal; `NotFoundError` without its chat, `ConflictError` when it is known."""
        ...

    async def get(self, space: str, id: str) -> ProposedCall:
        """The proposal; `NotFoundError` when there is none."""
        ...

    async def waiting(
        self, scope: Scope, user: str, *, now: datetime, limit: int
    ) -> list[ProposedCall]:
        """Those of a user that nobody answered and that did not expire, oldest first.

        Those of chats that were retired are left out.
        """
        ...

    async def answer(self, space: str, id: str, *, accept: bool, now: datetime) -> ProposedCall:
        """The proposal, accepted or rejected: exactly one call of this succeeds.

        `NotFoundError` when there is none; `ConflictError` when it was answered before or expired.
        """
        ...

    async def note(
        self,
        space: str,
        id: str,
        *,
        result: str | None,
        error: str | None,
        made: str | None = None,
    ) -> ProposedCall:
        """The proposal with what came of it; `made` is the memory that the call made.

        Erasing that memory destroys the proposal, too, and what the turn's events tell of it.
        """
        ...
