"""The library's face."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from nagori.config import Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.face.chats import ChatFace
from nagori.face.memories import MemoryFace
from nagori.face.recall import RecallFace
from nagori.face.transfer import TransferFace
from nagori.store.port import Store
from nagori.values.status import Status
from nagori.values.times import Clock, utc_now
from nagori.wiring import build_store, embedder_from

log = logging.getLogger("nagori")


class Nagori(MemoryFace, RecallFace, ChatFace, TransferFace):
    """Memory for conversations, over one database.

    Open it with `async with Nagori.open("memory.db") as n`.
    """

    def __init__(
        self,
        store: Store,
        embedder: GuardedEmbedder | None,
        *,
        space: str = "default",
        settings: Settings | None = None,
        clock: Clock = utc_now,
    ) -> None:
        settings = settings or Settings()
        super().__init__(store, embedder, space=space, settings=settings, clock=clock)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        where: str | Path = "nagori.db",
        *,
        space: str = "default",
        settings: Settings | None = None,
        clock: Clock = utc_now,
    ) -> AsyncGenerator["Nagori"]:
        """Open a database file, making it if there is none.

        A damaged store does not raise: `status` tells, and operations say what to do.
        """
        settings = settings or Settings()
        store = build_store(Path(where), settings)
        embedder = embedder_from(settings)
        self = cls(store, embedder, space=space, settings=settings, clock=clock)
        await store.open()
        # Not a task group: that would wrap whatever the caller's block raises.
        working = asyncio.create_task(self._work(), name="nagori-jobs")
        try:
            yield self
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            await store.close()
            if embedder:
                await embedder.close()

    @property
    def status(self) -> Status:
        """How the parts are doing."""
        return Status(
            store=self._store.state,
            embedder=self._embedder.state if self._embedder else "none",
            reason=self._store.reason,
            embedder_reason=(self._embedder.reason or "") if self._embedder else "",
        )

    def warm(self) -> None:
        """Load the embedder in the background, so that the first query need not wait for it."""
        if self._embedder:
            self._embedder.warm()

    async def _work(self) -> None:
        """Do jobs for as long as the store is in service."""
        if self._store.state != "ready":
            return
        try:
            if self._embedder is not None:
                now = self._clock()
                await self._store.passages.want_vectors(self._embedder.fingerprint, now=now)
            await self._worker.run()
        except Exception:  # a border: what waits is done when the store is opened next
            log.exception("jobs stopped because of an error")
