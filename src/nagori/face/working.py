"""What is done behind the calls: jobs, and looking after what was left."""

import asyncio
import logging
from contextlib import suppress

from nagori.errors import StoreError
from nagori.face.turns import TurnFace
from nagori.values.document import KEPT_FOR
from nagori.values.knowledge import GROUP_SUMMARY_JOB
from nagori.values.memorising import MEMORISE_JOB

log = logging.getLogger("nagori")

_LOOK_FOR_LOST_S = 5.0
_ERASE_OVERDUE_S = 24 * 3600.0


class WorkingFace(TurnFace):
    """Does jobs while the database is open."""

    _working: asyncio.Task[None] | None = None
    _learns = False

    def _start_working(self) -> None:
        # Not a task group: that would wrap whatever the caller's block raises.
        self._working = asyncio.create_task(self._work(), name="nagori-jobs")

    @property
    def works(self) -> bool:
        """Whether jobs are done here: from when it is opened until it is closed, or fails."""
        return self._working is not None and not self._working.done()

    async def _stop_working(self) -> None:
        """Jobs that run are given back."""
        working, self._working = self._working, None
        if working is not None:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def _work(self) -> None:
        """Do jobs for as long as the store is in service."""
        if self._store.state != "ready":
            return
        try:
            if self._embedder is not None:
                now = self._clock()
                await self._store.passages.want_vectors(self._embedder.fingerprint, now=now)
            await self._consider_again()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._worker.run())
                group.create_task(self._importer.run())
                if self._learns:
                    group.create_task(self._analyst.run())
                    group.create_task(self._learner.run())
                group.create_task(self._erase_overdue())
                group.create_task(self._groups.collector.run())
                group.create_task(self._look_for_lost_turns())
        except Exception:  # a border: what waits is done when the store is opened next
            log.exception("jobs stopped because of an error")

    async def _consider_again(self) -> None:
        """Have a model decide about what rules alone decided about, if there is one now."""
        if self._models.decision.state != "extractive":
            chats = await self._store.memorising.unsettled()
            await self._store.memorising.queue(chats, kind=MEMORISE_JOB, now=self._clock())
        if self._models.summary.state != "extractive":
            chats = await self._store.knowledge.extracted()
            await self._store.memorising.queue(chats, kind=GROUP_SUMMARY_JOB, now=self._clock())

    async def _erase_overdue(self) -> None:
        """Erase documents that were deleted long enough ago, at the start and once a day."""
        while self._store.state == "ready":
            before = self._clock() - KEPT_FOR
            with suppress(StoreError):
                for space, id in await self._store.documents.overdue(before=before, limit=1000):
                    await self._store.erasure.document(space, id, now=self._clock())
            await asyncio.sleep(_ERASE_OVERDUE_S)

    async def _look_for_lost_turns(self) -> None:
        """At the start, and when one that died is overdue."""
        while self._store.state == "ready":
            await self._recover_lost()
            await asyncio.sleep(_LOOK_FOR_LOST_S)
