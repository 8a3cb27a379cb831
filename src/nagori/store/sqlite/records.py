"""Learning records in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime

from nagori.errors import NotFoundError
from nagori.store.project_port import NOT_REPLACED
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.passage_rows import Batch
from nagori.store.sqlite.project_rows import project_number
from nagori.store.sqlite.record_rows import SQL, read_records
from nagori.store.sqlite.record_writes import put_records, set_status
from nagori.values.learned import Coverage, Known, RecordDraft
from nagori.values.learning import LearningRecord, RecordStatus
from nagori.values.memory import Page
from nagori.values.scope import Scope
from nagori.values.times import to_micros


class SqliteRecords:
    """Questions about projects, their answers and the lines that show them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def add(
        self, scope: Scope, drafts: Sequence[RecordDraft], *, embedder: str | None, now: datetime
    ) -> list[LearningRecord]:
        """The records that stand for the drafts now, in their order; all are added or none."""
        at = to_micros(now)

        def work(db: Database) -> list[LearningRecord]:
            seqs = put_records(Batch(db, embedder, at), scope, project_number(db, scope), drafts)
            found = read_records(db, scope.id, seqs)
            return [found[seq] for seq in seqs]

        return await self._engine.write(work)

    async def get(self, scope: Scope, ids: Sequence[str]) -> list[LearningRecord]:
        """The records with these ids, in their order; an unknown one raises `NotFoundError`."""

        def work(db: Database) -> list[LearningRecord]:
            rows = db.rows(SQL["numbers"], (project_number(db, scope), json.dumps(list(ids))))
            records = read_records(db, scope.id, [seq for (seq,) in rows]).values()
            found = {record.id: record for record in records}
            for id in ids:
                if id not in found:
                    raise NotFoundError("record", id)
            return [found[id] for id in ids]

        return await self._engine.read(work)

    async def page(
        self,
        scope: Scope,
        *,
        domain: str | None = None,
        path: str | None = None,
        statuses: Sequence[RecordStatus] = NOT_REPLACED,
        limit: int = 100,
        before: str | None = None,
    ) -> Page[LearningRecord]:
        """Records, newest first; `path` is a cited file or a folder above one, `before` an id."""

        def work(db: Database) -> Page[LearningRecord]:
            key = (project_number(db, scope), json.dumps(list(statuses)), domain, path)
            seqs = [seq for (seq,) in db.rows(SQL["page"], (*key, before, limit + 1))]
            found = list(read_records(db, scope.id, seqs[:limit]).values())[::-1]
            return Page(found, found[-1].id if len(seqs) > limit else None)

        return await self._engine.read(work)

    async def citing(self, scope: Scope, paths: Sequence[str]) -> list[LearningRecord]:
        """Records that cite any of these files, oldest first; replaced ones are not among them."""

        def work(db: Database) -> list[LearningRecord]:
            rows = db.rows(SQL["citing"], (project_number(db, scope), json.dumps(list(paths))))
            return list(read_records(db, scope.id, [seq for (seq,) in rows]).values())

        return await self._engine.read(work)

    async def mark(
        self,
        scope: Scope,
        ids: Sequence[str],
        status: RecordStatus,
        *,
        replaced_by: str | None = None,
        now: datetime,
    ) -> list[str]:
        """Set the status of records that hold; tells which of them changed."""

        def work(db: Database) -> list[str]:
            project = project_number(db, scope)
            if replaced_by is not None and db.row(SQL["known"], (project, replaced_by)) is None:
                raise NotFoundError("record", replaced_by)
            marked = db.rows(SQL["to_mark"], (project, json.dumps(list(ids)), status))
            for seq, _ in marked:
                set_status(db, scope, seq, status, replaced_by, to_micros(now))
            return [id for _, id in marked]

        return await self._engine.write(work)

    async def by_claim(self, scope: Scope, claims: Sequence[str]) -> dict[str, LearningRecord]:
        """The records that hold for these claims, by claim."""

        def work(db: Database) -> dict[str, LearningRecord]:
            key = (project_number(db, scope), json.dumps(list(claims)))
            seqs: dict[str, int] = dict(db.rows(SQL["by_claim"], key))
            found = read_records(db, scope.id, seqs.values())
            return {claim: found[seq] for claim, seq in seqs.items()}

        return await self._engine.read(work)

    async def claims(self, scope: Scope, paths: Sequence[str] | None = None) -> dict[str, str]:
        """Ids by claim, of records that hold: of all, or of those that cite any of the files."""

        def work(db: Database) -> dict[str, str]:
            project = project_number(db, scope)
            if paths is None:
                return dict(db.rows(SQL["claims"], (project,)))
            return dict(db.rows(SQL["claims_citing"], (project, json.dumps(list(paths)))))

        return await self._engine.read(work)

    async def coverage(self, scope: Scope) -> Coverage:
        """How many records tell of each file and each domain."""

        def work(db: Database) -> Coverage:
            key = (project_number(db, scope),)
            files = db.rows(SQL["coverage_of_files"], key)
            domains = db.rows(SQL["coverage_of_domains"], key)
            return Coverage(
                {path: Known(*counts) for path, *counts in files},
                {domain: Known(*counts) for domain, *counts in domains},
            )

        return await self._engine.read(work)
