"""The part of the store's seam that is about documents; see `nagori.store.port`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from nagori.values.document import (
    Document,
    DocumentContent,
    DocumentDraft,
    DocumentFile,
    DocumentPassage,
    DocumentState,
)
from nagori.values.job import Job
from nagori.values.memory import Page
from nagori.values.scope import Scope

IMPORT_JOB = "import"
"""Queued with every document that is to be read; its key is the document's id."""


class DocumentStore(Protocol):
    """Documents with their passages."""

    async def add(self, draft: DocumentDraft, *, now: datetime) -> Document:
        """Take in a document and queue its import.

        One of the same source in the scope is the same document: with the same bytes, read
        already, it is returned as it stands; else it is imported anew, and what was found in it
        stays findable until then. A deleted one comes back.
        """
        ...

    async def get(self, space: str, id: str) -> Document:
        """The document, deleted or not; `NotFoundError` when there is none."""
        ...

    async def list(
        self, scope: Scope, *, limit: int, before: str | None = None, retired: bool = False
    ) -> Page[Document]:
        """The scope's documents, newest first; `before` is an id."""
        ...

    async def passages(
        self, space: str, id: str, *, limit: int, after: int = 0
    ) -> Page[DocumentPassage]:
        """What was found in it, in order; `after` is a number."""
        ...

    async def to_import(self, job: Job) -> DocumentFile | None:
        """What the job is to import; None when it is gone."""
        ...

    async def note(
        self, job: Job, *, state: DocumentState, progress: float, now: datetime
    ) -> Document | None:
        """Tell how far the import is; None when the document is gone."""
        ...

    async def fill(
        self, job: Job, content: DocumentContent, *, embedder: str | None, now: datetime
    ) -> Document | None:
        """Put what was found in place of what was there, and finish the job, as one.

        None when the document is gone; a lost lease raises.
        """
        ...

    async def fail(self, job: Job, error: str, *, now: datetime) -> Document | None:
        """Give an import up and finish the job; what was found before stays."""
        ...

    async def retire(self, space: str, id: str, *, now: datetime) -> Document:
        """Delete it so that it can be brought back."""
        ...

    async def restore(self, space: str, id: str, *, now: datetime) -> Document:
        """Bring a deleted one back."""
        ...

    async def overdue(self, *, before: datetime, limit: int) -> Sequence[tuple[str, str]]:
        """Space and id of documents that were deleted before then: they are to be erased."""
        ...
