"""Reading and writing pages of global memory, whoever asks."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from nagori.chat.page import append, rewritten
from nagori.errors import ConflictError, NagoriError
from nagori.store.page_port import PageStore
from nagori.text.entries import entries_of, without_entries
from nagori.text.normal import content_hash, normal_form
from nagori.text.secrets import redact
from nagori.values.memory import Trust
from nagori.values.page import GlobalPage, PageDraft, PageMode, PageWriter
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.page_index import index_page

log = logging.getLogger("nagori.chat")

_TRIES = 20
"""How often an entry is put in anew, because others write the same page at the same time."""


@dataclass(frozen=True, slots=True)
class PageChange:
    """What is to become of a page."""

    content: str
    mode: PageMode = "rewrite"
    by: PageWriter = "person"
    trust: Trust = "own"
    section: str | None = None
    """Where new entries go, unless they say so themselves."""
    message: str | None = None
    """The message that they were taken from: they are erased with it."""
    version: int | None = None
    """The version that the writer has seen."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages, with what writing them takes."""

    store: PageStore
    over: int
    """Characters from which on a page is condensed."""
    chunk_size: int
    embedder: str | None
    clock: Clock

    async def read(self, scope: Scope) -> GlobalPage:
        """The page for a prompt; an empty one when it can't be had. Never raises."""
        try:
            return await self.store.get(scope)
        except NagoriError as error:
            log.info("a turn goes on without global memory: %s", error)
        except Exception:  # a border: a chat must never break because memory does
            log.exception("a turn goes on without global memory because of an error")
        return GlobalPage(scope.key)

    async def change(self, scope: Scope, change: PageChange) -> GlobalPage:
        """The page after the change; `ConflictError` when it is not at `change.version` any more.

        Secrets are left out: the page stands in every prompt.
        """
        content = redact(change.content).text
        says = tuple(content_hash(entry.text) for entry in entries_of(content))

        def changed(page: str) -> str:
            if change.mode == "append":
                return append(page, content, change.section)
            return rewritten(content)

        return await self._write(scope, change, changed, says)

    async def take_off(self, scope: Scope, *entries: str, by: PageWriter = "model") -> GlobalPage:
        """The page without these entries, or what says the same; old versions keep them."""
        forms = {normal_form(entry) for entry in entries}
        change = PageChange("", by=by)
        return await self._write(scope, change, lambda page: without_entries(page, forms))

    async def _write(
        self,
        scope: Scope,
        change: PageChange,
        changed: Callable[[str], str],
        says: tuple[bytes, ...] = (),
    ) -> GlobalPage:
        """Write what `changed` makes of the page; of the next one, when others were faster."""
        tries = 1 if change.version is not None else _TRIES
        while True:
            page = await self.store.get(scope)
            text = changed(page.text)
            draft = PageDraft(
                scope=scope,
                text=text,
                by=change.by,
                follows=page.version if change.version is None else change.version,
                indexed=index_page(text, max_tokens=self.chunk_size),
                trust=change.trust,
                mode=change.mode,
                message=change.message,
                says=says,
            )
            tries -= 1
            try:
                return await self.store.put(
                    draft, over=self.over, embedder=self.embedder, now=self.clock()
                )
            except ConflictError:
                if not tries:
                    raise
