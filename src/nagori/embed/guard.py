"""What every embedder is wrapped in: batches, a deadline, checked replies, a breaker."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from nagori.embed.port import Embedder, Loadable, TextKind, Vectors
from nagori.embed.vectors import BadVectorsError, sendable, unit_rows
from nagori.errors import KeyRefusedError, ModelReplyError, ModelUnavailableError
from nagori.remote.breaker import Breaker

State = Literal["ready", "unavailable", "unloaded"]

# A remote embedder watches the deadline itself and knows better what went wrong: let it speak.
_GRACE_S = 0.2


class GuardedEmbedder:
    """An embedder whose replies can be trusted and whose failures cost no time.

    The first good reply fixes the dimensions. Three failures in a row, or a refused key, and it
    fails at once without asking, until a trial after 1 s, 2 s, 4 s … 60 s succeeds.
    """

    def __init__(
        self,
        inner: Embedder,
        *,
        dims: int | None = None,
        batch_size: int = 64,
        deadline_s: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._dims = dims
        self._batch_size = batch_size
        self._deadline_s = deadline_s
        self._breaker = Breaker(clock)
        self._reason: str | None = None

    @property
    def name(self) -> str:
        """What people call the embedder."""
        return self._inner.name

    @property
    def fingerprint(self) -> str:
        """What vectors are keyed by; known before the first call."""
        return self._inner.fingerprint

    @property
    def dims(self) -> int | None:
        """Length of its vectors: as declared, else as first seen, else not known yet."""
        return self._dims

    @property
    def state(self) -> State:
        """Whether a call would be tried now, and answered without loading first."""
        if self._breaker.state == "open":
            return "unavailable"
        if isinstance(self._inner, Loadable) and not self._inner.loaded:
            return "unloaded"
        return "ready"

    @property
    def reason(self) -> str | None:
        """What the last call failed with; None if it went well."""
        return self._reason

    def warm(self) -> None:
        """Load ahead in the background, if there is something to load."""
        if isinstance(self._inner, Loadable):
            self._inner.warm()

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """One row of length 1 per text, in order; each batch has the whole deadline."""
        if not texts:
            return np.empty((0, self._dims or 0), dtype=np.float32)
        clean = [sendable(text) for text in texts]
        size = self._batch_size
        batches = [clean[start : start + size] for start in range(0, len(clean), size)]
        return np.concatenate([await self._call(batch, kind) for batch in batches])

    async def close(self) -> None:
        """Let go of threads and connections."""
        await self._inner.close()

    async def _call(self, texts: list[str], kind: TextKind) -> Vectors:
        permit = self._breaker.admit()
        if permit is None:
            problem = self._reason or "waiting for a trial call"
            raise ModelUnavailableError(self.name, problem, retry_after=self._breaker.wait_s)
        try:
            vectors = await self._ask(texts, kind)
        except ModelUnavailableError as error:
            self._reason = error.problem
            refused = isinstance(error, KeyRefusedError)
            wait = error.retry_after or 0.0
            self._breaker.fail(permit, at_once=refused, at_least_s=wait)
            raise
        except ModelReplyError as error:
            # It is there and would say the same again: a pause would not help.
            self._reason = error.problem
            self._breaker.succeed()
            raise
        finally:
            self._breaker.release(permit)
        self._reason = None
        self._breaker.succeed()
        return vectors

    async def _ask(self, texts: list[str], kind: TextKind) -> Vectors:
        try:
            async with asyncio.timeout(self._deadline_s + _GRACE_S):
                rows = await self._inner.embed(texts, kind)
        except TimeoutError as error:
            problem = f"no reply within {self._deadline_s:g} s"
            raise ModelUnavailableError(self.name, problem) from error
        try:
            vectors = unit_rows(rows, count=len(texts), dims=self._dims)
        except BadVectorsError as error:
            raise ModelReplyError(self.name, str(error)) from error
        self._dims = vectors.shape[1]
        return vectors
