"""`project_map.json`: what is known of a project at a glance, and which copies are its own. Pure.

The indexes tell which copies this very store wrote. So a copy that is listed and gone from the
store can be deleted, while one that came from another machine stays until it is taken in.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from nagori.learn.copy_shapes import Copy, evolution_copy, millis
from nagori.values.project import Project, ProjectFile
from nagori.values.scope import Scope
from nagori.values.times import to_micros

FORMAT = "2.0.0"
"""The design's version of this file."""


@dataclass(frozen=True, slots=True)
class Index:
    """Which copies there are."""

    records: Sequence[str] = ()
    """Ids of records with a file of their own."""
    failures: Sequence[str] = ()
    domains: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names of the domains' files by the domains' ids."""
    analysis: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the copy of each analysed file was made from, in short."""
    reports: str = ""
    """Of which files the reports tell."""


def origin_of(scope: Scope, project: Project) -> str:
    """What a project of one store is told apart by from one with the same key elsewhere."""
    told = f"{scope.space}\0{scope.id}\0{to_micros(project.created_at)}"
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def entry_of(project: Project, files: Sequence[ProjectFile], index: Index, origin: str) -> Copy:
    """What the map says of a project."""
    analysed, evolved = project.analysed_at, project.evolved_at
    return {
        "path": project.path,
        "lastAnalyzed": None if analysed is None else millis(analysed),
        "projectMd5": project.fingerprint,
        "techStack": list(project.tech_stack),
        "analysisStatus": dict(project.analysis_status),
        "mdFiles": {file.path: file.hash for file in files if file.is_analysed},
        "evolutionStatus": evolution_copy(project.evolution_status),
        "learningRecordIndex": list(index.records),
        "failureRecordIndex": list(index.failures),
        "domainKnowledgeIndex": dict(index.domains),
        "analysisIndex": dict(index.analysis),
        "reportsMd5": index.reports,
        "lastEvolutionTime": None if evolved is None else millis(evolved),
        "origin": origin,
    }


def with_entry(before: bytes | None, key: str, entry: Copy, *, now: datetime) -> Copy | None:
    """The map with what it says of a project now; None when it says just that already."""
    others = _projects(before)
    if others.get(key) == entry:
        return None
    return {
        "version": FORMAT,
        "lastUpdate": millis(now),
        "projects": {**others, key: entry},
    }


def index_in(before: bytes | None, key: str, origin: str) -> Index | None:
    """The copies that this store wrote, as its map says; None when it is another's, or broken."""
    entry = _projects(before).get(key)
    if not isinstance(entry, dict):
        return None
    given = cast("Copy", entry)
    if given.get("origin") != origin:
        return None
    return Index(
        _texts(given.get("learningRecordIndex")),
        _texts(given.get("failureRecordIndex")),
        _mapping(given.get("domainKnowledgeIndex")),
        _mapping(given.get("analysisIndex")),
        str(given.get("reportsMd5", "")),
    )


def is_map(data: bytes) -> bool:
    """Whether a file is a map of projects."""
    return b'"projects"' in data and bool(_projects(data))


def _projects(data: bytes | None) -> dict[str, Any]:
    try:
        given: object = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    projects: object = cast("Copy", given).get("projects") if isinstance(given, dict) else None
    return cast("Copy", projects) if isinstance(projects, dict) else {}


def _texts(value: object) -> list[str]:
    items = cast("list[object]", value) if isinstance(value, list) else []
    return [one for one in items if isinstance(one, str)]


def _mapping(value: object) -> dict[str, str]:
    given = cast("Copy", value) if isinstance(value, dict) else {}
    return {key: one for key, one in given.items() if isinstance(one, str)}
