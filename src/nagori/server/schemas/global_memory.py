"""The page of global memory, as it comes in and goes out."""

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from nagori.server.schemas.base import Id, Input
from nagori.values.page import MAX_PAGE_CHARACTERS, GlobalPage, PageMode


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
