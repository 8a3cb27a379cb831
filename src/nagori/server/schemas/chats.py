"""Chats, their messages and turns, as they come in and go out."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from nagori.server.schemas.base import ChangeInput, Id, Input, Metadata, Text, Title
from nagori.values.message import Chat, Message
from nagori.values.proposal import ProposedCall
from nagori.values.turn import Turn


class NewChat(Input):
    """A chat to be made. Without a title, the first message gives it one."""

    title: Title | None = None
    metadata: Metadata | None = None
    project: Id | None = Field(default=None, description="The key of the project it is about.")


class ChatChange(ChangeInput):
    """What to change of a chat; what is left out stays."""

    title: Title | None = None
    archived: bool | None = None
    metadata: Metadata | None = None
    project: Id | None = Field(
        default=None,
        description="The key of the project it is about from now on; null: it is about none.",
    )


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
    project: Id | None = Field(
        default=None,
        description="The key of the project that the chat is about from now on.",
    )
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


class SampleWanted(Input):
    """In which language the sample conversation is to be."""

    language: Literal["en", "zh"] = "en"


class Sample(BaseModel):
    """A chat that never was, and what to ask about it."""

    chat: Chat
    questions: list[str]
