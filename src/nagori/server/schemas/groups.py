"""Groups and contexts, as they come in and go out."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import BaseModel, Field, JsonValue, model_validator

from nagori.config_groups import GroupSettings
from nagori.server.schemas.base import Id, Input, Metadata, Text, Time
from nagori.values.group import (
    Address,
    Candidate,
    GroupContext,
    Link,
    RoomMessage,
    Scorer,
    UsageRecord,
)
from nagori.values.message import Message, Role

Mentions = Annotated[list[Id], Field(max_length=50)]


class GroupMessage(Input):
    """What was said in a group."""

    text: Text
    speaker: Id = Field(description="A stable id; a name may change.")
    name: Id | None = Field(default=None, description="What the speaker is called now.")
    said_at: Time | None = Field(default=None, description="Now, if left out.")
    reply_to: Id | None = Field(
        default=None, description="What it replies to, by id or by external id."
    )
    mentions: Mentions = Field(default_factory=list, description="Speakers, by their ids.")
    external_id: Id | None = Field(default=None, description="One known by it is not stored twice.")
    context_id: Id | None = Field(
        default=None, description="Of the bot's own answer: the context that it rests on."
    )
    role: Role | None = Field(
        default=None, description="An assistant's if the bot speaks, else a user's."
    )
    metadata: Metadata | None = None


class ContextWanted(Input):
    """The message that a context is wanted for."""

    message_id: Id = Field(description="Its id or external id.")


class GroupTurnInput(Input):
    """A message of a group that wants an answer: one that was heard, or a new one."""

    message_id: Id | None = Field(default=None, description="One that was heard.")
    message: Text | None = Field(default=None, description="A new one, with its speaker.")
    speaker: Id | None = None
    name: Id | None = None
    reply_to: Id | None = None
    mentions: Mentions = Field(default_factory=list)
    external_id: Id | None = None

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.message_id is None) == (self.message is None):
            raise ValueError("give message_id, or message with its speaker")
        if self.message is not None and self.speaker is None:
            raise ValueError("say who the speaker is")
        return self


class ContextView(BaseModel):
    """What a bot gets to see before it answers."""

    id: str
    group_id: str
    message_id: str
    messages: list[Message]
    candidates: list[Candidate]
    links: dict[str, Link] = Field(
        description="For the message and each candidate what it most likely replies to; "
        "itself when it starts a conversation."
    )
    scorer: Scorer
    address: Address
    tokens: int
    plain_tokens: int
    degraded: list[str]
    settings: dict[str, Any]
    took_ms: float

    @classmethod
    def of(cls, context: GroupContext) -> Self:
        """The context, as it is sent."""
        return cls(
            id=context.id,
            group_id=context.group_id,
            message_id=context.message_id,
            messages=list(context.messages),
            candidates=list(context.candidates),
            links=dict(context.links),
            scorer=context.scorer,
            address=context.address,
            tokens=context.tokens,
            plain_tokens=context.plain_tokens,
            degraded=list(context.degraded),
            settings=dict(context.settings),
            took_ms=context.took_ms,
        )


class GroupList(BaseModel):
    """Groups, by their ids."""

    items: list[str]
    next: None = None


class GroupSettingsView(BaseModel):
    """What holds in a group or in all, and what of it was set just there."""

    settings: dict[str, JsonValue]
    own: dict[str, JsonValue] = Field(
        description="What is set for this group alone; where it is about all groups, for those."
    )

    @classmethod
    def of(cls, settings: GroupSettings, own: Mapping[str, Any]) -> Self:
        """The settings, as they are sent."""
        return cls(settings=settings.model_dump(mode="json"), own=dict(own))


class Feedback(Input):
    """What people thought of what the bot got to see, or of its answer."""

    good: bool | None = None
    text: Text | None = None
    success: Annotated[float, Field(ge=0, le=1, strict=False)] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.good is None and self.text is None and self.success is None:
            raise ValueError("say good or bad, a text, or how well it went")
        return self


class UsageView(BaseModel):
    """How one context was made and used, with the messages that it tells of."""

    record: UsageRecord
    messages: list[Message] = Field(
        description="The one that the context was for, every candidate, and what they reply to, "
        "in the order in which they came; not those that went."
    )
    corrections: dict[str, str | None] = Field(
        description="Of these messages those that people put into another conversation: "
        "the message that it belongs with, or null when it starts its own."
    )

    @classmethod
    def of(cls, record: UsageRecord, found: Sequence[RoomMessage]) -> Self:
        """The record with those of its messages that were found."""
        told = {one.message.id: one.belongs_with for one in found if one.belongs_with is not None}
        return cls(
            record=record,
            messages=[one.message for one in found],
            corrections={id: None if other == id else other for id, other in told.items()},
        )


class UsagePage(BaseModel):
    """How contexts were made and used, newest first."""

    items: list[UsageRecord]
    next: str | None
