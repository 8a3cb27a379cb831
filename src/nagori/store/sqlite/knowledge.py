"""What is known of groups, in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime

from nagori.errors import ConflictError
from nagori.store.sqlite.chat_rows import found_chat, read_messages
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.memory_puts import put_memories, put_status
from nagori.store.sqlite.memory_rows import SQL as MEMORY_SQL
from nagori.store.sqlite.memory_rows import read_memories
from nagori.store.sqlite.passage_rows import Batch, Owner
from nagori.store.sqlite.queries import load_queries
from nagori.values.knowledge import GroupSummary, Member, Stretch
from nagori.values.memorising import BY_RULES
from nagori.values.memory import Memory, Page
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

SQL = load_queries("knowledge")


class SqliteKnowledge:
    """Memories of groups that were made from what is said there."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def chats(self, scope: Scope) -> list[str]:
        """The chats of a group, by their ids; none that was deleted."""
        key = (scope.space, scope.key)
        return await self._engine.read(lambda db: [id for (id,) in db.rows(SQL["chats"], key)])

    async def to_summarise(self, space: str, chat_id: str, *, limit: int) -> Stretch:
        """What members said since the last summary."""

        def work(db: Database) -> Stretch:
            chat = found_chat(db, space, chat_id)
            (after,) = db.row(SQL["through"], (space, chat_id))
            seqs = [seq for (seq,) in db.rows(SQL["waiting"], (space, chat_id, after, limit))]
            scope, through = Scope.parse(space, chat.scope), seqs[-1] if seqs else after
            return Stretch(chat, scope, read_messages(db, seqs), after, through)

        return await self._engine.read(work)

    async def to_summarise_again(self, space: str, chat_id: str) -> Stretch | None:
        """The oldest stretch of which there is an extract only."""

        def work(db: Database) -> Stretch | None:
            chat = found_chat(db, space, chat_id)
            found = db.row(SQL["extract"], (space, chat.scope, chat_id, BY_RULES))
            if found is None:
                return None
            id, first, last = found
            (after,) = db.row(SQL["through"], (space, chat_id))
            seqs = [seq for (seq,) in db.rows(SQL["between"], (space, chat_id, first, last))]
            scope = Scope.parse(space, chat.scope)
            return Stretch(chat, scope, read_messages(db, seqs), after, after, replaces=id)

        return await self._engine.read(work)

    async def put_summary(
        self, summary: GroupSummary, *, embedder: str | None, now: datetime
    ) -> Memory | None:
        """Write a summary and note how far it goes."""

        def work(db: Database) -> Memory | None:
            batch = Batch(db, embedder, to_micros(now))
            _check_unchanged(batch, summary.stretch)
            space, chat_id = summary.stretch.scope.space, summary.stretch.chat.id
            if summary.stretch.replaces is None:
                db.run(SQL["move"], (space, chat_id, summary.stretch.through))
            if summary.draft is None:
                return None
            (written,) = put_memories(batch, [summary.draft])
            return written.memory

        return await self._engine.write(work)

    async def extracted(self) -> list[tuple[str, str]]:
        """Space and id of chats with a summary that no model wrote."""
        return await self._engine.read(
            lambda db: [(space, chat) for space, chat in db.rows(SQL["extracted"], (BY_RULES,))]
        )

    async def summaries(self, scope: Scope, *, limit: int, before: int | None) -> Page[Memory]:
        """Summaries of a group, the newest first."""
        end = 2**62 if before is None else before

        def work(db: Database) -> Page[Memory]:
            rows = db.rows(SQL["summaries"], (scope.space, scope.key, end, limit + 1))
            seqs: list[int] = [seq for (seq,) in rows[:limit]]
            found = read_memories(db, seqs)
            return Page([found[s] for s in seqs], str(seqs[-1]) if len(rows) > limit else None)

        return await self._engine.read(work)

    async def of_members(
        self, scope: Scope, speakers: Sequence[str] | None, *, limit: int
    ) -> list[Memory]:
        """What is known of these members, or of all, the newest first."""
        wanted = None if speakers is None else json.dumps(list(speakers))

        def work(db: Database) -> list[Memory]:
            rows = db.rows(SQL["of_members"], (scope.space, scope.key, wanted, limit))
            found = read_memories(db, [seq for (seq,) in rows])
            return [found[seq] for (seq,) in rows]

        return await self._engine.read(work)

    async def members(self, scope: Scope) -> list[Member]:
        """The members of whom something is known."""
        key = (scope.space, scope.key)
        return await self._engine.read(
            lambda db: [
                Member(speaker, name or speaker, count, from_micros(at))
                for speaker, name, count, at, _ in db.rows(SQL["members"], key)
            ]
        )


def said_by(db: Database, space: str, speaker: str) -> list[tuple[int, str]]:
    """What somebody said in groups, and what bots answered to it: numbers and ids."""
    return db.rows(SQL["said_by"], (space, speaker))


def known_of(
    db: Database, space: str, speaker: str, messages: Sequence[str]
) -> list[tuple[int, str]]:
    """What groups know of a member, and what rests on these messages: numbers and ids."""
    return db.rows(SQL["derived"], (space, speaker, json.dumps(list(messages))))


def about_member(db: Database, scope: Scope, speaker: str) -> list[tuple[int, str]]:
    """What one group knows of a member, whatever became of it: numbers and ids."""
    return db.rows(SQL["about_member"], (scope.space, scope.key, speaker))


def drop_turns(db: Database, space: str, messages: Sequence[str]) -> None:
    """Destroy the turns that these messages began, with their events."""
    db.run(SQL["turns_of"], (space, json.dumps(list(messages))))


def _check_unchanged(batch: Batch, stretch: Stretch) -> None:
    """Raise when somebody else summarised the stretch; retire the extract that it replaces."""
    db, space = batch.db, stretch.scope.space
    found_chat(db, space, stretch.chat.id)
    if stretch.replaces is None:
        (after,) = db.row(SQL["through"], (space, stretch.chat.id))
        if after != stretch.after:
            raise ConflictError("the same messages were summarised meanwhile")
        return
    found = db.row(MEMORY_SQL["seq_of"], (space, stretch.replaces))
    if found is None or found[3] != "active":
        raise ConflictError("the same messages were summarised meanwhile")
    owner = Owner(stretch.scope, "memory", found[0], batch.now)
    put_status(db, owner, "retired", "retired", by="model")
