"""A group: what a bot in it gets to see, why, and what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from nagori.values.message import Message

MessageType = Literal["question", "answer", "discussion", "notification", "casual"]
ReplyType = Literal["quote", "mention", "thread"]
Scorer = Literal["trained", "rules", "recent", "none"]
"""What chose a context; `recent` are the last messages, `none` chose nothing."""


@dataclass(frozen=True, slots=True)
class ReplyInfo:
    """Whom a message answers."""

    reply_to_message_id: str
    reply_to_user_id: str
    reply_type: ReplyType


@dataclass(frozen=True, slots=True)
class MessageFeatures:
    """What a message is, as far as choosing context goes."""

    message_id: str
    user_id: str
    group_id: str
    content: str
    timestamp: int
    """Milliseconds since 1970."""
    message_type: MessageType
    reply_to: ReplyInfo | None = None
    mentions: tuple[str, ...] = ()
    """Speakers, by their stable ids."""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A message that was considered, and how it fared."""

    message: Message
    score: float
    """By the rules a weighted sum, else the probability of being of the same conversation."""
    parts: Mapping[str, float]
    chosen: bool
    why: str
    """The rule that let it in or kept it out."""


@dataclass(frozen=True, slots=True)
class Link:
    """That a message replies to an earlier one, or starts a conversation when that is itself."""

    to: str
    chance: float


@dataclass(frozen=True, slots=True)
class Correction:
    """Which conversation a message is part of, as a person said."""

    message_id: str
    belongs_with: str | None
    """An earlier message of that conversation; None when it starts its own."""
    corrected_at: datetime


@dataclass(frozen=True, slots=True)
class Address:
    """Whether a message is for the bot."""

    addressed: bool
    reason: Literal["mentioned", "replied to", "named", "in dialogue", "not addressed"]


@dataclass(frozen=True, slots=True)
class GroupContext:
    """What a bot gets to see before it answers."""

    id: str
    group_id: str
    message_id: str
    """The message that it is for; it is not part of the context."""
    messages: Sequence[Message]
    """In the order in which they were said."""
    candidates: Sequence[Candidate]
    """Every message that was considered, the best first."""
    scorer: Scorer
    address: Address
    tokens: int
    plain_tokens: int
    """What a plain window that holds as much of the conversation would have cost."""
    links: Mapping[str, Link] = field(default_factory=dict[str, Link])
    """For the message and each candidate what it most likely replies to, where that is known."""
    degraded: Sequence[str] = ()
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class UsageRecord:
    """How a context was made and what came of it."""

    context_id: str
    group_id: str
    user_id: str
    trigger_message_id: str
    context_message_ids: tuple[str, ...]
    relevance_scores: Mapping[str, Mapping[str, float]]
    """For each candidate its score and the parts of it."""
    build: Mapping[str, Any]
    """Scorer, milliseconds, tokens, what replies to what, what was degraded."""
    created_at: datetime
    llm_response: str | None = None
    user_feedback: str | None = None
    success_indicator: float | None = None
    signals: tuple[Mapping[str, Any], ...] = ()
    """What people did afterwards, with its time: asked again, corrected, reacted."""

    @property
    def told_of(self) -> list[str]:
        """Every message that it tells of, once: its own, candidates, and what they reply to."""
        links: Mapping[str, Mapping[str, Any]] = self.build.get("links", {})
        return list(
            dict.fromkeys(
                (
                    self.trigger_message_id,
                    *self.relevance_scores,
                    *self.context_message_ids,
                    *(str(link["to"]) for link in links.values()),
                )
            )
        )


@dataclass(frozen=True, slots=True)
class HistoryReport:
    """What became of a group's history that was brought in."""

    heard: int
    """Messages; one that was here before is not stored twice."""
    failed: tuple[tuple[int, str], ...] = ()
    """Where in the file, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class RoomVersion:
    """What differs after every change of what is said in a group."""

    scope: int
    epoch: int
    """Grows when something went away or a person put a conversation right."""
    number: int
    retired: int
    """Chats of the group that are deleted."""

    def only_grew(self, before: "RoomVersion") -> bool:
        """Whether nothing but new messages came since then."""
        ours = (self.scope, self.epoch, self.retired)
        return ours == (before.scope, before.epoch, before.retired)


@dataclass(frozen=True, slots=True)
class RoomNews:
    """What came since a version; everything, when something else changed too."""

    version: RoomVersion
    only_grew: bool
    messages: "Sequence[RoomMessage]"
    """Oldest first."""


@dataclass(frozen=True, slots=True)
class RoomMessage:
    """A message of a group with what is kept about it."""

    number: int
    """Grows in the order in which messages came."""
    message: Message
    features: str | None = None
    """What the analyser made of it, if that is kept."""
    vector: NDArray[np.float32] | None = None
    belongs_with: str | None = None
    """The message whose conversation a person put it in; itself if it starts one."""

    @property
    def replies_to(self) -> str | None:
        """What it replies to, as a person said, or else the platform; itself if to nothing."""
        return self.belongs_with or self.message.reply_to
