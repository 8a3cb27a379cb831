"""The part of the store's seam that is about passages; see `nagori.store.port`."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from nagori.values.job import Job
from nagori.values.passage import Found, Pending, Query, Scores


class Chosen(Protocol):
    """What a caller makes of scores: at least which rows it wants to see."""

    @property
    def rows(self) -> NDArray[np.intp]:
        """Rows of the scores, in the order in which they are wanted."""
        ...


C = TypeVar("C", bound=Chosen)


class PassageStore(Protocol):
    """What can be found again."""

    async def find(
        self, query: Query, choose: Callable[[Scores], C]
    ) -> tuple[C, list[Found | None]]:
        """Score the passages of the query's scopes, let `choose` pick, and read what it picked.

        All on one state of the data. `choose` is pure and may run in another thread.
        """
        ...

    async def score(self, query: Query) -> Scores:
        """Scores of every passage of the query's scopes that passes its filter."""
        ...

    async def pending(self, embedder: str, *, limit: int, after: int = 0) -> list[Pending]:
        """Passages `after` this one that have no vector of this embedder yet, oldest first."""
        ...

    async def put_vectors(
        self,
        embedder: str,
        embedded: Sequence[tuple[Pending, NDArray[np.float32]]],
        *,
        failed: Sequence[Pending] = (),
        job: Job,
    ) -> None:
        """Store vectors that were late, under the lease of `job`; a lost lease raises."""
        ...

    async def finish_embedding(self, embedder: str, *, job: Job, now: datetime) -> bool:
        """Finish `job` unless passages arrived that lack vectors; tells whether it is finished."""
        ...

    async def want_vectors(self, embedder: str, *, now: datetime, dims: int | None = None) -> bool:
        """Queue the embedding job if passages lack this embedder's vectors; tells whether.

        Of these dimensions, if they are known; else of those that it had last.
        """
        ...

    def forget_caches(self) -> None:
        """Drop derived data in memory; no result changes."""
        ...
