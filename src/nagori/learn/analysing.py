"""An analysis: what changed in a project's folder, and what can be said of it for sure.

Only files that changed are read and looked into; only records that rest on them are written. All
of it is one transaction: a process that ends in between leaves the last analysis as it was.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nagori.errors import UserError
from nagori.learn.claims.all import claims_of
from nagori.learn.claims.bodies import Bodies
from nagori.learn.claims.claim import LEARNED, Claim
from nagori.learn.code.outline import Outline
from nagori.learn.code.outlining import outline_of
from nagori.learn.code.stack import stack_of
from nagori.learn.folder import Folder
from nagori.learn.kept import VERSION, is_current, is_degraded, read, written
from nagori.learn.scan import Scan, scan
from nagori.learn.snapshot import Snapshot
from nagori.store.port import Store
from nagori.values.learned import Analysis, RecordDraft
from nagori.values.learning import QuestionType
from nagori.values.project import STEPS, Project, ProjectFile
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.record_index import index_record

CLAIMS = 3
"""Version of what an analysis says: after a change of it, all is said anew."""

_SAID = f"{VERSION}.{CLAIMS}-"
"""How the fingerprint of an analysis of today begins."""

Progress = Callable[[int, int], None]
"""Hears how many files were looked into, of how many."""


_PAGE = 500


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
    kinds: Mapping[QuestionType, int] = field(default_factory=dict[QuestionType, int])
    """What the new or renewed records are about."""


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
        was = await store.projects.get(scope)
        before = {file.path: file for file in await store.projects.files(scope)}
        found = await asyncio.to_thread(scan, folder, before)
        known = await store.projects.outlines(scope)
        held = {
            key: id
            for key, id in (await store.records.claims(scope)).items()
            if not key.startswith(LEARNED)
        }
        same = fingerprint_of(found, held)
        if was.fingerprint == same and not was.stale and all(map(is_current, known.values())):
            return await self._unchanged(scope, found, before, known, same)
        fresh = await asyncio.to_thread(_look_into, folder, found, known, progress)
        outlines = await asyncio.to_thread(_all, found, known, fresh)
        claims = {one.key: one for one in await asyncio.to_thread(claims_of, outlines.values())}
        touched = {*found.added, *found.changed, *found.removed, *fresh}
        anew = {*(await store.records.claims(scope, sorted(touched)) if touched else {})}
        if was.stale:
            anew |= await self._stale(scope, held)
        wanted = [
            claim
            for key, claim in claims.items()
            if key not in held
            or key in anew
            or not was.fingerprint.startswith(_SAID)
            or touched & {one.path for one in claim.shown}
        ]
        bodies = Bodies(outlines, claims)
        drafts = await asyncio.to_thread(self._drafts, wanted, folder, found, commit, bodies)
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
            fingerprint=fingerprint_of(found, claims),
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
            degraded=_degraded(outlines.values()),
            kinds=Counter(draft.question_type for draft in drafts),
        )

    async def _unchanged(
        self,
        scope: Scope,
        found: Scan,
        before: Mapping[str, ProjectFile],
        known: Mapping[str, str],
        fingerprint: str,
    ) -> Report:
        """Note that all is as it was; files that were only touched are not read again."""
        files = [
            replace(file, outline=known.get(path))
            for path, file in found.files.items()
            if file != before.get(path)
        ]
        analysis = Analysis(
            files=files, steps=dict.fromkeys(STEPS, "COMPLETED"), fingerprint=fingerprint
        )
        project = await self._parts.store.projects.analysed(
            scope, analysis, embedder=self._parts.embedder, now=self._parts.clock()
        )
        outlines = [read(text) for text in known.values() if is_degraded(text)]
        return Report(
            project=project,
            files=0,
            gone=0,
            records=0,
            withdrawn=0,
            left_out=[f"{one.path}: {one.reason}" for one in found.left_out],
            degraded=_degraded(one for one in outlines if one is not None),
        )

    async def _stale(self, scope: Scope, held: Mapping[str, str]) -> set[str]:
        """Claims whose records count as stale, to be said again if they hold."""
        claims = {id: claim for claim, id in held.items()}
        found: set[str] = set()
        before: str | None = None
        while True:
            page = await self._parts.store.records.page(
                scope, statuses=("stale",), limit=_PAGE, before=before
            )
            found |= {claims[one.id] for one in page.items if one.id in claims}
            if len(page.items) < _PAGE:
                return found
            before = page.items[-1].id

    def _drafts(
        self,
        claims: Sequence[Claim],
        folder: Folder,
        found: Scan,
        commit: str | None,
        bodies: Bodies,
    ) -> list[RecordDraft]:
        snapshot = Snapshot(folder, found.files)
        drafts = [self._draft(claim, snapshot, commit, bodies) for claim in claims]
        return [draft for draft in drafts if draft is not None]

    def _draft(
        self, claim: Claim, snapshot: Snapshot, commit: str | None, bodies: Bodies
    ) -> RecordDraft | None:
        """The record of a claim; None when a file changed meanwhile: the next analysis tells."""
        try:
            cited = tuple(
                snapshot.cite(one.path, one.span.first, one.span.last, commit=commit)
                for one in claim.shown
            )
            body = bodies.lines(claim, snapshot.lines)
        except UserError:
            return None
        indexed, _ = index_record(
            claim.question, claim.answer, max_tokens=self._parts.chunk_size, body=body
        )
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


def fingerprint_of(found: Scan, claims: Iterable[str]) -> str:
    """The same for the same files, of which the same was said."""
    said = "\n".join([found.fingerprint, *sorted(claims)])
    return f"{_SAID}{hashlib.sha256(said.encode()).hexdigest()}"


def _look_into(
    folder: Folder, found: Scan, known: Mapping[str, str], progress: Progress | None
) -> dict[str, Outline | None]:
    """Outlines of what is new or changed, by path; None for what holds nothing to learn from."""
    new = {*found.added, *found.changed}
    snapshot = Snapshot(folder, found.files)
    wanted = [
        file
        for path, file in found.files.items()
        if path in new or (file.is_analysed and not is_current(known.get(path, "")))
    ]
    fresh: dict[str, Outline | None] = {}
    for number, file in enumerate(wanted, 1):
        try:
            text = snapshot.text(file.path) if file.is_analysed else None
        except UserError:  # changed or gone meanwhile: the next analysis tells
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


def _degraded(outlines: Iterable[Outline]) -> list[str]:
    return [f"{one.path}: {why}" for one in outlines for why in one.degraded]
