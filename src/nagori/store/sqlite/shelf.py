"""Chats as a person arranges them, in the database file."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.store.sqlite.chat_rows import SQL as CHAT_SQL
from nagori.store.sqlite.chat_rows import (
    chat_from,
    check_project,
    found_chat,
    message_seq,
    read_messages,
    read_place,
)
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.memory_puts import as_json
from nagori.store.sqlite.passage_rows import set_chat_status
from nagori.store.sqlite.queries import load_queries
from nagori.values.memory import Page
from nagori.values.message import Chat, Message, TitleBy
from nagori.values.scope import Scope
from nagori.values.times import to_micros

_SQL = load_queries("shelf")
_CURSOR = re.compile(r"(-?[0-9a-f]{1,15})\.([0-9a-f]{1,15})")
_FIRST = (2**62, 2**62)
_LONGEST_PATTERN = 10_000
"""Characters that `LIKE` surely takes."""


class SqliteShelf:
    """Chats are ordered by when they were used last; arranging them is no use."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def add(self, chat: Chat, *, space: str) -> Chat:
        """A new chat; `ConflictError` when there is one with this id, retired ones included."""
        values = (
            space,
            chat.id,
            chat.scope,
            chat.title,
            chat.summary,
            chat.bot,
            int(chat.archived),
            chat.title_by,
            chat.summary_by,
            as_json(chat.metadata),
            None if chat.document_ids is None else as_json(chat.document_ids),
            chat.project,
            to_micros(chat.created_at),
            to_micros(chat.updated_at),
        )

        def work(db: Database) -> Chat:
            if read_place(db, space, chat.id) is not None:
                raise ConflictError(f"there is a chat {chat.id!r} already")
            if chat.project is not None:
                check_project(db, Scope.parse(space, chat.scope), chat.project)
            db.run(_SQL["add"], values)
            return found_chat(db, space, chat.id)

        return await self._engine.write(work)

    async def active(self, scope: Scope, *, bot: str | None = None) -> Chat | None:
        """The chat of the scope that was used last, archived and retired ones left out."""

        def work(db: Database) -> Chat | None:
            found = db.row(_SQL["active"], (scope.space, scope.key, bot))
            return None if found is None else _read(db, found)[0]

        return await self._engine.read(work)

    async def page(
        self,
        scope: Scope,
        *,
        query: str | None = None,
        archived: bool | None = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Chat]:
        """Chats of a scope, the one used last first.

        A cursor says where the part before ended, so a chat that is used meanwhile goes to the
        front and moves no other one.
        """
        updated_at, seq = _FIRST if cursor is None else _place_of(cursor)
        values = {
            "space": scope.space,
            "scope": scope.key,
            "updated_at": updated_at,
            "seq": seq,
            "archived": None if archived is None else int(archived),
            "limit": limit + 1,
            **_words(query),
        }

        def work(db: Database) -> Page[Chat]:
            rows: list[tuple[int, int]] = db.rows(_SQL["page"], values)
            shown = rows[:limit]
            next = _cursor_after(*shown[-1]) if shown and len(rows) > limit else None
            return Page(_read(db, [seq for seq, _ in shown]), next)

        return await self._engine.read(work)

    async def change(
        self,
        space: str,
        id: str,
        *,
        title: str | None = None,
        title_by: TitleBy = "person",
        archived: bool | None = None,
        metadata: Mapping[str, Any] | None = None,
        now: datetime,
    ) -> Chat:
        """The chat after the change. A title by `model` or `rule` never replaces a person's."""
        del now  # nothing tells of it: `updated_at` is when the chat was used last

        def work(db: Database) -> Chat:
            chat = found_chat(db, space, id)
            given = chat.title_by == "person" and title_by != "person"
            # Whoever describes a chat does not make what others said in it their own words.
            untrusted = chat.metadata.get("trust") == "untrusted"
            kept = {"trust": "untrusted"} if untrusted else {}
            changes = (
                None if given else title,
                title_by,
                None if archived is None else int(archived),
                None if metadata is None else as_json({**metadata, **kept}),
            )
            db.run(_SQL["change"], (space, id, *changes))
            return found_chat(db, space, id)

        return await self._engine.write(work)

    async def retire(self, space: str, id: str, *, now: datetime) -> None:
        """Delete a chat so that it can be restored; its memories stay, its messages hide."""

        def work(db: Database) -> None:
            chat = found_chat(db, space, id)
            db.run(_SQL["set_retired"], (space, id, to_micros(now)))
            set_chat_status(db, Scope.parse(space, chat.scope), id, "retired")

        await self._engine.write(work)

    async def restore(self, space: str, id: str) -> Chat:
        """Bring a retired chat back; `NotFoundError` when there is none."""

        def work(db: Database) -> Chat:
            place = read_place(db, space, id)
            if place is None:
                raise NotFoundError("chat", id)
            if place.retired:
                db.run(_SQL["set_retired"], (space, id, None))
                set_chat_status(db, place.scope, id, "active")
            return found_chat(db, space, id)

        return await self._engine.write(work)

    async def messages_after(
        self, space: str, chat_id: str, *, after: str | None, limit: int
    ) -> list[Message]:
        """Messages that came after one of them (None: from the first on), oldest first."""

        def work(db: Database) -> list[Message]:
            place = read_place(db, space, chat_id)
            if place is None or place.retired:
                return []
            start = 0 if after is None else message_seq(db, space, chat_id, after)
            rows = db.rows(CHAT_SQL["next_messages"], (space, chat_id, start, limit))
            return read_messages(db, [seq for (seq,) in rows])

        return await self._engine.read(work)

    async def known(self, scope: Scope, external_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Of messages with these names in chats of a scope: the chat and the message."""
        values = (scope.space, scope.key, json.dumps(list(external_ids)))

        def work(db: Database) -> dict[str, tuple[str, str]]:
            return {name: (chat, id) for name, chat, id in db.rows(_SQL["known"], values)}

        return await self._engine.read(work)


def _read(db: Database, seqs: Sequence[int]) -> list[Chat]:
    rows = db.rows(
        f"SELECT seq, {CHAT_SQL['columns']} FROM chats "  # noqa: S608  # columns, no values
        "WHERE seq IN (SELECT value FROM json_each(?))",
        (json.dumps(list(seqs)),),
    )
    found = {row[0]: chat_from(row[1:]) for row in rows}
    return [found[seq] for seq in seqs]


def _words(query: str | None) -> dict[str, str | None]:
    """What to look for: a pattern where SQLite knows the letters' case, else the folded words."""
    if not query:
        return {"pattern": None, "folded": None}
    known = all(c.isascii() or c.lower() == c.upper() for c in query)
    if not known or len(query) > _LONGEST_PATTERN:
        return {"pattern": None, "folded": query.casefold()}
    escaped = re.sub(r"([\\%_])", r"\\\1", query)
    return {"pattern": f"%{escaped}%", "folded": None}


def _cursor_after(seq: int, updated_at: int) -> str:
    return f"{updated_at:x}.{seq:x}"


def _place_of(cursor: str) -> tuple[int, int]:
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise InvalidInputError("cursor", "give one that a list of chats returned")
    return int(found[1], 16), int(found[2], 16)
