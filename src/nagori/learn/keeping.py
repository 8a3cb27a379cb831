"""What follows from news about a project: domains, patterns, what is shared, copies.

None of it is needed for a record to be kept or found, so whatever fails here is told, not raised.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from nagori.config_learn import LearnSettings
from nagori.errors import UserError
from nagori.learn.analysing import Report
from nagori.learn.code.outline import Outline
from nagori.learn.copies import Copies
from nagori.learn.domains import Domains
from nagori.learn.evolving import Evolution, Needed, limits_of, spending, too_dear
from nagori.learn.folder import Folder
from nagori.learn.known_outlines import known_outlines
from nagori.learn.patterns import Patterns
from nagori.learn.promoting import Promoter
from nagori.store.port import Store
from nagori.values.project import EvolutionStatus
from nagori.values.scope import Scope
from nagori.values.times import Clock

log = logging.getLogger("nagori.learn")

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps what is drawn from records in step with them."""

    store: Store
    domains: Domains
    patterns: Patterns
    promoter: Promoter
    copies: Copies

    async def analysed(self, scope: Scope, folder: Folder, report: Report) -> tuple[str, ...]:
        """Follow an analysis; what could not be done, in words."""
        project = await self.store.projects.get(scope)
        domains = await self.store.domains.list(scope)
        is_same = not (report.files or report.gone or report.records or report.withdrawn)
        degraded: tuple[str, ...] = ()
        outlines: list[Outline] | None = None
        if not is_same or (project.records and not domains):
            outlines = await known_outlines(self.store, scope)
            degraded = (await self.domains.refresh(scope, outlines=outlines)).degraded
            found = await self.patterns.refresh(scope, outlines=outlines)
            await self.promoter.promote(scope, found)
        written = await self.copies.write(scope, folder, () if is_same else None, outlines=outlines)
        return (*degraded, *written.problems, *written.degraded)

    async def touched(
        self, scope: Scope, domains: Sequence[str], record_ids: Sequence[str]
    ) -> None:
        """Follow a round of learning."""
        for problem in await self._touched(scope, domains, record_ids):
            log.info("project %s: %s", scope.id, problem)

    async def _touched(
        self, scope: Scope, domains: Sequence[str], record_ids: Sequence[str]
    ) -> tuple[str, ...]:
        report = await self.domains.refresh(scope, domains)
        project = await self.store.projects.get(scope)
        try:
            folder = await asyncio.to_thread(Folder, project.path)
        except UserError as error:  # not there at the moment: the next sync writes them
            return (*report.degraded, f"copies: {error}")
        written = await self.copies.write(scope, folder, record_ids)
        return (*report.degraded, *written.problems, *written.degraded)


@dataclass(frozen=True, slots=True)
class Purse:
    """Takes what a model's words about a domain cost from what learning may cost in a day."""

    store: Store
    clock: Clock
    zone: tzinfo
    settings: LearnSettings

    async def spend(self, scope: Scope, prompt: int, reply: int) -> bool:
        """Take tokens to read and to write; False, and none are taken, when it is too much."""
        settings = self.settings
        cost = prompt * settings.price_per_million_prompt
        cost = (cost + reply * settings.price_per_million_completion) / _MILLION
        project = await self.store.projects.get(scope)
        limits = limits_of(settings, project.settings)
        needed = Needed(prompt + reply, cost)

        def taken(status: EvolutionStatus) -> EvolutionStatus | None:
            if too_dear(status, limits, needed):
                return None
            return spending(status, needed.tokens, needed.cost)

        evolution = Evolution(self.store.projects, self.clock, self.zone)
        return await evolution.change(scope, taken) is not None
