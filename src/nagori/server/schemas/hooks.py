"""The two hooks of a bot, as they come in and go out."""

from typing import Annotated

from pydantic import BaseModel, Field

from nagori.server.schemas.base import Id, Input, Text
from nagori.values.memory import Memory
from nagori.values.message import Role
from nagori.values.recall import Recalled


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
