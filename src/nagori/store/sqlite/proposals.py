"""Tool calls that wait for a person's consent, in the database file."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from nagori.errors import ConflictError, NotFoundError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.values.proposal import ProposedCall
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros

_SQL = load_queries("proposals")
_FORGOTTEN = "(erased)"


class SqliteProposals:
    """A proposal is answered in one transaction, before anything is run: so it runs once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def add(self, space: str, proposal: ProposedCall) -> None:
        """Keep a proposal; `NotFoundError` without its chat, `ConflictError` when it is known."""

        def work(db: Database) -> None:
            if db.row(_SQL["chat"], (space, proposal.chat_id)) is None:
                raise NotFoundError("chat", proposal.chat_id)
            if db.row(_SQL["exists"], (space, proposal.id)) is not None:
                raise ConflictError(f"there is a proposal {proposal.id!r} already")
            db.run(_SQL["add"], (space, *_values(proposal)))

        await self._engine.write(work)

    async def get(self, space: str, id: str) -> ProposedCall:
        """The proposal; `NotFoundError` when there is none."""
        return await self._engine.read(lambda db: _found(db, space, id))

    async def waiting(
        self, scope: Scope, user: str, *, now: datetime, limit: int
    ) -> list[ProposedCall]:
        """Those of a user that nobody answered and that did not expire, oldest first."""
        key = (scope.space, scope.key, user, to_micros(now), limit)

        def work(db: Database) -> list[ProposedCall]:
            seqs = [seq for (seq,) in db.rows(_SQL["waiting"], key)]
            rows = db.rows(
                f"SELECT {_SQL['columns']} FROM proposals "  # noqa: S608  # columns, no values
                "WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq",
                (json.dumps(seqs),),
            )
            return [_proposal(row) for row in rows]

        return await self._engine.read(work)

    async def answer(self, space: str, id: str, *, accept: bool, now: datetime) -> ProposedCall:
        """The proposal, accepted or rejected: exactly one call of this succeeds."""

        def work(db: Database) -> ProposedCall:
            proposal = _found(db, space, id)
            if proposal.state != "open":
                raise ConflictError(f"proposal {id!r} was {proposal.state} before")
            if proposal.expires_at <= now:
                raise ConflictError(f"proposal {id!r} expired")
            state = "accepted" if accept else "rejected"
            db.run(_SQL["answer"], (space, id, state, to_micros(now)))
            return _found(db, space, id)

        return await self._engine.write(work)

    async def note(
        self,
        space: str,
        id: str,
        *,
        result: str | None,
        error: str | None,
        made: str | None = None,
    ) -> ProposedCall:
        """The proposal with what came of it; `made` is the memory that the call made."""

        def work(db: Database) -> ProposedCall:
            _found(db, space, id)
            db.run(_SQL["note"], (space, id, result, error, made))
            return _found(db, space, id)

        return await self._engine.write(work)


def forget_calls(db: Database, space: str, ids: Sequence[str]) -> None:
    """Destroy what tools repeated of erased memories and messages, and the calls that made them."""
    made = [id for (id,) in db.rows(_SQL["that_made"], (space, json.dumps(list(ids))))]
    proposals, gone = json.dumps(made), json.dumps([*ids, *made])
    for turn, call in db.rows(_SQL["repeating"], (space, gone)):
        db.run(_SQL["forget_result"], (turn, call, _FORGOTTEN))
        db.run(_SQL["forget_call"], (turn, call))
        db.run(_SQL["forget_proposals"], (turn, proposals))
    db.run(_SQL["delete"], (space, proposals))


def _found(db: Database, space: str, id: str) -> ProposedCall:
    row = db.row(
        f"SELECT {_SQL['columns']} FROM proposals WHERE space = ? AND id = ?",  # noqa: S608
        (space, id),
    )
    if row is None:
        raise NotFoundError("proposal", id)
    return _proposal(row)


def _values(proposal: ProposedCall) -> tuple[Any, ...]:
    return (
        proposal.id,
        proposal.tool,
        proposal.arguments,
        proposal.user,
        proposal.scope,
        proposal.chat_id,
        proposal.turn_id,
        proposal.message_id,
        to_micros(proposal.created_at),
        to_micros(proposal.expires_at),
        proposal.bot,
        proposal.state,
        None if proposal.answered_at is None else to_micros(proposal.answered_at),
        proposal.result,
        proposal.error,
    )


def _proposal(row: Any) -> ProposedCall:
    (id, tool, arguments, user, scope, chat_id, turn_id, message_id, created_at, expires_at, bot,
     state, answered_at, result, error) = row  # fmt: skip
    return ProposedCall(
        id=id,
        tool=tool,
        arguments=arguments,
        user=user,
        scope=scope,
        chat_id=chat_id,
        turn_id=turn_id,
        message_id=message_id,
        created_at=from_micros(created_at),
        expires_at=from_micros(expires_at),
        bot=bot,
        state=state,
        answered_at=None if answered_at is None else from_micros(answered_at),
        result=result,
        error=error,
    )
