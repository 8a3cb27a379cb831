"""The seam between Nagori and whatever turns text into vectors."""

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
TextKind = Literal["query", "passage"]


class Embedder(Protocol):
    """Turns texts into unit vectors of one length."""

    @property
    def name(self) -> str:
        """What people call it: `usem3`, `openai:text-embedding-3-small`."""
        ...

    @property
    def fingerprint(self) -> str:
        """What vectors are keyed by: vectors of different fingerprints are never compared."""
        ...

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """One row of length 1 per text, float32.

        Raises `ModelUnavailableError` when trying again later may help, `ModelReplyError` when
        the same texts would fail again.
        """
        ...

    async def close(self) -> None:
        """Let go of threads and connections."""
        ...


@runtime_checkable
class Loadable(Protocol):
    """An embedder that must be read into memory before its first answer."""

    @property
    def loaded(self) -> bool:
        """Whether the next call can answer at once."""
        ...

    def warm(self) -> None:
        """Start loading in the background; returns at once."""
        ...
