"""Chats and their messages in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from nagori.errors import NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.passage_rows import Batch, Owner, put_passages
from nagori.store.sqlite.queries import load_queries
from nagori.values.draft import MessageDraft
from nagori.values.message import Chat, Message
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

SQL = load_queries("chats")


class SqliteChats:
    """A message is stored with its passages, in one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def hear(
        self, drafts: Sequence[MessageDraft], *, embedder: str | None, now: datetime
    ) -> list[Message]:
        """Store messages, with the chats that they open; one known by its external id stays."""

        def work(db: Database) -> list[Message]:
            batch = Batch(db, embedder, to_micros(now))
            return [_hear(batch, draft) for draft in drafts]

        return await self._engine.write(work)

    async def get(self, space: str, id: str) -> Chat:
        """The chat with this id."""

        def work(db: Database) -> Chat:
            found = read_chat(db, space, id)
            if found is None:
                raise NotFoundError("chat", id)
            return found

        return await self._engine.read(work)

    async def scope_of(self, space: str, id: str) -> Scope | None:
        """Whose the chat is; None when there is no such chat."""

        def work(db: Database) -> Scope | None:
            found = read_chat(db, space, id)
            return None if found is None else Scope.parse(space, found.scope)

        return await self._engine.read(work)

    async def messages(
        self, space: str, chat_id: str, *, limit: int, before: str | None = None
    ) -> list[Message]:
        """The last messages of a chat, or those before one of them, in the order they came."""

        def work(db: Database) -> list[Message]:
            end = 2**62
            if before is not None:
                key = (space, chat_id, before)
                found = db.row(SQL["message_seq"], key)
                if found is None:
                    raise NotFoundError("message", before)
                end = found[0]
            rows = db.rows(SQL["last_messages"], (space, chat_id, end, limit))
            seqs = [seq for (seq,) in reversed(rows)]
            read = read_messages(db, seqs)
            return [read[seq] for seq in seqs]

        return await self._engine.read(work)


def read_chat(db: Database, space: str, id: str) -> Chat | None:
    """The chat with this id, unless it was deleted."""
    row = db.row(SQL["get"], (space, id))
    return None if row is None else chat_from(row)


def chat_from(row: Any) -> Chat:
    """The chat that a row tells of."""
    id, scope, title, summary, bot, archived, metadata, created_at, updated_at = row
    return Chat(
        id=id,
        scope=scope,
        title=title,
        summary=summary,
        bot=bot,
        archived=bool(archived),
        metadata=json.loads(metadata),
        created_at=from_micros(created_at),
        updated_at=from_micros(updated_at),
    )


def read_messages(db: Database, seqs: Sequence[int]) -> dict[int, Message]:
    """Messages by their number in the file."""
    rows = db.rows(
        f"SELECT {SQL['message_columns']} FROM messages "  # noqa: S608  # columns, no values
        "WHERE seq IN (SELECT value FROM json_each(?))",
        (json.dumps(list(seqs)),),
    )
    return {row[0]: message_from(row) for row in rows}


def message_from(row: Any) -> Message:
    """The message that a row tells of."""
    (_, id, chat_id, role, speaker, name, content, raw_content, emotion, reply_to, mentions, state,
     is_summarized, external_id, metadata, said_at) = row  # fmt: skip
    return Message(
        id=id,
        chat_id=chat_id,
        role=role,
        speaker=speaker,
        name=name,
        content=content,
        raw_content=raw_content,
        emotion=emotion,
        reply_to=reply_to,
        mentions=tuple(json.loads(mentions)),
        state=state,
        is_summarized=bool(is_summarized),
        external_id=external_id,
        metadata=json.loads(metadata),
        said_at=from_micros(said_at),
    )


def _hear(batch: Batch, draft: MessageDraft) -> Message:
    db = batch.db
    space, said_at = draft.scope.space, to_micros(draft.said_at)
    if draft.external_id is not None:
        key = (space, draft.chat_id, draft.external_id)
        known = db.row(SQL["by_external_id"], key)
        if known is not None:
            return read_messages(db, known)[known[0]]
    chat = read_chat(db, space, draft.chat_id)
    if chat is None:
        opened = (space, draft.chat_id, draft.scope.key, None, None, "{}", said_at, said_at)
        db.run(SQL["add"], opened)
    scope = draft.scope if chat is None else Scope.parse(space, chat.scope)
    db.run(
        SQL["insert_message"],
        (
            space,
            draft.id,
            draft.chat_id,
            draft.role,
            draft.speaker,
            draft.name,
            draft.content,
            draft.raw_content,
            draft.emotion,
            draft.reply_to,
            json.dumps(draft.mentions, ensure_ascii=False),
            draft.context_id,
            draft.external_id,
            json.dumps(dict(draft.metadata), ensure_ascii=False),
            said_at,
            batch.now,
        ),
    )
    seq = db.last_insert
    db.run(SQL["touch"], (space, draft.chat_id, said_at))
    if draft.role != "system":  # instructions are not part of what was said
        owner = Owner(scope, "message", seq, said_at, chat_id=draft.chat_id)
        put_passages(batch, owner, draft.indexed)
    return read_messages(db, [seq])[seq]
