"""The seam between Nagori and where it keeps data: small protocols, one per noun.

`nagori.testing.store_contract` holds every backend to what is said here. One call is one
transaction; what a call acknowledged is durable.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from nagori.store.chat_port import ChatShelf, ChatStore, SummaryStore, TurnStore
from nagori.store.document_port import DocumentStore
from nagori.store.edge_port import KeyStore, ReplyStore, SettingStore
from nagori.store.group_port import GroupStore, RoomStore, UsageStore
from nagori.store.knowledge_port import KnowledgeStore
from nagori.store.memorising_port import MemorisingStore
from nagori.store.page_port import PageStore
from nagori.store.project_port import (
    DomainStore,
    FailureStore,
    PracticeStore,
    ProjectStore,
    RecordStore,
    RoundStore,
)
from nagori.store.proposal_port import ProposalStore
from nagori.store.star_port import StarStore
from nagori.store.trial_port import TrialStore
from nagori.values.draft import Indexed, MemoryDraft, MemoryEdit, Written
from nagori.values.job import Backlog, DeadJob, Job
from nagori.values.memory import Change, Memory, Page, Receipt, Status, Tag
from nagori.values.passage import Found, Pending, Query, Scores
from nagori.values.scope import Scope
from nagori.values.transfer import PutBack, RecordKind, Whole

State = Literal["uninitialized", "ready", "failed"]

EMBED_JOB = "embed"
"""Queued by a write whose passages wait for vectors; its key is the embedder's fingerprint."""
ERASE_JOB = "erase"
"""Queued by an erasure that could not be finished at once."""


class Chosen(Protocol):
    """What a caller makes of scores: at least which rows it wants to see."""

    @property
    def rows(self) -> NDArray[np.intp]:
        """Rows of the scores, in the order in which they are wanted."""
        ...


C = TypeVar("C", bound=Chosen)


