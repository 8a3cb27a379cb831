"""Titles of chats, written by a model after the first turn."""

import logging
from collections.abc import Callable

from nagori.chat.title import clean_title
from nagori.errors import ModelReplyError, NotFoundError
from nagori.jobs.worker import Handler
from nagori.llm.port import Model
from nagori.prompts import TITLE_PROMPT, fill
from nagori.store.port import Store
from nagori.values.job import Job
from nagori.values.message import Chat
from nagori.values.prompt import PromptMessage
from nagori.values.scope import Scope
from nagori.values.times import Clock

log = logging.getLogger("nagori.chat")

_FIRST_MESSAGES = 4
_MOST_CHARACTERS = 2000

Named = Callable[[Scope, Chat], None]


def titling_job(
    store: Store, model: Model, clock: Clock, *, prompt: str | None, named: Named | None = None
) -> Handler:
    """A handler that names a chat, unless a person did; the rule's title stays if it can't.

    `named` hears of a chat that got a title.
    """

    async def handle(job: Job) -> None:
        chat_id = str(job.payload["chat"])
        try:
            chat = await store.chats.get(job.space, chat_id)
            said = await store.shelf.messages_after(
                job.space, chat_id, after=None, limit=_FIRST_MESSAGES
            )
            if chat.title_by == "rule" and said and model.state != "extractive":
                text = "\n".join(f"{m.role}: {m.content[:_MOST_CHARACTERS]}" for m in said)
                asked = fill(prompt or TITLE_PROMPT, conversation=text)
                reply = await model.reply([PromptMessage("user", asked, layer="user")])
                title = clean_title(reply.text)
                if title is not None:
                    changed = await store.shelf.change(
                        job.space, chat_id, title=title, title_by="model", now=clock()
                    )
                    if named is not None:
                        named(Scope.parse(job.space, changed.scope), changed)
        except NotFoundError:  # deleted meanwhile
            pass
        except ModelReplyError as error:
            log.info("a chat keeps its title by rule, since %s", error)
        await store.jobs.finish(job, now=clock())

    return handle
