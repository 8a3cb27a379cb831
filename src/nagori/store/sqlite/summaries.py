"""Rolling summaries of chats in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime

from nagori.store.sqlite.chat_rows import (
    EXTRACTIVE,
    SUMMARIZED,
    SUMMARIZED_WITHOUT_MODEL,
    found_chat,
    read_messages,
)
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.jobs import check_lease
from nagori.store.sqlite.queries import load_queries
from nagori.values.job import Job
from nagori.values.turn import ToFold

_SQL = load_queries("summaries")
_ALL = 2**62


class SqliteSummaries:
    """A message is in the summary or waits to be: the two are written in one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def to_fold(self, space: str, id: str) -> ToFold:
        """What the summary of a chat is made from; `NotFoundError` when there is no such chat."""

        def work(db: Database) -> ToFold:
            chat = found_chat(db, space, id)
            written, through = db.row(_SQL["state"], (space, id))
            fresh = db.rows(_SQL["fresh"], (space, id, through, _ALL))
            extract = chat.summary_by == EXTRACTIVE
            again = db.rows(_SQL["again"], (space, id)) if extract else []
            return ToFold(
                chat,
                written=written if extract else chat.summary,
                again=read_messages(db, [seq for (seq,) in again]),
                fresh=read_messages(db, [seq for (seq,) in fresh]),
            )

        return await self._engine.read(work)

    async def fold(
        self,
        space: str,
        id: str,
        *,
        summary: str,
        by: str,
        messages: Sequence[str],
        job: Job,
        now: datetime,
    ) -> None:
        """Write the summary and mark the messages as summarised, under the lease of `job`."""
        del now  # nothing tells of it: a summary is no use of the chat

        def work(db: Database) -> None:
            check_lease(db, job)
            _fold(db, space, id, summary, by, messages)

        await self._engine.write(work)


def drop_summary(db: Database, space: str, chat_id: str, gone: Sequence[int]) -> None:
    """Take back a summary that tells of messages that are gone; what it told waits again."""
    if db.row(_SQL["any_folded"], (json.dumps(list(gone)),)) is not None:
        db.run(_SQL["unmark"], (space, chat_id, SUMMARIZED))
        db.run(_SQL["write"], (space, chat_id, None, None, None, 0))


def _fold(
    db: Database, space: str, id: str, summary: str, by: str, messages: Sequence[str]
) -> None:
    chat = found_chat(db, space, id)
    written, through = db.row(_SQL["state"], (space, id))
    was_extract, is_extract = chat.summary_by == EXTRACTIVE, by == EXTRACTIVE
    mark = SUMMARIZED_WITHOUT_MODEL if is_extract else SUMMARIZED
    db.run(_SQL["mark"], (space, id, json.dumps(list(messages)), mark))
    db.run(_SQL["distrust"], (space, id, json.dumps(list(messages))))
    if is_extract:
        written = written if was_extract else chat.summary
    else:
        written = None
        if was_extract:  # what the model did not take over is in no summary any more
            db.run(_SQL["unmark"], (space, id, SUMMARIZED_WITHOUT_MODEL))
            through = 0
    db.run(_SQL["write"], (space, id, summary, by, written, _through(db, space, id, through)))


def _through(db: Database, space: str, id: str, through: int) -> int:
    """The number up to which no message waits, read on from where none did."""
    waiting = db.row(_SQL["fresh"], (space, id, through, 1))
    return waiting[0] - 1 if waiting else db.row(_SQL["last"], (space, id))[0]
