"""A round under way: every step of it is in the store before the next one begins."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta

from nagori.errors import ConflictError, NagoriError
from nagori.learn.asking import Purse
from nagori.learn.evolving import Evolution
from nagori.store.project_port import RoundStore
from nagori.values.learned import RecordDraft
from nagori.values.learning import ToolCallStep
from nagori.values.learning_round import LearningRound, RoundEnd
from nagori.values.project import EvolutionPhase
from nagori.values.scope import Scope
from nagori.values.times import Clock

LEASE = timedelta(minutes=2)
_EACH_S = LEASE.total_seconds() / 4


class Doing:
    """One round that this process holds the lease of."""

    def __init__(
        self,
        scope: Scope,
        round: LearningRound,
        rounds: RoundStore,
        evolution: Evolution,
        clock: Clock,
        purse: Purse,
    ) -> None:
        self.scope, self.round, self.purse = scope, round, purse
        self._rounds, self._evolution, self._clock = rounds, evolution, clock
        self._one = asyncio.Lock()

    async def enter(
        self, phase: EvolutionPhase, *, gap: str | None = None, question: str | None = None
    ) -> None:
        """Say which phase begins, and what was chosen until then."""
        await self._write(
            replace(
                self.round,
                phase=phase,
                gap=gap or self.round.gap,
                question=question or self.round.question,
            )
        )
        await self._evolution.change(
            self.scope, lambda status: replace(status, current_phase=phase)
        )

    async def note(self, step: ToolCallStep) -> None:
        """Keep a step."""
        await self._write(replace(self.round, steps=(*self.round.steps, step)))

    async def end(
        self,
        state: RoundEnd,
        *,
        drafts: Sequence[RecordDraft] = (),
        embedder: str | None = None,
        error: str | None = None,
    ) -> LearningRound:
        """The round as it ended, with its records, all at once."""
        async with self._one:
            last = replace(self._counted(self.round), error=error)
            self.round = await self._rounds.end(
                self.scope, last, state, drafts=drafts, embedder=embedder, now=self._clock()
            )
            return self.round

    @asynccontextmanager
    async def kept(self) -> AsyncGenerator[None]:
        """Holds the lease until the end of the block; one that is stopped can be gone on with."""

        async def keep() -> None:
            while True:
                await asyncio.sleep(_EACH_S)
                await self._write(None)

        keeping = asyncio.create_task(keep(), name="nagori-round")
        try:
            yield
        except asyncio.CancelledError:
            with suppress(NagoriError):
                await self._write(None, lease=timedelta(0))
            raise
        finally:
            keeping.cancel()
            # A lease that was lost is told by the next write of the round itself.
            await asyncio.gather(keeping, return_exceptions=True)

    async def _write(self, round: LearningRound | None, *, lease: timedelta = LEASE) -> None:
        async with self._one:
            if self.round.ended_at is not None:
                raise ConflictError(f"round {self.round.id!r} has ended")
            told = self._counted(self.round if round is None else round)
            self.round = await self._rounds.advance(
                self.scope, told, now=self._clock(), lease=lease
            )

    def _counted(self, round: LearningRound) -> LearningRound:
        return replace(round, tokens=self.purse.tokens, cost=self.purse.cost)
