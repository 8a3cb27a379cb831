"""What is known of a group, as it goes out."""

from pydantic import BaseModel, Field

from nagori.values.knowledge import Member
from nagori.values.memory import Memory


class SummaryPage(BaseModel):
    """Summaries of a group, newest first."""

    items: list[Memory]
    next: str | None


class MadeSummaries(BaseModel):
    """What was summarised now."""

    items: list[Memory]


class MemberList(BaseModel):
    """The members of whom something is known in a group."""

    items: list[Member]
    next: None = None


class MemberView(BaseModel):
    """What a member said about themselves in a group, the newest first."""

    speaker: str
    name: str = Field(description="What they were called when they said the last of it.")
    memories: list[Memory]


class Forgotten(BaseModel):
    """How much of what was known of a member is not shown any more, or destroyed."""

    memories: int
