"""The part of the store's seam that is about trials; see `nagori.store.port`."""

import builtins
from datetime import datetime
from typing import Protocol

from nagori.values.trial import Trial, TrialUse


class TrialStore(Protocol):
    """Trials of other settings in groups, and what came of them."""

    async def start(self, space: str, trial: Trial) -> None:
        """Keep a trial that runs from now on.

        `ConflictError` when there was one of its name, or one runs that sets the same.
        """
        ...

    async def get(self, space: str, name: str) -> Trial:
        """One trial; `NotFoundError` when there is none."""
        ...

    async def list(self, space: str) -> builtins.list[Trial]:
        """All trials, those that ended too, newest first."""
        ...

    async def end(
        self, space: str, name: str, *, adopted: str | None = None, now: datetime
    ) -> Trial:
        """The trial, ended: no context gets an arm of it any more.

        What the adopted arm sets is from now on set for all groups, over what was; that can be
        taken back. `ConflictError` when it ended before, `NotFoundError` for an unknown arm.
        """
        ...

    async def uses(self, space: str, name: str, *, limit: int) -> builtins.list[TrialUse]:
        """The contexts that were made in its arms, the last ones first."""
        ...
