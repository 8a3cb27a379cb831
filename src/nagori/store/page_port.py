"""The part of the store's seam that is about global memory; see `nagori.store.port`."""

from datetime import datetime
from typing import Protocol

from nagori.values.job import Job
from nagori.values.memory import Page
from nagori.values.page import GlobalPage, PageDraft, ToCondense
from nagori.values.scope import Scope

CONDENSE_JOB = "condense"
"""Queued by a write that left a page too long; its key is the scope."""


class PageStore(Protocol):
    """One page of global memory for each scope, with its old versions."""

    async def get(self, scope: Scope) -> GlobalPage:
        """The page; one that nobody has written is empty, with version 0."""
        ...

    async def put(
        self, draft: PageDraft, *, over: int, embedder: str | None, now: datetime
    ) -> GlobalPage:
        """Write the page and its passages; `ConflictError` unless it is at `draft.follows`.

        What it said before becomes an old version. Entries that stay keep their passages, with
        their times and vectors. A text of more than `over` characters is queued to be condensed,
        and so is one that was condensed without a model before. Words of others that are in it
        leave it with a person's rewriting only.
        """
        ...

    async def versions(
        self, scope: Scope, *, limit: int, before: int | None = None
    ) -> Page[GlobalPage]:
        """The page as it stands and as it stood, newest first; `before` is a version."""
        ...

    async def to_condense(self, scope: Scope) -> ToCondense | None:
        """What the page is condensed from; None when nobody has written it."""
        ...

    async def condense(
        self, draft: PageDraft, *, is_whole: bool, job: Job, embedder: str | None, now: datetime
    ) -> GlobalPage | None:
        """Write a condensed page under the lease of `job`; a lost lease raises.

        None, and nothing is written, when the page changed since `draft.follows`. Unless it
        `is_whole`, something was left out that a model would have told in fewer words: it stays to
        be done again, see `ToCondense.before`.
        """
        ...
