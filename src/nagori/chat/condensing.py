"""Condensing a page of global memory that grew too long, behind the turns."""

import logging
import re
from collections.abc import Callable

from nagori.chat.page import lost_sections, merged, parse, shortened
from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.jobs.worker import LEASE, Handler
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


def condensing_job(
    store: Store,
    model: Model,
    clock: Clock,
    *,
    most: int,
    chunk_size: int,
    embedder: str | None,
    told: Told | None = None,
) -> Handler:
    """A handler that brings a page within `most` characters; old versions keep what it loses.

    Without a model it is done by rule; the job then stays queued and is done again, from the
    versions before, when the model is back.
    """

    async def handle(job: Job) -> None:
        scope = Scope.parse(job.space, str(job.payload["scope"]))
        away: ModelUnavailableError | None = None
        for _ in range(_TRIES):
            found = await store.pages.to_condense(scope)
            by_model = away is None and model.state != EXTRACTIVE
            if found is None or not _wanted(found, by_model=by_model):
                break
            try:
                done = await _condense(job, scope, found, by_model=by_model)
            except ModelUnavailableError as error:
                away = error
                continue
            if done:
                break
        if away is not None:
            raise away  # tried again later, by the model
        await store.jobs.finish(job, now=clock())

    def _wanted(found: ToCondense, *, by_model: bool) -> bool:
        too_long, again = len(found.page.text) > most, bool(found.before) and by_model
        return too_long or again or found.page.by == REBUILT

    async def _condense(job: Job, scope: Scope, found: ToCondense, *, by_model: bool) -> bool:
        """Whether it is done; not when the page changed meanwhile."""
        whole = merged([*(page.text for page in found.before), found.page.text])
        if by_model and len(whole) > most:
            try:
                text = await _by_model(shortened(whole, most=_MOST_GIVEN))
            except ModelReplyError as error:
                log.info("a page is condensed by rule, since %s", error)
            else:
                await store.jobs.renew(job, until=clock() + LEASE)
                return await _write(job, scope, found, text, model.name, is_whole=True)
        all_of_it = found.page.by == REBUILT or len(whole) <= most
        text = shortened(whole if all_of_it else found.page.text, most=most)
        if text == found.page.text and found.page.by != REBUILT:
            return True  # it was done by rule before
        return await _write(job, scope, found, text, EXTRACTIVE, is_whole=text == whole)

    async def _by_model(whole: str) -> str:
        asked = fill(PAGE_PROMPT, page=whole, limit=str(most))
        reply = await model.reply([PromptMessage("user", asked, layer="user")])
        return _checked(reply.text, whole)

    def _checked(reply: str, whole: str) -> str:
        """What a model wrote, if it is a page."""
        fenced = _FENCE.search(reply)
        text = (fenced[1] if fenced else reply).strip()
        if not parse(text):
            problem = "the page was empty"
        elif len(text) > most:
            problem = f"the page has {len(text)} characters, more than {most}"
        elif lost := lost_sections(whole, text):
            problem = f"the page lost {len(lost)} of its sections"
        elif is_cjk(text) != is_cjk(whole):
            problem = "the page is in another language"
        else:
            return text
        raise ModelReplyError(model.name, problem)

    async def _write(
        job: Job, scope: Scope, found: ToCondense, text: str, by: str, *, is_whole: bool
    ) -> bool:
        draft = PageDraft(
            scope=scope,
            text=text,
            by=by,
            follows=found.page.version,
            indexed=index_page(text, max_tokens=chunk_size),
        )
        page = await store.pages.condense(
            draft, is_whole=is_whole, job=job, embedder=embedder, now=clock()
        )
        if page is not None and told is not None:
            told(scope, page)
        return page is not None

    return handle
