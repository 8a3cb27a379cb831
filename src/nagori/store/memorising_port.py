"""The part of the store's seam that is about memorising; see `nagori.store.port`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from nagori.values.draft import Written
from nagori.values.job import Job
from nagori.values.memorising import MemorisingStats, Settlement, ToMemorise
from nagori.values.scope import Scope


class MemorisingStore(Protocol):
    """What is to be considered for remembering, and what became of it."""

    async def to_memorise(self, space: str, chat_id: str, *, limit: int) -> ToMemorise:
        """What waits in a chat; `NotFoundError` when there is no such chat.

        Replaced messages are left out, and so is everything from a message on whose turn still
        runs: what it recalled is not known yet. `again` leaves out messages that a person forgot
        the memories of.
        """
        ...

    async def settle(
        self,
        space: str,
        chat_id: str,
        settlement: Settlement,
        *,
        job: Job,
        embedder: str | None,
        now: datetime,
    ) -> list[Written]:
        """Write what was decided and note the messages as considered; one transaction.

        Under the lease of `job`. A memory that a keep confirms or supersedes and that is not active
        any more is left as it is; what would confirm it is then added. The same message never
        confirms a memory twice. By a model: memories that rules had made from the same messages go,
        and what they had replaced holds again, unless a keep replaces it, too.
        """
        ...

    async def pass_over(self, scope: Scope, speaker: str) -> None:
        """Make no memory of what someone said so far in a scope and was not settled for good."""
        ...

    async def unsettled(self) -> list[tuple[str, str]]:
        """Space and id of chats with messages that rules alone decided about."""
        ...

    async def stats(self, scope: Scope) -> MemorisingStats:
        """What memorising came to so far."""
        ...

    async def queue(self, chats: Sequence[tuple[str, str]], *, kind: str, now: datetime) -> None:
        """Queue jobs about chats, once each; one that is under way runs once more after it."""
        ...
