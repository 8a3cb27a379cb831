"""Rows of the database as chats and messages, and the writing of one message."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.memory_puts import as_json
from nagori.store.sqlite.passage_rows import Batch, Owner, put_passages
from nagori.store.sqlite.project_rows import project_number
from nagori.store.sqlite.queries import load_queries
from nagori.values.draft import MessageDraft
from nagori.values.message import Chat, Message
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

SQL = load_queries("chats")
EXTRACTIVE = "extractive"
"""Who wrote a summary that no model wrote."""
SUMMARIZED, SUMMARIZED_WITHOUT_MODEL = 1, 2
"""What `is_summarized` says of a message that was folded; 0 says that it was not."""


@dataclass(frozen=True, slots=True)
class Place:
    """A chat as a message needs to know it."""

    scope: Scope
    bot: str | None = None
    retired: bool = False


def read_place(db: Database, space: str, chat_id: str) -> Place | None:
    """Where messages of a chat belong; None when there is no such chat, also no retired one."""
    row = db.row(SQL["place"], (space, chat_id))
    if row is None:
        return None
    scope, bot, retired = row
    return Place(Scope.parse(space, scope), bot, bool(retired))


def check_open(place: Place, chat_id: str) -> None:
    """Raise when nothing can be said in a chat, since it was deleted."""
    if place.retired:
        raise ConflictError(f"chat {chat_id!r} was deleted: restore it, or use another id")


def read_chat(db: Database, space: str, id: str) -> Chat | None:
    """The chat with this id, unless it was deleted."""
    row = db.row(
        f"SELECT {SQL['columns']} FROM chats "  # noqa: S608  # columns, no values
        "WHERE space = ? AND id = ? AND retired_at IS NULL",
        (space, id),
    )
    return None if row is None else chat_from(row)


def found_chat(db: Database, space: str, id: str) -> Chat:
    """The chat with this id; raises when there is none, or it was deleted."""
    found = read_chat(db, space, id)
    if found is None:
        raise NotFoundError("chat", id)
    return found


def chat_from(row: Any) -> Chat:
    """The chat that a row tells of."""
    (id, scope, title, summary, bot, archived, title_by, summary_by, metadata, documents,
     project, created_at, updated_at) = row  # fmt: skip
    return Chat(
        id=id,
        scope=scope,
        title=title,
        summary=summary,
        bot=bot,
        archived=bool(archived),
        title_by=title_by,
        summary_by=summary_by,
        metadata=json.loads(metadata),
        document_ids=None if documents is None else tuple(json.loads(documents)),
        project=project,
        created_at=from_micros(created_at),
        updated_at=from_micros(updated_at),
    )


def limit_documents(db: Database, space: str, id: str, documents: Sequence[str]) -> None:
    """Let a chat look into these documents only; with none named, into all."""
    ids = json.dumps(list(dict.fromkeys(documents))) if documents else None
    db.run(SQL["set_documents"], (space, id, ids))


def attach(db: Database, scope: Scope, id: str, project: str | None) -> None:
    """Attach a chat of the scope to a project, or to none any more."""
    if project is not None:
        check_project(db, scope, project)
    db.run(SQL["attach"], (scope.space, id, project))


def check_project(db: Database, scope: Scope, project: str) -> None:
    """Raise when chats of the scope can't be attached to a project."""
    if scope.kind == "group":
        raise InvalidInputError("project", "chats of a group are not attached to one")
    project_number(db, Scope(scope.space, "project", project))


def folder_of(db: Database, space: str, id: str) -> str | None:
    """The folder of the project that a chat is attached to; None if there is none, or no more."""
    found = db.row(SQL["folder"], (space, id))
    return None if found is None else found[0]


def message_seq(db: Database, space: str, chat_id: str, id: str) -> int:
    """The number of a message of the chat; also of one that was replaced, as a place in it."""
    found = db.row(SQL["message_seq"], (space, chat_id, id))
    if found is None:
        raise NotFoundError("message", id)
    return found[0]


def read_messages(db: Database, seqs: Sequence[int]) -> list[Message]:
    """Messages by their numbers in the file, in the order of these."""
    rows = db.rows(
        f"SELECT {SQL['message_columns']} FROM messages "  # noqa: S608  # columns, no values
        "WHERE seq IN (SELECT value FROM json_each(?))",
        (json.dumps(list(seqs)),),
    )
    found = {row[0]: message_from(row) for row in rows}
    return [found[seq] for seq in seqs]


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


def open_chat(
    db: Database, draft: MessageDraft, *, title: str | None = None, bot: str | None = None
) -> Place:
    """The place of a message that is the first of its chat."""
    scope = draft.scope
    at = to_micros(draft.said_at)
    db.run(SQL["open"], (scope.space, draft.chat_id, scope.key, title, bot, at))
    return Place(scope, bot)


def known_message(db: Database, draft: MessageDraft) -> int | None:
    """The number of the message that came before under the same external id."""
    if draft.external_id is None:
        return None
    key = (draft.scope.space, draft.chat_id, draft.external_id)
    found = db.row(SQL["by_external_id"], key)
    return None if found is None else found[0]


def free_name(db: Database, seq: int) -> None:
    """Let another message have the external id of one that is replaced."""
    db.run("UPDATE messages SET external_id = NULL WHERE seq = ?", (seq,))


def put_message(batch: Batch, draft: MessageDraft, place: Place) -> int:
    """Store a message with its passages; returns its number in the file."""
    db, space, said_at = batch.db, place.scope.space, to_micros(draft.said_at)
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
            as_json(draft.mentions),
            draft.state,
            draft.context_id,
            draft.external_id,
            as_json(draft.metadata),
            said_at,
            batch.now,
        ),
    )
    seq = db.last_insert
    db.run(SQL["touch"], (space, draft.chat_id, said_at))
    if draft.role != "system":  # instructions are not part of what was said
        put_passages(batch, message_owner(place, seq, draft.chat_id, said_at), draft.indexed)
    return seq


def message_owner(place: Place, seq: int, chat_id: str, said_at: int) -> Owner:
    """What the passages of a message repeat."""
    status = "retired" if place.retired else "active"
    return Owner(
        place.scope, "message", seq, said_at, status=status, chat_id=chat_id, bot=place.bot
    )
