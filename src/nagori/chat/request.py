"""What a turn is asked to do, and the parts that it is done with."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from nagori.agent.toolbox import AgentKit
from nagori.config import ChatSettings, RecallSettings
from nagori.config_groups import GroupSettings
from nagori.embed.port import Embedder
from nagori.llm.port import Model
from nagori.store.chat_port import TurnStore
from nagori.values.group import GroupContext
from nagori.values.knowledge import Remembered
from nagori.values.message import Message
from nagori.values.page import GlobalPage
from nagori.values.prompt import PromptMessage, Tool
from nagori.values.recall import Recall, Recalled
from nagori.values.scope import Scope
from nagori.values.times import Clock


@dataclass(frozen=True, slots=True)
class Given:
    """A prompt that a client brings along: its messages are authoritative, memory is put in."""

    messages: Sequence[PromptMessage]
    tools: Sequence[Tool] = ()
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Generation settings, in the OpenAI names."""


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A message that wants an answer."""

    chat_id: str
    text: str
    user: str
    scope: Scope
    """Whose the chat is, and whose memories are recalled."""
    replaces: str | None = None
    """The user's message that this one is an edit of."""
    bot: str | None = None
    external_id: str | None = None
    answer_external_id: Callable[[str], str] | None = None
    """Names the answer, from its text, for a client that sends it again."""
    given: Given | None = None
    documents: tuple[str, ...] | None = None
    """The documents that the chat is limited to from now on; None leaves it as it was."""
    project: str | None = None
    """The project that the chat is attached to from now on; None leaves it as it was."""
    sees_projects: bool = True
    """Whether who asks may look into projects; else the chat goes on without its own."""
    message_id: str | None = None
    """Of a message that was heard before; else a new one is stored."""
    name: str | None = None
    reply_to: str | None = None
    mentions: tuple[str, ...] = ()
    group: "GroupPart | None" = None


@dataclass(frozen=True, slots=True)
class GroupPart:
    """What a turn in a group has instead of the last rounds."""

    settings: GroupSettings
    context: Callable[[Message], Awaitable[GroupContext]]
    """What the bot gets to see; never raises."""
    answered: Callable[[str, Message, str, datetime], None]
    """Told of a context's id, the message it was for, the answer and its time."""
    remembered: Callable[[Message, Recall, Sequence[Message]], Awaitable[Remembered]]
    """What is remembered for a message, given what was recalled and the context; never raises."""
    jobs: tuple[str, ...] = ()
    """What is to be done about the group behind the turn."""


class Recaller(Protocol):
    """Finds what a turn should remember."""

    def __call__(
        self,
        query: str,
        scope: Scope,
        *,
        bot: str | None,
        limit: int,
        max_tokens: int,
        project: str | None = None,
        chat: str | None = None,
    ) -> Awaitable[Recall]:
        """What is remembered, by the chat profile; with a project, in all three tiers."""
        ...


@dataclass(frozen=True, slots=True)
class ProjectView:
    """What is known of a project that has to do with a message."""

    summary: str = ""
    """For the prompt."""
    items: Sequence[Recalled] = ()
    """What the summary rests on, as it is told of."""
    folder: str | None = None
    """Where tools may look; None when there is nothing to look at."""
    degraded: Sequence[str] = ()


class ProjectLooker(Protocol):
    """Finds what is known of a project."""

    def __call__(self, scope: Scope, folder: str, question: str) -> Awaitable[ProjectView]:
        """What has to do with the question."""
        ...


@dataclass(frozen=True, slots=True)
class Kit:
    """What turns are made with."""

    turns: TurnStore
    model: Model
    embedder: Embedder | None
    recall: Recaller
    page: Callable[[Scope], Awaitable[GlobalPage]]
    """The user's global memory; empty when it can't be had, never an error."""
    settings: ChatSettings
    recall_settings: RecallSettings
    chunk_size: int
    clock: Clock
    heard: Callable[[Scope, Message], None]
    """Told of every message that a turn stores."""
    saved: bool = True
    """Whether turns are kept beyond this process."""
    project: ProjectLooker | None = None
    """Looks at projects; None when there are none to look at."""
    agent: AgentKit | None = None
    """What lets the model use tools; None when it may not."""
