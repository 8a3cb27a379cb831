"""The part of the store's seam that is about export and import; see `nagori.store.port`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from nagori.values.draft import Indexed
from nagori.values.scope import Scope
from nagori.values.transfer import PutBack, RecordKind, Whole


class TransferStore(Protocol):
    """Whole records, out and in again. Turns and their events stay: they are no records."""

    async def last(self) -> Mapping[RecordKind, int]:
        """Numbers of the newest records; what comes later has higher ones."""
        ...

    async def read(
        self,
        kind: RecordKind,
        space: str,
        scope: Scope | None,
        *,
        after: int,
        upto: int,
        limit: int,
    ) -> list[tuple[int, Whole]]:
        """Records of a scope, or of the whole space, with their numbers, oldest first."""
        ...

    async def put(
        self,
        space: str,
        records: Sequence[tuple[Whole, Indexed | None]],
        *,
        embedder: str | None,
        now: datetime,
    ) -> list[PutBack]:
        """Put records back as they were, all or none; what is here already stays as it is."""
        ...

    async def known(self, scope: Scope, external_ids: Sequence[str]) -> set[str]:
        """Those of the external ids that a memory of the scope was made from."""
        ...
