"""Trials of other settings in groups, as callers see them."""

import asyncio
import builtins
from collections.abc import Awaitable, Callable, Sequence

from nagori.group.outcomes import outcome_of
from nagori.group.trials import checked_trial
from nagori.store.trial_port import TrialStore
from nagori.text import rules
from nagori.values.times import Clock
from nagori.values.trial import Arm, Trial, TrialOutcome, Unit

_MOST_USES = 100_000
"""Contexts that an outcome rests on: the last ones, when there are more."""


class Trials:
    """Try other settings on some messages or groups of a space, and see which do better."""

    def __init__(
        self,
        trials: TrialStore,
        *,
        space: str,
        clock: Clock,
        flush: Callable[[], Awaitable[object]],
    ) -> None:
        self._trials, self._space = trials, space
        self._clock, self._flush = clock, flush

    async def start(self, name: str, arms: Sequence[Arm], *, by: Unit = "message") -> Trial:
        """A trial that runs from now on; the first arm is the one that others are compared with.

        `by` says whether each message or a whole group gets an arm. `ConflictError` when there was
        a trial of this name, or one runs that sets the same.
        """
        trial = checked_trial(name, arms, by=by, now=self._clock())
        await self._trials.start(self._space, trial)
        return trial

    async def get(self, name: str) -> Trial:
        """One trial; `NotFoundError` when there is none."""
        return await self._trials.get(self._space, rules.checked_id(name, "name"))

    async def list(self) -> builtins.list[Trial]:
        """All trials, those that ended too, newest first."""
        return await self._trials.list(self._space)

    async def outcome(self, name: str) -> TrialOutcome:
        """How its arms did so far, and whether that is more than chance."""
        trial = await self.get(name)
        await self._flush()
        uses = await self._trials.uses(self._space, trial.name, limit=_MOST_USES)
        return await asyncio.to_thread(outcome_of, trial, uses)

    async def end(self, name: str) -> Trial:
        """The trial, ended: from now on nothing gets an arm of it."""
        return await self._end(name, None)

    async def adopt(self, name: str, arm: str) -> Trial:
        """The trial, ended; what the arm sets holds in all groups that have no own settings for it.

        `n.all_groups.undo_settings()` takes that back.
        """
        return await self._end(name, rules.checked_id(arm, "arm"))

    async def _end(self, name: str, adopted: str | None) -> Trial:
        name = rules.checked_id(name, "name")
        return await self._trials.end(self._space, name, adopted=adopted, now=self._clock())
