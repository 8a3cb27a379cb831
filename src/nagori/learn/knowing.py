"""What is known of a project when a round begins, read from the store."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nagori.learn.citing import Checker
from nagori.learn.claims.claim import LEARNED
from nagori.learn.failing import Failed, Failures
from nagori.learn.folder import Folder
from nagori.learn.gaps import Known, gaps_of
from nagori.learn.kept import read
from nagori.learn.structure import Structure, structure_of
from nagori.learn.symbols import OutlineIndex
from nagori.store.port import Store
from nagori.values.learning import LearningRecord
from nagori.values.project import KnowledgeGap, Project
from nagori.values.scope import Scope
from nagori.values.times import Clock

_MOST_STALE = 200
_MOST_PROJECTS = 4
"""Projects whose structure is kept at hand."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a round goes by."""

    structure: Structure
    index: OutlineIndex
    claims: Mapping[str, str]
    """Ids of records that hold, by claim."""
    stale: Sequence[LearningRecord]
    failed: Failed
    gaps: Sequence[KnowledgeGap]


class Knowing:
    """Reads what is known; outlines are read again only after an analysis."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._structures: dict[tuple[str, str], tuple[str, Structure, OutlineIndex]] = {}
        self._checked: dict[tuple[str, str], str] = {}

    async def of(self, scope: Scope, project: Project, *, by_model: bool) -> Knowledge:
        """What is known now, with the gaps in it."""
        structure, index = await self._structure(scope, project)
        claims = await self._store.records.claims(scope)
        stale = await self._store.records.page(scope, statuses=("stale",), limit=_MOST_STALE)
        failures = Failures(scope, self._store.failures)
        failed = await failures.now(self._clock(), by_model=by_model)
        known = Known(claims, stale.items, failed.gaps, by_model=by_model)
        gaps = await asyncio.to_thread(gaps_of, structure, known)
        return Knowledge(structure, index, claims, stale.items, failed, gaps)

    async def mark_stale(self, scope: Scope, project: Project, folder: Folder) -> list[str]:
        """Mark what rounds learned from lines that changed; tells which records those are.

        What an analysis states it keeps in step itself. Nothing is read unless files changed.
        """
        place = (scope.space, scope.id)
        if self._checked.get(place) == project.fingerprint:
            return []
        claims = await self._store.records.claims(scope)
        ids = [id for claim, id in claims.items() if claim.startswith(LEARNED)]
        records = await self._store.records.get(scope, ids)
        changed = await asyncio.to_thread(_changed, folder, records)
        marked = await self._store.records.mark(scope, changed, "stale", now=self._clock())
        self._checked[place] = project.fingerprint
        return marked

    async def _structure(self, scope: Scope, project: Project) -> tuple[Structure, OutlineIndex]:
        place = (scope.space, scope.id)
        held = self._structures.pop(place, None)
        if held is None or held[0] != project.fingerprint or not project.fingerprint:
            texts = await self._store.projects.outlines(scope)
            held = (project.fingerprint, *await asyncio.to_thread(_built, texts))
        self._structures[place] = held
        while len(self._structures) > _MOST_PROJECTS:
            self._structures.pop(next(iter(self._structures)))
        return held[1], held[2]


def _built(texts: Mapping[str, str]) -> tuple[Structure, OutlineIndex]:
    outlines = [outline for text in texts.values() if (outline := read(text)) is not None]
    return structure_of(outlines), OutlineIndex(outlines)


def _changed(folder: Folder, records: Sequence[LearningRecord]) -> list[str]:
    checker = Checker(folder)
    return [
        record.id
        for record in records
        if record.status == "active"
        and any(checker.check(one).state in ("changed", "gone") for one in record.citations)
    ]
