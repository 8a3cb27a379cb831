"""Keeping how contexts were used, off the path of who asked for them."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from nagori.errors import NagoriError, StoreError
from nagori.store.group_port import UsageStore
from nagori.values.group import UsageRecord

log = logging.getLogger("nagori.group")

_MOST = 1000
"""Records that wait; what comes beyond that while the store is slow is dropped and counted."""
_AT_ONCE = 100
_TRY_AGAIN_S = 1.0


class Collector:
    """Writes records behind the contexts: a clean stop loses none, a kill only what waits."""

    def __init__(self, usage: Callable[[], UsageStore | None]) -> None:
        self._usage = usage
        self._waiting: deque[tuple[str, UsageRecord]] = deque()
        self._came = asyncio.Event()
        self._writing = asyncio.Lock()
        self.dropped = 0

    @property
    def waiting(self) -> int:
        """Records that are not written yet."""
        return len(self._waiting)

    def put(self, space: str, record: UsageRecord) -> None:
        """Take a record; never waits."""
        if len(self._waiting) >= _MOST:
            self.dropped += 1
            return
        self._waiting.append((space, record))
        self._came.set()

    async def run(self) -> None:
        """Write what comes until cancelled."""
        while True:
            await self._came.wait()
            self._came.clear()
            try:
                await self.flush()
            except StoreError as error:
                log.warning("how contexts were used could not be kept yet: %s", error)
                await asyncio.sleep(_TRY_AGAIN_S)
                self._came.set()

    async def flush(self) -> None:
        """Write what waits now; raises when the store can't, and then it still waits."""
        async with self._writing:
            while self._waiting:
                usage = self._usage()
                if usage is None:  # out of service: nothing is collected
                    self._waiting.clear()
                    return
                batch = [self._waiting[at] for at in range(min(_AT_ONCE, len(self._waiting)))]
                for space in dict.fromkeys(space for space, _ in batch):
                    await usage.add(space, [one for where, one in batch if where == space])
                for _ in batch:
                    self._waiting.popleft()

    async def close(self) -> None:
        """Write what waits, if the store lets us."""
        try:
            await self.flush()
        except NagoriError as error:
            log.warning("how %d contexts were used is lost: %s", len(self._waiting), error)
