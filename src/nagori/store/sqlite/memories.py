"""Memories in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime

from nagori.errors import ConflictError, NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.memory_puts import (
    as_json,
    put_change,
    put_memories,
    put_status,
    put_whole_memory,
)
from nagori.store.sqlite.memory_rows import SQL, raw_of, read_histories, read_memories
from nagori.store.sqlite.passage_rows import (
    Batch,
    Owner,
    drop_passages,
    put_passages,
    refresh_passages,
)
from nagori.values.draft import MemoryDraft, MemoryEdit, Written
from nagori.values.memory import Change, Memory, Page, Status, Tag
from nagori.values.scope import Scope
from nagori.values.times import to_micros


class SqliteMemories:
    """One transaction per call: the row, its sources, its passages with terms and vectors."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def put(
        self, drafts: Sequence[MemoryDraft], *, embedder: str | None, now: datetime
    ) -> list[Written]:
        """Add each draft, or confirm the memory that it repeats; all of them or none."""
        at = to_micros(now)
        return await self._engine.write(lambda db: put_memories(Batch(db, embedder, at), drafts))

    async def put_whole(
        self, memory: Memory, draft: MemoryDraft, history: Sequence[Change], *,
        embedder: str | None, now: datetime,
    ) -> bool:  # fmt: skip
        """Put back an exported memory as it was; False when it is here already."""

        def work(db: Database) -> bool:
            batch = Batch(db, embedder, to_micros(now))
            return put_whole_memory(batch, draft.scope, memory, draft.indexed, history)

        return await self._engine.write(work)

    async def get(self, space: str, ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids; unknown ones raise."""

        def work(db: Database) -> list[Memory]:
            seqs = [_seq_of(db, space, id)[0] for id in ids]
            found = read_memories(db, seqs)
            return [found[seq] for seq in seqs]

        return await self._engine.read(work)

    async def page(
        self,
        space: str,
        scope: Scope | None,
        *,
        tags: Sequence[Tag],
        statuses: Sequence[Status] = ("active",),
        messages: Sequence[str] | None = None,
        limit: int = 100,
        before: int | None = None,
    ) -> Page[Memory]:
        """Memories of a scope, or of the whole space, newest first."""
        values = {
            "space": space,
            "scope": scope.key if scope else None,
            "tags": json.dumps(list(tags)),
            "statuses": json.dumps(list(statuses)),
            "before": 2**62 if before is None else before,
            "limit": limit + 1,
        }
        sql = SQL["list_of_scope" if scope else "list_of_space"]
        if messages is not None:
            sql = SQL["list_from_messages"]
            values["messages"] = json.dumps(list(messages))

        def work(db: Database) -> Page[Memory]:
            rows = db.rows(sql, values)
            seqs: list[int] = [seq for (seq,) in rows[:limit]]
            found = read_memories(db, seqs)
            next = str(seqs[-1]) if len(rows) > limit else None
            return Page([found[seq] for seq in seqs], next)

        return await self._engine.read(work)

    async def edit(
        self, space: str, edit: MemoryEdit, *, embedder: str | None, now: datetime
    ) -> Memory:
        """The memory after the change; a new text is indexed anew."""
        at = to_micros(now)
        return await self._engine.write(lambda db: _edit(Batch(db, embedder, at), space, edit))

    async def set_status(self, space: str, id: str, status: Status, *, now: datetime) -> Memory:
        """The memory after it was retired or restored."""
        at = to_micros(now)
        return await self._engine.write(lambda db: _set_status(db, space, id, status, at))

    async def history(self, space: str, id: str) -> list[Change]:
        """What happened to a memory, oldest first."""

        def work(db: Database) -> list[Change]:
            seq, *_ = _seq_of(db, space, id)
            return list(read_histories(db, read_memories(db, [seq]))[seq])

        return await self._engine.read(work)


def _edit(batch: Batch, space: str, edit: MemoryEdit) -> Memory:
    db, now = batch.db, batch.now
    seq, scope_key, text, status = _seq_of(db, space, edit.id)
    scope = Scope.parse(space, scope_key)
    if edit.text is not None and edit.indexed is not None and edit.text != text:
        embedded = batch.embedder is not None and edit.indexed.vectors is not None
        stage = "embedded" if embedded else "stored"
        db.run(SQL["update_text"], (seq, edit.text, edit.indexed.content_hash, stage))
        put_change(db, seq, now, "edited", text, edit.text, "edit")
        drop_passages(db, "memory", [seq])
    metadata = None if edit.metadata is None else as_json(edit.metadata)
    db.run(SQL["update_facts"], (seq, edit.tag, edit.emotion_label, metadata, now))
    memory = read_memories(db, [seq])[seq]
    owner = _owner(db, scope, seq, memory)
    if edit.text is not None and edit.indexed is not None and edit.text != text:
        put_passages(batch, owner, edit.indexed)
    elif edit.tag is not None:
        refresh_passages(db, owner, tag=edit.tag, status=status)
    return memory


def _owner(db: Database, scope: Scope, seq: int, memory: Memory) -> Owner:
    again = db.row(SQL["last_said"], (seq,))
    return Owner(
        scope,
        "memory",
        seq,
        max(to_micros(memory.created_at), again[0] or 0),
        memory.tag,
        memory.status,
        memory.chat_id,
        memory.bot,
        None if memory.valid_from is None else to_micros(memory.valid_from),
        None if memory.valid_to is None else to_micros(memory.valid_to),
    )


def _set_status(db: Database, space: str, id: str, status: Status, now: int) -> Memory:
    seq, scope_key, _, before = _seq_of(db, space, id)
    allowed = {("active", "retired"): "retired", ("retired", "active"): "restored"}
    if before != status:
        what = allowed.get((before, status))
        if what is None:
            raise ConflictError(f"memory {id!r} is {before} and can't become {status}")
        scope = Scope.parse(space, scope_key)
        put_status(db, Owner(scope, "memory", seq, now), status, what, by="caller")
        # The words that it was made from go and come with it.
        for raw, _, has in raw_of(db, seq):
            if has == before:
                put_status(db, Owner(scope, "memory", raw, now), status, what, by=id)
    return read_memories(db, [seq])[seq]


def _seq_of(db: Database, space: str, id: str) -> tuple[int, str, str, Status]:
    found = db.row(SQL["seq_of"], (space, id))
    if found is None:
        raise NotFoundError("memory", id)
    return found
