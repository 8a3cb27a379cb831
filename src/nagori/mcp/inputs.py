"""What a model may give to a tool: typed, bounded, and nothing else.

The descriptions are read by models; lengths and times are checked again by the library.
"""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from nagori.text.rules import MAX_ID_LENGTH, MAX_TEXT_BYTES
from nagori.values.memory import TAGS, Tag

MOST_FOUND = 50
MOST_LISTED = 100
MOST_IN_CONTEXT = 20
MOST_RECORDS = 50
MAX_QUESTION = 4000
MAX_PATH = 4000

Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT_BYTES)]
Id = Annotated[str, Field(min_length=1, max_length=MAX_ID_LENGTH)]
Project = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_PATH,
        description="Its key, as `memory_status` lists it; on the user's machine also its folder.",
    ),
]
Tags = Annotated[list[Tag], Field(min_length=1, max_length=len(TAGS))]


class Input(BaseModel):
    """The arguments of a tool."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AddMemory(Input):
    """A statement to keep."""

    text: Text = Field(
        description=(
            "One fact, preference, decision or event, as a sentence that is clear without this "
            "conversation: 'Carla is allergic to peanuts.' Any language."
        )
    )
    tag: Literal["manual", "summary"] = Field(
        default="manual", description="`manual`: stated to be kept; `summary`: drawn from a talk."
    )
    emotion: Id | None = Field(default=None, description="The feeling in it, in one word.")
    at: AwareDatetime | None = Field(
        default=None,
        description="When it was said, if not now: ISO 8601 with an offset.",
    )
    external_id: Id | None = Field(
        default=None, description="An id of yours; the same one again never counts twice."
    )
    metadata: dict[str, Any] | None = Field(
        default=None, description="Anything else to keep with it, as a small JSON object."
    )


class SearchMemories(Input):
    """A question to memory."""

    query: Text = Field(description="A question or a few words, in any language.")
    tags: Tags | None = Field(default=None, description="Only memories with one of these tags.")
    limit: int = Field(default=10, ge=1, le=MOST_FOUND, description="Items at the most.")
    as_of: AwareDatetime | None = Field(
        default=None, description="Answer with what was known then: ISO 8601 with an offset."
    )


class OneMemory(Input):
    """Which memory."""

    memory_id: Id = Field(description="The `id` of a memory that was found or listed.")


class UpdateMemory(OneMemory):
    """What to change; what is left out stays."""

    text: Text | None = Field(default=None, description="The new text; the old stays in history.")
    tag: Tag | None = Field(default=None, description="The new tag.")
    emotion: Id | None = Field(default=None, description="The new feeling.")
    metadata: dict[str, Any] | None = Field(
        default=None, description="Replaces all metadata of the memory."
    )


class ListMemories(Input):
    """Which page of all memories."""

    tags: Tags | None = Field(default=None, description="Only memories with one of these tags.")
    limit: int = Field(default=20, ge=1, le=MOST_LISTED, description="Items in one page.")
    cursor: str | None = Field(
        default=None, max_length=MAX_ID_LENGTH, description="The `next` of the page before."
    )


class SearchHistory(Input):
    """A question to past conversations."""

    query: Text = Field(description="A question or a few words, in any language.")
    chat_id: Id | None = Field(default=None, description="Only this chat.")
    limit: int = Field(default=10, ge=1, le=MOST_FOUND, description="Messages at the most.")
    as_of: AwareDatetime | None = Field(
        default=None, description="Answer with what was said until then: ISO 8601 with an offset."
    )


class SearchDocuments(Input):
    """A question to documents."""

    query: Text = Field(description="A question or a few words, in any language.")
    limit: int = Field(default=10, ge=1, le=MOST_FOUND, description="Passages at the most.")


class SearchProject(Input):
    """A question to what was learned about a project."""

    project: Project
    query: Text = Field(description="A question, or a name that stands in the code; any language.")
    limit: int = Field(default=5, ge=1, le=MOST_RECORDS, description="Records at the most.")


class AskProject(Input):
    """A question about a project."""

    project: Project
    question: str = Field(
        min_length=1, max_length=MAX_QUESTION, description="One question, in any language."
    )


class GetContext(Input):
    """A message that is about to be answered."""

    message: Text = Field(description="What the user just said, word for word.")
    limit: int | None = Field(
        default=None,
        ge=1,
        le=MOST_IN_CONTEXT,
        description="Memories at the most; the server's setting if left out.",
    )


class MemoryStatus(Input):
    """Nothing."""
