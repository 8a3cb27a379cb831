"""Summaries of what is said in a group, as memories of the group, behind those who talk.

Read what waits → take secrets out → one question to a model, each sentence checked against the
messages, or an extract → embed → one transaction with the sources and how far it goes. A process
that ends anywhere leaves a stretch waiting or summarised, never half.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nagori.config_groups import GroupSettings
from nagori.embed.port import Embedder
from nagori.errors import ConflictError, ModelError, NotFoundError
from nagori.jobs.worker import LEASE
from nagori.llm.port import Model
from nagori.prompts import GROUP_SUMMARY_PROMPT, fill
from nagori.store.port import Store
from nagori.text.secrets import redact
from nagori.text.terms import terms
from nagori.text.tokens import estimate_tokens
from nagori.values.draft import MemoryDraft
from nagori.values.ids import new_id
from nagori.values.job import Job
from nagori.values.knowledge import NAMES, SUMMARY_OF, GroupSummary, Stretch
from nagori.values.memorising import BY_RULES
from nagori.values.memory import Memory, Source
from nagori.values.message import Message
from nagori.values.prompt import PromptMessage
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.group_extract import LONGEST_SUMMARY, extract
from nagori.write.index import embed_all, index_text
from nagori.write.speakers import names_in
from nagori.write.support import same_language, supported

log = logging.getLogger("nagori.write")

_BATCH_TOKENS = 12_000
_MOST_SENTENCES = 8
_MOST_BEHIND_ONE = 4
"""Messages that one sentence may rest on."""
_EXTRACTIVE = "extractive"
EXTRACT = "summary: nothing that the model wrote holds"
"""Marks an extract that stands for good: the model had its say."""
_BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)、])\s+")


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of a summary, and the messages that it rests on."""

    text: str
    messages: Sequence[Message]


