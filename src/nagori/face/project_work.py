"""What is done to a project: its analysis with all that follows from it, rounds, and its end."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from nagori.errors import ConflictError, InvalidInputError, NagoriError, NotFoundError, UserError
from nagori.face.project_desk import Analysing, ProjectDesk, StoppedError
from nagori.jobs.keeping import keeping
from nagori.learn.analysing import Progress, Report
from nagori.learn.build import LearnParts
from nagori.learn.evolving import Needed, checked_limits, day_of, limits_of, on_day, spent_of
from nagori.learn.folder import Folder
from nagori.learn.git import log_of
from nagori.learn.learner import Learner
from nagori.learn.status import ProjectStatus
from nagori.values.job import Job
from nagori.values.learned import Analysis, FailureDraft
from nagori.values.learning_round import LearningRound
from nagori.values.memory import Receipt
from nagori.values.project import ANALYSE_JOB, STEPS, Project
from nagori.values.scope import Scope

log = logging.getLogger("nagori.learn")

_TELL_S = 0.5
_OPERATION = "analyse the project's folder"
_SIGNATURE = "analysis"


class ProjectWork:
    """Keeps projects in step with their folders, and learns about them."""

    def __init__(
        self,
        parts: LearnParts,
        desk: ProjectDesk,
        *,
        told: Callable[[Scope], None],
        queued: Callable[[], None],
        written: Callable[[], None],
    ) -> None:
        self.parts, self.desk = parts, desk
        self._store, self._clock = parts.store, parts.clock
        self._told, self._queued, self._written = told, queued, written
        heard = replace(
            parts.learner, touched=parts.keeper.touched, refresh=self._refresh, told=told
        )
        self.learner = Learner(heard)

    # analysis -------------------------------------------------------------------------------------

    async def learn(self, scope: Scope, *, progress: Progress | None = None) -> Report:
        """Analyse a project, and let the background learner go on from there."""
        report = await self.analyse(scope, progress=progress)
        if self.parts.settings.enabled and report.project.evolution_status.is_enabled:
            await self.learner.wake(scope)
            self._queued()
        return report

    async def analyse(self, scope: Scope, *, progress: Progress | None = None) -> Report:
        """Bring what is known of a project up to date with its folder.

        A second one waits for the first. Whoever stops waiting ends it: what was known stays.
        """
        async with self.desk.analysing(scope, progress) as running, self._telling(scope):
            project = await self._store.projects.get(scope)
            try:
                report = await self._analyse(scope, project, running)
                await self._recovered(scope)
            except StoppedError:
                raise NotFoundError("project", scope.id) from None
            except Exception as error:
                await self._failed(scope, error)
                raise
        self.changed(scope)
        return report

    async def queue(self, scope: Scope) -> None:
        """Leave the analysis of a project to the worker."""
        payload = {"project": scope.id}
        now = self._clock()
        await self._store.jobs.enqueue(scope.space, ANALYSE_JOB, scope.key, payload, now=now)
        self.desk.queue(scope)
        self._queued()
        self._told(scope)

    async def handle(self, job: Job) -> None:
        """Do an analysis that was queued. One that a person has to see to is not tried again."""
        scope = Scope.parse(job.space, job.key)
        async with keeping(self._store.jobs, job, self._clock):
            try:
                await self.learn(scope)
            except UserError as error:
                log.info("the analysis of a project ended: %s", error.code)
            await self._store.jobs.finish(job, now=self._clock())

    # learning -------------------------------------------------------------------------------------

    async def round(self, scope: Scope) -> LearningRound | None:
        """A round that a person asked for; None when nothing is unknown, or another does one."""
        folder = await self.folder(await self._store.projects.get(scope))
        async with self._telling(scope):
            done = await self.learner.round(scope, folder, asked=True)
        self.changed(scope)
        return done

    async def start_round(self, scope: Scope) -> None:
        """Begin a round that nobody waits for; `ConflictError` says why none can begin."""
        if await self._store.rounds.running(scope) is not None:
            raise ConflictError("a round of this project runs already")
        status, limits = await self.learner.status(scope), await self.learner.limits(scope)
        if spent := spent_of(status, limits, Needed()):
            raise ConflictError(f"no round today: {spent}")
        if not await self.learner.gaps(scope, limit=1):
            raise ConflictError("nothing is known to be missing: analyse the project first")
        await self.folder(await self._store.projects.get(scope))
        self.desk.do(self._round_behind(scope))

    async def handle_round(self, job: Job) -> None:
        """Do a round that was queued, if it is time for one."""
        scope = Scope.parse(job.space, job.key)
        async with self._telling(scope):
            await self.learner.handle(job)
        self._written()

    async def set_learning(self, scope: Scope, settings: Mapping[str, Any]) -> None:
        """Set limits, and whether it learns at all (`is_enabled`); None unsets a limit."""
        enabled = settings.get("is_enabled")
        if not isinstance(enabled, bool | None):
            raise InvalidInputError("is_enabled", "give true or false")
        limits = {name: value for name, value in settings.items() if name != "is_enabled"}
        project = await self._store.projects.get(scope)
        if limits:
            after = {**project.settings, **checked_limits(limits)}
            kept = {name: value for name, value in after.items() if value is not None}
            await self._store.projects.set_settings(scope, kept, now=self._clock())
        if enabled is False:
            await self.learner.pause(scope)
        elif enabled:
            await self.learner.resume(scope)
        elif limits:
            await self.learner.wake(scope)
        self._queued()
        self._told(scope)

    # the project itself ---------------------------------------------------------------------------

    def status_of(self, space: str, project: Project) -> ProjectStatus:
        """The project, with how far its analysis is in this process."""
        progress = self.desk.progress(Scope(space, "project", project.key))
        if progress.running:
            project = replace(project, analysis_status=dict.fromkeys(STEPS, "RUNNING"))
        today = day_of(self._clock(), self.parts.zone)
        project = replace(project, evolution_status=on_day(project.evolution_status, today))
        return ProjectStatus(project, progress, limits_of(self.parts.settings, project.settings))

    async def folder(self, project: Project) -> Folder:
        """The folder of a project; raises when it is not there."""
        return await asyncio.to_thread(Folder, project.path)

    def changed(self, scope: Scope) -> None:
        """Tell that something about a project is to be read anew, or to be embedded."""
        self._told(scope)
        self._written()

    async def erase(self, scope: Scope) -> Receipt:
        """Destroy everything of a project, what runs for it first."""
        self.desk.stop(scope)
        async with self.desk.alone(scope):
            # First what lies in its folder: the store knows where that is.
            removed, left = await self._remove_copies(scope)
            receipt = await self._store.erasure.scope(scope, now=self._clock())
        self._told(scope)
        erased = {**receipt.erased, "copies": removed} if removed else receipt.erased
        return replace(receipt, erased=erased, pending=(*receipt.pending, *left))

    # ----------------------------------------------------------------------------------------------

    async def _analyse(self, scope: Scope, project: Project, running: Analysing) -> Report:
        folder = await self.folder(project)
        commit = await asyncio.to_thread(_commit, folder)
        report = await self.parts.analyser.analyse(
            scope, folder, commit=commit, progress=running.hear
        )
        problems = await self.parts.keeper.analysed(scope, folder, report)
        return replace(report, degraded=[*report.degraded, *problems])

    async def _refresh(self, scope: Scope, folder: Folder) -> None:
        del folder  # it is looked for anew, since it may have moved
        await self.analyse(scope)

    async def _round_behind(self, scope: Scope) -> None:
        try:
            await self.round(scope)
        except NagoriError as error:  # what became of the round is told by its own state
            log.warning("a round could not be done: %s", error.code)
        except Exception:  # a border: nobody waits for it
            log.exception("a round ended because of an error")

    async def _remove_copies(self, scope: Scope) -> tuple[int, tuple[str, ...]]:
        """How many copies were removed from its folder, and what could not be."""
        try:
            folder = await self.folder(await self._store.projects.get(scope))
        except UserError:  # it is not registered, or its folder is gone, and they with it
            return 0, ()
        removed = await self.parts.keeper.copies.remove(folder)
        return removed.removed, (*removed.degraded, *removed.problems)

    @asynccontextmanager
    async def _telling(self, scope: Scope) -> AsyncGenerator[None]:
        """Says again and again that something goes on."""

        async def tell() -> None:
            while True:
                self._told(scope)
                await asyncio.sleep(_TELL_S)

        telling = asyncio.create_task(tell(), name="nagori-progress")
        try:
            yield
        finally:
            telling.cancel()

    async def _failed(self, scope: Scope, error: Exception) -> None:
        told = str(error) if isinstance(error, NagoriError) else type(error).__name__
        draft = FailureDraft("PROJECT_ANALYSIS", _OPERATION, _SIGNATURE, told)
        now = self._clock()
        try:
            await self._store.failures.note(scope, draft, now=now)
            steps = Analysis(steps=dict.fromkeys(STEPS, "FAILED"))
            await self._store.projects.analysed(scope, steps, embedder=None, now=now)
        except NagoriError as also:  # the project is gone, or the store is: the first error tells
            log.info("a failed analysis is not noted: %s", also.code)
        self._told(scope)

    async def _recovered(self, scope: Scope) -> None:
        failure = await self._store.failures.find(scope, "PROJECT_ANALYSIS", _SIGNATURE)
        if failure is not None and failure.status != "RECOVERED":
            await self._store.failures.set_status(scope, failure.id, "RECOVERED")


def _commit(folder: Folder) -> str | None:
    """The last commit of the folder's repository, if it has one."""
    try:
        commits = log_of(folder, limit=1)
    except ConflictError:
        return None
    return commits[0].id if commits else None
