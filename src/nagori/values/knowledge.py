"""What is known of a group: summaries of what was said, and what members said of themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from nagori.values.draft import MemoryDraft
from nagori.values.memory import Memory
from nagori.values.message import Chat, Message
from nagori.values.scope import Scope

GROUP_SUMMARY_JOB = "summarise_group"
"""Queued when something was said in a group that wants summaries; its key is the chat's id."""

MEMBER, NAME, STATEMENT = "member", "name", "statement"
"""In the metadata of a memory about a member: the speaker, what they were called then, and what it
says without their name."""
SUMMARY_OF, NAMES = "summary_of", "names"
"""In the metadata of a summary: its first and last message, and what speakers were called then."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages of members that are to be summarised together, oldest first."""

    chat: Chat
    scope: Scope
    messages: Sequence[Message]
    after: int
    """How far the summaries of the chat went when it was read."""
    through: int
    """How far they go with this one."""
    replaces: str | None = None
    """The extract that stands in for a model's summary of the same messages."""


@dataclass(frozen=True, slots=True)
class GroupSummary:
    """What became of a stretch; no draft when nothing in it is worth telling."""

    stretch: Stretch
    draft: MemoryDraft | None


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a group of whom something is known."""

    speaker: str
    name: str
    """What they were called when they said the last of it."""
    memories: int
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is remembered in a group, as a prompt has it."""

    text: str
    names: Mapping[str, str]
    """What each speaker is called now, so that nobody is taken for another."""
    degraded: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class MemberProfile:
    """What a member said about themselves in one group, the newest first."""

    speaker: str
    name: str
    memories: Sequence[Memory]