@dataclass(frozen=True, slots=True)
class GroupSummariser:
    """Summarises what was said in groups that want it; the handler of `summarise_group` jobs."""

    store: Store
    model: Model
    embedder: Embedder | None
    clock: Clock
    chunk_size: int
    settings_of: Callable[[Scope], Awaitable[GroupSettings]]
    written: Callable[[Scope, Memory], None]
    """Told of every summary."""

    async def handle(self, job: Job) -> None:
        """Summarise every full stretch that waits in the job's chat.

        A model that fails leaves an extract, marked; then the job is tried again, so that the
        model writes it when it is back.
        """
        failed: ModelError | None = None
        try:
            while stretch := await self._next(job, asks_model=failed is None):
                failed = await self._try(stretch, asks_model=failed is None) or failed
                await self.store.jobs.renew(job, until=self.clock() + LEASE)
        except NotFoundError:  # deleted meanwhile
            pass
        if failed is not None:
            raise failed
        await self.store.jobs.finish(job, now=self.clock())

    async def now(self, scope: Scope) -> list[Memory]:
        """Summarise whatever waits in a group, however little it is; what was written."""
        done: list[Memory] = []
        every = (await self.settings_of(scope)).summary_every_messages
        for chat in await self.store.knowledge.chats(scope):
            while (stretch := await self._waiting(scope.space, chat, every)).messages:
                summary, _ = await self._summarise(stretch, asks_model=self._has_model)
                memory = await self._put(summary)
                done += [memory] if memory is not None else []
        return done

    @property
    def _has_model(self) -> bool:
        return self.model.state != _EXTRACTIVE

    async def _next(self, job: Job, *, asks_model: bool) -> Stretch | None:
        chat_id = str(job.payload["chat"])
        chat = await self.store.chats.get(job.space, chat_id)
        scope = Scope.parse(job.space, chat.scope)
        settings = await self.settings_of(scope)
        if scope.kind != "group" or not settings.enable_summaries:
            return None
        every = settings.summary_every_messages
        found = await self.store.knowledge.to_summarise(job.space, chat_id, limit=every)
        if len(found.messages) == every:
            return await self._waiting(job.space, chat_id, every)
        if asks_model and self._has_model:
            return await self.store.knowledge.to_summarise_again(job.space, chat_id)
        return None

    async def _waiting(self, space: str, chat_id: str, most: int) -> Stretch:
        """What waits, as much as a model may be asked about at once."""
        found = await self.store.knowledge.to_summarise(space, chat_id, limit=most)
        left = _BATCH_TOKENS
        for count, message in enumerate(found.messages):
            left -= estimate_tokens(message.content)
            if left < 0:
                return await self.store.knowledge.to_summarise(space, chat_id, limit=max(count, 1))
        return found

    async def _try(self, stretch: Stretch, *, asks_model: bool) -> ModelError | None:
        """Summarise a stretch unless others did; returns what the model failed with."""
        summary, failed = await self._summarise(stretch, asks_model=asks_model and self._has_model)
        if stretch.replaces is not None and failed is not None:
            return failed  # the extract stays until then
        try:
            await self._put(summary)
        except ConflictError:
            log.info("a stretch of talk was summarised by others")
        return failed

    async def _summarise(
        self, stretch: Stretch, *, asks_model: bool
    ) -> tuple[GroupSummary, ModelError | None]:
        failed: ModelError | None = None
        names = names_in(stretch.messages)
        told: Sequence[Told] = ()
        if asks_model:
            try:
                told = await self._by_model(stretch, names)
            except ModelError as error:
                log.info("a summary of a group is an extract, since %s", error)
                failed = error
        degraded = () if told else (EXTRACT,) if asks_model and failed is None else (BY_RULES,)
        told = told or await self._by_extract(stretch, names)
        if not told:
            return GroupSummary(stretch, None), failed
        return GroupSummary(stretch, await self._draft(stretch, told, names, degraded)), failed

    async def _by_model(self, stretch: Stretch, names: Mapping[str, str]) -> list[Told]:
        lines = {m.id: f"{names[m.speaker]}: {_clean(m)}" for m in stretch.messages}
        asked = fill(GROUP_SUMMARY_PROMPT, conversation="\n".join(lines.values()))
        reply = await self.model.reply([PromptMessage("user", asked, layer="user")])
        told: list[Told] = []
        left = LONGEST_SUMMARY
        for line in reply.text.splitlines():
            sentence = redact(_BULLET.sub("", line).strip()).text
            behind = _behind(sentence, stretch.messages, lines)
            left -= len(sentence) + 1
            if left < 0 or len(told) == _MOST_SENTENCES:
                break
            if behind:
                told.append(Told(sentence, behind))
        return told

    async def _by_extract(self, stretch: Stretch, names: Mapping[str, str]) -> list[Told]:
        embedder = self.embedder.fingerprint if self.embedder else None
        ids = [message.id for message in stretch.messages]
        heard = await self.store.rooms.find(stretch.scope, ids, analyser=0, embedder=embedder)
        vectors = {one.message.id: one.vector for one in heard if one.vector is not None}
        quotes = extract(stretch.messages, vectors)
        return [Told(f"{names[q.message.speaker]}: {q.text}", [q.message]) for q in quotes]

    async def _draft(
        self,
        stretch: Stretch,
        told: Sequence[Told],
        names: Mapping[str, str],
        degraded: tuple[str, ...],
    ) -> MemoryDraft:
        text = "\n".join(one.text for one in told)
        behind = {message.id: message for one in told for message in one.messages}
        first, *rest = (Source("message", m.id, m.said_at) for m in behind.values())
        last = stretch.messages[-1]
        draft = MemoryDraft(
            id=new_id(self.clock()),
            scope=stretch.scope,
            text=text,
            tag="summary",
            at=last.said_at,
            source=first,
            more_sources=tuple(rest),
            indexed=index_text(text, max_tokens=self.chunk_size),
            bot=stretch.chat.bot,
            chat_id=stretch.chat.id,
            trust="untrusted",
            degraded=degraded,
            metadata={
                SUMMARY_OF: [stretch.messages[0].id, last.id],
                NAMES: {m.speaker: names[m.speaker] for m in behind.values()},
            },
        )
        (indexed,), _ = await embed_all([(text, draft.indexed)], self.embedder, stated=True)
        return replace(draft, indexed=indexed)

    async def _put(self, summary: GroupSummary) -> Memory | None:
        embedder = self.embedder.fingerprint if self.embedder else None
        memory = await self.store.knowledge.put_summary(
            summary, embedder=embedder, now=self.clock()
        )
        if memory is not None:
            self.written(summary.stretch.scope, memory)
        return memory


def _behind(
    sentence: str, messages: Sequence[Message], lines: Mapping[str, str]
) -> Sequence[Message]:
    """The messages that a sentence rests on, in their order; none when nothing supports it."""
    wanted = np.unique(terms(sentence))
    if not len(wanted):
        return ()
    shared = {m.id: float(np.isin(wanted, terms(lines[m.id])).mean()) for m in messages}
    best = sorted(messages, key=lambda m: (-shared[m.id], m.id))[:_MOST_BEHIND_ONE]
    for count in range(1, len(best) + 1):
        chosen = [message for message in messages if message in best[:count]]
        quote = "\n".join(lines[message.id] for message in chosen)
        if supported(sentence, quote) and same_language(sentence, quote):
            return chosen
    return ()


def _clean(message: Message) -> str:
    return " ".join(redact(message.content).text.split())
