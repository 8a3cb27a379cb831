"""Global memory, as callers see it."""

import re
from collections.abc import Sequence
from typing import TypeVar, get_args

from nagori.chat.pages import PageChange
from nagori.errors import InvalidInputError
from nagori.face.base import Face, optional_id
from nagori.naming import one_scope
from nagori.text import rules
from nagori.values.memory import Page, Trust
from nagori.values.page import MODES, WRITERS, GlobalPage, PageMode, PageWriter

_MOST = 1000
_CURSOR = re.compile("[0-9]{1,18}")
L = TypeVar("L", bound=str)


class PageFace(Face):
    """Read and write the page of preferences and facts that is always in a user's prompt."""

    async def global_memory(self, *, user: str) -> GlobalPage:
        """The user's page; empty, with version 0, when nobody has written it yet."""
        scope = one_scope(self.space, user=rules.checked_id(user, "user"))
        self._check()
        return await self._store.pages.get(scope)

    async def set_global_memory(
        self,
        content: str,
        *,
        user: str,
        mode: PageMode = "rewrite",
        by: PageWriter = "person",
        trust: Trust = "own",
        section: str | None = None,
        message: str | None = None,
        version: int | None = None,
    ) -> GlobalPage:
        """The user's page after the change: `content` in its place, or entries put in.

        What it said before stays as an old version. `ConflictError` when the page is not at
        `version` any more. Secrets are left out.
        """
        scope = one_scope(self.space, user=rules.checked_id(user, "user"))
        change = PageChange(
            content=_content(content),
            mode=_one_of(mode, "mode", MODES),
            by=_one_of(by, "by", WRITERS),
            trust=_one_of(trust, "trust", get_args(Trust)),
            section=optional_id(section, "section"),
            message=optional_id(message, "message"),
            version=version,
        )
        self._check()
        before = await self._store.pages.get(scope)
        page = await self._pages.change(scope, change)
        if page != before:
            self._told_of_page(scope, page)
            self._worker.wake()
        return page

    async def global_memory_versions(
        self, *, user: str, limit: int = 100, cursor: str | None = None
    ) -> Page[GlobalPage]:
        """The user's page as it stands and as it stood before, newest first."""
        scope = one_scope(self.space, user=rules.checked_id(user, "user"))
        if cursor is not None and not _CURSOR.fullmatch(cursor):
            raise InvalidInputError("cursor", "give the `next` of the page before")
        return await self._store.pages.versions(
            scope,
            limit=rules.checked_limit(limit, "limit", _MOST),
            before=None if cursor is None else int(cursor),
        )


def _content(value: object) -> str:
    """A text, or nothing at all: that clears a page."""
    return "" if value == "" else rules.checked_text(value, "content")


def _one_of(value: str, field: str, allowed: Sequence[L]) -> L:
    for known in allowed:
        if known == value:
            return known
    raise InvalidInputError(field, f"give one of {', '.join(allowed)}")
