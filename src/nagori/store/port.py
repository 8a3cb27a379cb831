"""The seam between Nagori and where it keeps data: small protocols, one per noun.

`nagori.testing.store_contract` holds every backend to what is said here. One call is one
transaction; what a call acknowledged is durable.
"""

from datetime import datetime
from typing import Literal, Protocol

from nagori.store.chat_port import ChatShelf, ChatStore, SummaryStore, TurnStore
from nagori.store.document_port import DocumentStore
from nagori.store.edge_port import KeyStore, ReplyStore, SettingStore
from nagori.store.group_port import GroupStore, RoomStore, UsageStore
from nagori.store.job_port import JobStore
from nagori.store.knowledge_port import KnowledgeStore
from nagori.store.memorising_port import MemorisingStore
from nagori.store.memory_port import MemoryStore
from nagori.store.page_port import PageStore
from nagori.store.passage_port import PassageStore
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
from nagori.store.transfer_port import TransferStore
from nagori.store.trial_port import TrialStore
from nagori.values.memory import Receipt
from nagori.values.scope import Scope

State = Literal["uninitialized", "ready", "failed"]

EMBED_JOB = "embed"
"""Queued by a write whose passages wait for vectors; its key is the embedder's fingerprint."""
ERASE_JOB = "erase"
"""Queued by an erasure that could not be finished at once."""


class UserStore(Protocol):
    """What is known of users beside their data."""

    async def set_time_zone(self, space: str, id: str, zone: str, *, now: datetime) -> None:
        """Note where a user lives, in time."""
        ...

    async def time_zone(self, space: str, id: str) -> str | None:
        """The user's time zone, if it was ever set."""
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
