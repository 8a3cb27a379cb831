"""Work in lanes: one piece after another in each, lanes side by side, all of it bounded."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

log = logging.getLogger("nagori.bots")

Work = Callable[[], Awaitable[None]]


class Lanes:
    """Takes work at once and does it soon. What fails is logged, and the next is done."""

    def __init__(self, what: str, *, most: int) -> None:
        self._what, self._most = what, most
        self._lanes: dict[str, deque[Work]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False
        self.waiting = 0
        """Pieces that are not done yet."""
        self.failed = 0

    def put(self, lane: str, work: Work) -> bool:
        """Take a piece of work; False when too much waits, or all is being stopped."""
        if self._closed or self.waiting >= self._most:
            return False
        self.waiting += 1
        if lane in self._lanes:
            self._lanes[lane].append(work)
            return True
        self._lanes[lane] = deque([work])
        task = asyncio.create_task(self._go(lane), name=f"nagori-bot-{self._what}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return True

    async def close(self, *, within_s: float) -> int:
        """Finish what waits, and stop what takes longer; returns how many pieces were left."""
        self._closed = True
        if self._running:
            await asyncio.wait(set(self._running), timeout=within_s)
        left = self.waiting
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        return left

    async def _go(self, lane: str) -> None:
        line = self._lanes[lane]
        try:
            while line:
                try:
                    await line[0]()
                except Exception:  # a border: one message must not end the bot
                    self.failed += 1
                    log.exception("%s failed because of an error of ours", self._what)
                line.popleft()
                self.waiting -= 1
        finally:
            del self._lanes[lane]
