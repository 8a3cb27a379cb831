"""Whole records of the database file, out and in again."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, assert_never

from nagori.store.sqlite.chat_rows import (
    EXTRACTIVE,
    SUMMARIZED,
    SUMMARIZED_WITHOUT_MODEL,
    chat_from,
    message_from,
    message_owner,
    read_place,
)
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.document_transfer import put_whole_document, whole_document
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.memory_puts import as_json, put_whole_memory
from nagori.store.sqlite.memory_rows import read_histories, read_memories
from nagori.store.sqlite.page_transfer import put_whole_page, whole_page
from nagori.store.sqlite.passage_rows import Batch, put_passages
from nagori.store.sqlite.queries import load_queries
from nagori.values.draft import Indexed
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros
from nagori.values.transfer import (
    RECORD_KINDS,
    PutBack,
    RecordKind,
    Whole,
    WholeChat,
    WholeDocument,
    WholeMemory,
    WholeMessage,
    WholePage,
    WholeUser,
)

_SQL = load_queries("transfer")
_TABLES: Mapping[RecordKind, str] = {
    "user": "users",
    "chat": "chats",
    "message": "messages",
    "memory": "memories",
    "page": "global_pages",
    "document": "documents",
}
_EMPTY = Indexed(b"", ())


class SqliteTransfer:
    """Reads in the order of `seq`, so that what is put back in that order keeps it.

    Turns and their events are not among the records: what was said is in the messages.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def last(self) -> Mapping[RecordKind, int]:
        """Numbers of the newest records; what comes later has higher ones."""

        def work(db: Database) -> dict[RecordKind, int]:
            row = db.row(_SQL["last"])
            return {kind: seq or 0 for kind, seq in zip(RECORD_KINDS, row, strict=True)}

        return await self._engine.read(work)

    async def read(
        self,
        kind: RecordKind,
        space: str,
        scope: Scope | None,
        *,
        after: int,
        upto: int,
        limit: int,
    ) -> list[tuple[int, Whole]]:
        """Records of a scope, or of the whole space, with their numbers, oldest first."""
        values: dict[str, Any] = {"space": space, "after": after, "upto": upto, "limit": limit}
        if scope is not None:
            values["scope"] = scope.key
        sql = _SQL[f"{_TABLES[kind]}_of_{'scope' if scope else 'space'}"]

        def work(db: Database) -> list[tuple[int, Whole]]:
            rows: list[tuple[int]] = db.rows(sql, values)
            return _read(db, kind, [seq for (seq,) in rows])

        return await self._engine.read(work)

    async def put(
        self,
        space: str,
        records: Sequence[tuple[Whole, Indexed | None]],
        *,
        embedder: str | None,
        now: datetime,
    ) -> list[PutBack]:
        """Put records back as they were, all or none; what is here already stays as it is."""

        def work(db: Database) -> list[PutBack]:
            batch = Batch(db, embedder, to_micros(now))
            return [_put(batch, space, whole, indexed or _EMPTY) for whole, indexed in records]

        return await self._engine.write(work)

    async def known(self, scope: Scope, external_ids: Sequence[str]) -> set[str]:
        """Those of the external ids that a memory of the scope was made from."""
        key = (scope.space, scope.key, json.dumps(list(external_ids)))
        return await self._engine.read(lambda db: {id for (id,) in db.rows(_SQL["known"], key)})


def _read(db: Database, kind: RecordKind, seqs: Sequence[int]) -> list[tuple[int, Whole]]:
    match kind:
        case "user":
            rows = _rows(db, "user", seqs)
            return [(seq, WholeUser(id, from_micros(at), zone)) for seq, id, at, zone in rows]
        case "chat":
            rows = _rows(db, "chat", seqs)
            return [(row[0], WholeChat(chat_from(row[2:]), _time(row[1]))) for row in rows]
        case "message":
            rows = _rows(db, "message", seqs)
            return [(row[4], _whole_message(row)) for row in rows]
        case "memory":
            memories = read_memories(db, seqs)
            histories = read_histories(db, memories)
            return [(seq, WholeMemory(memories[seq], histories[seq])) for seq in seqs]
        case "page":
            return [(seq, whole_page(db, seq)) for seq in seqs]
        case "document":
            return [(seq, whole_document(db, seq)) for seq in seqs]
        case _:
            assert_never(kind)


