"""Destroying data: rows, passages, vectors, caches, and the bytes that they leave behind."""

import hashlib
import json
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from nagori.errors import NotFoundError
from nagori.store.index.cache import IndexCache
from nagori.store.port import ERASE_JOB
from nagori.store.sqlite.chats import SQL as CHAT_SQL
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.jobs import enqueue
from nagori.store.sqlite.memory_rows import SQL as MEMORY_SQL
from nagori.store.sqlite.passage_rows import drop_passages
from nagori.store.sqlite.queries import load_queries
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
            return _erase_memories(db, [found[0]])

        return await self._run(work, now)

    async def scope(self, scope: Scope, *, now: datetime) -> Receipt:
        """Destroy everything of a scope: memories, chats, messages."""

        def work(db: Database) -> dict[str, int]:
            key = (scope.space, scope.key)
            rows = db.rows(MEMORY_SQL["of_scope"], key)
            erased = _erase_memories(db, [seq for (seq,) in rows])
            chats = db.rows(CHAT_SQL["of_scope"], key)
            for (chat,) in chats:
                _add(erased, _erase_chat(db, scope.space, chat))
            if scope.kind == "user":
                db.run(_SQL["delete_user"], (scope.space, scope.id))
            db.run(_SQL["delete_scope"], key)
            _bury(db, scope.space, "scope", [scope.key], to_micros(now))
            return erased

        return await self._run(work, now)

    async def chat(self, space: str, id: str, *, now: datetime) -> Receipt:
        """Destroy a chat, its messages, and the memories that came from nowhere else."""

        def work(db: Database) -> dict[str, int]:
            erased = _erase_chat(db, space, id)
            if not any(erased.values()):
                raise NotFoundError("chat", id)
            _bury(db, space, "chat", [id], to_micros(now))
            return erased

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


def _erase_memories(db: Database, seqs: Sequence[int]) -> dict[str, int]:
    passages = drop_passages(db, "memory", seqs)
    # Sources and changes go with their memory, by foreign key.
    db.run(MEMORY_SQL["delete"], (json.dumps(list(seqs)),))
    return {"memories": len(seqs), "messages": 0, "chats": 0, "passages": passages}


def _erase_chat(db: Database, space: str, id: str) -> dict[str, int]:
    memories = db.rows(MEMORY_SQL["only_from_chat"], (space, id))
    erased = _erase_memories(db, [seq for (seq,) in memories])
    rows = db.rows(CHAT_SQL["messages_of_chat"], (space, id))
    messages = [seq for (seq,) in rows]
    erased["passages"] += drop_passages(db, "message", messages)
    db.run(CHAT_SQL["delete_messages"], (json.dumps(messages),))
    before = db.changes
    db.run(CHAT_SQL["delete"], (space, id))
    erased["messages"] += len(messages)
    erased["chats"] += int(db.changes > before)
    return erased


def _bury(db: Database, space: str, kind: str, ids: Sequence[str], now: int) -> None:
    """Note what was erased, as keyed hashes: enough to recognise it, not to read it."""
    db.run(_SQL["add_key"], (secrets.token_hex(16),))
    key = db.row(_SQL["key"])
    for id in ids:
        hash = hashlib.blake2b(id.encode(), key=bytes.fromhex(key[0]), digest_size=16).digest()
        db.run(_SQL["bury"], (space, kind, hash, now))


def _add(total: dict[str, int], more: dict[str, int]) -> None:
    for name, count in more.items():
        total[name] = total.get(name, 0) + count
