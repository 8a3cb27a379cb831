"""What holds beyond one project, in the database file."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.learning_json import as_json, texts
from nagori.store.sqlite.project_rows import project_number
from nagori.store.sqlite.queries import load_queries
from nagori.values.project import BestPractice, CrossProjectPattern, GlobalMemory
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

_SQL = load_queries("practices")

_SHARED_BY = 2
"""Projects from which on something holds beyond one."""


class SqlitePractices:
    """Practices and patterns, a row for each project that shares them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def read(self, space: str) -> GlobalMemory:
        """Practices and patterns that hold, by id and by name; `version` changes with them."""
        return await self._engine.read(lambda db: _read(db, space))

    async def add(self, space: str, practices: Sequence[BestPractice], *, now: datetime) -> None:
        """Add practices by hand; they stay until they are taken away, whoever shares them."""
        at = to_micros(now)

        def work(db: Database) -> None:
            for practice in practices:
                db.run(_SQL["put_practice"], _practice_row(space, None, practice, at))

        await self._engine.write(work)

    async def share(
        self,
        scope: Scope,
        *,
        practices: Sequence[BestPractice] = (),
        patterns: Sequence[CrossProjectPattern] = (),
        only: bool = False,
        now: datetime,
    ) -> None:
        """Say that a project keeps to these; what was taken back or away is not shared again."""
        at = to_micros(now)

        def work(db: Database) -> None:
            project = project_number(db, scope)
            if only:
                names = json.dumps([practice.id for practice in practices])
                db.run(_SQL["drop_other_practices"], (project, names))
                names = json.dumps([pattern.pattern_name for pattern in patterns])
                db.run(_SQL["drop_other_patterns"], (project, names))
            for practice in practices:
                db.run(_SQL["put_practice"], _practice_row(scope.space, project, practice, at))
            for pattern in patterns:
                row = (scope.space, pattern.pattern_name, project, pattern.description)
                db.run(_SQL["put_pattern"], (*row, pattern.occurrences, at))

        await self._engine.write(work)

    async def take_back(
        self,
        scope: Scope,
        *,
        practices: Sequence[str] = (),
        patterns: Sequence[str] = (),
        now: datetime,
    ) -> None:
        """Undo the share of one project, for good."""

        def work(db: Database) -> None:
            project = project_number(db, scope)
            _withdraw(db, scope.space, practices, patterns, project, to_micros(now))

        await self._engine.write(work)

    async def take_away(
        self,
        space: str,
        *,
        practices: Sequence[str] = (),
        patterns: Sequence[str] = (),
        now: datetime,
    ) -> None:
        """Undo the shares of all projects, for good, and what was added by hand."""

        def work(db: Database) -> None:
            db.run(_SQL["drop_practices"], (space, json.dumps(list(practices))))
            _withdraw(db, space, practices, patterns, None, to_micros(now))

        await self._engine.write(work)


def _withdraw(
    db: Database,
    space: str,
    practices: Sequence[str],
    patterns: Sequence[str],
    project: int | None,
    now: int,
) -> None:
    """Let shares of one project, or of all, count no more; their words go."""
    db.run(_SQL["withdraw_practices"], (space, json.dumps(list(practices)), project, now))
    db.run(_SQL["withdraw_patterns"], (space, json.dumps(list(patterns)), project, now))


def _practice_row(
    space: str, project: int | None, practice: BestPractice, at: int
) -> tuple[Any, ...]:
    scenarios = as_json(practice.applicable_scenarios)
    return space, practice.id, project, practice.title, practice.description, scenarios, at


def _read(db: Database, space: str) -> GlobalMemory:
    shared = db.rows(_SQL["practices"], (space,))
    seen = db.rows(_SQL["patterns"], (space,))
    practices, patterns = list(_practices(shared)), list(_patterns(seen))
    version = hashlib.blake2b(repr((practices, patterns)).encode(), digest_size=8).hexdigest()
    last = max((row[-1] for row in (*shared, *seen)), default=0)
    return GlobalMemory(practices, patterns, version, from_micros(last))


def _practices(rows: Sequence[Any]) -> Iterator[BestPractice]:
    for id, shares in groupby(rows, itemgetter(0)):
        first, *rest = shares
        projects = tuple(key for _, key, *_ in (first, *rest) if key is not None)
        if first[1] is None or len(projects) >= _SHARED_BY:
            _, _, title, description, scenarios, _ = first
            yield BestPractice(id, title, description, texts(scenarios), projects)


def _patterns(rows: Sequence[Any]) -> Iterator[CrossProjectPattern]:
    for name, shares in groupby(rows, itemgetter(0)):
        found = list(shares)
        if len(found) >= _SHARED_BY:
            occurrences = sum(row[3] for row in found)
            projects = tuple(row[1] for row in found)
            yield CrossProjectPattern(name, found[0][2], occurrences, projects)