def _rows(db: Database, kind: RecordKind, seqs: Sequence[int]) -> list[Any]:
    return db.rows(
        f"SELECT {_SQL[f'{kind}_columns']} FROM {_TABLES[kind]} "  # noqa: S608  # names, no values
        "WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq",
        (json.dumps(list(seqs)),),
    )


def _whole_message(row: Any) -> WholeMessage:
    scope, created_at, replaced_by, context_id, *rest = row
    return WholeMessage(message_from(rest), scope, from_micros(created_at), replaced_by, context_id)


def _put(batch: Batch, space: str, whole: Whole, indexed: Indexed) -> PutBack:
    match whole:
        case WholeUser():
            return _put_user(batch.db, space, whole)
        case WholeChat():
            return _put_chat(batch.db, space, whole)
        case WholeMessage():
            return _put_message(batch, space, whole, indexed)
        case WholeMemory(memory, history):
            scope = Scope.parse(space, memory.scope)
            new = put_whole_memory(batch, scope, memory, indexed, history)
            return "added" if new else "known"
        case WholePage():
            return "added" if put_whole_page(batch, space, whole, indexed) else "known"
        case WholeDocument():
            return "added" if put_whole_document(batch, space, whole, indexed) else "known"
        case _:
            assert_never(whole)


def _put_user(db: Database, space: str, user: WholeUser) -> PutBack:
    before = db.changes
    db.run(_SQL["put_user"], (space, user.id, user.time_zone, to_micros(user.created_at)))
    return "added" if db.changes > before else "known"


def _put_chat(db: Database, space: str, whole: WholeChat) -> PutBack:
    chat = whole.chat
    here = read_place(db, space, chat.id)
    if here is not None:
        return "known" if here.scope.key == chat.scope else "refused"
    db.run(
        _SQL["put_chat"],
        (
            space,
            chat.id,
            chat.scope,
            chat.title,
            chat.summary,
            chat.bot,
            int(chat.archived),
            chat.title_by,
            chat.summary_by,
            None if whole.retired_at is None else to_micros(whole.retired_at),
            as_json(chat.metadata),
            None if chat.document_ids is None else as_json(chat.document_ids),
            chat.project,
            to_micros(chat.created_at),
            to_micros(chat.updated_at),
        ),
    )
    return "added"


def _put_message(batch: Batch, space: str, whole: WholeMessage, indexed: Indexed) -> PutBack:
    db, message, said_at = batch.db, whole.message, to_micros(whole.message.said_at)
    key = (space, message.id, message.chat_id, message.external_id)
    if db.row(_SQL["message_known"], key) is not None:
        return "known"
    place = read_place(db, space, message.chat_id)
    if place is None or place.scope.key != whole.scope:
        return "refused"
    db.run(
        _SQL["put_message"],
        (
            space,
            message.id,
            message.chat_id,
            message.role,
            message.speaker,
            message.name,
            message.content,
            message.raw_content,
            message.emotion,
            message.reply_to,
            as_json(message.mentions),
            message.state,
            whole.replaced_by,
            _summarized(db, space, message),
            whole.context_id,
            message.external_id,
            as_json(message.metadata),
            said_at,
            to_micros(whole.created_at),
        ),
    )
    if message.role != "system" and message.state != "replaced":  # as when it was heard
        owner = message_owner(place, db.last_insert, message.chat_id, said_at)
        put_passages(batch, owner, indexed)
    return "added"


def _summarized(db: Database, space: str, message: Message) -> int:
    """How the message was folded: the summary of its chat tells."""
    if not message.is_summarized:
        return 0
    (by,) = db.row(_SQL["summary_by"], (space, message.chat_id))
    return SUMMARIZED_WITHOUT_MODEL if by == EXTRACTIVE else SUMMARIZED


def _time(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)
