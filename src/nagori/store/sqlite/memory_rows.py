"""Rows of the database as memories."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.queries import load_queries
from nagori.values.memory import Change, Memory, Source, Status
from nagori.values.times import from_micros

SQL = load_queries("memories")


def read_memories(db: Database, seqs: Collection[int]) -> dict[int, Memory]:
    """Memories by their number in the file, with their sources."""
    if not seqs:
        return {}
    wanted = json.dumps(list(seqs))
    sources = read_sources(db, seqs)
    rows = db.rows(
        f"SELECT {SQL['columns']} FROM memories WHERE seq IN (SELECT value FROM json_each(?))",  # noqa: S608
        (wanted,),
    )
    return {row[0]: _memory(row, sources.get(row[0], ())) for row in rows}


def read_sources(db: Database, seqs: Collection[int]) -> dict[int, tuple[Source, ...]]:
    """Sources of memories, by the memory's number."""
    found: dict[int, list[Source]] = {}
    rows = db.rows(SQL["sources"], (json.dumps(list(seqs)),))
    for memory, kind, ref, at, start, end, hash, external_id in rows:
        source = Source(kind, ref, from_micros(at), start, end, hash, external_id)
        found.setdefault(memory, []).append(source)
    return {memory: tuple(sources) for memory, sources in found.items()}


def read_histories(db: Database, memories: Mapping[int, Memory]) -> dict[int, tuple[Change, ...]]:
    """What happened to memories, oldest first, by the memory's number."""
    later: dict[int, list[Change]] = {}
    for memory, at, *rest in db.rows(SQL["changes"], (json.dumps(list(memories)),)):
        later.setdefault(memory, []).append(Change(from_micros(at), *rest))
    return {seq: _history(memory, later.get(seq, [])) for seq, memory in memories.items()}


def _history(memory: Memory, later: Sequence[Change]) -> tuple[Change, ...]:
    first = next((c.before for c in later if c.what == "edited"), memory.text)
    by = memory.sources[0].ref if memory.sources else ""
    return (Change(memory.created_at, "created", None, first, by), *later)


def _memory(row: Any, sources: tuple[Source, ...]) -> Memory:
    (_, id, scope, bot, tag, text, emotion_label, chat_id, status, stage, times_said, confidence,
     trust, degraded, valid_from, valid_to, superseded_by, metadata, external_id, created_at,
     updated_at) = row  # fmt: skip
    return Memory(
        id=id,
        text=text,
        tag=tag,
        scope=scope,
        bot=bot,
        chat_id=chat_id,
        emotion_label=emotion_label,
        times_said=times_said,
        status=status,
        stage=stage,
        valid_from=None if valid_from is None else from_micros(valid_from),
        valid_to=None if valid_to is None else from_micros(valid_to),
        superseded_by=superseded_by,
        sources=sources,
        confidence=confidence,
        trust=trust,
        degraded=tuple(json.loads(degraded)),
        metadata=json.loads(metadata),
        external_id=external_id,
        created_at=from_micros(created_at),
        updated_at=from_micros(updated_at),
    )


def raw_of(db: Database, seq: int) -> list[tuple[int, str, Status]]:
    """The words as said that a statement was made from: number, id and status of their memories."""
    return db.rows(SQL["raw_of"], (seq,))
