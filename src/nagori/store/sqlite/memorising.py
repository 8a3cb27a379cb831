"""What is considered for remembering, in the database file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from nagori.store.sqlite.chat_rows import found_chat, read_messages
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.jobs import check_lease, enqueue_anew
from nagori.store.sqlite.memory_puts import confirm_memory, put_change, put_memory, put_status
from nagori.store.sqlite.memory_rows import raw_of, read_memories
from nagori.store.sqlite.passage_rows import Batch, Owner, refresh_passages
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.scopes import bump
from nagori.values.draft import MemoryDraft, Written
from nagori.values.job import Job
from nagori.values.memorising import (
    BY_RULES,
    Heard,
    Keep,
    MemorisingStats,
    Settlement,
    ToMemorise,
)
from nagori.values.scope import Scope
from nagori.values.times import to_micros

_SQL = load_queries("memorising")
_BY_RULES = 2
"""What `memorised` says of a message that rules alone decided about; 3: let be for good."""


class SqliteMemorising:
    """A message waits or was considered: what came of it is written in the same transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def to_memorise(self, space: str, chat_id: str, *, limit: int) -> ToMemorise:
        """What waits in a chat; `NotFoundError` when there is no such chat."""

        def work(db: Database) -> ToMemorise:
            chat = found_chat(db, space, chat_id)
            (through,) = db.row(_SQL["through"], (space, chat_id))
            fresh = _heard(
                db, space, chat_id, db.rows(_SQL["fresh"], (space, chat_id, through, limit))
            )
            again = _heard(db, space, chat_id, db.rows(_SQL["again"], (space, chat_id, limit)))
            ids = json.dumps([heard.message.id for heard in again])
            made = db.rows(_SQL["made"], (space, ids, BY_RULES)) if again else []
            scope = Scope.parse(space, chat.scope)
            return ToMemorise(chat, scope, fresh, again, frozenset(id for _, id, *_ in made))

        return await self._engine.read(work)

    async def settle(
        self,
        space: str,
        chat_id: str,
        settlement: Settlement,
        *,
        job: Job,
        embedder: str | None,
        now: datetime,
    ) -> list[Written]:
        """Write what was decided and note the messages as considered, under the lease of `job`."""

        def work(db: Database) -> list[Written]:
            check_lease(db, job)
            scope = found_chat(db, space, chat_id).scope
            batch = Batch(db, embedder, to_micros(now))
            written = _Settling(batch, space).write(settlement)
            ids = json.dumps(list(settlement.messages))
            mark = 0 if settlement.by_model else _BY_RULES
            db.run(_SQL["mark"], (space, chat_id, ids, mark))
            (last,) = db.row(_SQL["last_of"], (space, chat_id, ids))
            db.run(_SQL["move"], (space, chat_id, last))
            created = sum(one.created for one in written)
            cost = settlement.cost
            spent = (cost.calls, cost.prompt_tokens, cost.completion_tokens)
            db.run(_SQL["spend"], (space, scope, len(settlement.messages), created, *spent))
            return written

        return await self._engine.write(work)

    async def pass_over(self, scope: Scope, speaker: str) -> None:
        """Make no memory of what someone said so far in a scope and was not settled for good."""
        key = (scope.space, scope.key, speaker)
        await self._engine.write(lambda db: db.run(_SQL["pass_over"], key))

    async def unsettled(self) -> list[tuple[str, str]]:
        """Space and id of chats with messages that rules alone decided about."""
        return await self._engine.read(
            lambda db: [(space, chat) for space, chat in db.rows(_SQL["unsettled"])]
        )

    async def stats(self, scope: Scope) -> MemorisingStats:
        """What memorising came to so far."""
        key = (scope.space, scope.key)
        row = await self._engine.read(lambda db: db.row(_SQL["stats"], key))
        return MemorisingStats() if row is None else MemorisingStats(*row)

    async def queue(self, chats: Sequence[tuple[str, str]], *, kind: str, now: datetime) -> None:
        """Queue jobs about chats, once each; one that is under way runs once more after it."""
        at = to_micros(now)

        def work(db: Database) -> None:
            for space, chat in chats:
                enqueue_anew(db, space, kind, chat, {"chat": chat}, at)

        await self._engine.write(work)


def let_be(db: Database, memories: Sequence[int]) -> None:
    """See that memories about to be destroyed are not made again from the same messages."""
    db.run(_SQL["let_be"], (json.dumps(list(memories)),))


def forget_costs(db: Database, scope: Scope) -> None:
    """Forget what memorising came to."""
    db.run(_SQL["forget_costs"], (scope.space, scope.key))


