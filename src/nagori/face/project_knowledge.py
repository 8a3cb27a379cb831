"""What is known of a project, as callers see it."""

import asyncio
import builtins
from collections.abc import Sequence
from pathlib import PurePath

from nagori.errors import NotFoundError, UserError
from nagori.face.project_work import ProjectWork
from nagori.learn.answering import ProjectAnswer
from nagori.learn.citing import Checker
from nagori.learn.folder import Folder
from nagori.learn.keys import looks_like_path, project_at, resolved
from nagori.learn.reading import ShownLines, shown_lines
from nagori.learn.search import ProjectSearch
from nagori.learn.tree import TreeEntry, tree_of
from nagori.text import rules
from nagori.values.failure import FailureRecord, FailureStatus
from nagori.values.learning import (
    CheckedLines,
    CodePattern,
    DomainKnowledge,
    LearningRecord,
    RecordStatus,
)
from nagori.values.learning_round import LearningRound
from nagori.values.memory import Page
from nagori.values.project import LoadedMemory, Project, ProjectMemory
from nagori.values.scope import Scope

_MOST = 1000


class ProjectKnowledge:
    """Ask a project, and look at what is known of it."""

    def __init__(
        self, work: ProjectWork, space: str, named: str | PurePath, *, by_key: bool = False
    ) -> None:
        self._work, self._space, self._named = work, space, named
        self._by_key = by_key
        self._store = work.parts.store
        self._scope: Scope | None = None

    async def project(self) -> Project:
        """What is kept of it: its key, folder, technologies and counts."""
        return await self._store.projects.get(await self.scope())

    async def search(self, query: str, *, limit: int = 5) -> ProjectSearch:
        """The records that answer best; those whose lines changed are marked and ranked down."""
        folder = await self._folder_if_any()
        return await self._work.parts.searcher.search(
            await self.scope(), query, folder=folder, limit=limit
        )

    async def ask(self, question: str) -> ProjectAnswer:
        """An answer with the lines that it rests on, by the model or in the records' own words."""
        question = rules.checked_text(question, "question")
        folder = await self._folder_if_any()
        return await self._work.parts.answerer.ask(await self.scope(), question, folder=folder)

    async def load(self, question: str) -> LoadedMemory:
        """What is known that has to do with a question; `context_summary` puts it into words."""
        question = rules.checked_text(question, "question")
        folder = await self._folder_if_any()
        return await self._work.parts.loader.load(await self.scope(), question, folder=folder)

    async def records(
        self,
        *,
        domain: str | None = None,
        path: str | None = None,
        statuses: Sequence[RecordStatus] = ("active", "stale"),
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[LearningRecord]:
        """What was learned, newest first; `path` is a cited file or a folder above one."""
        return await self._store.records.page(
            await self.scope(),
            domain=domain,
            path=path,
            statuses=statuses,
            limit=rules.checked_limit(limit, "limit", _MOST),
            before=None if cursor is None else rules.checked_id(cursor, "cursor"),
        )

    async def record(self, id: str) -> LearningRecord:
        """One record, a replaced one too."""
        return (await self._store.records.get(await self.scope(), [_id(id)]))[0]

    async def citations(self, id: str) -> builtins.list[CheckedLines]:
        """The lines that a record rests on, and what became of them."""
        record = await self.record(id)
        folder = await self._folder()

        def check() -> builtins.list[CheckedLines]:
            checker = Checker(folder)
            return [checker.check(lines) for lines in record.citations]

        return await asyncio.to_thread(check)

    async def failures(
        self,
        *,
        statuses: Sequence[FailureStatus] | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[FailureRecord]:
        """What did not work, newest first."""
        return await self._store.failures.page(
            await self.scope(),
            statuses=statuses,
            limit=rules.checked_limit(limit, "limit", _MOST),
            before=None if cursor is None else rules.checked_id(cursor, "cursor"),
        )

    async def rounds(self, *, limit: int = 50, cursor: str | None = None) -> Page[LearningRound]:
        """Rounds of learning, newest first; one that runs is among them."""
        return await self._store.rounds.page(
            await self.scope(),
            limit=rules.checked_limit(limit, "limit", _MOST),
            before=None if cursor is None else rules.checked_id(cursor, "cursor"),
        )

    async def domains(self) -> builtins.list[DomainKnowledge]:
        """What is known of each domain, by name."""
        return await self._store.domains.list(await self.scope())

    async def patterns(self) -> builtins.list[CodePattern]:
        """The ways of writing code that the project keeps to."""
        return await self._store.domains.patterns(await self.scope())

    async def memory(self) -> ProjectMemory:
        """Everything that is known, with the ids of its records and failures."""
        scope, project = await self.scope(), await self.project()
        failures = await self._store.failures.page(scope, limit=_MOST)
        return ProjectMemory(
            project_key=project.key,
            project_path=project.path,
            tech_stack=project.tech_stack,
            domain_knowledge=await self.domains(),
            learning_record_ids=await self._record_ids(scope),
            failure_record_ids=[one.id for one in failures],
            code_patterns=await self.patterns(),
            evolution_status=project.evolution_status,
            created_at=project.created_at,
            updated_at=project.updated_at,
        )

    async def tree(self) -> builtins.list[TreeEntry]:
        """Files and folders as they were analysed last, with how much is known of each."""
        scope = await self.scope()
        files = await self._store.projects.files(scope)
        return tree_of(files, await self._store.records.coverage(scope))

    async def lines(self, path: str, start: int = 1, end: int | None = None) -> ShownLines:
        """Lines of a file as they stand now, without secrets; a file of secrets is refused."""
        return await asyncio.to_thread(shown_lines, await self._folder(), path, start, end)

    async def scope(self) -> Scope:
        """Its scope, `project:KEY`; `NotFoundError` when there is no such project."""
        if self._scope is None:
            self._scope = Scope(self._space, "project", await self._key())
        return self._scope

    async def _key(self) -> str:
        named = self._named
        if isinstance(named, str) and (self._by_key or not looks_like_path(named)):
            key = rules.checked_id(named, "project")
            try:
                return (await self._store.projects.get(Scope(self._space, "project", key))).key
            except NotFoundError:
                if self._by_key:
                    raise _unknown(named) from None
                # It may be a folder here.
        path = await asyncio.to_thread(resolved, named)
        found = project_at(path, await self._store.projects.list(self._space))
        if found is None or not (looks_like_path(named) or path.is_dir()):
            raise _unknown(named)
        return found.key

    async def _folder(self) -> Folder:
        return await self._work.folder(await self.project())

    async def _folder_if_any(self) -> Folder | None:
        """The folder, unless it is not here at the moment: what was learned is."""
        project = await self.project()
        try:
            return await self._work.folder(project)
        except UserError:
            return None

    async def _record_ids(self, scope: Scope) -> builtins.list[str]:
        ids: builtins.list[str] = []
        before: str | None = None
        while True:
            page = await self._store.records.page(scope, limit=_MOST, before=before)
            ids += [record.id for record in page]
            if (before := page.next) is None:
                return ids


def _unknown(named: str | PurePath) -> NotFoundError:
    return NotFoundError("project", str(named), "`nagori learn PATH` makes one")


def _id(value: str) -> str:
    return rules.checked_id(value, "record")
