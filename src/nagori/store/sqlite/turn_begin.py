"""The beginning of a turn: its message, what that replaces, and what was said before."""

import json
from dataclasses import dataclass

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.store.sqlite.chat_rows import SQL as CHAT_SQL
from nagori.store.sqlite.chat_rows import (
    Place,
    attach,
    check_open,
    folder_of,
    found_chat,
    free_name,
    known_message,
    limit_documents,
    open_chat,
    put_message,
    read_messages,
    read_place,
)
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.documents import SQL as DOCUMENT_SQL
from nagori.store.sqlite.jobs import start_over
from nagori.store.sqlite.memory_puts import put_status
from nagori.store.sqlite.memory_rows import SQL as MEMORY_SQL
from nagori.store.sqlite.passage_rows import Batch, Owner, drop_passages
from nagori.store.sqlite.summaries import drop_summary
from nagori.store.sqlite.turn_rows import SQL
from nagori.values.draft import MessageDraft
from nagori.values.scope import Scope
from nagori.values.times import to_micros
from nagori.values.turn import Begun, TurnDraft


def begin_turn(batch: Batch, draft: TurnDraft, *, past: int, most: int) -> Begun:
    """Store the user's message, start the turn, and read what its prompt is made from."""
    db, said = batch.db, draft.message
    space, chat_id = said.scope.space, said.chat_id
    place = _place(db, draft, batch.now)
    if draft.documents is not None:
        limit_documents(db, space, chat_id, draft.documents)
    if draft.project is not None:
        attach(db, said.scope, chat_id, draft.project)
    known = known_message(db, said) or _heard_before(db, said)
    if known is not None and draft.replaces == _answered_before(db, known, said):
        free_name(db, known)  # the same message, said again in its own place
        known = None
    if known is not None:
        _check_unanswered(db, known, said)
    start = None if draft.replaces is None else _to_replace(db, draft, known)
    seq = put_message(batch, said, place) if known is None else known
    (message,) = read_messages(db, [seq])
    retired = 0 if start is None else _replace(batch, said, start, seq, message.id)
    if known is not None:
        db.run(CHAT_SQL["touch"], (space, chat_id, batch.now))
    lease = to_micros(draft.lease_until)
    db.run(SQL["insert"], (space, draft.id, chat_id, message.id, lease, batch.now))
    rows = db.rows(SQL["past"], (space, chat_id, seq, past, most))
    before = read_messages(db, [seq for (seq,) in reversed(rows)])
    documents = db.row(DOCUMENT_SQL["any"], (space, said.scope.key)) is not None
    folder = folder_of(db, space, chat_id)
    chat = found_chat(db, space, chat_id)
    return Begun(message, chat, before, documents, retired, folder)


def _heard_before(db: Database, said: MessageDraft) -> int | None:
    """The number of the message, if it was heard before its turn."""
    found = db.row(CHAT_SQL["message_seq"], (said.scope.space, said.chat_id, said.id))
    return None if found is None else found[0]


def _place(db: Database, draft: TurnDraft, now: int) -> Place:
    """The chat, which is made if it is new; raises when no turn can begin in it."""
    said = draft.message
    place = read_place(db, said.scope.space, said.chat_id)
    if place is None:
        return open_chat(db, said, title=draft.title, bot=draft.bot)
    if place.scope != said.scope:
        raise NotFoundError("chat", said.chat_id)
    check_open(place, said.chat_id)
    running = db.row(SQL["running"], (said.scope.space, said.chat_id, now))
    if running is not None:
        raise ConflictError(f"turn {running[0]!r} is running in chat {said.chat_id!r}")
    return place


def _answered_before(db: Database, seq: int, said: MessageDraft) -> str:
    """The id of a message that is here already, if it had its turn and was not replaced."""
    (message,) = read_messages(db, [seq])
    turn = db.row(SQL["of_message"], (said.scope.space, said.chat_id, message.id))
    return "" if turn is None or message.state == "replaced" else message.id


def _check_unanswered(db: Database, seq: int, said: MessageDraft) -> None:
    """Raise when a message that is here already had its turn."""
    (message,) = read_messages(db, [seq])
    turn = db.row(SQL["of_message"], (said.scope.space, said.chat_id, message.id))
    if turn is not None:
        raise ConflictError(f"message {said.external_id!r} had its turn already: {turn[0]!r}")
    if message.state == "replaced":
        raise ConflictError(f"message {said.external_id!r} was replaced by another one")


def _to_replace(db: Database, draft: TurnDraft, known: int | None) -> int:
    """The number of the message that is edited; raises when it can't be."""
    said, id = draft.message, draft.replaces or ""
    row = db.row(SQL["to_replace"], (said.scope.space, said.chat_id, id))
    if row is None or row[2] == "replaced":
        raise NotFoundError("message", id)
    if row[1] != "user":
        raise InvalidInputError("replaces", "give a message that a user said")
    if row[0] == known:
        raise InvalidInputError("replaces", "a message can't replace itself")
    return row[0]


@dataclass(frozen=True, slots=True)
class _Gone:
    """Messages that are replaced."""

    seqs: list[int]
    ids: str
    """As JSON."""


def _replace(batch: Batch, said: MessageDraft, start: int, new: int, by: str) -> int:
    """Mark what the message `by` replaces and undo what came of it; counts retired memories."""
    db, space, chat_id = batch.db, said.scope.space, said.chat_id
    rows = db.rows(SQL["from_on"], (space, chat_id, start, new))
    gone = _Gone([seq for seq, _ in rows], json.dumps([id for _, id in rows]))
    drop_summary(db, space, chat_id, gone.seqs)
    db.run(SQL["replace"], (json.dumps(gone.seqs), by))
    drop_passages(db, "message", gone.seqs)
    # A turn whose process is gone must not bring back an answer to what nobody asks any more, nor
    # a job finish what it made of it.
    db.run(SQL["give_up"], (space, chat_id, gone.ids, batch.now))
    start_over(db, space, chat_id, batch.now)
    memories = db.rows(MEMORY_SQL["only_from_replaced"], (space, gone.ids))
    for seq, scope in memories:
        owner = Owner(Scope.parse(space, scope), "memory", seq, batch.now)
        put_status(db, owner, "retired", "retired", by=by)
    return len(memories)