def _heard(db: Database, space: str, chat_id: str, rows: Sequence[Any]) -> list[Heard]:
    seqs = [seq for (seq,) in rows]
    messages = read_messages(db, seqs)
    led = {
        after: before
        for after, before in db.rows(_SQL["before"], (space, chat_id, json.dumps(seqs)))
        if before is not None
    }
    before = dict(zip(led, read_messages(db, list(led.values())), strict=True))
    ids = json.dumps([message.id for message in messages if message.role == "user"])
    recalled: dict[str, list[str]] = {}
    for id, text in db.rows(_SQL["recalled"], (space, chat_id, ids)):
        recalled.setdefault(id, []).append(text)
    return [
        Heard(message, tuple(recalled.get(message.id, ())), before.get(seq))
        for seq, message in zip(seqs, messages, strict=True)
    ]


@dataclass(slots=True)
class _Settling:
    """One write of what was decided about some messages of a chat."""

    batch: Batch
    space: str
    _kept: dict[bytes, str] = field(default_factory=dict[bytes, str])
    """Memories of rules that a model would have made, too: by content, their ids."""
    _inherited: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])
    """What memories of rules had replaced: message, number and scope of what was replaced."""

    def write(self, settlement: Settlement) -> list[Written]:
        if settlement.by_model:
            self._undo_rules(settlement)
        written: list[Written] = []
        for keep in settlement.keeps:
            if self._is_let_be(keep.draft):
                continue
            one = self._keep(keep)
            written.append(one)
            replaced = [self._active(id) for id in keep.supersedes]
            for seq, scope in [row for row in replaced if row] + self._inherit(keep.draft):
                self._supersede(seq, scope, one.memory.id, one.memory.text, keep.draft)
        for _, seq, scope in self._inherited:
            self._hold_again(seq, scope)
        return written

    def _keep(self, keep: Keep) -> Written:
        db = self.batch.db
        known = self._active(keep.confirms) if keep.confirms else None
        if known is None and keep.draft.indexed.content_hash in self._kept:
            known = self._active(self._kept[keep.draft.indexed.content_hash])
        if known is None:
            done = put_memory(self.batch, keep.draft)
            if not isinstance(done, int):
                return done
            seq = done
        else:
            seq = known[0]
            if db.row(_SQL["has_source"], (seq, keep.draft.source.ref)) is None:
                confirm_memory(db, seq, keep.draft)
        return Written(read_memories(db, [seq])[seq], created=False)

    def _is_let_be(self, draft: MemoryDraft) -> bool:
        """Whether a person said, while it was considered, that nothing is to be made of it."""
        return self.batch.db.row(_SQL["is_let_be"], (self.space, draft.source.ref)) is not None

    def _active(self, id: str) -> tuple[int, str] | None:
        return self.batch.db.row(_SQL["active"], (self.space, id))

    def _supersede(self, seq: int, scope: str, by: str, text: str, draft: MemoryDraft) -> None:
        db, at = self.batch.db, to_micros(draft.at)
        if read_memories(db, [seq])[seq].id == by:
            return
        # The words that it was made from hold no more either.
        for one in (seq, *(raw for raw, _, status in raw_of(db, seq) if status == "active")):
            db.run(_SQL["supersede"], (one, at, by, self.batch.now))
            put_change(db, one, at, "superseded", None, text, by)
            owner = Owner(Scope.parse(self.space, scope), "memory", one, at)
            refresh_passages(db, owner, status="superseded", valid_to=at)

    def _undo_rules(self, settlement: Settlement) -> None:
        """Take back what rules had made of the same messages, unless the model says the same."""
        db = self.batch.db
        wanted = {keep.draft.indexed.content_hash for keep in settlement.keeps}
        ids = json.dumps(list(settlement.messages))
        for seq, id, scope, content in db.rows(_SQL["made"], (self.space, ids, BY_RULES)):
            if content in wanted:
                db.run(_SQL["unmark"], (seq,))
                self._kept[content] = id
                continue
            sources = read_memories(db, [seq])[seq].sources
            owner = Owner(Scope.parse(self.space, scope), "memory", seq, self.batch.now)
            put_status(db, owner, "retired", "retired", by="model")
            for old, old_scope in db.rows(_SQL["superseded_by"], (self.space, id)):
                self._inherited.append((sources[0].ref, old, old_scope))

    def _inherit(self, draft: MemoryDraft) -> list[tuple[int, str]]:
        """What the memory of the same message had replaced, when rules made it."""
        mine = [(seq, scope) for ref, seq, scope in self._inherited if ref == draft.source.ref]
        self._inherited = [one for one in self._inherited if one[0] != draft.source.ref]
        return mine

    def _hold_again(self, seq: int, scope: str) -> None:
        db, now = self.batch.db, self.batch.now
        db.run(_SQL["hold_again"], (seq, now))
        put_change(db, seq, now, "restored", None, None, "model")
        _, version = bump(db, Scope.parse(self.space, scope))
        db.run(_SQL["passages_hold_again"], (seq, version))
