"""An analysis: what changed in a project's folder, and what can be said of it for sure.

Only files that changed are read and looked into; only records that rest on them are written. All
of it is one transaction: a process that ends in between leaves the last analysis as it was.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from nagori.errors import UserError
from nagori.learn.citing import Checker
from nagori.learn.claims.all import claims_of
from nagori.learn.claims.claim import Claim
from nagori.learn.code.outline import Outline
from nagori.learn.code.outlining import outline_of
from nagori.learn.code.stack import stack_of
from nagori.learn.folder import Folder
from nagori.learn.kept import read, written
from nagori.learn.scan import Scan, scan
from nagori.store.port import Store
from nagori.values.learned import Analysis, RecordDraft
from nagori.values.project import STEPS, Project
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.record_index import index_record

Progress = Callable[[int, int], None]
"""Hears how many files were looked into, of how many."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of an analysis."""

    project: Project
    files: int
    """New or changed ones that were looked into."""
    gone: int
    records: int
    """New or renewed ones."""
    withdrawn: int
    """Records that hold no more."""
    left_out: Sequence[str]
    """Files that were not read, each with the reason."""
    degraded: Sequence[str]


@dataclass(frozen=True, slots=True)
class Parts:
    """What an analysis is made with."""

    store: Store
    embedder: str | None
    """Fingerprint of who makes the vectors, later."""
    clock: Clock
    chunk_size: int


class Analyser:
    """Keeps what is known of projects in step with their folders."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def analyse(
        self,
        scope: Scope,
        folder: Folder,
        *,
        commit: str | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Bring records up to date with the folder."""
        store = self._parts.store
        before = {file.path: file for file in await store.projects.files(scope)}
        found = await asyncio.to_thread(scan, folder, before)
        known = await store.projects.outlines(scope)
        fresh = await asyncio.to_thread(_look_into, folder, found, known, progress)
        outlines = _all(found, known, fresh)
        claims = {one.key: one for one in await asyncio.to_thread(claims_of, outlines.values())}
        touched = {*found.added, *found.changed, *found.removed, *fresh}
        held = await store.records.claims(scope)
        stale = await store.records.claims(scope, sorted(touched)) if touched else {}
        wanted = [
            claim
            for key, claim in claims.items()
            if key not in held or key in stale or touched & {one.path for one in claim.shown}
        ]
        drafts = await asyncio.to_thread(self._drafts, wanted, folder, commit)
        withdrawn = [key for key in held if key not in claims]
        analysis = Analysis(
            files=[
                replace(file, outline=_kept(file.path, known, fresh))
                for path, file in found.files.items()
                if path in fresh or file != before.get(path)
            ],
            gone=found.removed,
            steps=dict.fromkeys(STEPS, "COMPLETED"),
            tech_stack=stack_of(list(outlines.values())).names(),
            fingerprint=found.fingerprint,
            records=drafts,
            withdrawn=withdrawn,
        )
        project = await store.projects.analysed(
            scope, analysis, embedder=self._parts.embedder, now=self._parts.clock()
        )
        return Report(
            project=project,
            files=len(fresh),
            gone=len(found.removed),
            records=len(drafts),
            withdrawn=len(withdrawn),
            left_out=[f"{one.path}: {one.reason}" for one in found.left_out],
            degraded=_degraded(outlines),
        )

    def _drafts(
        self, claims: Sequence[Claim], folder: Folder, commit: str | None
    ) -> list[RecordDraft]:
        checker = Checker(folder)
        drafts = [self._draft(claim, checker, commit) for claim in claims]
        return [draft for draft in drafts if draft is not None]

    def _draft(self, claim: Claim, checker: Checker, commit: str | None) -> RecordDraft | None:
        """The record of a claim; None when a file went away meanwhile: the next analysis tells."""
        try:
            cited = tuple(
                checker.cite(one.path, one.span.first, one.span.last, commit=commit)
                for one in claim.shown
            )
        except UserError:
            return None
        indexed, _ = index_record(claim.question, claim.answer, max_tokens=self._parts.chunk_size)
        return RecordDraft(
            question=claim.question,
            question_type=claim.question_type,
            answer=claim.answer,
            citations=cited,
            confidence=claim.confidence,
            indexed=indexed,
            claim=claim.key,
            tags=claim.tags,
            domain=claim.domain,
            made_by="analysis",
        )


def _look_into(
    folder: Folder, found: Scan, known: Mapping[str, str], progress: Progress | None
) -> dict[str, Outline | None]:
    """Outlines of what is new or changed, by path; None for what holds nothing to learn from."""
    new = {*found.added, *found.changed}
    wanted = [
        file
        for path, file in found.files.items()
        if path in new or (file.is_analysed and path not in known)
    ]
    fresh: dict[str, Outline | None] = {}
    for number, file in enumerate(wanted, 1):
        try:
            text = folder.text(file.path).text if file.is_analysed else None
        except UserError:  # gone meanwhile: the next analysis tells
            continue
        fresh[file.path] = None if text is None else outline_of(file.path, text, file.language)
        if progress is not None:
            progress(number, len(wanted))
    return fresh


def _all(
    found: Scan, known: Mapping[str, str], fresh: Mapping[str, Outline | None]
) -> dict[str, Outline]:
    """The outline of every file that is there now."""
    outlines: dict[str, Outline] = {}
    for path in found.files:
        outline = fresh.get(path)
        if outline is None and path not in fresh and path in known:
            outline = read(known[path])
        if outline is not None:
            outlines[path] = outline
    return outlines


def _kept(path: str, known: Mapping[str, str], fresh: Mapping[str, Outline | None]) -> str | None:
    """The outline of a file as it is kept."""
    if path not in fresh:
        return known.get(path)
    outline = fresh[path]
    return None if outline is None else written(outline)


def _degraded(outlines: Mapping[str, Outline]) -> list[str]:
    return [f"{path}: {why}" for path, one in outlines.items() for why in one.degraded]
