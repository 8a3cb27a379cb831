"""Documents, as they come in and go out."""

from typing import Annotated

from pydantic import BaseModel, Field

from nagori.server.schemas.base import Input
from nagori.values.document import Document, DocumentPassage


class NewWebPage(Input):
    """A page of the public web to be imported."""

    url: Annotated[str, Field(min_length=1, max_length=4000)]


class DocumentPage(BaseModel):
    """Documents, newest first."""

    items: list[Document]
    next: str | None


class PassagePage(BaseModel):
    """What was found in a document, in its order."""

    items: list[DocumentPassage]
    next: str | None
