"""Projects and their files in the database file."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from nagori.errors import ConflictError, InvalidInputError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.learning_json import as_json, status_from, status_json
from nagori.store.sqlite.passage_rows import Batch
from nagori.store.sqlite.project_rows import (
    SQL,
    find_number,
    project_number,
    read_project,
    read_projects,
)
from nagori.store.sqlite.record_writes import put_records, withdraw
from nagori.values.learned import Analysis
from nagori.values.project import EvolutionStatus, Project, ProjectFile
from nagori.values.scope import Scope
from nagori.values.times import to_micros


class SqliteProjects:
    """A project, its files and what an analysis finds in them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def register(
        self, scope: Scope, path: str, *, now: datetime, moved: bool = False
    ) -> Project:
        """The project of that key; a known one as it stands."""
        at = to_micros(now)
        if scope.kind != "project" or not scope.id:
            raise InvalidInputError("project", f"{scope.key!r} is not a project's scope")

        def work(db: Database) -> Project:
            seq = find_number(db, scope)
            if seq is None:
                db.run(SQL["insert"], (scope.space, scope.id, path, at))
                return read_project(db, scope)
            known = read_project(db, scope)
            if known.path == path:
                return known
            if not moved:
                raise ConflictError(
                    f"project {scope.id!r} is the folder {known.path!r}: choose another key, or "
                    "say that the folder moved"
                )
            db.run(SQL["move"], (seq, path, at))
            return read_project(db, scope)

        return await self._engine.write(work)

    async def get(self, scope: Scope) -> Project:
        """The project."""
        return await self._engine.read(lambda db: read_project(db, scope))

    async def files(self, scope: Scope) -> list[ProjectFile]:
        """The files as they were analysed last, by path, without outlines."""

        def work(db: Database) -> list[ProjectFile]:
            rows = db.rows(SQL["files"], (project_number(db, scope),))
            return [ProjectFile(*row) for row in rows]

        return await self._engine.read(work)

    async def outlines(self, scope: Scope, paths: Sequence[str] | None = None) -> dict[str, str]:
        """Outlines of these files, or of all, by path; those that have none are not there."""

        def work(db: Database) -> dict[str, str]:
            seq = project_number(db, scope)
            if paths is None:
                return dict(db.rows(SQL["outlines"], (seq,)))
            return dict(db.rows(SQL["outlines_of"], (seq, json.dumps(list(paths)))))

        return await self._engine.read(work)

    async def analysed(
        self, scope: Scope, found: Analysis, *, embedder: str | None, now: datetime
    ) -> Project:
        """Write what an analysis found, files and records, all or nothing."""
        at = to_micros(now)

        def work(db: Database) -> Project:
            seq = project_number(db, scope)
            _put_files(db, seq, found)
            withdraw(db, scope, seq, found.withdrawn, at)
            put_records(Batch(db, embedder, at), scope, seq, found.records)
            stack = None if found.tech_stack is None else as_json(found.tech_stack)
            db.run(SQL["analysed"], (seq, as_json(dict(found.steps)), stack, found.fingerprint, at))
            return read_project(db, scope)

        return await self._engine.write(work)

    async def set_evolution(
        self, scope: Scope, status: EvolutionStatus, *, was: EvolutionStatus, now: datetime
    ) -> bool:
        """Say where the learner stands; False, and nothing is said, if it stands elsewhere now."""
        at = to_micros(now)

        def work(db: Database) -> bool:
            seq = project_number(db, scope)
            (evolution,) = db.row(SQL["evolution"], (seq,))
            if status_from(evolution) != was:
                return False
            db.run(SQL["set_evolution"], (seq, status_json(status), at))
            return True

        return await self._engine.write(work)

    async def set_settings(
        self, scope: Scope, settings: Mapping[str, Any], *, now: datetime
    ) -> Project:
        """Set what is to hold for this project alone, in place of what was set."""
        at = to_micros(now)

        def work(db: Database) -> Project:
            seq = project_number(db, scope)
            db.run(SQL["set_settings"], (seq, as_json(dict(settings)), at))
            return read_project(db, scope)

        return await self._engine.write(work)

    async def list(self, space: str) -> list[Project]:
        """All projects, in the order in which they were registered."""
        return await self._engine.read(lambda db: read_projects(db, space))


def _put_files(db: Database, project: int, found: Analysis) -> None:
    if found.gone:
        db.run(SQL["drop_files"], (project, json.dumps(list(found.gone))))
    for file in found.files:
        row = (project, file.path, file.size, file.mtime_ns, file.hash, file.language)
        rest = (file.lines, file.skipped, file.read_ns, file.outline)
        db.run(SQL["put_file"], (*row, *rest))
