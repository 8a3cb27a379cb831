"""Rows of the database as learning records."""

import json
from collections.abc import Collection
from typing import Any

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.learning_json import steps_from, texts
from nagori.store.sqlite.queries import load_queries
from nagori.values.learning import LearningRecord, Lines, RecordStatus
from nagori.values.memory import Status
from nagori.values.times import from_micros

SQL = load_queries("records")
_AMONG = SQL["among"].format(columns=SQL["columns"])

FOUND_AS: dict[RecordStatus, Status] = {
    "active": "active",
    "stale": "active",
    "replaced": "superseded",
}
"""How the passages of a record take part: one that may be wrong by now is found, and marked."""


def read_records(db: Database, project: str, seqs: Collection[int]) -> dict[int, LearningRecord]:
    """Records of a project by their number in the file, oldest first, with their citations."""
    if not seqs:
        return {}
    wanted = (json.dumps(list(seqs)),)
    cited: dict[int, list[Lines]] = {}
    for record, *lines in db.rows(SQL["citations"], wanted):
        cited.setdefault(record, []).append(Lines(*lines))
    return {
        row[0]: _record(row, project, tuple(cited.get(row[0], ())))
        for row in db.rows(_AMONG, wanted)
    }


def _record(row: Any, project: str, citations: tuple[Lines, ...]) -> LearningRecord:
    (_, id, _, question, question_type, answer, confidence, exploration_path, related_records, tags,
     domain, made_by, status, replaced_by, metadata, created_at) = row  # fmt: skip
    return LearningRecord(
        id=id,
        project_key=project,
        question=question,
        question_type=question_type,
        answer=answer,
        citations=citations,
        confidence=confidence,
        created_at=from_micros(created_at),
        exploration_path=steps_from(exploration_path),
        related_records=texts(related_records),
        tags=texts(tags),
        domain=domain,
        made_by=made_by,
        status=status,
        replaced_by=replaced_by,
        metadata=json.loads(metadata),
    )
