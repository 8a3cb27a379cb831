"""Destroying data: rows, passages, vectors, caches, and the bytes that they leave behind."""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from nagori.errors import NotFoundError
from nagori.store.index.cache import IndexCache
from nagori.store.port import ERASE_JOB
from nagori.store.sqlite.chat_rows import SQL as CHAT_SQL
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.documents import SQL as DOCUMENT_SQL
from nagori.store.sqlite.documents import erase_documents
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.groups import erase_settings
from nagori.store.sqlite.jobs import drop_jobs, enqueue
from nagori.store.sqlite.knowledge import about_member, drop_turns, known_of, said_by
from nagori.store.sqlite.memorising import forget_costs, let_be
from nagori.store.sqlite.memory_rows import SQL as MEMORY_SQL
from nagori.store.sqlite.memory_rows import raw_of
from nagori.store.sqlite.page_erasing import erase_page, forget_chat, forget_memories
from nagori.store.sqlite.passage_rows import drop_passages
from nagori.store.sqlite.project_rows import SQL as PROJECT_SQL
from nagori.store.sqlite.project_rows import find_number
from nagori.store.sqlite.proposals import forget_calls
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.record_writes import erase_records
from nagori.store.sqlite.replies import forget_answers
from nagori.store.sqlite.usage import erase_usage
from nagori.values.memory import Receipt
from nagori.values.scope import Scope
from nagori.values.times import to_micros

_SQL = load_queries("erase")


class SqliteErasure:
    """Deleted rows are overwritten (`secure_delete`), and the log of changes is emptied after."""

    def __init__(self, engine: Engine, cache: IndexCache) -> None:
        self._engine = engine
        self._cache = cache

    async def memory(self, space: str, id: str, *, now: datetime) -> Receipt:
        """Destroy one memory; the message that it came from stays."""

        def work(db: Database) -> dict[str, int]:
            found = db.row(MEMORY_SQL["seq_of"], (space, id))
            if found is None:
                raise NotFoundError("memory", id)
            _bury(db, space, "memory", [id], to_micros(now))
            let_be(db, [found[0]])
            erased = _Erased(db, space, to_micros(now))
            raw = [(seq, one) for seq, one, _ in raw_of(db, found[0])]
            erased.take_memories([(found[0], id), *raw])
            return erased.settle()

        return await self._run(work, now)

    async def scope(self, scope: Scope, *, now: datetime) -> Receipt:
        """Destroy everything of a scope: memories, chats, messages, documents, its page."""

        def work(db: Database) -> dict[str, int]:
            key = (scope.space, scope.key)
            erased = _Erased(db, scope.space, to_micros(now))
            erased.take_page(scope)
            erased.take_documents(db.rows(DOCUMENT_SQL["of_scope"], key))
            erased.take_memories(db.rows(MEMORY_SQL["of_scope"], key))
            for (chat,) in db.rows(CHAT_SQL["of_scope"], key):
                erased.take_chat(chat)
            if scope.kind == "user":
                db.run(_SQL["delete_user"], (scope.space, scope.id))
                erase_usage(db, scope.space, user=scope.id)
                erased.take_words_of(scope.id)
            if scope.kind == "group":
                erase_settings(db, scope.space, scope.id)
                erase_usage(db, scope.space, group=scope.id)
            if scope.kind == "project":
                erased.take_project(scope)
            forget_costs(db, scope)
            db.run(_SQL["delete_scope"], key)
            _bury(db, scope.space, "scope", [scope.key], to_micros(now))
            return erased.settle()

        return await self._run(work, now)

    async def chat(self, space: str, id: str, *, now: datetime) -> Receipt:
        """Destroy a chat, its messages, and the memories that came from nowhere else."""

        def work(db: Database) -> dict[str, int]:
            erased = _Erased(db, space, to_micros(now))
            erased.take_chat(id)
            if not any(erased.counts.values()):
                raise NotFoundError("chat", id)
            _bury(db, space, "chat", [id], to_micros(now))
            return erased.settle()

        return await self._run(work, now)

    async def document(self, space: str, id: str, *, now: datetime) -> Receipt:
        """Destroy one document; what was said about it stays."""

        def work(db: Database) -> dict[str, int]:
            found = db.row(DOCUMENT_SQL["number"], (space, id))
            if found is None:
                raise NotFoundError("document", id)
            erased = _Erased(db, space, to_micros(now))
            erased.take_documents([(found[0], id)])
            _bury(db, space, "document", [id], to_micros(now))
            return erased.settle()

        return await self._run(work, now)

    async def member(self, scope: Scope, speaker: str, *, now: datetime) -> Receipt:
        """Destroy what a group knows of a member; what they said stays."""

        def work(db: Database) -> dict[str, int]:
            known = about_member(db, scope, speaker)
            if not known:
                raise NotFoundError("member", speaker)
            _bury(db, scope.space, "memory", [id for _, id in known], to_micros(now))
            let_be(db, [seq for seq, _ in known])
            erased = _Erased(db, scope.space, to_micros(now))
            erased.take_memories(known)
            return erased.settle()

        return await self._run(work, now)

    async def _run(self, work: Any, now: datetime) -> Receipt:
        erased = await self._engine.write(work)
        self._cache.clear()
        if await self.finish():
            return Receipt(erased, [], now)
        at = to_micros(now)
        await self._engine.write(lambda db: enqueue(db, "", ERASE_JOB, "log", {}, at))
        return Receipt(erased, ["log"], now)

    async def finish(self) -> bool:
        """Empty the log of changes, which may hold erased text; False while others read it."""
        return await self._engine.empty_log()


