"""What comes in and goes out, at the rim.

Inputs are strict and bounded; what they let pass, the library's own input rules still look at.
Values of the library go out as they are: their fields are the contract.
"""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    Strict,
    StringConstraints,
    model_validator,
)

from nagori.text.rules import MAX_ID_LENGTH, MAX_TEXT_BYTES
from nagori.values.document import Document, DocumentPassage
from nagori.values.memory import Change, Memory, Receipt, Tag
from nagori.values.message import Chat, Message, Role
from nagori.values.page import MAX_PAGE_CHARACTERS, GlobalPage, PageMode
from nagori.values.passage import PassageKind
from nagori.values.proposal import ProposedCall
from nagori.values.recall import Mode, NearMiss, ProfileName, Recalled
from nagori.values.transfer import Format, ImportReport
from nagori.values.turn import Turn

Id = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ID_LENGTH)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT_BYTES)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Time = Annotated[AwareDatetime, Strict(strict=False)]
"""ISO 8601 with an offset."""
Metadata = Annotated[dict[str, JsonValue], Field(max_length=200)]
Tags = Annotated[list[Tag], Field(min_length=1, max_length=4)]


class Input(BaseModel):
    """What a caller gives: unknown fields and other types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ChangeInput(Input):
    """What to change; what is left out stays."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("say at least one thing to change")
        return self


# chats ------------------------------------------------------------------------------------------


class NewChat(Input):
    """A chat to be made. Without a title, the first message gives it one."""

    title: Title | None = None
    metadata: Metadata | None = None


class ChatChange(ChangeInput):
    """What to change of a chat; what is left out stays."""

    title: Title | None = None
    archived: bool | None = None
    metadata: Metadata | None = None


class ChatPage(BaseModel):
    """Chats, the one used last first."""

    items: list[Chat]
    next: str | None


class MessagePage(BaseModel):
    """Messages, oldest first; `next` is the `before` of the page of older ones."""

    items: list[Message]
    next: str | None


class ToldTurn(BaseModel):
    """A turn of a chat."""

    turn: Turn
    events: list[dict[str, Any]] = Field(
        description="What happened in it, as `Event`s; not the words of the answer, which is a "
        "message. None of a turn that runs: they are read as they come."
    )


class TurnPage(BaseModel):
    """The last turns of a chat, oldest first."""

    items: list[ToldTurn]
    next: None = None


class TurnInput(Input):
    """A message that wants an answer."""

    message: Text
    chat_id: Id | None = Field(default=None, description="A new chat, if left out.")
    document_ids: Annotated[list[Id], Field(max_length=50)] | None = None
    replaces: Id | None = Field(
        default=None, description="The user's message that this one is an edit of."
    )


class ProposalAnswer(Input):
    """Whether a tool call may be run."""

    accept: bool


class ProposalList(BaseModel):
    """Tool calls that wait for consent, oldest first."""

    items: list[ProposedCall]
    next: None = None


# documents --------------------------------------------------------------------------------------


class NewWebPage(Input):
    """A page of the public web to be imported."""

    url: Annotated[str, Field(min_length=1, max_length=4000)]


class DocumentPage(BaseModel):
    """Documents, newest first."""

    items: list[Document]
    next: str | None


class PassagePage(BaseModel):
    """What was found in a document, in its order."""

    items: list[DocumentPassage]
    next: str | None


class SampleWanted(Input):
    """In which language the sample conversation is to be."""

    language: Literal["en", "zh"] = "en"


class Sample(BaseModel):
    """A chat that never was, and what to ask about it."""

    chat: Chat
    questions: list[str]


# memories ---------------------------------------------------------------------------------------


class NewMemory(Input):
    """A statement to be kept."""

    text: Text
    tag: Tag = "manual"
    chat_id: Id | None = Field(default=None, description="Where it was said.")
    emotion: Id | None = None
    bot: Id | None = None
    external_id: Id | None = None
    metadata: Metadata | None = None
    at: Time | None = Field(default=None, description="When it was said, if not now.")


class MemoryChange(ChangeInput):
    """What to change of a memory; what is left out stays."""

    text: Text | None = None
    tag: Tag | None = None
    emotion: Id | None = None
    metadata: Metadata | None = None


class MemoryPage(BaseModel):
    """Memories, newest first."""

    items: list[Memory]
    next: str | None


class History(BaseModel):
    """What happened to a memory, oldest first."""

    items: list[Change]
    next: None = None


class Search(Input):
    """A question to memory."""

    query: Text
    kinds: Annotated[list[PassageKind], Field(min_length=1, max_length=5)] = Field(
        default_factory=lambda: ["memory"]
    )
    tags: Tags | None = None
    profile: ProfileName = "search"
    mode: Mode = "hybrid"
    limit: Annotated[int, Field(ge=1, le=200)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=100_000)] | None = None
    as_of: Time | None = Field(default=None, description="What was known then.")
    chat_id: Id | None = Field(default=None, description="Limits messages to one chat.")
    document_ids: Annotated[list[Id], Field(max_length=50)] | None = Field(
        default=None, description="Limits documents to these."
    )
    bot: Id | None = None


