"""Taking in: copies of records from another machine become records of this store.

What lies in the folder may come from anywhere. What can't be used is told, and the rest goes on;
what is here already stays as it is; and what the cited lines say is looked up in this tree.
"""

import asyncio
import hashlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

from nagori.errors import InvalidInputError, UserError
from nagori.learn import copy_places as at
from nagori.learn.citing import Checker
from nagori.learn.claims.claim import LEARNED
from nagori.learn.copy_files import CopyFiles
from nagori.learn.copy_reading import Kind, domain_of, failure_of, record_of, told
from nagori.learn.copy_state import every_failure, every_record
from nagori.learn.folder import Folder
from nagori.learn.place import Parts, joined
from nagori.learn.sync_report import SyncReport
from nagori.store.port import Store
from nagori.values.failure import FailureRecord
from nagori.values.learned import RecordDraft
from nagori.values.learning import DomainKnowledge, LearningRecord, Lines
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.record_index import index_record

TAKEN = f"{LEARNED}taken in:"
"""How claims begin of records whose id was another's here."""
_COPY_BYTES = 20_000_000
_MOST_RECORDS = 200_000
_MOST_PROBLEMS = 100
_BATCH = 200
_EFFORT = 2_000_000_000
"""Bytes that are compared, at the most, to find lines that moved."""


def taken_claim(record: LearningRecord) -> str:
    """What a record is known again by that could not keep its id."""
    said = f"{record.id}\0{record.question}\0{record.answer}"
    return f"{TAKEN}{hashlib.blake2b(said.encode(), digest_size=16).hexdigest()}"


@dataclass(slots=True)
class _Found:
    """What the copies say."""

    records: dict[str, tuple[LearningRecord, str | None]] = field(
        default_factory=dict[str, tuple[LearningRecord, str | None]]
    )
    failures: list[FailureRecord] = field(default_factory=list[FailureRecord])
    domains: list[DomainKnowledge] = field(default_factory=list[DomainKnowledge])
    problems: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class TakingIn:
    """Takes in the copies of one project at a time."""

    store: Store
    embedder: str | None
    clock: Clock
    chunk_size: int

    async def take_in(self, scope: Scope, folder: Folder) -> SyncReport:
        """Add what is not here yet; what came of it."""
        await self.store.projects.get(scope)
        found = await asyncio.to_thread(_read_all, CopyFiles(folder.root), scope.id)
        fresh, known = await self._fresh(scope, found)
        drafts = await asyncio.to_thread(self._drafts, fresh, folder)
        for first in range(0, len(drafts), _BATCH):
            some = drafts[first : first + _BATCH]
            await self.store.records.add(scope, some, embedder=self.embedder, now=self.clock())
        failures = await self._put_failures(scope, found)
        here = {one.domain for one in await self.store.domains.list(scope)}
        domains = [one for one in found.domains if one.domain not in here]
        await self.store.domains.put(scope, domains)
        was_active = {one.id for one, _ in fresh if one.status == "active"}
        return SyncReport(
            records=len(drafts),
            failures=failures,
            domains=len(domains),
            known=known + len(found.failures) - failures + len(found.domains) - len(domains),
            stale=sum(
                draft.status == "stale" and (draft.id is None or draft.id in was_active)
                for draft in drafts
            ),
            problems=_cut(found.problems),
        )

    async def _fresh(
        self, scope: Scope, found: _Found
    ) -> tuple[list[tuple[LearningRecord, str | None]], int]:
        """Records that are not here, oldest first, with their claims; how many are here."""
        here = {one.id: (one.question, one.answer) async for one in every_record(self.store, scope)}
        claims = await self.store.records.claims(scope)
        fresh: list[tuple[LearningRecord, str | None]] = []
        for record, claim in found.records.values():
            said = here.get(record.id)
            if said == (record.question, record.answer) or (claim is not None and claim in claims):
                continue
            if said is None:
                fresh.append((record, claim))
            elif taken_claim(record) not in claims and claim is None:
                fresh.append((replace(record, id=""), taken_claim(record)))
            # A claim of an analysis that can't keep its id is found again by the next analysis.
        fresh.sort(key=lambda one: (one[0].created_at, len(one[0].id), one[0].id))
        return fresh, len(found.records) - len(fresh)

    async def _put_failures(self, scope: Scope, found: _Found) -> int:
        """Put back failures; one whose id is another's here is told."""
        here = {one.id: one for one in await every_failure(self.store, scope)}
        for one in found.failures:
            other = here.get(one.id)
            if other is not None and other.signature != one.signature:
                found.problems.append(f"{one.id}: here this id is another failure's")
        return await self.store.failures.put_back(scope, found.failures)

    def _drafts(
        self, fresh: Sequence[tuple[LearningRecord, str | None]], folder: Folder
    ) -> list[RecordDraft]:
        tree = _Tree(folder)
        return [self._draft(record, claim, tree) for record, claim in fresh]

    def _draft(self, record: LearningRecord, claim: str | None, tree: "_Tree") -> RecordDraft:
        cited, holds = tree.cited(record)
        indexed, _ = index_record(record.question, record.answer, max_tokens=self.chunk_size)
        is_stale = record.status == "active" and not holds
        return RecordDraft(
            question=record.question,
            question_type=record.question_type,
            answer=record.answer,
            citations=cited,
            confidence=record.confidence,
            indexed=indexed,
            claim=claim,
            exploration_path=record.exploration_path,
            related_records=record.related_records,
            tags=record.tags,
            domain=record.domain,
            made_by=record.made_by,
            metadata=record.metadata,
            id=record.id or None,
            created_at=record.created_at,
            status="stale" if is_stale else record.status,
            replaced_by=record.replaced_by,
        )


