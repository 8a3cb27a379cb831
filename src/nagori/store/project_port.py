"""The parts of the store's seam that are about projects; see `nagori.store.port`.

A project is named by its scope, `project:KEY`. Where there is none, `NotFoundError` is raised.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from nagori.values.failure import FailureRecord, FailureStatus, OperationType
from nagori.values.learned import Analysis, Coverage, FailureDraft, RecordDraft
from nagori.values.learning import CodePattern, DomainKnowledge, LearningRecord, RecordStatus
from nagori.values.learning_round import LearningRound, RoundEnd
from nagori.values.memory import Page
from nagori.values.project import (
    BestPractice,
    CrossProjectPattern,
    EvolutionStatus,
    GlobalMemory,
    Project,
    ProjectFile,
)
from nagori.values.scope import Scope

NOT_REPLACED: tuple[RecordStatus, ...] = ("active", "stale")
"""What holds, or did until its files changed."""


class ProjectStore(Protocol):
    """Projects and their files.

    `Store.erasure.scope` destroys one with all that is its own, jobs too whose key is its scope's.
    """

    async def register(
        self, scope: Scope, path: str, *, now: datetime, moved: bool = False
    ) -> Project:
        """The project of that key; a known one as it stands.

        A key that stands for another folder raises `ConflictError`, unless the folder `moved`.
        """
        ...

    async def get(self, scope: Scope) -> Project:
        """The project."""
        ...

    async def files(self, scope: Scope) -> list[ProjectFile]:
        """The files as they were analysed last, by path, without outlines."""
        ...

    async def outlines(self, scope: Scope, paths: Sequence[str] | None = None) -> dict[str, str]:
        """Outlines of these files, or of all, by path; those that have none are not there."""
        ...

    async def analysed(
        self, scope: Scope, found: Analysis, *, embedder: str | None, now: datetime
    ) -> Project:
        """Write what an analysis found, files and records, all or nothing."""
        ...

    async def set_evolution(
        self, scope: Scope, status: EvolutionStatus, *, was: EvolutionStatus, now: datetime
    ) -> bool:
        """Say where the learner stands; False, and nothing is said, if it stands elsewhere now."""
        ...

    async def set_settings(
        self, scope: Scope, settings: Mapping[str, Any], *, now: datetime
    ) -> Project:
        """Set what is to hold for this project alone, in place of what was set."""
        ...

    async def list(self, space: str) -> list[Project]:
        """All projects, in the order in which they were registered."""
        ...


class RecordStore(Protocol):
    """Learning records, their citations and their passages.

    Both an active and a stale one are found by recall; a replaced one is only told of.
    """

    async def add(
        self, scope: Scope, drafts: Sequence[RecordDraft], *, embedder: str | None, now: datetime
    ) -> list[LearningRecord]:
        """The records that stand for the drafts now, in their order; all are added or none.

        A draft with the claim of a record that says the same renews it: new citations, active. One
        that says something else replaces it. An id that is here already is left as it is.
        """
        ...

    async def get(self, scope: Scope, ids: Sequence[str]) -> list[LearningRecord]:
        """The records with these ids, in their order; an unknown one raises `NotFoundError`."""
        ...

    async def page(
        self,
        scope: Scope,
        *,
        domain: str | None = None,
        path: str | None = None,
        statuses: Sequence[RecordStatus] = NOT_REPLACED,
        limit: int = 100,
        before: str | None = None,
    ) -> Page[LearningRecord]:
        """Records, newest first; `path` is a cited file or a folder above one, `before` an id."""
        ...

    async def citing(self, scope: Scope, paths: Sequence[str]) -> list[LearningRecord]:
        """Records that cite any of these files, oldest first; replaced ones are not among them."""
        ...

    async def mark(
        self,
        scope: Scope,
        ids: Sequence[str],
        status: RecordStatus,
        *,
        replaced_by: str | None = None,
        now: datetime,
    ) -> list[str]:
        """Set the status of records; tells which of them changed.

        A replaced one stays so, and an unknown id is passed over: it may be gone by now.
        """
        ...

    async def by_claim(self, scope: Scope, claims: Sequence[str]) -> dict[str, LearningRecord]:
        """The records that hold for these claims, by claim."""
        ...

    async def claims(self, scope: Scope, paths: Sequence[str] | None = None) -> dict[str, str]:
        """Ids by claim, of records that hold: of all, or of those that cite any of the files."""
        ...

    async def coverage(self, scope: Scope) -> Coverage:
        """How many records tell of each file and each domain."""
        ...


class FailureStore(Protocol):
    """What did not work."""

    async def note(self, scope: Scope, draft: FailureDraft, *, now: datetime) -> FailureRecord:
        """The failure as it stands now.

        One of the same kind and signature is the same failure: it counts as retried once more and
        gets the newer error. One that had recovered is pending again.
        """
        ...

    async def find(
        self, scope: Scope, operation_type: OperationType, signature: str
    ) -> FailureRecord | None:
        """The failure of that kind and signature, if it ever failed."""
        ...

    async def get(self, scope: Scope, id: str) -> FailureRecord:
        """The failure; `NotFoundError` when there is none."""
        ...

    async def set_status(
        self, scope: Scope, id: str, status: FailureStatus, *, avoid_strategy: str | None = None
    ) -> FailureRecord:
        """The failure after the change; without a strategy it keeps the one it has."""
        ...

    async def page(
        self,
        scope: Scope,
        *,
        statuses: Sequence[FailureStatus] | None = None,
        limit: int = 100,
        before: str | None = None,
    ) -> Page[FailureRecord]:
        """Failures, newest first, by when they first failed; `before` is an id."""
        ...

    async def put_back(self, scope: Scope, failures: Sequence[FailureRecord]) -> int:
        """Put back failures from elsewhere as they were; tells how many were not here yet."""
        ...


class DomainStore(Protocol):
    """What is known of the domains of a project, and the patterns that it keeps to."""

    async def put(self, scope: Scope, domains: Sequence[DomainKnowledge]) -> None:
        """Put what is known of domains in place of what was known of them."""
        ...

    async def drop(self, scope: Scope, domains: Sequence[str]) -> None:
        """Take domains away."""
        ...

    async def put_patterns(
        self, scope: Scope, patterns: Sequence[CodePattern], *, now: datetime
    ) -> None:
        """Put patterns in place of all that were there."""
        ...

    async def patterns(self, scope: Scope) -> list[CodePattern]:
        """The patterns of the project, by type."""
        ...

    async def list(
        self, scope: Scope, domains: Sequence[str] | None = None
    ) -> list[DomainKnowledge]:
        """What is known of these domains, or of all, by name; unknown ones are not there."""
        ...


class PracticeStore(Protocol):
    """What holds beyond one project: what two or more share, and what a person added.

    Each project shares in its own words, which go with it; shown are the oldest ones.
    """

    async def read(self, space: str) -> GlobalMemory:
        """Practices and patterns that hold, by id and by name; `version` changes with them."""
        ...

    async def add(self, space: str, practices: Sequence[BestPractice], *, now: datetime) -> None:
        """Add practices by hand; they stay until they are taken away, whoever shares them."""
        ...

    async def share(
        self,
        scope: Scope,
        *,
        practices: Sequence[BestPractice] = (),
        patterns: Sequence[CrossProjectPattern] = (),
        only: bool = False,
        now: datetime,
    ) -> None:
        """Say that a project keeps to these; `occurrences` are those in this project.

        With `only` it shares nothing else any more, until it says so again. What was taken back
        or away is not shared again.
        """
        ...

    async def take_back(
        self,
        scope: Scope,
        *,
        practices: Sequence[str] = (),
        patterns: Sequence[str] = (),
        now: datetime,
    ) -> None:
        """Undo the share of one project, for good."""
        ...

    async def take_away(
        self,
        space: str,
        *,
        practices: Sequence[str] = (),
        patterns: Sequence[str] = (),
        now: datetime,
    ) -> None:
        """Undo the shares of all projects, for good, and what was added by hand."""
        ...


class RoundStore(Protocol):
    """Rounds of learning: one at a time in a project, whichever process does it."""

    async def begin(
        self, scope: Scope, id: str, *, now: datetime, lease: timedelta
    ) -> LearningRound | None:
        """The round that is the caller's to do; None while another does one.

        Usually a new one. One whose lease ran out is gone on with, once: it has its own id and says
        how far it was. A second time it is given up, and a new one begins.
        """
        ...

    async def advance(
        self, scope: Scope, round: LearningRound, *, now: datetime, lease: timedelta
    ) -> LearningRound:
        """Write how far it is, and keep it for longer; a lost lease raises `ConflictError`."""
        ...

    async def end(
        self,
        scope: Scope,
        round: LearningRound,
        state: RoundEnd,
        *,
        drafts: Sequence[RecordDraft] = (),
        embedder: str | None = None,
        now: datetime,
    ) -> LearningRound:
        """The round as it ended, with its records, written as one; a lost lease raises."""
        ...

    async def running(self, scope: Scope) -> LearningRound | None:
        """The round that runs, or ran when its process died."""
        ...

    async def page(
        self, scope: Scope, *, limit: int = 50, before: str | None = None
    ) -> Page[LearningRound]:
        """Rounds, newest first; `before` is an id."""
        ...
