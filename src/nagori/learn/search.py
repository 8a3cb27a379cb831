"""Search: records of a project for a question, each checked against the files as they are now."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nagori.config import RecallSettings
from nagori.embed.port import Embedder
from nagori.errors import StoreError, UserError
from nagori.learn.checking import Lookup, checked
from nagori.learn.citing import Checker, Read
from nagori.learn.folder import Folder
from nagori.recall.plan import Plan
from nagori.recall.profile import profile
from nagori.recall.recall import recall
from nagori.store.port import Store
from nagori.text import rules
from nagori.values.learning import (
    CheckedLines,
    LearningRecord,
    LearningRecordWithScore,
    RecordStatus,
)
from nagori.values.passage import Filter
from nagori.values.project import LEARN_JOB
from nagori.values.recall import Mode, Recall, Recalled
from nagori.values.scope import Scope
from nagori.values.times import Clock

STALE = 0.4
"""What the score of a record keeps whose lines are no longer as they were: even where all of its
file speaks for it, what holds comes first."""
NOT_CHECKED = "citations: the project's folder is not here, so nothing was checked"

_MOST = 100
_FOLDERS = 8
"""Folders whose files are kept at hand."""


@dataclass(frozen=True, slots=True)
class ProjectSearch:
    """Records for a question, best first."""

    items: list[LearningRecordWithScore]
    degraded: tuple[str, ...] = ()
    """What had to be left out, and why."""


@dataclass(frozen=True, slots=True)
class SearchParts:
    """What a search is made with."""

    store: Store
    embedder: Embedder | None
    clock: Clock
    settings: RecallSettings
    chunk_size: int = 300


class Searcher:
    """Finds records of projects and tells which of them still hold."""

    def __init__(self, parts: SearchParts) -> None:
        self._parts = parts
        self._known: OrderedDict[Path, Read] = OrderedDict()

    async def search(
        self,
        scope: Scope,
        query: str,
        *,
        folder: Folder | None,
        limit: int = 5,
        mode: Mode = "hybrid",
    ) -> ProjectSearch:
        """The records that answer best, at most so many; stale ones are marked and ranked down.

        Raises `NotFoundError` where there is no such project.
        """
        query = rules.checked_text(query, "query")
        limit = rules.checked_limit(limit, "limit", _MOST)
        await self._parts.store.projects.get(scope)
        found = await self._recall(scope, query, limit=limit, mode=mode)
        records = await self._read(scope, found.items)
        states, problems = await self._checked(scope, [record for _, record in records], folder)
        items = [
            _item(item, record, state)
            for (item, record), state in zip(records, states, strict=True)
        ]
        items.sort(key=lambda one: -one.score)  # stable: equal ones stay as recall has them
        problems += await self._note(scope, items)
        items = [replace(one, record=_as_noted(one)) for one in items[:limit]]
        return ProjectSearch(items, (*found.degraded, *problems))

    async def _recall(self, scope: Scope, query: str, *, limit: int, mode: Mode) -> Recall:
        """More than is wanted: what turns out to be stale makes room for what holds."""
        chosen = profile("project", self._parts.settings)
        plan = Plan(
            query=query,
            space=scope.space,
            scopes={"record": [scope]},
            profile=replace(chosen, limit=2 * limit),
            mode=mode,
            where=Filter(),
            now=self._parts.clock(),
            chunk_size=self._parts.chunk_size,
        )
        return await recall(plan, self._parts.store, self._parts.embedder)

    async def _read(
        self, scope: Scope, items: Sequence[Recalled]
    ) -> list[tuple[Recalled, LearningRecord]]:
        ids = [item.id for item in items]
        records = await self._parts.store.records.get(scope, ids) if ids else []
        return list(zip(items, records, strict=True))

    async def _checked(
        self, scope: Scope, records: Sequence[LearningRecord], folder: Folder | None
    ) -> tuple[list[tuple[CheckedLines, ...]], list[str]]:
        """What became of the lines of each; the files are read in a thread, and only if need be."""
        unknown: list[tuple[CheckedLines, ...]] = [() for _ in records]
        if folder is None:
            return unknown, [NOT_CHECKED]
        try:
            await asyncio.to_thread(folder.list, most=1)
        except UserError as error:  # all of it is gone, which says nothing about its files
            return unknown, [f"citations: {error}"]
        checker = Checker(folder, self._read_of(folder))
        states = await asyncio.to_thread(checked, records, checker, None)
        if any(one.state in ("changed", "gone") for state in states for one in state):
            lookup = Lookup(folder, await self._parts.store.projects.files(scope))
            states = await asyncio.to_thread(checked, records, checker, lookup)
        return states, []

    def _read_of(self, folder: Folder) -> Read:
        """What was read of a folder before, so that only files that changed are read again."""
        known = self._known.pop(folder.root, None)
        self._known[folder.root] = known = Read() if known is None else known
        while len(self._known) > _FOLDERS:
            self._known.popitem(last=False)
        return known

    async def _note(self, scope: Scope, items: Sequence[LearningRecordWithScore]) -> list[str]:
        """Tell the store which records are stale, or hold again, and ask to learn anew."""
        wrong = [one for one in items if one.record.status != _status(one)]
        stale = [one.record.id for one in wrong if one.is_stale]
        holding = [one.record.id for one in wrong if not one.is_stale]
        store, now = self._parts.store, self._parts.clock()
        try:
            if holding:
                await store.records.mark(scope, holding, "active", now=now)
            if stale:
                await store.records.mark(scope, stale, "stale", now=now)
                payload = {"project": scope.id}
                await store.jobs.enqueue(scope.space, LEARN_JOB, scope.key, payload, now=now)
        except StoreError as error:  # a full disk must not keep anybody from reading
            return [f"citations: what changed could not be noted: {error}"]
        return []


def _status(found: LearningRecordWithScore) -> RecordStatus:
    """What a record is, by the lines that it rests on; as it was while nobody looked at them."""
    if not found.checked or found.record.status == "replaced":
        return found.record.status
    return "stale" if found.is_stale else "active"


def _as_noted(found: LearningRecordWithScore) -> LearningRecord:
    return replace(found.record, status=_status(found))


def _item(
    item: Recalled, record: LearningRecord, states: tuple[CheckedLines, ...]
) -> LearningRecordWithScore:
    """The record with its score and what that is made of."""
    why = item.why
    parts = {"words": why.lexical, "relevance": why.relevance}
    if why.similarity is not None:
        parts["similarity"] = why.similarity
    if why.neighbours:
        parts["file"] = why.neighbours
    score = min(max(item.score, 0.0), 1.0)
    found = LearningRecordWithScore(record, score, parts, states)
    # Without a folder the last look at it counts.
    if found.is_stale or (not states and record.status == "stale"):
        parts["stale"] = STALE
        found = replace(found, score=score * STALE)
    return found
