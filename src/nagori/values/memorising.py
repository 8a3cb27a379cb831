"""Memorising: from what was said to what is kept of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from nagori.values.draft import MemoryDraft
from nagori.values.message import Chat, Message
from nagori.values.scope import Scope

MEMORISE_JOB = "memorise"
"""Queued when something was said in a chat; its key is the chat's id."""
BY_RULES = "decision: by rules"
"""Marks, among what is `degraded` of a memory, that no model decided about it."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message, with what its turn had recalled into the prompt."""

    message: Message
    recalled: tuple[str, ...] = ()
    before: Message | None = None
    """What was said last before it in the chat: an answer is understood by what it answers."""

    @property
    def asked(self) -> str:
        """What somebody else said last before it."""
        before = self.before
        return before.content if before is not None and before.role != "user" else ""


@dataclass(frozen=True, slots=True)
class ToMemorise:
    """What is to be considered of a chat, oldest first."""

    chat: Chat
    scope: Scope
    fresh: Sequence[Heard]
    """What nobody considered yet."""
    again: Sequence[Heard]
    """What rules alone decided about."""
    made: frozenset[str]
    """The memories that rules made from `again`, and from nothing else."""


@dataclass(frozen=True, slots=True)
class Keep:
    """A memory to be added, or what it does to those that are there."""

    draft: MemoryDraft
    confirms: str | None = None
    """The memory that says the same; the draft only adds its source to it."""
    supersedes: tuple[str, ...] = ()
    """The memories that it replaces, from its time on."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a model was asked, and how much."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True, slots=True)
class Settlement:
    """What became of some messages of a chat."""

    messages: Sequence[str]
    """Their ids."""
    keeps: Sequence[Keep]
    by_model: bool
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class MemorisingStats:
    """What memorising came to, in a scope."""

    messages: int = 0
    memories: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
