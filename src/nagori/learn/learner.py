"""The background learner: gap → question → exploration → summary → record, round by round.

Where it stands is in the store: a process that ends anywhere leaves a round that another one goes
on with, and no more than what its limits allow is ever spent, however many processes there are.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from nagori.config_learn import LearnSettings
from nagori.embed.port import Embedder
from nagori.errors import (
    ConflictError,
    ModelError,
    ModelUnavailableError,
    NotFoundError,
    StoreError,
)
from nagori.jobs.keeping import keeping
from nagori.learn.asking import BudgetSpentError, Purse, least
from nagori.learn.backoff import backed_off, recovered
from nagori.learn.doing import LEASE, Doing
from nagori.learn.evolving import (
    ACTIVE,
    Evolution,
    Limits,
    Needed,
    Wait,
    limits_of,
    spent_of,
    wait_of,
)
from nagori.learn.failing import Failures, NotLearnedError
from nagori.learn.folder import Folder
from nagori.learn.knowing import Knowing, Knowledge
from nagori.learn.lesson import Lesson, LessonParts
from nagori.llm.port import Model
from nagori.store.port import Store
from nagori.values.ids import new_id
from nagori.values.job import Job
from nagori.values.learning_round import LearningRound
from nagori.values.project import LEARN_JOB, EvolutionStatus, KnowledgeGap, Project
from nagori.values.scope import Scope
from nagori.values.times import Clock

log = logging.getLogger("nagori.learn")

_EXTRACTIVE = "extractive"
_BUSY = timedelta(seconds=30)
"""Until it is looked again whether another process has done its round."""

Touched = Callable[[Scope, Sequence[str], Sequence[str]], Awaitable[None]]
"""Hears which domains of a project have new records, and which records those are."""


@dataclass(frozen=True, slots=True)
class LearnerParts:
    """What the learner works with."""

    store: Store
    model: Model
    embedder: Embedder | None
    clock: Clock
    settings: LearnSettings
    time_zone: str
    chunk_size: int
    touched: Touched | None = None
    """May be told twice of the same."""
    refresh: Callable[[Scope, Folder], Awaitable[object]] | None = None
    """Brings what is known of the files up to date, before a round of a job."""
    told: Callable[[Scope], None] | None = None
    """Hears that a round began, went on or ended."""


class Learner:
    """Learns about projects; the handler of `learn` jobs."""

    def __init__(self, parts: LearnerParts) -> None:
        self._parts = parts
        self._zone = ZoneInfo(parts.time_zone)
        self._evolution = Evolution(parts.store.projects, parts.clock, self._zone)
        self._knowing = Knowing(parts.store, parts.clock)
        self._met: set[tuple[str, str]] = set()
        """Projects whose last round was told of by this process."""

    async def round(
        self, scope: Scope, folder: Folder, *, asked: bool = False
    ) -> LearningRound | None:
        """One round; None when none may be done now, another does one, or nothing is unknown.

        One that a person `asked` for waits neither for a pause nor for a back-off to end.
        """
        parts = self._parts
        await self._settle_last(scope)
        project = await parts.store.projects.get(scope)
        if await self._waits(scope, project, asked=asked) is not None:
            return None
        known = await self._knowing.of(scope, project, by_model=self._by_model)
        if not known.gaps and await parts.store.rounds.running(scope) is None:
            return None
        limits = limits_of(parts.settings, project.settings)
        round = await self._begin(scope, limits)
        if round is None:
            return None
        # Until the round was ours, another process may have closed the gap that was seen.
        known = await self._knowing.of(scope, project, by_model=self._by_model)
        if not known.gaps and round.gap is None:
            await parts.store.rounds.end(scope, round, "given up", now=parts.clock())
            await self._uncount(scope)
            return None
        spent = (round.tokens, round.cost)
        purse = Purse(scope, self._evolution, limits, parts.settings, spent=spent)
        rounds, clock = parts.store.rounds, parts.clock
        doing = Doing(scope, round, rounds, self._evolution, clock, purse)
        async with doing.kept():
            return await self._do(doing, folder, known)

    async def gaps(self, scope: Scope, *, limit: int = 20) -> list[KnowledgeGap]:
        """What is not known of a project, the most important first."""
        project = await self._parts.store.projects.get(scope)
        known = await self._knowing.of(scope, project, by_model=self._by_model)
        return list(known.gaps[:limit])

    async def limits(self, scope: Scope) -> Limits:
        """What learning about a project may take in a day."""
        project = await self._parts.store.projects.get(scope)
        return limits_of(self._parts.settings, project.settings)

    async def status(self, scope: Scope) -> EvolutionStatus:
        """Where the learner stands, with the counts of today."""
        return await self._evolution.status(scope)

    async def reason(self, scope: Scope) -> str | None:
        """Why nothing is learned about a project now; None when something may be."""
        if not self._parts.settings.enabled:
            return "learning is switched off"
        wait = await self._waits(scope, await self._parts.store.projects.get(scope))
        return None if wait is None else wait.why

    async def pause(self, scope: Scope) -> None:
        """Begin no more rounds; one that is under way comes to its end."""
        await self._evolution.change(scope, lambda status: replace(status, is_enabled=False))

    async def resume(self, scope: Scope) -> None:
        """Go on, at once, whatever went wrong before."""
        await self._evolution.change(
            scope,
            lambda status: replace(
                status if status.current_phase in ACTIVE else recovered(status), is_enabled=True
            ),
        )
        await self.wake(scope)

    async def wake(self, scope: Scope) -> None:
        """Let a worker look whether there is something to learn; a limit that is reached holds."""
        await self._parts.store.jobs.enqueue(
            scope.space, LEARN_JOB, scope.key, {"project": scope.id}, now=self._parts.clock(),
            hasten=True,
        )  # fmt: skip

    async def handle(self, job: Job) -> None:
        """Do one round of the job's project; the job waits for the time of the next one."""
        jobs, clock = self._parts.store.jobs, self._parts.clock
        scope = Scope(job.space, "project", str(job.payload["project"]))
        async with keeping(jobs, job, clock):
            due = await self._work(scope) if self._parts.settings.enabled else None
        if due is None:
            await jobs.finish(job, now=clock())
        else:
            await jobs.put_back(job, run_at=due, attempts=0, error="", now=clock())

    async def _work(self, scope: Scope) -> datetime | None:
        """Do a round; returns when to do the next, None for when somebody asks for it."""
        parts = self._parts
        try:
            project = await parts.store.projects.get(scope)
            wait = await self._waits(scope, project)
            if wait is not None:
                return wait.until
            folder = await asyncio.to_thread(Folder, project.path)
            await self._catch_up(scope, folder)
            done = await self.round(scope, folder)
            wait = await self._waits(scope, project)
        except NotFoundError as error:
            if error.kind != "folder":  # the project was forgotten meanwhile
                return None
            return await self._fail(scope, f"the folder can't be found: {error.key}")
        if wait is not None:
            return wait.until
        if done is not None:
            return parts.clock() + timedelta(seconds=parts.settings.idle_s)
        is_busy = await parts.store.rounds.running(scope) is not None
        return parts.clock() + _BUSY if is_busy else None

    async def _waits(self, scope: Scope, project: Project, *, asked: bool = False) -> Wait | None:
        """What keeps a round from going on; one that was begun is among the day's questions."""
        limits = limits_of(self._parts.settings, project.settings)
        status = await self._evolution.status(scope)
        if await self._parts.store.rounds.running(scope) is not None:
            status = replace(status, questions_generated_today=0)
        if asked:
            status = replace(status, is_enabled=True, backoff_until=None)
        needed = least(self._parts.settings) if self._by_model else Needed()
        return wait_of(status, limits, needed, now=self._parts.clock(), zone=self._zone)

    async def _catch_up(self, scope: Scope, folder: Folder) -> None:
        """Bring things in step before a round: files, records, and what a lost process left."""
        parts = self._parts
        if parts.refresh is not None:
            await parts.refresh(scope, folder)
        project = await parts.store.projects.get(scope)
        await self._knowing.mark_stale(scope, project, folder)
        if (scope.space, scope.id) not in self._met:
            self._met.add((scope.space, scope.id))
            for last in await parts.store.rounds.page(scope, limit=1):
                await self._touch(scope, last.record_ids)

    @property
    def _by_model(self) -> bool:
        return self._parts.model.state != _EXTRACTIVE

    async def _begin(self, scope: Scope, limits: Limits) -> LearningRound | None:
        """A round that is ours.

        A new one counts among the questions of the day; one whose process was lost did so already.
        """
        rounds, now = self._parts.store.rounds, self._parts.clock()
        is_new = await rounds.running(scope) is None
        if is_new and not await self._count(scope, limits):
            return None
        id = new_id(now)
        round = await rounds.begin(scope, id, now=now, lease=LEASE)
        if is_new and (round is None or round.id != id):
            await self._uncount(scope)
        if round is None or round.id != id:
            return round
        if not is_new and not await self._count(scope, limits):  # the lost one ended meanwhile
            await rounds.end(scope, round, "given up", now=now)
            return None
        await self._note_given_up(scope, round)
        return round

    async def _count(self, scope: Scope, limits: Limits) -> bool:
        """Count one more question today; False when there are as many as there may be."""

        def count(status: EvolutionStatus) -> EvolutionStatus | None:
            if spent_of(status, limits, Needed()):
                return None
            asked = status.questions_generated_today + 1
            return replace(status, questions_generated_today=asked)

        return await self._evolution.change(scope, count) is not None

    async def _uncount(self, scope: Scope) -> None:
        await self._evolution.change(
            scope,
            lambda status: replace(
                status, questions_generated_today=max(0, status.questions_generated_today - 1)
            ),
        )

    async def _note_given_up(self, scope: Scope, fresh: LearningRound) -> None:
        """Keep from trying again what two processes did not survive."""
        rounds = (await self._parts.store.rounds.page(scope, limit=2)).items
        if len(rounds) < 2 or rounds[1].state != "given up":
            return
        old = rounds[1]
        if old.ended_at == fresh.started_at and old.question:
            problem = "the process ended while it was explored, twice"
            failed = NotLearnedError("SELF_EVOLUTION_EXPLORATION", old.question, problem)
            failures = Failures(scope, self._parts.store.failures)
            await failures.note(failed, gap=old.gap, now=self._parts.clock())

    async def _do(self, doing: Doing, folder: Folder, known: Knowledge) -> LearningRound:
        lesson = Lesson(self._lesson_parts, doing, folder, known)
        try:
            await doing.enter(doing.round.phase)
            self._tell(doing.scope)
            drafts = await lesson.learn()
            done = await doing.end("done", drafts=drafts, embedder=self._fingerprint)
        except (StoreError, ConflictError, NotFoundError):
            raise
        except Exception as error:  # noqa: BLE001  # the border of a round: told, tried again later
            return await self._end_failed(doing, error)
        await lesson.settle(done.record_ids)
        await self._evolution.change(doing.scope, _succeeded)
        self._tell(doing.scope)
        await self._touch(doing.scope, done.record_ids)
        return done

    async def _end_failed(self, doing: Doing, error: Exception) -> LearningRound:
        scope, parts = doing.scope, self._parts
        told, wait_s = str(error), 0.0
        match error:
            case NotLearnedError():
                failures = Failures(scope, parts.store.failures)
                await failures.note(error, gap=doing.round.gap, now=parts.clock())
            case ModelUnavailableError():
                wait_s = error.retry_after or 0.0
            case ModelError() | BudgetSpentError():
                pass
            case _:
                log.error("a round failed because of an error of ours", exc_info=error)
                told = "an error of ours"
        done = await doing.end("failed", error=told)
        if isinstance(error, BudgetSpentError) and error.of_day:
            await self._evolution.change(scope, _idle)
        else:
            await self._fail(scope, told, at_least_s=wait_s)
        if done.question is None:  # none was asked
            await self._uncount(scope)
        self._tell(scope)
        return done

    async def _fail(self, scope: Scope, error: str, *, at_least_s: float = 0.0) -> datetime | None:
        """Back off; returns until when."""
        settings, now = self._parts.settings, self._parts.clock()
        status = await self._evolution.change(
            scope,
            lambda status: backed_off(
                status,
                error,
                now=now,
                first_s=settings.backoff_first_s,
                longest_s=settings.backoff_longest_s,
                at_least_s=at_least_s,
            ),
        )
        return None if status is None else status.backoff_until

    async def _settle_last(self, scope: Scope) -> None:
        """Count a round that ended in a process which was lost before it could do so."""
        status = await self._evolution.status(scope)
        rounds = self._parts.store.rounds
        if status.current_phase not in ACTIVE or await rounds.running(scope) is not None:
            return
        last = next(iter(await rounds.page(scope, limit=1)), None)
        if last is None or last.state == "done":
            await self._evolution.change(scope, _succeeded if last else _idle)
        else:
            await self._fail(scope, last.error or "the process ended")

    async def _touch(self, scope: Scope, record_ids: Sequence[str]) -> None:
        touched = self._parts.touched
        if touched is None or not record_ids:
            return
        records = await self._parts.store.records.get(scope, record_ids)
        domains = dict.fromkeys(one.domain for one in records if one.domain is not None)
        try:
            await touched(scope, list(domains), list(record_ids))
        except StoreError:
            raise
        except Exception:  # the record is safe; what is drawn from it is drawn again next time
            log.exception("what is known of %s could not be brought up to date", scope.key)

    def _tell(self, scope: Scope) -> None:
        if self._parts.told is not None:
            self._parts.told(scope)

    @property
    def _fingerprint(self) -> str | None:
        return self._parts.embedder.fingerprint if self._parts.embedder else None

    @property
    def _lesson_parts(self) -> LessonParts:
        parts = self._parts
        return LessonParts(
            store=parts.store,
            model=parts.model if self._by_model else None,
            embedder=parts.embedder,
            clock=parts.clock,
            settings=parts.settings,
            chunk_size=parts.chunk_size,
        )


def _idle(status: EvolutionStatus) -> EvolutionStatus:
    return replace(status, current_phase="IDLE")


def _succeeded(status: EvolutionStatus) -> EvolutionStatus:
    explored = status.total_questions_explored + 1
    return replace(recovered(status), total_questions_explored=explored)
