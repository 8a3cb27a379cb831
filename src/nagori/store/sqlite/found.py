"""Reading what a query picked."""

import json
from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.record_rows import FOUND_AS
from nagori.values.citation import Citation
from nagori.values.memory import Source
from nagori.values.passage import Found, PassageKind
from nagori.values.times import from_micros

_SQL = load_queries("passages")


def read_found(
    db: Database, seqs: Sequence[int], kinds: Collection[PassageKind]
) -> dict[int, Found]:
    """Passages of these kinds by their number, with what their owners say of them."""
    wanted = (json.dumps(list(seqs)),)
    found: dict[int, Found] = {}
    if "memory" in kinds:
        found |= _read_memories(db, wanted)
    if "message" in kinds:
        found |= _read_messages(db, wanted)
    if "document" in kinds:
        found |= _read_documents(db, wanted)
    if "record" in kinds:
        found |= _read_records(db, wanted)
    if "page" in kinds:
        found |= _read_pages(db, wanted)
    return found


def _read_memories(db: Database, wanted: tuple[str]) -> dict[int, Found]:
    """One row for each source of a memory, those of one memory side by side."""
    found: dict[int, Found] = {}
    for seq, rows in groupby(db.rows(_SQL["read_memories"], wanted), itemgetter(0)):
        first, *more = rows
        (_, start, end, text_hash, terms, at, id, text, scope, tag, status, chat_id, external_id,
         times_said, trust, *source) = first  # fmt: skip
        found[seq] = Found(
            passage=seq,
            kind="memory",
            id=id,
            text=text[start:end],
            text_hash=text_hash,
            terms=np.frombuffer(terms, np.uint32),
            at=from_micros(at),
            scope=scope,
            tag=tag,
            status=status,
            chat_id=chat_id,
            external_id=external_id,
            times_said=times_said,
            sources=_sources([source, *(row[-len(source) :] for row in more)]),
            trust=trust,
        )
    return found


def _sources(rows: Sequence[Sequence[Any]]) -> tuple[Source, ...]:
    return tuple(
        Source(kind, ref, from_micros(at), *rest)
        for kind, ref, at, *rest in rows
        if kind is not None
    )


def _read_messages(db: Database, wanted: tuple[str]) -> dict[int, Found]:
    found: dict[int, Found] = {}
    for row in db.rows(_SQL["read_messages"], wanted):
        (seq, start, end, text_hash, terms, at, id, text, chat_id, external_id, speaker, scope,
         untrusted) = row  # fmt: skip
        found[seq] = Found(
            passage=seq,
            kind="message",
            id=id,
            text=text[start:end],
            text_hash=text_hash,
            terms=np.frombuffer(terms, np.uint32),
            at=from_micros(at),
            scope=scope,
            chat_id=chat_id,
            external_id=external_id,
            speaker=speaker,
            trust="untrusted" if untrusted else "own",
        )
    return found


def _read_pages(db: Database, wanted: tuple[str]) -> dict[int, Found]:
    """Each entry is one of its own: other entries of its page are no other passages of it."""
    found: dict[int, Found] = {}
    for row in db.rows(_SQL["read_pages"], wanted):
        seq, start, end, text_hash, terms, at, text, scope, trust = row
        found[seq] = Found(
            passage=seq,
            kind="page",
            id=f"page:{seq}",
            text=text[start:end],
            text_hash=text_hash,
            terms=np.frombuffer(terms, np.uint32),
            at=from_micros(at),
            scope=scope,
            trust=trust,
        )
    return found


def _read_documents(db: Database, wanted: tuple[str]) -> dict[int, Found]:
    """Nobody vouches for what a document says, not even its user."""
    found: dict[int, Found] = {}
    for row in db.rows(_SQL["read_documents"], wanted):
        seq, text_hash, terms, at, id, title, scope, number, page, headings, text = row
        found[seq] = Found(
            passage=seq,
            kind="document",
            id=f"{id}:{number}",
            text=text,
            text_hash=text_hash,
            terms=np.frombuffer(terms, np.uint32),
            at=from_micros(at),
            scope=scope,
            trust="untrusted",
            citation=Citation(id, title, number, tuple(json.loads(headings)), page),
        )
    return found


def _read_records(db: Database, wanted: tuple[str]) -> dict[int, Found]:
    """One row for each citation of a record. What a project's files say, nobody vouches for."""
    found: dict[int, Found] = {}
    for seq, rows in groupby(db.rows(_SQL["read_records"], wanted), itemgetter(0)):
        first, *more = rows
        _, text_hash, terms, at, id, question, answer, made_by, status, scope, *_ = first
        found[seq] = Found(
            passage=seq,
            kind="record",
            id=id,
            text=f"{question}\n{answer}",
            text_hash=text_hash,
            terms=np.frombuffer(terms, np.uint32),
            at=from_micros(at),
            scope=scope,
            status=FOUND_AS[status],
            sources=tuple(
                Source("file", path, from_micros(at), start, end, hash)
                for *_, path, start, end, hash in (first, *more)
            ),
            trust="own" if made_by == "person" else "untrusted",
        )
    return found
