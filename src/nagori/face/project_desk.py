"""What projects share in one process: how far analyses are, and who waits for whom."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from nagori.learn.analysing import Progress
from nagori.values.project import AnalysisProgress
from nagori.values.scope import Scope

_WAITS = AnalysisProgress(running=True)


class StoppedError(Exception):
    """Ends the thread of an analysis that nobody waits for any more."""


@dataclass(slots=True)
class Analysing:
    """An analysis that runs in this process."""

    heard: Progress | None
    progress: AnalysisProgress = _WAITS
    stopped: threading.Event = field(default_factory=threading.Event)

    def hear(self, done: int, total: int) -> None:
        """Take note of how far it is, in the thread that does it; raises when it is to end."""
        if self.stopped.is_set():
            raise StoppedError
        self.progress = AnalysisProgress(running=True, done=done, total=total)
        if self.heard is not None:
            self.heard(done, total)


class ProjectDesk:
    """Lets one thing at a time be done to a project, and tells how far it is."""

    def __init__(self) -> None:
        self._locks: dict[Scope, asyncio.Lock] = {}
        self._running: dict[Scope, Analysing] = {}
        self._queued: set[Scope] = set()
        self._behind: set[asyncio.Task[None]] = set()

    def queue(self, scope: Scope) -> None:
        """Say that an analysis waits for the worker of this process."""
        self._queued.add(scope)

    def progress(self, scope: Scope) -> AnalysisProgress:
        """How far the analysis of a project is."""
        running = self._running.get(scope)
        if running is not None:
            return running.progress
        return _WAITS if scope in self._queued else AnalysisProgress()

    def stop(self, scope: Scope) -> None:
        """End the analysis of a project, soon."""
        self._queued.discard(scope)
        if (running := self._running.get(scope)) is not None:
            running.stopped.set()

    def alone(self, scope: Scope) -> asyncio.Lock:
        """What is held by whoever changes the project or its folder."""
        return self._locks.setdefault(scope, asyncio.Lock())

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work, name="nagori-project")
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    async def close(self) -> None:
        """End what nobody waits for."""
        for task in self._behind:
            task.cancel()
        await asyncio.gather(*self._behind, return_exceptions=True)

    @asynccontextmanager
    async def analysing(
        self, scope: Scope, heard: Progress | None = None
    ) -> AsyncGenerator[Analysing]:
        """An analysis, once no other runs; leaving the block ends the thread that does it."""
        self._queued.discard(scope)
        async with self.alone(scope):
            running = self._running[scope] = Analysing(heard)
            try:
                yield running
            finally:
                running.stopped.set()
                del self._running[scope]
