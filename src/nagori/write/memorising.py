"""Memorising: what is kept of what was said, decided behind the turns.

Read what waits → take secrets out → find what is worth keeping (models, or rules) → embed →
neighbours → `decide` → one transaction with sources. Nothing slow happens inside it, and a process
that ends anywhere leaves the messages waiting or settled, never half.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Protocol, assert_never

import numpy as np
from numpy.typing import NDArray

from nagori.embed.port import Embedder
from nagori.errors import ModelError, NotFoundError, StoreError
from nagori.jobs.retry import MAX_ATTEMPTS
from nagori.jobs.worker import LEASE
from nagori.store.port import Store
from nagori.store.zones import Zones
from nagori.text.tokens import estimate_tokens
from nagori.values.draft import MemoryDraft, Written
from nagori.values.ids import new_id
from nagori.values.job import Job
from nagori.values.knowledge import MEMBER, STATEMENT
from nagori.values.memorising import BY_RULES, Cost, Heard, Keep, Settlement
from nagori.values.memory import Memory, Source
from nagori.values.outcome import Outcome
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.batch import Batch, Found
from nagori.write.by_model import Helpers, find_by_model
from nagori.write.by_rules import find_by_rules
from nagori.write.decide import Add, Confirm, Drop, Known, Supersede, decide
from nagori.write.finding import Finding
from nagori.write.index import embed_all
from nagori.write.neighbours import neighbours
from nagori.write.speakers import metadata_of, statement_of

log = logging.getLogger("nagori.write")

_AT_ONCE = 60
"""Messages that are considered together: one decision for all of them."""
_BATCH_TOKENS = 6000
_EXTRACTIVE = "extractive"

Watcher = Callable[[int, int], None]
"""Told how many messages were considered now, and how many memories are new so far."""


class Learner(Protocol):
    """Who is told of what was learned."""

    def learned(self, scope: Scope, memory: Memory) -> None:
        """A memory is new."""
        ...

    async def noted(
        self, scope: Scope, preferences: Sequence[tuple[str, str]], ended: Sequence[str]
    ) -> None:
        """Lasting preferences with their messages, and what holds no more; may be told twice."""
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What memorising is done with."""

    store: Store
    helpers: Helpers
    embedder: Embedder | None
    clock: Clock
    chunk_size: int
    time_zone: str
    learner: Learner
    keeps_profiles: Callable[[Scope], Awaitable[bool]]
    """Whether what members of a group say about themselves is kept there."""


@dataclass(slots=True)
class _Done:
    """What came of one job so far."""

    memories: list[Memory]
    reasons: list[str]
    degraded: list[str]
    created: int = 0

    def take(self, found: Found, written: Sequence[Written]) -> None:
        """Add what came of a batch."""
        self.reasons += [finding.reason for finding in found.findings] or [found.reason]
        if not found.by_model:
            why = found.failed or "no language model is configured"
            self.degraded.append(f"{BY_RULES}, since {why}")
        self.memories += [one.memory for one in written]
        self.created += sum(one.created for one in written)

    def outcome(self) -> Outcome:
        reason = (
            "; ".join(dict.fromkeys(filter(None, self.reasons)))
            or "nothing in it is worth remembering"
        )
        return Outcome(bool(self.memories), reason, self.memories, tuple(self.degraded))


