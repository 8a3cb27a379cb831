"""Rows of the database as projects, and the numbers of what is theirs."""

import json
import re
from collections.abc import Sequence
from typing import Any, Literal

from nagori.errors import NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.learning_json import status_from, texts
from nagori.store.sqlite.queries import load_queries
from nagori.values.project import Project
from nagori.values.scope import Scope
from nagori.values.times import from_micros

SQL = load_queries("projects")
_GET = SQL["get"].format(columns=SQL["columns"])
_LIST = SQL["list"].format(columns=SQL["columns"])
_ID = re.compile(r"(lr|fr)-(\d{8})-(\d{3,15})", re.ASCII)

Prefix = Literal["lr", "fr"]


def project_number(db: Database, scope: Scope) -> int:
    """The number of a project in the file; `NotFoundError` when there is none."""
    found = find_number(db, scope)
    if found is None:
        raise NotFoundError("project", scope.id)
    return found


def find_number(db: Database, scope: Scope) -> int | None:
    """The number of a project in the file, if there is one."""
    if scope.kind != "project":
        return None
    row = db.row(SQL["number"], (scope.space, scope.id))
    return None if row is None else row[0]


def read_project(db: Database, scope: Scope) -> Project:
    """The project; `NotFoundError` when there is none."""
    project_number(db, scope)
    return _project(db.row(_GET, (scope.space, scope.id)))


def read_projects(db: Database, space: str) -> list[Project]:
    """All projects, in the order in which they were registered."""
    return [_project(row) for row in db.rows(_LIST, (space,))]


def next_id(db: Database, project: int, prefix: Prefix, *, now: int) -> str:
    """An id of today that nobody else gets."""
    day = f"{from_micros(now):%Y%m%d}"
    (number,) = db.row(SQL["next_number"], (project, prefix, day))
    return f"{prefix}-{day}-{number:03d}"


def note_ids(db: Database, project: int, ids: Sequence[str]) -> None:
    """Take note of ids that come from elsewhere, so that none is given again."""
    for id in ids:
        if found := _ID.fullmatch(id):
            prefix, day, number = found.groups()
            db.run(SQL["seen_number"], (project, prefix, day, int(number)))


def _project(row: Any) -> Project:
    (_, key, path, tech_stack, analysis, evolution, fingerprint, files, lines, records, created_at,
     updated_at, analysed_at, evolved_at, settings, stale, failures) = row  # fmt: skip
    return Project(
        key=key,
        path=path,
        tech_stack=texts(tech_stack),
        analysis_status=json.loads(analysis),
        evolution_status=status_from(evolution),
        fingerprint=fingerprint,
        files=files,
        lines=lines,
        records=records,
        created_at=from_micros(created_at),
        updated_at=from_micros(updated_at),
        analysed_at=None if analysed_at is None else from_micros(analysed_at),
        evolved_at=None if evolved_at is None else from_micros(evolved_at),
        settings=json.loads(settings),
        stale=stale,
        failures=failures,
    )
