"""The loader: what is known of a project that has to do with a question, of every tier (S4-8)."""

import asyncio
from collections.abc import Sequence

import numpy as np

from nagori.learn.folder import Folder
from nagori.learn.search import Searcher
from nagori.store.port import Store
from nagori.text.terms import query_terms, terms
from nagori.values.project import BestPractice, LoadedMemory, ProjectMemory
from nagori.values.scope import Scope

RECORDS = 5
_PRACTICES = 3
"""Practices of all projects that are put beside what is known of this one."""
_FAILURES = 100


class Loader:
    """Gathers records, the project's memory, the domains that they touch, and global practices.

    The memory names the records that were found; all others are a page of the store's away.
    """

    def __init__(self, store: Store, searcher: Searcher) -> None:
        self._store = store
        self._searcher = searcher

    async def load(
        self, scope: Scope, question: str, *, folder: Folder | None, limit: int = RECORDS
    ) -> LoadedMemory:
        """What has to do with the question; raises `NotFoundError` for an unknown project."""
        found, project, domains, patterns, failures, shared = await asyncio.gather(
            self._searcher.search(scope, question, folder=folder, limit=limit),
            self._store.projects.get(scope),
            self._store.domains.list(scope),
            self._store.domains.patterns(scope),
            self._store.failures.page(scope, limit=_FAILURES),
            self._store.practices.read(scope.space),
        )
        touched = {one.record.domain for one in found.items}
        return LoadedMemory(
            learning_records=found.items,
            project_memory=ProjectMemory(
                project_key=project.key,
                project_path=project.path,
                tech_stack=project.tech_stack,
                domain_knowledge=domains,
                learning_record_ids=[one.record.id for one in found.items],
                failure_record_ids=[one.id for one in failures],
                code_patterns=patterns,
                evolution_status=project.evolution_status,
                created_at=project.created_at,
                updated_at=project.updated_at,
            ),
            domain_knowledge=[one for one in domains if one.domain in touched],
            best_practices=fitting(shared.best_practices, question),
            degraded=found.degraded,
        )


def fitting(practices: Sequence[BestPractice], question: str) -> list[BestPractice]:
    """The practices that share most words with a question; none that shares no word."""
    wanted = query_terms(question)
    shared: list[int] = []
    for one in practices:
        told = terms(" ".join([one.title, one.description, *one.applicable_scenarios]))
        shared.append(int(np.count_nonzero(np.isin(wanted, told))))
    best = sorted(range(len(practices)), key=lambda at: (-shared[at], practices[at].id))
    return [practices[at] for at in best if shared[at]][:_PRACTICES]
