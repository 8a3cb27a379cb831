"""The global memory of a user: one page of preferences and facts, always in the prompt."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nagori.values.draft import Indexed
from nagori.values.memory import Trust
from nagori.values.scope import Scope

PageMode = Literal["rewrite", "append"]
MODES: tuple[PageMode, ...] = ("rewrite", "append")

PageWriter = Literal["person", "model"]
WRITERS: tuple[PageWriter, ...] = ("person", "model")

MAX_PAGE_CHARACTERS = 20_000
"""A page can't be longer; from the setting `chat.page_characters` on it is condensed."""

REBUILT = "erasure"
"""Who wrote a page from which an erasure took what a model had condensed: it is condensed anew."""


@dataclass(frozen=True, slots=True)
class GlobalPage:
    """The page as it stands, or as it stood at a version."""

    scope: str
    """Whose it is: `user:ID`."""
    text: str = ""
    """Markdown: `## Section` headings, and an entry on each other line."""
    version: int = 0
    """Grows with every change; 0 when nobody has written it yet."""
    by: str = "person"
    """`person` or `model` wrote it; when it was condensed, the name of the model that did, or
    `extractive` when none did."""
    trust: Trust = "own"
    """`untrusted` when something in it rests on the words of others."""
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PageDraft:
    """The page as it is about to be written."""

    scope: Scope
    text: str
    by: str
    follows: int
    """The version that it was made from: when that is not the last one any more, it is refused."""
    indexed: Indexed
    """Its entries made findable; vectors come later."""
    trust: Trust = "own"
    mode: PageMode = "rewrite"
    message: str | None = None
    """The message that it was taken from, if it was not written for the page."""
    says: tuple[bytes, ...] = ()
    """Content hashes of the entries that were taken from it."""


@dataclass(frozen=True, slots=True)
class ToCondense:
    """What a page is condensed from."""

    page: GlobalPage
    before: Sequence[GlobalPage] = ()
    """Versions, oldest first, since the first one that was condensed without a model: a model does
    it again, from everything that they hold."""
