"""Writing memories: new ones, repeated ones, and whole ones that come back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.memory_rows import SQL, read_memories
from nagori.store.sqlite.passage_rows import Batch, Owner, put_passages, refresh_passages
from nagori.values.draft import Indexed, MemoryDraft, Written
from nagori.values.memory import Change, Memory, Source, Stage, Status
from nagori.values.scope import Scope
from nagori.values.times import to_micros


def put_memories(batch: Batch, drafts: Sequence[MemoryDraft]) -> list[Written]:
    """Add each draft, or confirm the memory that it repeats."""
    done = [put_memory(batch, draft) for draft in drafts]
    seen = read_memories(batch.db, {seq for seq in done if isinstance(seq, int)})
    return [Written(seen[d], created=False) if isinstance(d, int) else d for d in done]


def put_whole_memory(
    batch: Batch, scope: Scope, memory: Memory, indexed: Indexed, history: Sequence[Change]
) -> bool:
    """Put back a memory as it was; False when it is here already."""
    db = batch.db
    if db.row(SQL["exists"], (scope.space, memory.id)) is not None:
        return False
    kept = replace(memory, stage=_stage(batch, indexed))
    created = to_micros(kept.created_at)
    valid_from = None if kept.valid_from is None else to_micros(kept.valid_from)
    valid_to = None if kept.valid_to is None else to_micros(kept.valid_to)
    db.run(
        SQL["insert_whole"],
        (
            scope.space,
            kept.id,
            kept.scope,
            kept.bot,
            kept.tag,
            kept.text,
            indexed.content_hash,
            kept.emotion_label,
            kept.chat_id,
            kept.status,
            kept.stage,
            kept.times_said,
            kept.confidence,
            kept.trust,
            as_json(kept.degraded),
            valid_from,
            valid_to,
            kept.superseded_by,
            as_json(kept.metadata),
            kept.external_id,
            created,
            to_micros(kept.updated_at),
        ),
    )
    seq = db.last_insert
    for source in kept.sources:
        _put_source(db, seq, scope, _unclaimed(db, scope, source))
    said = created
    for change in history:
        if change.what != "created":  # that one is told by the memory itself
            at = to_micros(change.at)
            said = max(said, at) if change.what == "confirmed" else said
            put_change(db, seq, at, change.what, change.before, change.after, change.by)
    owner = Owner(
        scope, "memory", seq, said, kept.tag, kept.status, kept.chat_id, kept.bot, valid_from,
        valid_to,
    )  # fmt: skip
    put_passages(batch, owner, indexed)
    return True


def put_change(
    db: Database, seq: int, at: int, what: str, before: str | None, after: str | None, by: str
) -> None:
    """Note one step in the life of a memory."""
    db.run(SQL["insert_change"], (seq, at, what, before, after, by))


def put_status(db: Database, owner: Owner, status: Status, what: str, *, by: str) -> None:
    """Give a memory another status, at `owner.at`, and note it; its passages follow."""
    db.run(SQL["update_status"], (owner.seq, status, owner.at))
    put_change(db, owner.seq, owner.at, what, None, None, by)
    refresh_passages(db, owner, status=status)


def as_json(value: Mapping[str, Any] | tuple[str, ...]) -> str:
    """A column of JSON; most are empty, which needs no encoder."""
    if not value:
        return "[]" if isinstance(value, tuple) else "{}"
    return json.dumps(value, ensure_ascii=False)


def put_memory(batch: Batch, draft: MemoryDraft) -> Written | int:
    """What was added, or the number of the memory that was there."""
    db, space, key = batch.db, draft.scope.space, draft.scope.key
    if draft.external_id is not None:
        known = db.row(SQL["by_external_id"], (space, key, draft.external_id))
        if known is not None:
            return known[0]
    content = (space, key, draft.indexed.content_hash, draft.tag, draft.bot)
    same = db.rows(SQL["by_content"], content)
    if same:
        (seq,) = min(same)
        confirm_memory(db, seq, draft)
        return seq
    return _insert(batch, draft)


def _insert(batch: Batch, draft: MemoryDraft) -> Written:
    db, scope, at = batch.db, draft.scope, to_micros(draft.at)
    stage = _stage(batch, draft.indexed)
    db.run(
        SQL["insert"],
        (
            scope.space,
            draft.id,
            scope.key,
            draft.bot,
            draft.tag,
            draft.text,
            draft.indexed.content_hash,
            draft.emotion_label,
            draft.chat_id,
            stage,
            draft.confidence,
            draft.trust,
            as_json(draft.degraded),
            at,
            as_json(draft.metadata),
            draft.external_id,
            at,
            at,
        ),
    )
    seq = db.last_insert
    sources = (draft.source, *draft.more_sources)
    for number, source in enumerate(sources, 1):
        _put_source(db, seq, scope, source, number=number)
    owner = Owner(scope, "memory", seq, at, draft.tag, "active", draft.chat_id, draft.bot, at)
    put_passages(batch, owner, draft.indexed)
    memory = Memory(
        id=draft.id,
        text=draft.text,
        tag=draft.tag,
        scope=scope.key,
        bot=draft.bot,
        chat_id=draft.chat_id,
        emotion_label=draft.emotion_label,
        stage=stage,
        valid_from=draft.at,
        sources=sources,
        confidence=draft.confidence,
        trust=draft.trust,
        degraded=draft.degraded,
        metadata=draft.metadata,
        external_id=draft.external_id,
        created_at=draft.at,
        updated_at=draft.at,
    )
    return Written(memory, created=True)


def confirm_memory(db: Database, seq: int, draft: MemoryDraft) -> None:
    """Note that a memory was said again, with the source of the draft that says so."""
    at = to_micros(draft.at)
    db.run(SQL["confirm"], (seq, at))
    _put_source(db, seq, draft.scope, draft.source)
    put_change(db, seq, at, "confirmed", None, draft.text, draft.source.ref)
    refresh_passages(db, Owner(draft.scope, "memory", seq, at), said_again=at)


def _put_source(
    db: Database, seq: int, scope: Scope, source: Source, *, number: int | None = None
) -> None:
    """Add a source; `number` spares looking for the last one of a memory that is new."""
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
            number,
        ),
    )


def _unclaimed(db: Database, scope: Scope, source: Source) -> Source:
    """The source; without its external id when another memory of the scope was made from that."""
    if source.external_id is None:
        return source
    key = (scope.space, scope.key, source.external_id)
    taken = db.row(SQL["by_external_id"], key) is not None
    return replace(source, external_id=None) if taken else source


def _stage(batch: Batch, indexed: Indexed) -> Stage:
    embedded = batch.embedder is not None and indexed.vectors is not None
    return "embedded" if embedded else "stored"
