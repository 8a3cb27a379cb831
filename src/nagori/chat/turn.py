"""One turn, in the order of its journey.

Store the user's message → recall → window → prompt → model, streamed → emotion and gesture →
store the answer → only then memories → done. Whatever fails, the user's message is kept once.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from nagori.agent.loop import AgentLoop, Step
from nagori.agent.trust import UNTRUSTED, given_is_untrusted, prompt_is_untrusted
from nagori.chat.fold import overflow_lines
from nagori.chat.leaving import Left, findable
from nagori.chat.project import look_at, project_of, seen_together
from nagori.chat.prompt import build_prompt
from nagori.chat.relaying import put_in
from nagori.chat.request import Kit, ProjectView, TurnRequest
from nagori.chat.running import Running
from nagori.chat.saying import Said
from nagori.chat.tags import TagReader
from nagori.chat.title import title_by_rule
from nagori.chat.window import split_window
from nagori.errors import ModelReplyError, NagoriError, StoreError
from nagori.text.tokens import estimate_tokens
from nagori.values.draft import Indexed, MessageDraft
from nagori.values.event import (
    Degraded,
    Done,
    Error,
    Event,
    Kept,
    RecalledItems,
    Started,
    kept,
)
from nagori.values.ids import new_id
from nagori.values.memory import Trust
from nagori.values.page import GlobalPage
from nagori.values.prompt import Prompt, PromptMessage, TextPiece, Usage
from nagori.values.proposal import CallPlace
from nagori.values.recall import Recall, Recalled
from nagori.values.turn import Begun, TurnDraft, TurnEnd, TurnState

log = logging.getLogger("nagori.chat")

LEASE = timedelta(seconds=8)
"""A turn whose process is gone is seen to be lost after this."""
_KEEP_EVERY_S = 0.5
_RENEW_EVERY = 6
"""Rounds of keeping after which the lease is renewed even if nothing happened."""
_MOST_PAST = 200
_MOST_TOLD = 6
"""Near misses that a turn tells of."""


class TurnRun:
    """Runs one turn and tells of it through `running`."""

    def __init__(self, request: TurnRequest, kit: Kit, running: Running) -> None:
        self._request, self._kit, self._running = request, kit, running
        self._said = Said(TagReader(kit.settings.tag_pattern))
        self._kept = 0
        self._indexed: Indexed | None = None
        self._untrusted = False
        self._project: str | None = None
        """The project that the turn is about."""
        self._loop: AgentLoop | None = None

    async def begin(self) -> Begun:
        """Store the user's message; raises when the turn can't be, and then nothing is stored."""
        request, kit = self._request, self._kit
        now = kit.clock()
        indexed = await findable(self._kit, request.text)
        message = MessageDraft(
            id=request.message_id or new_id(now),
            chat_id=request.chat_id,
            scope=request.scope,
            role="user",
            speaker=request.user,
            content=request.text,
            said_at=now,
            indexed=indexed,
            name=request.name,
            reply_to=request.reply_to,
            mentions=request.mentions,
            external_id=request.external_id,
        )
        draft = TurnDraft(
            id=self._running.id,
            message=message,
            title=title_by_rule(request.text),
            lease_until=now + LEASE,
            replaces=request.replaces,
            bot=request.bot,
            documents=request.documents,
            project=request.project,
        )
        begun = await kit.turns.begin(
            draft,
            past=kit.settings.window_messages,
            most=_MOST_PAST,
            embedder=_fingerprint(kit),
            now=now,
        )
        self._indexed = indexed
        kit.heard(request.scope, begun.message)
        started = Started(draft.id, request.chat_id, begun.message.id, saved=kit.saved)
        self._running.emit(started)
        return begun

    async def run(self, begun: Begun) -> None:
        """Answer. Being cancelled stops it; what was said until then is kept."""
        keeping = asyncio.create_task(self._keep_events(), name="nagori-turn-events")
        last: Event
        state: TurnState = "done"
        try:
            await self._answer(begun)
            last = self._said.done()
        except asyncio.CancelledError:
            state, last = "stopped", Done(None, "stopped", asdict(Usage()))
        except NagoriError as error:
            state, last = "failed", self._problem(error.code, str(error))
        except Exception as error:  # the border of a turn: logged, told, and the chat goes on
            log.exception("a turn failed because of an error of ours")
            problem = self._problem("internal", f"an error of ours: {type(error).__name__}")
            state, last = "failed", problem
        finally:
            keeping.cancel()
        finishing = asyncio.ensure_future(self._finish(begun, state, last))
        try:
            await asyncio.shield(finishing)
        except asyncio.CancelledError:  # stopped while it was already ending
            await finishing

    async def _answer(self, begun: Begun) -> None:
        self._project = project_of(self._request, begun)
        recall, view, page = await asyncio.gather(
            self._recall(begun),
            look_at(self._request, self._kit, begun),
            self._kit.page(self._request.scope),
        )
        self._tell_recalled(seen_together(recall, view))
        prompt = await self._prompt(begun, recall, page, view)
        others = self._holds_words_of_others(begun, recall) or bool(view.summary)
        self._untrusted = others or page.trust == UNTRUSTED
        async with aclosing(self._steps(begun, prompt.messages, view)) as steps:
            async for step in steps:
                self._tell(self._said.take(step))
        self._tell(self._said.close())
        if ending := self._ending(self._said.done().finish_reason):
            self._tell(self._said.take(TextPiece(ending)))
        calls = self._request.given is not None and self._said.called  # the client runs them
        if not self._said.text and not calls:
            raise _empty(self._kit.model.name)

    def _steps(
        self, begun: Begun, messages: Sequence[PromptMessage], view: ProjectView
    ) -> AsyncGenerator[Step]:
        """The model's answer as it comes, with the tools that it uses on the way."""
        request, kit, agent = self._request, self._kit, self._kit.agent
        given = request.given
        if given is not None:
            return kit.model.stream(messages, tools=given.tools, options=given.options)
        if agent is None or not agent.settings.enabled or not kit.saved:
            return kit.model.stream(messages, options=self._options)
        place = CallPlace(
            user=request.user,
            scope=request.scope,
            chat_id=request.chat_id,
            turn_id=self._running.id,
            message_id=begun.message.id,
            bot=request.bot,
            documents=begun.chat.document_ids,
            has_documents=begun.has_documents,
            project=self._project,
            folder=view.folder,
        )
        self._loop = AgentLoop(
            kit.model,
            agent.bind(place),
            agent.settings,
            untrusted=self._untrusted,
            plain_models=agent.plain_models,
            options=self._options,
        )
        return self._loop.run(messages)

    def _holds_words_of_others(self, begun: Begun, recall: Recall) -> bool:
        request = self._request
        if request.given is not None and given_is_untrusted(request.given.messages):
            return True
        return prompt_is_untrusted(
            user=request.user, chat=begun.chat, past=begun.past, recalled=recall.items
        )

    @property
    def _trust(self) -> Trust:
        """Whose words the answer rests on."""
        untrusted = self._untrusted if self._loop is None else self._loop.untrusted
        return UNTRUSTED if untrusted else "own"

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self._running.emit(event)

    async def _recall(self, begun: Begun) -> Recall:
        """What is remembered and not word for word in the prompt anyway. Never raises."""
        kit, request = self._kit, self._request
        shown = {message.id for message in begun.past}
        settings = kit.recall_settings
        try:
            recall = await kit.recall(
                request.text,
                request.scope,
                bot=request.bot,
                limit=settings.max_items * (2 if shown else 1),  # some stand in the window anyway
                max_tokens=settings.max_tokens * 2,
                project=self._project,
                chat=request.chat_id if self._project else None,
            )
        except NagoriError as error:
            recall = Recall(request.text, [], degraded=[f"memory: {error}"])
        except Exception:  # a border: a chat must never break because memory does
            log.exception("a turn goes on without memory because of an error")
            recall = Recall(request.text, [], degraded=["memory: an error of ours"])
        return replace(recall, items=_fresh(recall.items, shown, settings.max_items,
                                            settings.max_tokens))  # fmt: skip

    def _tell_recalled(self, recall: Recall) -> None:
        told = sorted(recall.near_misses, key=lambda miss: (-miss.score, miss.id))[:_MOST_TOLD]
        self._running.emit(RecalledItems(recall.items, recall.degraded, told))
        for line in recall.degraded:
            what, _, why = line.partition(": ")
            self._running.emit(Degraded(what, why))

    @property
    def _options(self) -> Mapping[str, Any] | None:
        """Generation settings of this turn, beside those of the model."""
        return None

    def _ending(self, finish_reason: str) -> str:
        """What is said after an answer that ended for this reason."""
        del finish_reason
        return ""

    def _problem(self, code: str, detail: str) -> Error:
        """How it is told that there is no whole answer."""
        return Error(code, detail)

    async def _prompt(
        self, begun: Begun, recall: Recall, page: GlobalPage, view: ProjectView
    ) -> Prompt:
        request, settings = self._request, self._kit.settings
        if request.given is not None:
            return Prompt(put_in(request.given.messages, recall.render(), page.text), ())
        window = split_window(begun.past, rounds=settings.rounds, most=settings.window_messages)
        return build_prompt(
            persona=settings.persona,
            global_memory=page.text,
            summary=begun.chat.summary or "",
            folded=overflow_lines(window.overflow, max_tokens=settings.summary_tokens),
            project=view.summary,
            recalled=recall.render(tiers=self._project is not None),
            window=window.kept,
            message=begun.message,
            budget=settings.prompt_tokens,
        )

    async def _finish(self, begun: Begun, state: TurnState, last: Event) -> None:
        """Store the answer and what follows from it, then tell the last event."""
        self._tell(self._said.close())  # what was held back when it was cut off
        answer = await self._draft_answer(state)
        if answer is not None:
            last = replace(last, message_id=answer.id)  # pyright: ignore[reportCallIssue]  # Done or Error
        number = len(self._running.events) + 1
        end = TurnEnd(
            state,
            answer=answer,
            memories=self._left().memories(begun, answer, self._indexed),
            events=[*self._unkept(), kept(replace(last, number=number))],
            jobs=self._jobs(begun, answer),
        )
        kit = self._kit
        try:
            message = await kit.turns.finish(
                self._request.scope.space,
                self._running.id,
                end,
                embedder=_fingerprint(kit),
                now=kit.clock(),
            )
        except StoreError as error:
            log.warning("an answer could not be stored: %s", error)
            self._running.emit(Degraded("store", str(error)))
            last = replace(last, message_id=None)  # pyright: ignore[reportCallIssue]  # the same
        else:
            if message is not None:
                kit.heard(self._request.scope, message)
        self._running.emit(last)

    async def _draft_answer(self, state: TurnState) -> MessageDraft | None:
        return await self._left().answer(state)

    def _jobs(self, begun: Begun, answer: MessageDraft | None) -> list[str]:
        return self._left().jobs(begun, answer)

    def _left(self) -> Left:
        return Left(self._request, self._kit, self._said, self._trust, self._project)

    def _unkept(self) -> list[Kept]:
        return [kept(event) for event in self._running.events[self._kept :]]

    async def _keep_events(self) -> None:
        """Store events as they come, and say that the turn lives."""
        idle = 0
        while True:
            await asyncio.sleep(_KEEP_EVERY_S)
            events = self._unkept()
            idle = 0 if events else idle + 1
            if not events and idle % _RENEW_EVERY:
                continue
            space, until = self._request.scope.space, self._kit.clock() + LEASE
            try:
                await self._kit.turns.append(space, self._running.id, events, lease_until=until)
            except StoreError as error:
                log.warning("events of a turn could not be stored: %s", error)
            else:
                self._kept += len(events)


def _fresh(
    items: Sequence[Recalled], shown: set[str], most: int, max_tokens: int
) -> list[Recalled]:
    """The items that the window does not hold word for word, within the limits."""
    kept: list[Recalled] = []
    for item in items:
        if item.source is not None and item.source.kind == "message" and item.source.ref in shown:
            continue
        max_tokens -= estimate_tokens(item.text)
        if max_tokens < 0 or len(kept) == most:
            break
        kept.append(item)
    return kept


def _empty(name: str) -> ModelReplyError:
    return ModelReplyError(name, "the answer was empty")


def _fingerprint(kit: Kit) -> str | None:
    return kit.embedder.fingerprint if kit.embedder else None