class Memoriser:
    """Considers what was said in a chat; the handler of `memorise` jobs."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._waiting: dict[tuple[str, str], list[asyncio.Future[Outcome]]] = {}
        self._watching: dict[tuple[str, str], list[Watcher]] = {}

    def outcome_of(self, space: str, chat_id: str) -> asyncio.Future[Outcome]:
        """What comes of the next job about a chat, if this process does it."""
        waiting: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault((space, chat_id), []).append(waiting)
        return waiting

    @contextmanager
    def watched(self, space: str, chat_id: str, watcher: Watcher) -> Generator[None]:
        """Tell `watcher` how many messages of a chat were considered, batch by batch."""
        watchers = self._watching.setdefault((space, chat_id), [])
        watchers.append(watcher)
        try:
            yield
        finally:
            watchers.remove(watcher)
            if not watchers:
                del self._watching[space, chat_id]

    async def preview(self, said: Sequence[Heard], *, zone: tzinfo) -> Sequence[Finding]:
        """What would be kept of a user's own messages; nothing is written."""
        if not self._has_model:
            return await find_by_rules(said, self._parts.embedder, zone=zone)
        found: list[Finding] = []
        left = said
        while left:
            batch = _fitting(left[:_AT_ONCE])
            left = left[len(batch) :]
            found += (await find_by_model(batch, batch, self._parts.helpers, zone=zone)).findings
        return found

    async def handle(self, job: Job) -> None:
        """Consider everything that waits in the job's chat.

        A model that fails leaves the decision to rules, marked; then the job is tried again, so
        that the model decides when it is back.
        """
        chat_id = str(job.payload["chat"])
        watching = self._watching.get((job.space, chat_id), ())
        done = _Done([], [], [])
        failed: ModelError | None = None
        try:
            while batch := await self._next(job, chat_id, asks_model=failed is None):
                failed = await self._settle(job, chat_id, batch, done) or failed
                for watcher in watching:
                    watcher(len(batch.talk), done.created)
                await self._parts.store.jobs.renew(job, until=self._parts.clock() + LEASE)
        except NotFoundError:  # deleted meanwhile
            pass
        finally:
            for waiting in self._waiting.pop((job.space, chat_id), ()):
                if not waiting.done():
                    waiting.set_result(done.outcome())
        if failed is not None:
            raise failed
        await self._parts.store.jobs.finish(job, now=self._parts.clock())

    async def _next(self, job: Job, chat_id: str, *, asks_model: bool) -> Batch | None:
        """The next messages to consider; None when there is nothing to do."""
        found = await self._parts.store.memorising.to_memorise(job.space, chat_id, limit=_AT_ONCE)
        if found.scope.kind == "group" and not await self._parts.keeps_profiles(found.scope):
            return None
        by_model = asks_model and self._has_model
        if found.fresh:
            return Batch(found, _fitting(found.fresh), by_model=by_model, again=False)
        if found.again and by_model:
            return Batch(found, _fitting(found.again), by_model=True, again=True)
        return None

    @property
    def _has_model(self) -> bool:
        return self._parts.helpers.decision.state != _EXTRACTIVE

    async def _settle(self, job: Job, chat_id: str, batch: Batch, done: _Done) -> ModelError | None:
        """Consider a batch and write what came of it; returns what the model failed with."""
        parts = self._parts
        zone = await Zones(parts.store.users, job.space, parts.time_zone).of(batch.user)
        try:
            found = await self._find(batch, zone)
            keeps = await self._decide(found, batch)
        except StoreError:
            raise
        except Exception:  # the border of a batch: what no rule can read must not stop the rest
            if job.attempts < MAX_ATTEMPTS:
                raise
            log.exception("messages are passed over because of an error of ours")
            found, keeps = Found((), "an error of ours", by_model=False), []
        if batch.again and found.failed:  # rules have decided already: it stays so until then
            return found.failed
        await self._note(job.space, batch, keeps)
        settlement = Settlement(
            messages=[heard.message.id for heard in batch.talk],
            keeps=[keep for keep, _ in keeps],
            by_model=found.by_model,
            cost=found.cost,
        )
        now, embedder = parts.clock(), _fingerprint(parts)
        written = await parts.store.memorising.settle(
            job.space, chat_id, settlement, job=job, embedder=embedder, now=now
        )
        done.take(found, written)
        for one in written:
            if one.created:
                parts.learner.learned(batch.scope, one.memory)
        return found.failed

    async def _find(self, batch: Batch, zone: tzinfo) -> Found:
        """What is worth keeping of a batch, of each person who spoke by themselves."""
        found = Found((), "", by_model=batch.by_model)
        for own, talk in batch.people:
            asks_model = batch.by_model and found.failed is None
            found += await self._find_of(own, talk, zone, asks_model=asks_model)
        return found if batch.people else replace(found, reason="the user said nothing")

    async def _find_of(
        self, own: Sequence[Heard], talk: Sequence[Heard], zone: tzinfo, *, asks_model: bool
    ) -> Found:
        """What is worth keeping of one's words: by the models, or by rules when they can't say."""
        failed = None
        if asks_model:
            try:
                asked = await find_by_model(talk, own, self._parts.helpers, zone=zone)
            except ModelError as error:
                log.info("rules decide what to remember, since %s", error)
                failed = error
            else:
                if asked.findings or not asked.dropped:
                    return Found(asked.findings, asked.reason, cost=asked.cost)
                # What it states, nobody said: rules state it, and it is not asked again.
                by_rules = await find_by_rules(own, self._parts.embedder, zone=zone)
                return Found(by_rules, asked.reason, cost=asked.cost)
        return Found(
            findings=await find_by_rules(own, self._parts.embedder, zone=zone),
            reason="",
            by_model=False,
            cost=Cost(int(failed is not None)),
            failed=failed,
        )

    async def _note(self, space: str, batch: Batch, keeps: Sequence[tuple[Keep, Finding]]) -> None:
        """Bring the user's page up to date, before the rest: doing it twice does no harm."""
        if batch.user is None:
            return
        preferences = [
            (keep.draft.text, finding.heard.message.id)
            for keep, finding in keeps
            if finding.is_preference and keep.confirms is None
        ]
        replaced = [id for keep, _ in keeps for id in keep.supersedes]
        ended = await self._texts(space, [*replaced, *batch.made])
        if preferences or ended:
            await self._parts.learner.noted(batch.scope, preferences, ended)

    async def _decide(self, found: Found, batch: Batch) -> list[tuple[Keep, Finding]]:
        """What each finding does to what is known, those before it included."""
        drafts = await self._drafts(found, batch)
        kept: list[tuple[Keep, Finding]] = []
        drafted: list[MemoryDraft] = []
        for draft, finding in zip(drafts, found.findings, strict=True):
            near = await self._near(draft, batch, drafted)
            decision = decide(finding.sentence, near, recalled=_recalled(finding, draft))
            match decision:
                case Add():
                    kept.append((Keep(draft), finding))
                    drafted.append(draft)
                case Confirm(memory_id):
                    kept.append((Keep(draft, confirms=memory_id), finding))
                case Supersede(memory_ids):
                    older = {known.id for known in near if known.at <= draft.at}
                    replaced = tuple(id for id in memory_ids if id in older)
                    kept.append((Keep(draft, supersedes=replaced), finding))
                    drafted.append(draft)
                case Drop(reason):
                    log.debug("not kept: %s", reason)
                case _:
                    assert_never(decision)
        return kept

    async def _near(
        self, draft: MemoryDraft, batch: Batch, drafted: Sequence[MemoryDraft]
    ) -> list[Known]:
        """What is known, or drafted before, that a draft may be about; in a group of its member."""
        parts, vector, member = self._parts, _vector(draft), draft.metadata.get(MEMBER)
        near = await neighbours(
            draft.text,
            batch.scope,
            parts.store.passages,
            vector=vector,
            embedder=_fingerprint(parts),
            bot=draft.bot,
            now=parts.clock(),
            metadata={} if member is None else {MEMBER: member},
        )
        near = [known for known in near if known.id not in batch.made]
        if member is not None:
            found = await parts.store.memories.get(batch.scope.space, [k.id for k in near])
            stated = {memory.id: statement_of(memory) for memory in found}
            near = [replace(known, text=stated[known.id] or known.text) for known in near]
        same = [other for other in drafted if other.metadata.get(MEMBER) == member]
        return near + [_known(other, vector) for other in same]

    async def _drafts(self, found: Found, batch: Batch) -> list[MemoryDraft]:
        parts = self._parts
        drafts = [
            MemoryDraft(
                id=new_id(parts.clock()),
                scope=batch.scope,
                text=batch.text_of(finding),
                tag="summary",
                at=finding.heard.message.said_at,
                source=Source(
                    "message",
                    finding.heard.message.id,
                    finding.heard.message.said_at,
                    finding.start,
                    finding.end,
                ),
                indexed=batch.index(finding, max_tokens=parts.chunk_size),
                bot=batch.found.chat.bot,
                chat_id=batch.found.chat.id,
                trust="untrusted" if batch.user is None else "own",
                degraded=() if finding.stated else (BY_RULES,),
                metadata={} if batch.user else metadata_of(finding.heard.message, finding.sentence),
            )
            for finding in found.findings
        ]
        texts = [(d.text, d.indexed) for d in drafts]
        indexed, _ = await embed_all(texts, parts.embedder, stated=True)
        return [replace(d, indexed=i) for d, i in zip(drafts, indexed, strict=True)]

    async def _texts(self, space: str, ids: Sequence[str]) -> list[str]:
        try:
            return [memory.text for memory in await self._parts.store.memories.get(space, ids)]
        except NotFoundError:  # one that is drafted in the same write
            return []


