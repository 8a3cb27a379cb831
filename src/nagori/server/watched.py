"""The turns that callers of the server began, while they run."""

import asyncio
import logging
from dataclasses import dataclass

from nagori.app import Nagori
from nagori.chat.running import Running
from nagori.errors import NagoriError
from nagori.server.metrics import Metrics
from nagori.values.scope import Scope

log = logging.getLogger("nagori.server")


@dataclass(frozen=True, slots=True)
class _Watched:
    running: Running
    scope: Scope


class WatchedTurns:
    """Counts turns by whose they are and by how they end; stops them all at the end."""

    def __init__(self, n: Nagori, metrics: Metrics) -> None:
        self._n, self._metrics = n, metrics
        self._turns: list[_Watched] = []

    def watch(self, running: Running, scope: Scope) -> None:
        """Look after a turn that has just begun."""
        self.sweep()
        self._metrics.turns_begun.inc()
        self._turns.append(_Watched(running, scope))

    def count(self, scope: Scope) -> int:
        """How many turns of a scope run."""
        self.sweep()
        return sum(turn.scope == scope for turn in self._turns)

    def sweep(self) -> None:
        """Count those that are over, and let go of them."""
        over = [turn for turn in self._turns if turn.running.over]
        if over:
            self._turns = [turn for turn in self._turns if not turn.running.over]
        for turn in over:
            self._metrics.count_turn(turn.running.events)

    async def stop_all(self) -> None:
        """Stop every turn; each keeps what it has said."""
        self.sweep()
        await asyncio.gather(*(self._stop(turn) for turn in self._turns))

    async def _stop(self, turn: _Watched) -> None:
        try:
            await self._n.within(turn.scope.space).stop_turn(turn.running.id)
        except NagoriError as error:
            log.warning("a turn could not be stopped: %s", error.code)
