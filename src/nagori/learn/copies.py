"""Copies: what is known of a project as files that a person can read, in the project's folder.

The store is the authority. Copies are written after its transactions, and whatever is wrong with
the folder is told, never raised: nothing fails because a copy could not be written.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from nagori.errors import NotFoundError, UserError
from nagori.learn import copy_places as at
from nagori.learn.code.outline import Outline
from nagori.learn.copy_files import CopyFiles
from nagori.learn.copy_shapes import analysis_copy
from nagori.learn.copy_state import State, in_order, some_state, whole_state
from nagori.learn.copy_writing import (
    MAP_BYTES,
    gone_places,
    put_groups,
    put_ignore,
    put_reports,
    put_small,
    remove_all,
    remove_others,
    remove_places,
    unknown_copies,
)
from nagori.learn.folder import Folder
from nagori.learn.known_outlines import known_outlines
from nagori.learn.project_map import Index, entry_of, index_in, origin_of, with_entry
from nagori.learn.readable import readable
from nagori.learn.sync_report import SyncReport
from nagori.learn.taking_in import TakingIn
from nagori.store.port import Store
from nagori.values.scope import Scope
from nagori.values.times import Clock

_AT_ONCE = 100
"""Groups whose records are at hand together."""
_MOST_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class CopyParts:
    """What copies are made with."""

    store: Store
    embedder: str | None
    """Fingerprint of who makes the vectors of what is taken in, later."""
    clock: Clock
    chunk_size: int


class Copies:
    """Keeps the copies of projects in step with the store, and takes them in elsewhere."""

    def __init__(self, parts: CopyParts) -> None:
        self._parts = parts
        self._lock = asyncio.Lock()

    async def write(
        self,
        scope: Scope,
        folder: Folder,
        record_ids: Sequence[str] | None = None,
        *,
        outlines: Sequence[Outline] | None = None,
    ) -> SyncReport:
        """Write what changed since the last time, or what has to do with these records.

        `outlines` are those of all files, if they are at hand.
        """
        return await self._guarded(lambda: self._write(scope, folder, record_ids, outlines))

    async def sync(self, scope: Scope, folder: Folder) -> SyncReport:
        """Make all copies as they should be, and delete those of what is gone.

        Copies that came from another machine stay, and are counted as `unknown`.
        """
        return await self._guarded(lambda: self._sync(scope, folder))

    async def take_in(self, scope: Scope, folder: Folder) -> SyncReport:
        """Make records, failures and domains of the copies that the store does not know."""
        taking = TakingIn(
            self._parts.store, self._parts.embedder, self._parts.clock, self._parts.chunk_size
        )
        return await self._guarded(lambda: taking.take_in(scope, folder))

    async def remove(self, folder: Folder) -> SyncReport:
        """Delete every copy; what Nagori did not write stays."""
        return await self._guarded(lambda: asyncio.to_thread(remove_all, folder))

    async def _guarded(self, work: Callable[[], Awaitable[SyncReport]]) -> SyncReport:
        async with self._lock:  # of two states the newer one is written last
            try:
                return await work()
            except NotFoundError as error:
                if error.kind == "project":
                    raise
                return SyncReport(degraded=(f"copies: {error}",))
            except (UserError, OSError) as error:
                return SyncReport(degraded=(f"copies: {error}",))

    async def _write(
        self,
        scope: Scope,
        folder: Folder,
        record_ids: Sequence[str] | None,
        outlines: Sequence[Outline] | None,
    ) -> SyncReport:
        files, index, origin = await self._opened(scope, folder)
        state = None
        if record_ids is not None and index is not None:
            with suppress(NotFoundError):  # one went away: all are looked at
                state = await some_state(self._parts.store, scope, index, record_ids)
                if index.reports != state.project.fingerprint:  # an analysis was not copied
                    state = None
        known = (index or Index()).analysis
        if state is not None:
            analysis = {path: told for path, told in known.items() if path not in state.groups}
            gone = [path for path, ids in state.groups.items() if not ids]
        else:
            state = await whole_state(self._parts.store, scope)
            analysis = {}
            gone = [path for path in known if path not in state.groups]
        analysis |= {path: told for path, told in state.prints.items() if state.groups[path]}
        changed = [path for path in state.groups if known.get(path) != state.prints[path]]
        is_new = index is None or index.reports != state.project.fingerprint
        report = await self._put(scope, files, state, changed, reports=is_new, outlines=outlines)
        places = [
            *(at.analysis_place(path) for path in gone),
            *gone_places(state, index or Index()),
        ]
        removed = await asyncio.to_thread(remove_places, files, places)
        told = await self._put_map(scope, files, state, analysis, origin)
        return replace(report, written=report.written + told, removed=removed)

    async def _sync(self, scope: Scope, folder: Folder) -> SyncReport:
        files, index, origin = await self._opened(scope, folder)
        state = await whole_state(self._parts.store, scope)
        report = await self._put(scope, files, state, list(state.groups), reports=True)
        gone = gone_places(state, index or Index())
        removed = await asyncio.to_thread(remove_places, files, gone)
        wanted = {at.analysis_place(path) for path in state.groups}
        removed += await asyncio.to_thread(remove_others, files, at.ANALYSIS, wanted)
        told = await self._put_map(scope, files, state, state.prints, origin)
        await asyncio.to_thread(files.sweep)
        return replace(
            report,
            written=report.written + told,
            removed=removed,
            unknown=await asyncio.to_thread(unknown_copies, files, state),
        )

    async def _opened(self, scope: Scope, folder: Folder) -> tuple[CopyFiles, Index | None, str]:
        """The folder's files, what this store wrote there, and what it is told apart by."""
        project = await self._parts.store.projects.get(scope)
        origin = origin_of(scope, project)
        files = await asyncio.to_thread(CopyFiles, folder.root)
        before = await asyncio.to_thread(files.read, at.MAP, most=MAP_BYTES)
        return files, index_in(before, scope.id, origin), origin

    async def _put(
        self,
        scope: Scope,
        files: CopyFiles,
        state: State,
        groups: Sequence[str],
        *,
        reports: bool,
        outlines: Sequence[Outline] | None = None,
    ) -> SyncReport:
        """Write copies; those of groups some at a time, so that not all are at hand at once."""
        store = self._parts.store
        await asyncio.to_thread(put_ignore, files)
        written, problems = await asyncio.to_thread(put_small, files, state)
        for first in range(0, len(groups), _AT_ONCE):
            paths = groups[first : first + _AT_ONCE]
            ids = [id for path in paths for id in state.groups[path]]
            found = {one.id: one for one in await store.records.get(scope, ids)}
            copies = {
                at.analysis_place(path): analysis_copy(
                    path, scope.id, [found[id] for id in state.groups[path]], state.claims
                )
                for path in paths
                if state.groups[path]
            }
            written += await asyncio.to_thread(put_groups, files, copies)
        if reports:
            if outlines is None:
                outlines = await known_outlines(store, scope)
            written += await asyncio.to_thread(put_reports, files, scope.id, outlines)
        return SyncReport(written=written, problems=(*problems, *files.problems[:_MOST_PROBLEMS]))

    async def _put_map(
        self,
        scope: Scope,
        files: CopyFiles,
        state: State,
        analysis: Mapping[str, str],
        origin: str,
    ) -> int:
        """Say which copies there are, once they are there."""
        index = Index(
            in_order(one.id for one in state.records),
            in_order(one.id for one in state.failures),
            {one.id: f"{at.domain_name(one.domain)}.json" for one in state.domains},
            dict(sorted(analysis.items())),
            state.project.fingerprint,
        )
        entry = entry_of(state.project, state.files, index, origin)
        now = self._parts.clock()

        def work() -> int:
            before = files.read(at.MAP, most=MAP_BYTES)
            told = with_entry(before, scope.id, entry, now=now)
            return 0 if told is None else len(files.put({at.MAP: readable(told)}))

        return await asyncio.to_thread(work)
