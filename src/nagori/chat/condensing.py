"""Condensing a page of global memory that grew too long, behind the turns."""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

from nagori.chat.page import lost_sections, merged, parse, shortened
from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.jobs.worker import LEASE
from nagori.llm.port import Model
from nagori.prompts import PAGE_PROMPT, fill
from nagori.store.port import Store
from nagori.text.normal import is_cjk
from nagori.values.job import Job
from nagori.values.page import REBUILT, GlobalPage, PageDraft, ToCondense
from nagori.values.prompt import PromptMessage
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.page_index import index_page

log = logging.getLogger("nagori.chat")

EXTRACTIVE = "extractive"
_MOST_GIVEN = 40_000
"""Characters that a model is given to condense at once."""
_TRIES = 5
"""How often a page may change under the job's hands before it leaves it to the next one."""
_FENCE = re.compile(r"```\w*\n(.*?)\n?```", re.DOTALL)

Told = Callable[[Scope, GlobalPage], None]


@dataclass(frozen=True, slots=True)
class Condenser:
    """Brings a page within `most` characters; old versions keep what it loses.

    Without a model it is done by rule; the job then stays queued and is done again, from the
    versions before, when the model is back.
    """

    store: Store
    model: Model
    clock: Clock
    most: int
    chunk_size: int
    embedder: str | None
    told: Told | None = None

    async def handle(self, job: Job) -> None:
        """The handler of `condense` jobs."""
        scope = Scope.parse(job.space, str(job.payload["scope"]))
        away: ModelUnavailableError | None = None
        for _ in range(_TRIES):
            found = await self.store.pages.to_condense(scope)
            by_model = away is None and self.model.state != EXTRACTIVE
            if found is None or not self._is_wanted(found, by_model=by_model):
                break
            try:
                done = await self._condense(job, scope, found, by_model=by_model)
            except ModelUnavailableError as error:
                away = error
                continue
            if done:
                break
        if away is not None:
            raise away  # tried again later, by the model
        await self.store.jobs.finish(job, now=self.clock())

    def _is_wanted(self, found: ToCondense, *, by_model: bool) -> bool:
        too_long, again = len(found.page.text) > self.most, bool(found.before) and by_model
        return too_long or again or found.page.by == REBUILT

    async def _condense(self, job: Job, scope: Scope, found: ToCondense, *, by_model: bool) -> bool:
        """Whether it is done; not when the page changed meanwhile."""
        whole = merged([*(page.text for page in found.before), found.page.text])
        if by_model and len(whole) > self.most:
            try:
                text = await self._by_model(shortened(whole, most=_MOST_GIVEN))
            except ModelReplyError as error:
                log.info("a page is condensed by rule, since %s", error)
            else:
                await self.store.jobs.renew(job, until=self.clock() + LEASE)
                draft = self._draft(scope, found, text, self.model.name)
                return await self._write(job, draft, is_whole=True)
        all_of_it = found.page.by == REBUILT or len(whole) <= self.most
        text = shortened(whole if all_of_it else found.page.text, most=self.most)
        if text == found.page.text and found.page.by != REBUILT:
            return True  # it was done by rule before
        draft = self._draft(scope, found, text, EXTRACTIVE)
        return await self._write(job, draft, is_whole=text == whole)

    async def _by_model(self, whole: str) -> str:
        asked = fill(PAGE_PROMPT, page=whole, limit=str(self.most))
        reply = await self.model.reply([PromptMessage("user", asked, layer="user")])
        try:
            return _checked(reply.text, whole, most=self.most)
        except ValueError as problem:
            raise ModelReplyError(self.model.name, str(problem)) from problem

    def _draft(self, scope: Scope, found: ToCondense, text: str, by: str) -> PageDraft:
        indexed = index_page(text, max_tokens=self.chunk_size)
        return PageDraft(scope=scope, text=text, by=by, follows=found.page.version, indexed=indexed)

    async def _write(self, job: Job, draft: PageDraft, *, is_whole: bool) -> bool:
        page = await self.store.pages.condense(
            draft, is_whole=is_whole, job=job, embedder=self.embedder, now=self.clock()
        )
        if page is not None and self.told is not None:
            self.told(draft.scope, page)
        return page is not None


def _checked(reply: str, whole: str, *, most: int) -> str:
    """What a model wrote for a page; `ValueError` when it is none."""
    fenced = _FENCE.search(reply)
    text = (fenced[1] if fenced else reply).strip()
    if not parse(text):
        raise ValueError("the page was empty")
    if len(text) > most:
        raise ValueError(f"the page has {len(text)} characters, more than {most}")
    if lost := lost_sections(whole, text):
        raise ValueError(f"the page lost {len(lost)} of its sections")
    if is_cjk(text) != is_cjk(whole):
        raise ValueError("the page is in another language")
    return text