@dataclass(slots=True)
class _Erased:
    """What one call destroys; `settle` destroys the copies, once for all of it."""

    db: Database
    space: str
    now: int
    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(
            ("memories", "messages", "chats", "documents", "pages", "passages"), 0
        )
    )
    _ids: list[str] = field(default_factory=list[str])

    def take_memories(self, rows: Sequence[tuple[int, str]]) -> None:
        """Destroy memories, known by number and id, with their passages."""
        seqs = self._note("memories", rows)
        self.counts["passages"] += forget_memories(self.db, seqs, self.now)
        self.counts["passages"] += drop_passages(self.db, "memory", seqs)
        # Sources and changes go with their memory, by foreign key.
        self.db.run(MEMORY_SQL["delete"], (json.dumps(seqs),))

    def take_words_of(self, speaker: str) -> None:
        """Destroy what somebody said in groups, and what is known there by it."""
        db = self.db
        said = said_by(db, self.space, speaker)
        ids = [id for _, id in said]
        self.take_memories(known_of(db, self.space, speaker, ids))
        drop_turns(db, self.space, ids)
        seqs = self._note("messages", said)
        self.counts["passages"] += drop_passages(db, "message", seqs)
        db.run(CHAT_SQL["delete_messages"], (json.dumps(seqs),))

    def take_page(self, scope: Scope) -> None:
        """Destroy the page of a scope with its old versions and its passages."""
        pages, passages = erase_page(self.db, scope)
        self.counts["pages"] += pages
        self.counts["passages"] += passages

    def take_documents(self, rows: Sequence[tuple[int, str]]) -> None:
        """Destroy documents, known by number and id, with their files and passages."""
        self._note("documents", rows)
        self.counts["passages"] += erase_documents(self.db, self.space, rows)

    def take_project(self, scope: Scope) -> None:
        """Destroy a project with its files, records, failures and shares, and its jobs."""
        db = self.db
        project = find_number(db, scope)
        if project is None:
            return
        files, failures = db.row(PROJECT_SQL["count_of"], (project,))
        ids, passages = erase_records(db, project)
        self.counts["passages"] += passages
        self.counts |= {"records": len(ids), "failures": failures, "files": files}
        db.run(_SQL["forget_recalled_of_project"], (self.space, scope.key))
        db.run(_SQL["forget_missed_records"], (self.space, json.dumps(ids)))
        db.run(CHAT_SQL["project_gone"], (self.space, scope.id))
        self._ids.append(scope.key)  # what tools showed of its files is known by that
        drop_jobs(db, self.space, scope.key)
        # All that is its own goes with its row, by foreign key.
        db.run(PROJECT_SQL["delete"], (project,))

    def take_chat(self, id: str) -> None:
        """Destroy a chat with what is in it, and memories that came from nowhere else."""
        db, key = self.db, (self.space, id)
        self.counts["passages"] += forget_chat(db, self.space, id, self.now)
        self.take_memories(db.rows(MEMORY_SQL["only_from_chat"], key))
        seqs = self._note("messages", db.rows(CHAT_SQL["messages_of_chat"], key))
        self.counts["passages"] += drop_passages(db, "message", seqs)
        db.run(CHAT_SQL["delete_messages"], (json.dumps(seqs),))
        drop_jobs(db, self.space, id)
        # Its summary goes with its row, its turns and their events by foreign key.
        gone = db.row(CHAT_SQL["delete"], key)
        self.counts["chats"] += int(gone is not None)

    def settle(self) -> dict[str, int]:
        """Destroy what other turns recalled of it and old answers; returns what was destroyed."""
        gone = (self.space, json.dumps(self._ids))
        self.db.run(_SQL["forget_recalled"], gone)
        self.db.run(_SQL["forget_near_misses"], gone)
        forget_calls(self.db, self.space, self._ids)
        erase_usage(self.db, self.space, messages=self._ids)
        forget_answers(self.db, self.space)
        return self.counts

    def _note(self, what: str, rows: Sequence[tuple[int, str]]) -> list[int]:
        self.counts[what] += len(rows)
        self._ids += [id for _, id in rows]
        return [seq for seq, _ in rows]


def _bury(db: Database, space: str, kind: str, ids: Sequence[str], now: int) -> None:
    """Note what was erased, as keyed hashes: enough to recognise it, not to read it."""
    db.run(_SQL["add_key"], (secrets.token_hex(16),))
    key = db.row(_SQL["key"])
    for id in ids:
        hash = hashlib.blake2b(id.encode(), key=bytes.fromhex(key[0]), digest_size=16).digest()
        db.run(_SQL["bury"], (space, kind, hash, now))