class _Tree:
    """Where cited lines stand here. Lines that moved are searched for within reason."""

    def __init__(self, folder: Folder) -> None:
        self._folder, self._checker = folder, Checker(folder)
        self._effort = _EFFORT

    def cited(self, record: LearningRecord) -> tuple[tuple[Lines, ...], bool]:
        """The cited lines as they stand here, and whether all of them do."""
        found = [(lines, self._here(lines)) for lines in record.citations]
        cited = tuple(lines if here is None else here for lines, here in found)
        return cited, all(here is not None for _, here in found)

    def _here(self, lines: Lines) -> Lines | None:
        try:
            size = self._folder.entry(lines.path).size
            if self._checker.cite(lines.path, lines.start, lines.end).hash == lines.hash:
                return lines
        except UserError:  # no such file here, or none to be read
            return None
        effort = size * (lines.end - lines.start + 1)
        if effort > self._effort:
            return None
        self._effort -= effort
        checked = self._checker.check(lines)
        return lines if checked.state == "unchanged" else checked.now


def _read_all(files: CopyFiles, project: str) -> _Found:
    found = _Found()
    for place, copy in _copies(files, at.LEARNING, found):
        for one in _records_in(copy):
            with _refusing(place, found):
                record, claim = record_of(one, project)
                if record.id in found.records:
                    raise InvalidInputError("id", f"{record.id} is in another copy too")
                if len(found.records) == _MOST_RECORDS:
                    raise InvalidInputError("copy", f"more than {_MOST_RECORDS:,} records")
                found.records[record.id] = (record, claim)
    for place, copy in _copies(files, at.FAILURES, found):
        with _refusing(place, found):
            found.failures.append(failure_of(copy, project))
    for place, copy in _copies(files, at.DOMAINS, found):
        with _refusing(place, found):
            found.domains.append(domain_of(copy, project))
    return found


def _copies(
    files: CopyFiles, folder: Parts, found: _Found
) -> Iterator[tuple[Parts, Mapping[str, Any]]]:
    """The copies below a folder, each with its place; what is no copy is told."""
    for place in files.files(folder):
        if place[-1].endswith(".json"):
            with _refusing(place, found):
                data = files.read(place, most=_COPY_BYTES)
                if data is not None:
                    yield place, told(data, _kind(place))


def _kind(place: Parts) -> Kind:
    if place[:3] == at.ANALYSIS:
        return "analysis"
    if place[:2] == at.LEARNING:
        return "learning record"
    return "failure record" if place[:2] == at.FAILURES else "domain knowledge"


def _records_in(copy: Mapping[str, Any]) -> list[object]:
    if copy["kind"] != "analysis":
        return [copy]
    records: object = copy.get("records")
    return cast("list[object]", records) if isinstance(records, list) else [records]


@contextmanager
def _refusing(place: Parts, found: _Found) -> Generator[None]:
    try:
        yield
    except UserError as error:
        found.problems.append(f"{joined(place)}: {error}")


def _cut(problems: Sequence[str]) -> tuple[str, ...]:
    more = len(problems) - _MOST_PROBLEMS
    rest = [f"and {more:,} more"] if more > 0 else []
    return (*problems[:_MOST_PROBLEMS], *rest)
