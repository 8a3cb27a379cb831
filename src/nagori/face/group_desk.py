"""What groups share in one process: rooms, contexts, and what waits behind them."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nagori.errors import NagoriError
from nagori.group.collecting import Collector
from nagori.group.contexts import Contexts
from nagori.group.rooms import Rooms
from nagori.group.signals import signal_of
from nagori.group.stats import DAY, GroupStats, stats_of
from nagori.store.port import Store
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.times import Clock

log = logging.getLogger("nagori.group")

_MOST_GROUPS = 1000
_MOST_RECORDS = 1000


@dataclass(frozen=True, slots=True)
class Answered:
    """The bot's last answer in a group, and what it was for."""

    context_id: str
    trigger: Message
    said_at: datetime


class GroupDesk:
    """Keeps what was answered and what people made of it, behind those who talk."""

    def __init__(self, store: Store, fingerprint: Callable[[], str | None], clock: Clock) -> None:
        self._store, self._clock = store, clock
        self.rooms = Rooms(store, fingerprint, clock)
        self.collector = Collector(lambda: store.usage if store.state == "ready" else None)
        self.contexts = Contexts(store, self.rooms, self.collector, clock)
        self._last: OrderedDict[Scope, Answered] = OrderedDict()
        self._turns: dict[Scope, asyncio.Lock] = {}
        self._behind: set[asyncio.Task[None]] = set()

    def in_turn(self, scope: Scope) -> asyncio.Lock:
        """What lets turns of one group begin one after another."""
        return self._turns.setdefault(scope, asyncio.Lock())

    def answered(self, scope: Scope, answered: Answered, text: str) -> None:
        """Join the bot's answer to the record of its context, soon."""
        self._last[scope] = answered
        self._last.move_to_end(scope)
        while len(self._last) > _MOST_GROUPS:
            self._last.popitem(last=False)
        self._do(self._note_answer(scope.space, answered.context_id, text))

    def heard(self, scope: Scope, message: Message) -> None:
        """Join what people do after an answer to the record of its context, soon."""
        last = self._last.get(scope)
        signal = None
        if last is not None:
            signal = signal_of(message, last.trigger, last.said_at)
        if last is None or signal is None:
            return
        told = {"what": signal.what, "by": message.speaker, "at": message.said_at.isoformat()}
        self._do(self._note_signal(scope.space, last.context_id, signal.success, told))

    async def stats(self, space: str, group_id: str | None = None) -> GroupStats:
        """How contexts of a group, or of all, did in the last day: at most the last thousand."""
        await self.collector.flush()
        now = self._clock()
        page = await self._store.usage.page(space, group_id, limit=_MOST_RECORDS)
        lately = [record for record in page if now - record.created_at <= DAY]
        return stats_of(lately, now=now, hits=self.rooms.hits, misses=self.rooms.misses)

    async def close(self) -> None:
        """Finish what waits."""
        await asyncio.gather(*self._behind)
        await self.rooms.close()
        await self.collector.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="nagori-usage")
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    async def _note_answer(self, space: str, context_id: str, text: str) -> None:
        try:
            await self.collector.flush()
            await self._store.usage.answered(space, context_id, text)
        except NagoriError as error:
            log.info("the answer to a context is not kept: %s", error)

    async def _note_signal(
        self, space: str, context_id: str, success: float | None, told: dict[str, Any]
    ) -> None:
        try:
            await self.collector.flush()
            await self._store.usage.judged(space, context_id, success=success, signal=told)
        except NagoriError as error:
            log.info("a sign of how good a context was is not kept: %s", error)
