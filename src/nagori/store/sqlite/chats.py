"""Chats and their messages in the database file."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from nagori.errors import ConflictError, NotFoundError
from nagori.store.sqlite.chat_rows import (
    SQL,
    attach,
    check_open,
    found_chat,
    known_message,
    message_seq,
    open_chat,
    put_message,
    read_messages,
    read_place,
)
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.jobs import enqueue_anew
from nagori.store.sqlite.passage_rows import Batch
from nagori.values.draft import MessageDraft
from nagori.values.message import Chat, Message
from nagori.values.scope import Scope
from nagori.values.times import to_micros


class SqliteChats:
    """A message is stored with its passages, in one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def hear(
        self,
        drafts: Sequence[MessageDraft],
        *,
        embedder: str | None,
        now: datetime,
        due: Mapping[str, datetime] | None = None,
    ) -> list[Message]:
        """Store messages, with the chats that they open; one known by its external id stays."""
        chats = dict.fromkeys((draft.scope.space, draft.chat_id) for draft in drafts if due)

        def work(db: Database) -> list[Message]:
            batch = Batch(db, embedder, to_micros(now))
            heard = read_messages(db, [_hear(batch, draft) for draft in drafts])
            for space, chat in chats:
                for kind, at in (due or {}).items():
                    told = {"chat": chat}
                    enqueue_anew(db, space, kind, chat, told, batch.now, run_at=to_micros(at))
            return heard

        return await self._engine.write(work)

    async def get(self, space: str, id: str) -> Chat:
        """The chat with this id."""
        return await self._engine.read(lambda db: found_chat(db, space, id))

    async def scope_of(self, space: str, id: str, *, retired: bool = False) -> Scope | None:
        """Whose the chat is; None when there is no such chat. `retired` looks at those too."""

        def work(db: Database) -> Scope | None:
            place = read_place(db, space, id)
            return None if place is None or place.retired > retired else place.scope

        return await self._engine.read(work)

    async def messages(
        self, space: str, chat_id: str, *, limit: int, before: str | None = None
    ) -> list[Message]:
        """The last messages of a chat, or those before one of them, in the order they came."""

        def work(db: Database) -> list[Message]:
            place = read_place(db, space, chat_id)
            if place is None or place.retired:
                return []
            end = 2**62 if before is None else message_seq(db, space, chat_id, before)
            rows = db.rows(SQL["last_messages"], (space, chat_id, end, limit))
            return read_messages(db, [seq for (seq,) in reversed(rows)])

        return await self._engine.read(work)

    async def attach(self, space: str, id: str, project: str | None) -> Chat:
        """The chat, attached to a project from now on, or to none."""

        def work(db: Database) -> Chat:
            chat = found_chat(db, space, id)
            attach(db, Scope.parse(space, chat.scope), id, project)
            return found_chat(db, space, id)

        return await self._engine.write(work)

    async def name_message(self, space: str, id: str, external_id: str) -> None:
        """Let a message be known by an external id from now on."""
        await self._engine.write(lambda db: _name(db, space, id, external_id))


def _name(db: Database, space: str, id: str, external_id: str) -> None:
    found = db.row(SQL["chat_and_name"], (space, id))
    if found is None:
        raise NotFoundError("message", id)
    seq, chat_id, known_as = found
    if known_as == external_id:
        return
    if known_as is not None:
        raise ConflictError(f"message {id!r} is known by another external id already")
    if db.row(SQL["by_external_id"], (space, chat_id, external_id)) is not None:
        raise ConflictError(f"another message of the chat is known as {external_id!r}")
    db.run(SQL["name_message"], (seq, external_id))


def _hear(batch: Batch, draft: MessageDraft) -> int:
    db = batch.db
    place = read_place(db, draft.scope.space, draft.chat_id)
    if place is None:
        return put_message(batch, draft, open_chat(db, draft))
    check_open(place, draft.chat_id)
    known = known_message(db, draft)
    return put_message(batch, draft, place) if known is None else known