class MemoryStore(Protocol):
    """Memories with their sources, passages and vectors."""

    async def put(
        self, drafts: Sequence[MemoryDraft], *, embedder: str | None, now: datetime
    ) -> list[Written]:
        """Add each draft, or confirm the memory that it repeats; all of them or none.

        Passages without vectors are queued for `embedder`.
        """
        ...

    async def put_whole(
        self,
        memory: Memory,
        draft: MemoryDraft,
        history: Sequence[Change],
        *,
        embedder: str | None,
        now: datetime,
    ) -> bool:
        """Put back an exported memory as it was; False when it is here already."""
        ...

    async def get(self, space: str, ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids; an unknown one raises `NotFoundError`."""
        ...

    async def page(
        self,
        space: str,
        scope: Scope | None,
        *,
        tags: Sequence[Tag],
        statuses: Sequence[Status] = ("active",),
        messages: Sequence[str] | None = None,
        limit: int = 100,
        before: int | None = None,
    ) -> Page[Memory]:
        """Memories of a scope, or of the whole space, newest first; `messages`: made from these."""
        ...

    async def edit(
        self, space: str, edit: MemoryEdit, *, embedder: str | None, now: datetime
    ) -> Memory:
        """The memory after the change; a new text is indexed anew."""
        ...

    async def set_status(self, space: str, id: str, status: Status, *, now: datetime) -> Memory:
        """The memory after it was retired or restored; anything else raises `ConflictError`."""
        ...

    async def history(self, space: str, id: str) -> list[Change]:
        """What happened to a memory, oldest first."""
        ...


class PassageStore(Protocol):
    """What can be found again."""

    async def find(
        self, query: Query, choose: Callable[[Scores], C]
    ) -> tuple[C, list[Found | None]]:
        """Score the passages of the query's scopes, let `choose` pick, and read what it picked.

        All on one state of the data. `choose` is pure and may run in another thread.
        """
        ...

    async def score(self, query: Query) -> Scores:
        """Scores of every passage of the query's scopes that passes its filter."""
        ...

    async def pending(self, embedder: str, *, limit: int, after: int = 0) -> list[Pending]:
        """Passages `after` this one that have no vector of this embedder yet, oldest first."""
        ...

    async def put_vectors(
        self,
        embedder: str,
        embedded: Sequence[tuple[Pending, NDArray[np.float32]]],
        *,
        failed: Sequence[Pending] = (),
        job: Job,
    ) -> None:
        """Store vectors that were late, under the lease of `job`; a lost lease raises."""
        ...

    async def finish_embedding(self, embedder: str, *, job: Job, now: datetime) -> bool:
        """Finish `job` unless passages arrived that lack vectors; tells whether it is finished."""
        ...

    async def want_vectors(self, embedder: str, *, now: datetime, dims: int | None = None) -> bool:
        """Queue the embedding job if passages lack this embedder's vectors; tells whether.

        Of these dimensions, if they are known; else of those that it had last.
        """
        ...

    def forget_caches(self) -> None:
        """Drop derived data in memory; no result changes."""
        ...


class JobStore(Protocol):
    """Durable jobs: leased, retried, given up visibly."""

    async def enqueue(
        self,
        space: str,
        kind: str,
        key: str,
        payload: Mapping[str, Any],
        *,
        now: datetime,
        hasten: bool = False,
    ) -> None:
        """Queue a job; once per key while it is not done.

        One that waits for a later time goes on waiting, unless it is to `hasten`.
        """
        ...

    async def claim(self, kinds: Sequence[str], *, now: datetime, lease: timedelta) -> Job | None:
        """Lease the job that is due first, if any; one whose lease ran out counts as due."""
        ...

    async def renew(self, job: Job, *, until: datetime) -> bool:
        """Keep the lease for longer; False when it was lost."""
        ...

    async def finish(self, job: Job, *, now: datetime) -> None:
        """Say that the job is done."""
        ...

    async def put_back(
        self, job: Job, *, run_at: datetime | None, attempts: int, error: str, now: datetime
    ) -> None:
        """Try it again at `run_at`, or, with none, lay it with the dead ones."""
        ...

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        """When the next job of these kinds is due."""
        ...

    async def backlog(self) -> list[Backlog]:
        """What waits, runs or was given up."""
        ...

    async def dead(self) -> list[DeadJob]:
        """What was given up, with the last error."""
        ...


class UserStore(Protocol):
    """What is known of users beside their data."""

    async def set_time_zone(self, space: str, id: str, zone: str, *, now: datetime) -> None:
        """Note where a user lives, in time."""
        ...

    async def time_zone(self, space: str, id: str) -> str | None:
        """The user's time zone, if it was ever set."""
        ...


class TransferStore(Protocol):
    """Whole records, out and in again. Turns and their events stay: they are no records."""

    async def last(self) -> Mapping[RecordKind, int]:
        """Numbers of the newest records; what comes later has higher ones."""
        ...

    async def read(
        self,
        kind: RecordKind,
        space: str,
        scope: Scope | None,
        *,
        after: int,
        upto: int,
        limit: int,
    ) -> list[tuple[int, Whole]]:
        """Records of a scope, or of the whole space, with their numbers, oldest first."""
        ...

    async def put(
        self,
        space: str,
        records: Sequence[tuple[Whole, Indexed | None]],
        *,
        embedder: str | None,
        now: datetime,
    ) -> list[PutBack]:
        """Put records back as they were, all or none; what is here already stays as it is."""
        ...

    async def known(self, scope: Scope, external_ids: Sequence[str]) -> set[str]:
        """Those of the external ids that a memory of the scope was made from."""
        ...


class Erasure(Protocol):
    """Destroying data, with everything that was derived from it alone.

    Events of turns that repeat what is erased and answers kept for repeated requests go too.
    """

    async def memory(self, space: str, id: str, *, now: datetime) -> Receipt:
        """Destroy one memory; the message that it came from stays."""
        ...

    async def scope(self, scope: Scope, *, now: datetime) -> Receipt:
        """Destroy everything of a scope: memories, chats, messages.

        Of a user also what they said in groups, what bots answered to that, and what groups know
        by it: a summary that rests on any of it goes whole.
        """
        ...

    async def document(self, space: str, id: str, *, now: datetime) -> Receipt:
        """Destroy one document; what was said about it stays."""
        ...

    async def member(self, scope: Scope, speaker: str, *, now: datetime) -> Receipt:
        """Destroy what a group knows of a member; what they said stays.

        `NotFoundError` when nothing is known of them.
        """
        ...

    async def chat(self, space: str, id: str, *, now: datetime) -> Receipt:
        """Destroy a chat, its messages and turns, and memories that came from nowhere else."""
        ...

    async def finish(self) -> bool:
        """Destroy what earlier calls had to leave pending; False when it can't be done yet."""
        ...


class Store(Protocol):
    """Everything that is kept, by noun."""

    @property
    def memories(self) -> MemoryStore:
        """Memories."""
        ...

    @property
    def memorising(self) -> MemorisingStore:
        """What is to be considered for remembering."""
        ...

    @property
    def chats(self) -> ChatStore:
        """Chats and messages."""
        ...

    @property
    def shelf(self) -> ChatShelf:
        """Chats as a person arranges them."""
        ...

    @property
    def summaries(self) -> SummaryStore:
        """Rolling summaries of chats."""
        ...

    @property
    def turns(self) -> TurnStore:
        """Turns and their events."""
        ...

    @property
    def proposals(self) -> ProposalStore:
        """Tool calls that wait for consent."""
        ...

    @property
    def keys(self) -> KeyStore:
        """Keys that let callers in."""
        ...

    @property
    def replies(self) -> ReplyStore:
        """Answers to repeated requests."""
        ...

    @property
    def settings(self) -> SettingStore:
        """What was set in the app."""
        ...

    @property
    def pages(self) -> PageStore:
        """Pages of global memory."""
        ...

    @property
    def passages(self) -> PassageStore:
        """What can be found again."""
        ...

    @property
    def stars(self) -> StarStore:
        """Memories, all at once, for a map."""
        ...

    @property
    def jobs(self) -> JobStore:
        """Durable jobs."""
        ...

    @property
    def users(self) -> UserStore:
        """What is known of users."""
        ...

    @property
    def transfer(self) -> TransferStore:
        """Whole records, for export and import."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """Documents with their passages."""
        ...

    @property
    def groups(self) -> GroupStore:
        """Groups with their own settings."""
        ...

    @property
    def trials(self) -> TrialStore:
        """Trials of other settings in groups."""
        ...

    @property
    def rooms(self) -> RoomStore:
        """What is said in groups."""
        ...

    @property
    def usage(self) -> UsageStore:
        """How contexts were made, and what came of them."""
        ...

    @property
    def knowledge(self) -> KnowledgeStore:
        """What is known of groups."""
        ...

    @property
    def projects(self) -> ProjectStore:
        """Projects and their files."""
        ...

    @property
    def records(self) -> RecordStore:
        """What was learned about projects."""
        ...

    @property
    def failures(self) -> FailureStore:
        """What did not work while learning."""
        ...

    @property
    def domains(self) -> DomainStore:
        """Domains and patterns of projects."""
        ...

    @property
    def practices(self) -> PracticeStore:
        """What holds beyond one project."""
        ...

    @property
    def rounds(self) -> RoundStore:
        """Rounds of learning."""
        ...

    @property
    def erasure(self) -> Erasure:
        """Destroying data."""
        ...

    @property
    def state(self) -> State:
        """`uninitialized`, then `ready` or `failed`."""
        ...

    @property
    def reason(self) -> str:
        """Why it is out of service; empty while it is not."""
        ...

    async def open(self) -> None:
        """Bring it into service; data in a bad state makes it `failed`, not an exception."""
        ...

    async def close(self) -> None:
        """Finish what was accepted, then let go."""
        ...
