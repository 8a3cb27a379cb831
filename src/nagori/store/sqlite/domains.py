"""Domains and patterns of projects in the database file."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.learning_json import as_json, texts
from nagori.store.sqlite.project_rows import project_number
from nagori.store.sqlite.queries import load_queries
from nagori.values.learning import CodePattern, Concept, DomainKnowledge
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

_SQL = load_queries("domains")


class SqliteDomains:
    """What is known of the domains of a project, and the patterns that it keeps to."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def put(self, scope: Scope, domains: Sequence[DomainKnowledge]) -> None:
        """Put what is known of domains in place of what was known of them."""

        def work(db: Database) -> None:
            project = project_number(db, scope)
            for known in domains:
                db.run(_SQL["put"], (scope.space, project, *_domain_row(known)))

        await self._engine.write(work)

    async def drop(self, scope: Scope, domains: Sequence[str]) -> None:
        """Take domains away."""
        names = json.dumps(list(domains))
        await self._engine.write(
            lambda db: db.run(_SQL["drop"], (project_number(db, scope), names))
        )

    async def put_patterns(
        self, scope: Scope, patterns: Sequence[CodePattern], *, now: datetime
    ) -> None:
        """Put patterns in place of all that were there."""

        def work(db: Database) -> None:
            project = project_number(db, scope)
            db.run(_SQL["drop_patterns"], (project,))
            for pattern in patterns:
                files, uses = as_json(pattern.example_files), as_json(pattern.usage_scenarios)
                row = (scope.space, project, pattern.pattern_type, pattern.description, files, uses)
                db.run(_SQL["put_pattern"], (*row, to_micros(now)))

        await self._engine.write(work)

    async def patterns(self, scope: Scope) -> list[CodePattern]:
        """The patterns of the project, by type."""

        def work(db: Database) -> list[CodePattern]:
            rows = db.rows(_SQL["patterns"], (project_number(db, scope),))
            return [
                CodePattern(kind, description, texts(files), texts(uses))
                for kind, description, files, uses in rows
            ]

        return await self._engine.read(work)

    async def list(
        self, scope: Scope, domains: Sequence[str] | None = None
    ) -> list[DomainKnowledge]:
        """What is known of these domains, or of all, by name; unknown ones are not there."""

        def work(db: Database) -> list[DomainKnowledge]:
            wanted = None if domains is None else json.dumps(list(domains))
            rows = db.rows(_SQL["list"], (project_number(db, scope), wanted))
            return [_domain(row, scope.id) for row in rows]

        return await self._engine.read(work)


def _domain_row(known: DomainKnowledge) -> tuple[Any, ...]:
    return (
        known.id,
        known.domain,
        known.summary,
        as_json([asdict(concept) for concept in known.key_concepts]),
        as_json(known.key_files),
        as_json(known.source_record_ids),
        to_micros(known.created_at),
        to_micros(known.updated_at),
    )


def _domain(row: Any, project: str) -> DomainKnowledge:
    id, domain, summary, concepts, files, records, created_at, updated_at = row
    return DomainKnowledge(
        id=id,
        project_key=project,
        domain=domain,
        summary=summary,
        key_concepts=tuple(
            Concept(one["name"], one["description"], tuple(one["related_files"]))
            for one in json.loads(concepts)
        ),
        key_files=texts(files),
        source_record_ids=texts(records),
        created_at=from_micros(created_at),
        updated_at=from_micros(updated_at),
    )
