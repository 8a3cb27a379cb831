"""A project, as callers see it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nagori.face.project_knowledge import ProjectKnowledge
from nagori.learn.analysing import Progress, Report
from nagori.learn.status import ProjectStatus
from nagori.learn.sync_report import SyncReport
from nagori.text import rules
from nagori.values.learning_round import LearningRound
from nagori.values.memory import Receipt
from nagori.values.project import KnowledgeGap

_MOST = 1000


class ProjectFace(ProjectKnowledge):
    """A folder that is learned about: ask it, look at what is known, keep it up to date.

    Named by its key, or by a path in its folder. `NotFoundError` by the first call if there is
    none.
    """

    async def status(self) -> ProjectStatus:
        """Where analysis and learning stand."""
        return self._work.status_of(self._space, await self.project())

    async def analyse(self, *, progress: Progress | None = None) -> Report:
        """Bring records up to date with the folder; only what changed is looked into."""
        return await self._work.analyse(await self.scope(), progress=progress)

    async def analyse_later(self) -> ProjectStatus:
        """Leave the analysis to the worker, which runs beside a server."""
        await self._work.queue(await self.scope())
        return await self.status()

    async def gaps(self, *, limit: int = 20) -> list[KnowledgeGap]:
        """What is not known yet, the most important first."""
        limit = rules.checked_limit(limit, "limit", _MOST)
        return await self._work.learner.gaps(await self.scope(), limit=limit)

    async def learn_round(self) -> LearningRound | None:
        """One round of learning now, also while it is paused; the limits of the day hold.

        None when they are reached, another process does one, or nothing is known to be missing.
        """
        return await self._work.round(await self.scope())

    async def start_round(self) -> ProjectStatus:
        """Begin a round that goes on by itself; `ConflictError` says why none can begin."""
        await self._work.start_round(await self.scope())
        return await self.status()

    async def pause(self) -> ProjectStatus:
        """Learn no more in the background; a round that runs comes to its end."""
        return await self.set_settings({"is_enabled": False})

    async def resume(self) -> ProjectStatus:
        """Go on learning in the background, at once, whatever went wrong before."""
        return await self.set_settings({"is_enabled": True})

    async def set_settings(self, settings: Mapping[str, Any]) -> ProjectStatus:
        """Set what holds for this project alone; what is left out stays, None unsets.

        `questions_per_day`, `tokens_per_day` and `cost_per_day` limit what is learned in the
        background; `is_enabled` says whether anything is.
        """
        await self._work.set_learning(await self.scope(), settings)
        return await self.status()

    async def sync(self, *, take_in: bool = False) -> SyncReport:
        """Make the copies in its folder as they should be.

        With `take_in`, those that came from another machine become records here first.
        """
        scope, folder = await self.scope(), await self._folder()
        copies = self._work.parts.keeper.copies
        async with self._work.desk.alone(scope):
            if not take_in:
                return await copies.sync(scope, folder)
            taken = await copies.take_in(scope, folder)
            done = await copies.sync(scope, folder)
        self._work.changed(scope)
        return replace(
            taken,
            written=done.written,
            removed=done.removed,
            unknown=done.unknown,
            problems=tuple(dict.fromkeys((*taken.problems, *done.problems))),
            degraded=tuple(dict.fromkeys((*taken.degraded, *done.degraded))),
        )

    async def forget(self) -> Receipt:
        """Destroy all that is known of it, the copies in its folder too. There is no undo."""
        return await self._work.erase(await self.scope())