class Found(BaseModel):
    """The answer to a search, with everything that explains it."""

    query: str
    items: list[Recalled]
    near_misses: list[NearMiss]
    degraded: list[str]
    settings: dict[str, Any]
    took_ms: float


# global memory ----------------------------------------------------------------------------------


class GlobalMemoryChange(Input):
    """What is to become of the page."""

    content: Annotated[str, StringConstraints(max_length=MAX_PAGE_CHARACTERS)] = Field(
        description="Markdown: `## Section` headings, an entry on each other line; empty clears it."
    )
    mode: PageMode = "rewrite"
    section: Id | None = Field(default=None, description="Where appended entries go.")
    version: Annotated[int, Field(ge=0, lt=2**53)] | None = Field(
        default=None, description="The version that was read: 409 when it is not the last any more."
    )


class GlobalMemoryVersions(BaseModel):
    """The page as it stands and as it stood before, newest first."""

    items: list[GlobalPage]
    next: str | None


# the two hooks of a bot ---------------------------------------------------------------------------


class Retrieve(Input):
    """What a bot asks before it answers."""

    user_id: Id
    text: Text
    limit: Annotated[int, Field(ge=1, le=50)] | None = None


class Retrieved(BaseModel):
    """The best memories for a prompt; none, with the reason, when memory is out of service."""

    items: list[Recalled]
    degraded: list[str]


class DialogueMessage(Input):
    """One message of a dialogue."""

    role: Role
    content: Text
    id: Id | None = Field(default=None, description="One handed in before is not stored again.")


class Memorize(Input):
    """What a bot hands in after it answered."""

    user_id: Id
    messages: Annotated[list[DialogueMessage], Field(min_length=1, max_length=200)]


class Memorized(BaseModel):
    """What became of a dialogue."""

    remembered: bool
    reason: str
    memories: list[Memory]
    degraded: list[str]


# operation --------------------------------------------------------------------------------------


class Erase(Input):
    """What to destroy: exactly one of them."""

    memory: Id | None = None
    chat: Id | None = None
    all: Literal[True] | None = Field(default=None, description="Everything of the user.")

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if sum(given is not None for given in (self.memory, self.chat, self.all)) != 1:
            raise ValueError("name exactly one of memory, chat, all")
        return self


class Erased(BaseModel):
    """What was destroyed, and what a job still has to destroy."""

    erased: dict[str, int]
    pending: list[str]
    at: datetime

    @classmethod
    def of(cls, receipt: Receipt) -> Self:
        """The receipt, as it is sent."""
        return cls(erased=dict(receipt.erased), pending=list(receipt.pending), at=receipt.at)


class Imported(BaseModel):
    """What an import did with the records of a file."""

    format: Format
    added: int
    confirmed: int = Field(description="Old records that say what is remembered already.")
    known: int = Field(description="Brought in before.")
    failed: list[tuple[int, str]] = Field(description="Lines that could not be used, and why.")

    @classmethod
    def of(cls, report: ImportReport) -> Self:
        """The report, as it is sent: the first hundred failures."""
        return cls(
            format=report.format,
            added=report.added,
            confirmed=report.confirmed,
            known=report.known,
            failed=list(report.failed[:100]),
        )


class MemorisingStats(BaseModel):
    """What memorising came to, and what it cost."""

    messages: int = Field(description="Messages that were considered.")
    memories: int = Field(description="Memories made from them.")
    calls: int = Field(description="Calls of a model; rules cost none.")
    prompt_tokens: int
    completion_tokens: int
    tokens_per_memory: float | None = Field(description="Null while nothing was kept.")


class Stats(BaseModel):
    """How much the caller has."""

    chats: int
    messages: int
    memories: int
    turns_running: int
    memorising: MemorisingStats
    jobs_waiting: int | None = Field(
        description="Of everybody, so only for who runs the server; else null."
    )


class SettingsView(BaseModel):
    """The settings in effect. Of keys it is only told whether they are set."""

    settings: dict[str, Any]
    changeable: dict[str, JsonValue] = Field(description="What `PUT` takes, with its value now.")
    kept: dict[str, JsonValue] = Field(description="What was set in the app.")
    fixed: list[str] = Field(
        description="Set by the environment or nagori.toml, which win over the app."
    )


Part = Literal["chat", "decision", "summary", "title"]


class SettingsTest(Input):
    """What to try."""

    part: Part | Literal["embedding"] = "chat"


class SettingsTested(BaseModel):
    """Whether it works."""

    ok: bool
    what: Literal["works", "no_model", "not_set_up", "key_refused", "unreachable", "bad_reply"]
    name: str = Field(description="Provider and model, or what stands in for one.")
    detail: str = Field(description="What it said, or what went wrong.")
    took_ms: float


class Queue(BaseModel):
    """Jobs that wait."""

    waiting: int
    oldest_s: float


class Live(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Ready(BaseModel):
    """What works at this moment."""

    status: Literal["ready", "degraded", "failed"]
    store: Literal["uninitialized", "ready", "failed"]
    embedder: str
    models: dict[str, str]
    chats: Literal["saved", "unsaved"] = Field(
        description="`unsaved`: chats still answer, but live in the process only."
    )
    queue: Queue | None = Field(default=None, description="For who runs the server.")
    reasons: list[str] | None = Field(default=None, description="For who runs the server.")
