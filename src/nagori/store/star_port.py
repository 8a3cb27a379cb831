"""The part of the store's seam that a map of memories needs; see `nagori.store.port`."""

import builtins
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nagori.values.memory import Memory
from nagori.values.scope import Scope
from nagori.values.star import See, Stars


class StarStore(Protocol):
    """Memories of a scope, all at once."""

    async def version(self, scope: Scope) -> str:
        """What differs after every change of the scope's memories."""
        ...

    async def all(
        self, scope: Scope, *, embedder: str | None, known: NDArray[np.int64], see: See
    ) -> Stars:
        """Every active memory of the scope, all of one state of the data.

        `see` is shown the embedder's vectors of the passages that are not `known`; it may run in
        another thread and must not keep the arrays.
        """
        ...

    async def matching(self, scope: Scope, text: str, *, limit: int) -> builtins.list[str]:
        """Ids of active memories in whose text this one stands, whatever its case; newest first."""
        ...

    async def read(self, scope: Scope, ids: Sequence[str]) -> builtins.list[Memory]:
        """Those of the memories that are there and in the scope, in the order asked for."""
        ...

    async def replaced_by(self, scope: Scope, id: str) -> builtins.list[Memory]:
        """What a memory took the place of, the latest first."""
        ...
