"""Turns and what happened in them, in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime

from nagori.errors import ConflictError
from nagori.store.sqlite.chat_rows import (
    free_name,
    known_message,
    put_message,
    read_messages,
    read_place,
)
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.jobs import enqueue_anew
from nagori.store.sqlite.memory_puts import put_memories
from nagori.store.sqlite.passage_rows import Batch
from nagori.store.sqlite.turn_begin import begin_turn
from nagori.store.sqlite.turn_rows import SQL, found_turn, put_events, turn_from
from nagori.values.draft import MessageDraft
from nagori.values.event import Kept
from nagori.values.message import Message
from nagori.values.times import to_micros
from nagori.values.turn import Begun, Turn, TurnDraft, TurnEnd


class SqliteTurns:
    """One transaction begins a turn and one ends it; between them events are added."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def begin(
        self,
        draft: TurnDraft,
        *,
        past: int,
        most: int,
        embedder: str | None,
        now: datetime,
    ) -> Begun:
        """Store the user's message, exactly once, and start the turn; all in one transaction."""

        def work(db: Database) -> Begun:
            return begin_turn(Batch(db, embedder, to_micros(now)), draft, past=past, most=most)

        return await self._engine.write(work)

    async def append(
        self, space: str, turn_id: str, events: Sequence[Kept], *, lease_until: datetime
    ) -> None:
        """Keep events and the lease; one that is known by its number stays."""

        def work(db: Database) -> None:
            seq, turn = found_turn(db, space, turn_id)
            later = db.row(SQL["later"], (space, turn.chat_id, seq))
            if turn.state != "running" or later is not None:
                raise ConflictError(f"turn {turn_id!r} does not run any more")
            put_events(db, seq, events)
            db.run(SQL["renew"], (seq, to_micros(lease_until)))

        await self._engine.write(work)

    async def finish(
        self, space: str, turn_id: str, end: TurnEnd, *, embedder: str | None, now: datetime
    ) -> Message | None:
        """The end of a turn, in one transaction: answer, memories, events, jobs."""

        def work(db: Database) -> Message | None:
            batch = Batch(db, embedder, to_micros(now))
            seq, turn = found_turn(db, space, turn_id)
            if turn.state != "running":
                return _answer_of(db, space, turn)
            said = None if end.answer is None else _put_answer(batch, end.answer)
            put_memories(batch, end.memories)
            put_events(db, seq, end.events)
            for kind in end.jobs:
                enqueue_anew(db, space, kind, turn.chat_id, {"chat": turn.chat_id}, batch.now)
            db.run(SQL["finish"], (seq, end.state, None if said is None else said.id, batch.now))
            return said

        return await self._engine.write(work)

    async def get(self, space: str, turn_id: str) -> Turn:
        """The turn; `NotFoundError` when there is none."""
        return await self._engine.read(lambda db: found_turn(db, space, turn_id)[1])

    async def events(self, space: str, turn_id: str, *, after: int = 0) -> list[Kept]:
        """What happened after the event with this number."""

        def work(db: Database) -> list[Kept]:
            found_turn(db, space, turn_id)
            rows = db.rows(SQL["events"], (space, turn_id, after))
            return [Kept(number, type, json.loads(data)) for number, type, data in rows]

        return await self._engine.read(work)

    async def lost(self, *, now: datetime) -> list[tuple[str, Turn]]:
        """Turns, with their space, that say they run but whose lease ran out."""
        at = to_micros(now)
        return await self._engine.read(
            lambda db: [(row[1], turn_from(row)) for row in db.rows(SQL["lost"], (at,))]
        )

    async def of_chat(self, space: str, chat_id: str, *, limit: int) -> list[Turn]:
        """The last turns of a chat, oldest first."""
        key = (space, chat_id, limit)
        return await self._engine.read(
            lambda db: [turn_from(row) for row in reversed(db.rows(SQL["of_chat"], key))]
        )


def _put_answer(batch: Batch, answer: MessageDraft) -> Message:
    """Store the answer; also in a chat that was deleted meanwhile, where it hides like the rest."""
    db = batch.db
    place = read_place(db, answer.scope.space, answer.chat_id)
    if place is None:
        raise ConflictError(f"chat {answer.chat_id!r} is not that of the turn")
    known = known_message(db, answer)
    if known is not None:
        free_name(db, known)  # the name is that of what was said last
    return read_messages(db, [put_message(batch, answer, place)])[0]


def _answer_of(db: Database, space: str, turn: Turn) -> Message | None:
    found = None if turn.answer_id is None else db.row(SQL["message"], (space, turn.answer_id))
    return None if found is None else read_messages(db, found)[0]