def _fitting(waiting: Sequence[Heard]) -> Sequence[Heard]:
    """As many as one question to a model may hold, one at the least."""
    left = _BATCH_TOKENS
    for count, heard in enumerate(waiting):
        left -= estimate_tokens(heard.message.content)
        if left < 0:
            return waiting[: max(count, 1)]
    return waiting


def _known(draft: MemoryDraft, vector: NDArray[np.float32] | None) -> Known:
    """A statement drafted before in the same write, as if it were stored already."""
    own = _vector(draft)
    similarity = None if own is None or vector is None else float(np.vecdot(own, vector))
    return Known(draft.id, draft.metadata.get(STATEMENT, draft.text), similarity, draft.at)


def _recalled(finding: Finding, draft: MemoryDraft) -> tuple[str, ...]:
    """What stood in the prompt, said of “the user” where it was said of the member by name."""
    recalled = finding.heard.recalled
    if MEMBER not in draft.metadata or draft.text == finding.sentence:
        return recalled
    return tuple(finding.sentence if text == draft.text else text for text in recalled)


def _vector(draft: MemoryDraft) -> NDArray[np.float32] | None:
    vectors = draft.indexed.vectors
    return None if vectors is None or not len(vectors) else vectors[0]


def _fingerprint(parts: Parts) -> str | None:
    return parts.embedder.fingerprint if parts.embedder else None
