"""Memories in the database file."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from nagori.errors import ConflictError, NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.memory_rows import SQL, read_memories
from nagori.store.sqlite.passage_rows import Owner, drop_passages, put_passages, refresh_passages
from nagori.values.draft import MemoryDraft, MemoryEdit, Written
from nagori.values.memory import Change, Memory, Page, Source, Status, Tag
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros


class SqliteMemories:
    """One transaction per call: the row, its sources, its passages with terms and vectors."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def put(
        self, drafts: Sequence[MemoryDraft], *, embedder: str | None, now: datetime
    ) -> list[Written]:
        """Add each draft, or confirm the memory that it repeats; all of them or none."""
        at = to_micros(now)
        return await self._engine.write(lambda db: [_put(db, d, embedder, at) for d in drafts])

    async def put_whole(
        self, memory: Memory, draft: MemoryDraft, history: Sequence[Change], *,
        embedder: str | None, now: datetime,
    ) -> bool:  # fmt: skip
        """Put back an exported memory as it was; False when it is here already."""
        at = to_micros(now)
        return await self._engine.write(
            lambda db: _put_whole(db, memory, draft, history, embedder, at)
        )

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
        return await self._engine.write(lambda db: _edit(db, space, edit, embedder, at))

    async def set_status(self, space: str, id: str, status: Status, *, now: datetime) -> Memory:
        """The memory after it was retired or restored."""
        at = to_micros(now)
        return await self._engine.write(lambda db: _set_status(db, space, id, status, at))

    async def history(self, space: str, id: str) -> list[Change]:
        """What happened to a memory, oldest first."""

        def work(db: Database) -> list[Change]:
            seq, *_ = _seq_of(db, space, id)
            memory = read_memories(db, [seq])[seq]
            rows = db.rows(SQL["changes"], (seq,))
            later = [Change(from_micros(at), *rest) for at, *rest in rows]
            first = next((c.before for c in later if c.what == "edited"), memory.text)
            by = memory.sources[0].ref if memory.sources else ""
            return [Change(memory.created_at, "created", None, first, by), *later]

        return await self._engine.read(work)


def _put(db: Database, draft: MemoryDraft, embedder: str | None, now: int) -> Written:
    scope = draft.scope
    if draft.external_id is not None:
        key = (scope.space, scope.key, draft.external_id)
        known = db.row(SQL["by_external_id"], key)
        if known is not None:
            return Written(read_memories(db, known)[known[0]], created=False)
    content = (scope.space, scope.key, draft.indexed.content_hash, draft.tag, draft.bot)
    same = db.row(SQL["by_content"], content)
    if same is not None:
        return _confirm(db, same[0], draft)
    return _insert(db, draft, embedder, now)


def _insert(db: Database, draft: MemoryDraft, embedder: str | None, now: int) -> Written:
    at = to_micros(draft.at)
    embedded = embedder is not None and draft.indexed.vectors is not None
    stage = "embedded" if embedded else "stored"
    db.run(
        SQL["insert"],
        (
            draft.scope.space,
            draft.id,
            draft.scope.key,
            draft.bot,
            draft.tag,
            draft.text,
            draft.indexed.content_hash,
            draft.emotion_label,
            draft.chat_id,
            stage,
            draft.confidence,
            draft.trust,
            json.dumps(draft.degraded),
            at,
            _json(draft.metadata),
            draft.external_id,
            at,
            at,
        ),
    )
    seq = db.last_insert
    _put_source(db, seq, draft.scope, draft.source)
    owner = Owner(draft.scope, "memory", seq, at, draft.tag, "active", draft.chat_id, draft.bot, at)
    put_passages(db, owner, draft.indexed, embedder, now)
    memory = Memory(
        id=draft.id,
        text=draft.text,
        tag=draft.tag,
        scope=draft.scope.key,
        bot=draft.bot,
        chat_id=draft.chat_id,
        emotion_label=draft.emotion_label,
        stage=stage,
        valid_from=draft.at,
        sources=(draft.source,),
        confidence=draft.confidence,
        trust=draft.trust,
        degraded=draft.degraded,
        metadata=draft.metadata,
        external_id=draft.external_id,
        created_at=draft.at,
        updated_at=draft.at,
    )
    return Written(memory, created=True)


