"""What of a project is to be copied, as the store has it."""

import hashlib
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass

from nagori.learn.claims.claim import LEARNED
from nagori.learn.project_map import Index
from nagori.store.port import Store
from nagori.values.failure import FailureRecord
from nagori.values.learning import CodePattern, DomainKnowledge, LearningRecord, RecordStatus
from nagori.values.project import GlobalMemory, Project, ProjectFile
from nagori.values.scope import Scope

EVERY: tuple[RecordStatus, ...] = ("active", "stale", "replaced")
_PAGE = 1000


@dataclass(frozen=True, slots=True)
class State:
    """What is to be copied.

    What an analysis said and says no more is not: it follows from the files of that time.
    """

    project: Project
    files: Sequence[ProjectFile]
    records: Sequence[LearningRecord]
    """Each of which has a file of its own."""
    claims: Mapping[str, str]
    """Of records, by their id."""
    groups: Mapping[str, Sequence[str]]
    """Ids of what an analysis says, by the file that it is told of with."""
    prints: Mapping[str, str]
    """What each group says, in short."""
    failures: Sequence[FailureRecord]
    domains: Sequence[DomainKnowledge]
    patterns: Sequence[CodePattern]
    shared: GlobalMemory


async def whole_state(store: Store, scope: Scope) -> State:
    """Everything of a project."""
    claims = {id: claim for claim, id in (await store.records.claims(scope)).items()}
    own: list[LearningRecord] = []
    groups: dict[str, list[tuple[str, bytes]]] = defaultdict(list)
    async for record in every_record(store, scope):
        if is_own(record, claims):
            own.append(record)
        elif record.status != "replaced":
            groups[home_of(record)].append((record.id, _print(record)))
    own.reverse()
    return await _completed(store, scope, own, claims, groups)


async def some_state(store: Store, scope: Scope, index: Index, ids: Sequence[str]) -> State:
    """What has to do with some records; of groups only those that these belong to.

    Raises `NotFoundError` when a record went away.
    """
    claims = {id: claim for claim, id in (await store.records.claims(scope)).items()}
    found = await store.records.get(scope, list(dict.fromkeys([*index.records, *ids])))
    own = [one for one in found if is_own(one, claims)]
    paths = {home_of(one) for one in found if not is_own(one, claims)}
    groups: dict[str, list[tuple[str, bytes]]] = {path: [] for path in sorted(paths)}
    for record in await store.records.citing(scope, list(groups)) if groups else ():
        if home_of(record) in groups and not is_own(record, claims):
            groups[home_of(record)].append((record.id, _print(record)))
    return await _completed(store, scope, own, claims, groups)


async def every_record(store: Store, scope: Scope) -> AsyncIterator[LearningRecord]:
    """All records, newest first."""
    before: str | None = None
    while True:
        page = await store.records.page(scope, statuses=EVERY, limit=_PAGE, before=before)
        for record in page:
            yield record
        if page.next is None:
            return
        before = page.next


async def every_failure(store: Store, scope: Scope) -> list[FailureRecord]:
    """All failures, oldest first."""
    found: list[FailureRecord] = []
    before: str | None = None
    while True:
        page = await store.failures.page(scope, limit=_PAGE, before=before)
        found += page
        if page.next is None:
            return found[::-1]
        before = page.next


def is_own(record: LearningRecord, claims: Mapping[str, str]) -> bool:
    """Whether a record has a file of its own: it was learned, or a person gave it."""
    if record.made_by != "analysis" or record.exploration_path:
        return True
    return claims.get(record.id, "").startswith(LEARNED)


def home_of(record: LearningRecord) -> str:
    """The file that a record of an analysis is told of with: where to look first."""
    return record.citations[0].path


def in_order(ids: Iterable[str]) -> list[str]:
    """Ids as they were given: the thousandth comes after the one before it."""
    return sorted(ids, key=lambda one: (one[:11], len(one), one))


async def _completed(
    store: Store,
    scope: Scope,
    own: Sequence[LearningRecord],
    claims: Mapping[str, str],
    groups: Mapping[str, Sequence[tuple[str, bytes]]],
) -> State:
    return State(
        project=await store.projects.get(scope),
        files=await store.projects.files(scope),
        records=own,
        claims=claims,
        groups={path: in_order(id for id, _ in held) for path, held in groups.items()},
        prints={path: _joined(held) for path, held in groups.items()},
        failures=await every_failure(store, scope),
        domains=await store.domains.list(scope),
        patterns=await store.domains.patterns(scope),
        shared=await store.practices.read(scope.space),
    )


def _print(record: LearningRecord) -> bytes:
    return hashlib.blake2b(repr(record).encode(), digest_size=16).digest()


def _joined(held: Sequence[tuple[str, bytes]]) -> str:
    told = b"".join(one for _, one in sorted(held))
    return hashlib.blake2b(told, digest_size=8).hexdigest()
