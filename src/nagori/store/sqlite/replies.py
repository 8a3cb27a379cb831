"""Answers to requests that carry an idempotency key, in the database file."""

from datetime import datetime, timedelta
from typing import Literal

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.values.times import to_micros

_SQL = load_queries("replies")
_KEPT = timedelta(days=1)
"""How long an answer is kept for a repeat; longer than anybody keeps trying."""


class SqliteReplies:
    """A claim is written before its request is carried out, so two can't both be new."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def claim(
        self, space: str, key: str, request: bytes, *, now: datetime, stale: datetime
    ) -> bytes | Literal["new", "busy", "other"]:
        """`new`: go on; bytes: the answer given before; `busy`: the first one still runs."""

        def work(db: Database) -> bytes | Literal["new", "busy", "other"]:
            db.run(_SQL["forget_old"], (to_micros(now - _KEPT),))
            row = db.row(_SQL["get"], (space, key))
            given_up = row is not None and row[1] is None and row[2] < to_micros(stale)
            if row is None or given_up:
                db.run(_SQL["claim"], (space, key, request, to_micros(now)))
                return "new"
            before, response, _ = row
            if before != request:
                return "other"
            return "busy" if response is None else response

        return await self._engine.write(work)

    async def answer(self, space: str, key: str, response: bytes | None) -> None:
        """Keep the answer; None lets go of the claim, since the request failed."""

        def work(db: Database) -> None:
            if response is None:
                db.run(_SQL["let_go"], (space, key))
            else:
                db.run(_SQL["answer"], (space, key, response))

        await self._engine.write(work)


def forget_answers(db: Database, space: str) -> None:
    """Remove the answers of a space, which may repeat what is erased; claims hold no text."""
    db.run(_SQL["forget_answers"], (space,))
