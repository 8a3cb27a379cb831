"""Folding older messages into a chat's rolling summary, behind the turns."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from nagori.chat.fold import fold
from nagori.chat.window import start_of_last
from nagori.errors import ModelReplyError, ModelUnavailableError, NotFoundError
from nagori.jobs.worker import LEASE
from nagori.llm.port import Model
from nagori.prompts import SUMMARY_PROMPT, fill
from nagori.store.port import Store
from nagori.text.tokens import estimate_tokens
from nagori.values.job import Job
from nagori.values.message import Message
from nagori.values.prompt import PromptMessage
from nagori.values.times import Clock
from nagori.values.turn import ToFold

log = logging.getLogger("nagori.chat")

EXTRACTIVE = "extractive"
_BATCH_TOKENS = 6000
"""What a model is given to summarise at once."""


@dataclass(frozen=True, slots=True)
class Summariser:
    """Folds what is older than the last rounds.

    Without a model the summary is an extract, so that nothing is ever in neither place; the job
    then stays queued and is done again when the model is back.
    """

    store: Store
    model: Model
    clock: Clock
    prompt: str | None
    rounds: int
    fold_from: int
    max_tokens: int

    async def handle(self, job: Job) -> None:
        """The handler of `summarise` jobs."""
        try:
            to_fold = await self.store.summaries.to_fold(job.space, str(job.payload["chat"]))
        except NotFoundError:  # deleted meanwhile
            pass
        else:
            await self._fold(job, to_fold)
        await self.store.jobs.finish(job, now=self.clock())

    async def _fold(self, job: Job, to_fold: ToFold) -> None:
        old = to_fold.fresh[: start_of_last(to_fold.fresh, self.rounds)]
        has_model = self.model.state != EXTRACTIVE
        again = bool(to_fold.again) and has_model
        if len(old) < self.fold_from and not again:
            return
        try:
            if has_model:
                await self._by_model(job, to_fold, old)
            else:
                await self._by_extract(job, to_fold, old)
        except ModelUnavailableError:
            await self._by_extract(job, to_fold, old)
            raise  # tried again later, by the model
        except ModelReplyError as error:
            log.info("a summary is an extract, since %s", error)
            await self._by_extract(job, to_fold, old)

    async def _by_model(self, job: Job, to_fold: ToFold, old: Sequence[Message]) -> None:
        """One write at the end: half of a summary would lose what the other half was to hold."""
        left, summary = [*to_fold.again, *old], to_fold.written or ""
        while left:
            batch, left = _batch(left)
            said = _lines(batch)
            asked = fill(self.prompt or SUMMARY_PROMPT, summary=summary or "-", conversation=said)
            reply = await self.model.reply([PromptMessage("user", asked, layer="user")])
            if not reply.text.strip():
                raise ModelReplyError(self.model.name, "the summary was empty")
            summary = _cut(reply.text.strip(), self.max_tokens)
            await self.store.jobs.renew(job, until=self.clock() + LEASE)
        await self._write(job, to_fold, summary, self.model.name, [*to_fold.again, *old])

    async def _by_extract(self, job: Job, to_fold: ToFold, old: Sequence[Message]) -> None:
        if old:
            summary = fold(to_fold.chat.summary, old, max_tokens=self.max_tokens)
            await self._write(job, to_fold, summary, EXTRACTIVE, old)

    async def _write(
        self, job: Job, to_fold: ToFold, summary: str, by: str, messages: Sequence[Message]
    ) -> None:
        await self.store.summaries.fold(
            job.space,
            to_fold.chat.id,
            summary=summary,
            by=by,
            messages=[message.id for message in messages],
            job=job,
            now=self.clock(),
        )


def _batch(messages: Sequence[Message]) -> tuple[list[Message], list[Message]]:
    """As many messages as a model is given at once, at least one, and the rest."""
    left = _BATCH_TOKENS
    for at, message in enumerate(messages):
        left -= estimate_tokens(message.content)
        if left < 0 and at:
            return list(messages[:at]), list(messages[at:])
    return list(messages), []


def _lines(messages: Sequence[Message]) -> str:
    return "\n".join(f"{m.name or m.speaker} ({m.said_at:%Y-%m-%d}): {m.content}" for m in messages)


def _cut(text: str, max_tokens: int) -> str:
    """The text within its limit, by whole lines or, for one long line, by characters."""
    while estimate_tokens(text) > max_tokens:
        shorter = text[: max(1, len(text) * max_tokens // (estimate_tokens(text) + 1))]
        text = shorter.rstrip() if len(shorter) < len(text) else text[:-1]
    return text
