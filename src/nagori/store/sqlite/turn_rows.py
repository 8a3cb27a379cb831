"""Rows of the database as turns and their events."""

import json
from collections.abc import Sequence
from typing import Any

from nagori.errors import NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.queries import load_queries
from nagori.values.event import Kept
from nagori.values.times import from_micros
from nagori.values.turn import Turn

SQL = load_queries("turns")


def found_turn(db: Database, space: str, id: str) -> tuple[int, Turn]:
    """The turn with its number in the file; raises when there is none."""
    row = db.row(SQL["get"], (space, id))
    if row is None:
        raise NotFoundError("turn", id)
    return row[0], turn_from(row)


def turn_from(row: Any) -> Turn:
    """The turn that a row tells of."""
    _, _, id, chat_id, message_id, state, started_at, answer_id, scope = row
    return Turn(id, chat_id, message_id, state, from_micros(started_at), answer_id, scope)


def put_events(db: Database, turn: int, events: Sequence[Kept]) -> None:
    """Keep events; one that is known by its number stays."""
    for event in events:
        data = json.dumps(dict(event.data), ensure_ascii=False)
        db.run(SQL["insert_event"], (turn, event.number, event.type, data))