def _confirm(db: Database, seq: int, draft: MemoryDraft) -> Written:
    at = to_micros(draft.at)
    db.run(SQL["confirm"], (seq, at))
    _put_source(db, seq, draft.scope, draft.source)
    db.run(SQL["insert_change"], (seq, at, "confirmed", None, draft.text, draft.source.ref))
    refresh_passages(db, Owner(draft.scope, "memory", seq, at), said_again=at)
    return Written(read_memories(db, [seq])[seq], created=False)


def _put_source(db: Database, seq: int, scope: Scope, source: Source) -> None:
    db.run(
        SQL["insert_source"],
        (
            seq,
            scope.space,
            scope.key,
            source.kind,
            source.ref,
            to_micros(source.at),
            source.start,
            source.end,
            source.hash,
            source.external_id,
        ),
    )


def _edit(db: Database, space: str, edit: MemoryEdit, embedder: str | None, now: int) -> Memory:
    seq, scope_key, text, status = _seq_of(db, space, edit.id)
    scope = Scope.parse(space, scope_key)
    if edit.text is not None and edit.indexed is not None and edit.text != text:
        embedded = embedder is not None and edit.indexed.vectors is not None
        stage = "embedded" if embedded else "stored"
        db.run(SQL["update_text"], (seq, edit.text, edit.indexed.content_hash, stage))
        db.run(SQL["insert_change"], (seq, now, "edited", text, edit.text, "edit"))
        drop_passages(db, "memory", [seq])
    metadata = None if edit.metadata is None else _json(edit.metadata)
    db.run(SQL["update_facts"], (seq, edit.tag, edit.emotion_label, metadata, now))
    memory = read_memories(db, [seq])[seq]
    owner = _owner(db, scope, seq, memory)
    if edit.text is not None and edit.indexed is not None and edit.text != text:
        put_passages(db, owner, edit.indexed, embedder, now)
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
        db.run(SQL["update_status"], (seq, status, now))
        db.run(SQL["insert_change"], (seq, now, what, None, None, "caller"))
        owner = Owner(Scope.parse(space, scope_key), "memory", seq, now)
        refresh_passages(db, owner, status=status)
    return read_memories(db, [seq])[seq]


def _put_whole(
    db: Database,
    memory: Memory,
    draft: MemoryDraft,
    history: Sequence[Change],
    embedder: str | None,
    now: int,
) -> bool:
    space = draft.scope.space
    if db.row(SQL["exists"], (space, memory.id)) is not None:
        return False
    stage = "stored" if draft.indexed.vectors is None else "embedded"
    kept = replace(memory, stage=stage)
    db.run(
        SQL["insert_whole"],
        (
            space,
            kept.id,
            kept.scope,
            kept.bot,
            kept.tag,
            kept.text,
            draft.indexed.content_hash,
            kept.emotion_label,
            kept.chat_id,
            kept.status,
            kept.stage,
            kept.times_said,
            kept.confidence,
            kept.trust,
            json.dumps(kept.degraded),
            None if kept.valid_from is None else to_micros(kept.valid_from),
            None if kept.valid_to is None else to_micros(kept.valid_to),
            kept.superseded_by,
            _json(kept.metadata),
            kept.external_id,
            to_micros(kept.created_at),
            to_micros(kept.updated_at),
        ),
    )
    seq = db.last_insert
    for source in kept.sources:
        _put_source(db, seq, draft.scope, source)
    for change in history:
        if change.what != "created":
            values = (
                seq,
                to_micros(change.at),
                change.what,
                change.before,
                change.after,
                change.by,
            )
            db.run(SQL["insert_change"], values)
    owner = _owner(db, draft.scope, seq, kept)
    put_passages(db, owner, draft.indexed, embedder, now)
    return True


def _seq_of(db: Database, space: str, id: str) -> tuple[int, str, str, Status]:
    found = db.row(SQL["seq_of"], (space, id))
    if found is None:
        raise NotFoundError("memory", id)
    return found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
