"""One turn, in the order of its journey.

Store the user's message → recall → window → prompt → model, streamed → emotion and gesture →
store the answer → only then memories → done. Whatever fails, the user's message is kept once.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta

from nagori.chat.fold import overflow_lines
from nagori.chat.prompt import build_prompt
from nagori.chat.relaying import put_in
from nagori.chat.request import Given, Kit, TurnRequest
from nagori.chat.running import Running
from nagori.chat.tags import TagReader
from nagori.chat.title import title_by_rule
from nagori.chat.window import split_window
from nagori.errors import ModelReplyError, NagoriError, StoreError
from nagori.text.rules import MAX_TEXT_BYTES
from nagori.text.tokens import estimate_tokens
from nagori.values.draft import Indexed, MemoryDraft, MessageDraft
from nagori.values.event import (
    Answer,
    Degraded,
    Done,
    Emotion,
    Error,
    Event,
    Kept,
    RecalledItems,
    Started,
    Thinking,
    ToolCall,
    kept,
)
from nagori.values.ids import new_id
from nagori.values.memory import Source, Tag
from nagori.values.prompt import (
    CallPiece,
    EndPiece,
    Piece,
    Prompt,
    TextPiece,
    ThoughtPiece,
)
from nagori.values.recall import Recall, Recalled
from nagori.values.turn import Begun, TurnDraft, TurnState
from nagori.write.index import embed_all, index_text

log = logging.getLogger("nagori.chat")

LEASE = timedelta(seconds=8)
"""A turn whose process is gone is seen to be lost after this."""
_KEEP_EVERY_S = 0.5
_RENEW_EVERY = 6
"""Rounds of keeping after which the lease is renewed even if nothing happened."""
_PATIENCE_S = 0.25
"""How long a turn waits for vectors of what it stores; a job brings those that take longer."""
_MOST_PAST = 200
SUMMARISE_JOB = "summarise"
TITLE_JOB = "title"
MEMORISE_JOB = "memorise"


@dataclass(slots=True)
class _Said:
    """What the model has said so far."""

    clean: list[str] = field(default_factory=list[str])
    raw: list[str] = field(default_factory=list[str])
    emotion: str | None = None
    gesture: str | None = None
    called: bool = False
    end: EndPiece | None = None

    @property
    def text(self) -> str:
        return "".join(self.clean).strip()


class TurnRun:
    """Runs one turn and tells of it through `running`."""

    def __init__(self, request: TurnRequest, kit: Kit, running: Running) -> None:
        self._request, self._kit, self._running = request, kit, running
        self._said = _Said()
        self._kept = 0
        self._reader = TagReader(kit.settings.tag_pattern)
        self._indexed: Indexed | None = None

    async def begin(self) -> Begun:
        """Store the user's message; raises when the turn can't be, and then nothing is stored."""
        request, kit = self._request, self._kit
        now = kit.clock()
        indexed = await self._index(request.text)
        message = MessageDraft(
            id=new_id(now),
            chat_id=request.chat_id,
            scope=request.scope,
            role="user",
            speaker=request.user,
            content=request.text,
            said_at=now,
            indexed=indexed,
            external_id=request.external_id,
        )
        draft = TurnDraft(
            id=self._running.id,
            message=message,
            title=title_by_rule(request.text),
            lease_until=now + LEASE,
            replaces=request.replaces,
            bot=request.bot,
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
            last = self._done(self._said.end or EndPiece())
        except asyncio.CancelledError:
            state, last = "stopped", self._done(EndPiece("stopped"))
        except NagoriError as error:
            state, last = "failed", Error(error.code, str(error))
        except Exception as error:  # the border of a turn: logged, told, and the chat goes on
            log.exception("a turn failed because of an error of ours")
            state, last = "failed", Error("internal", f"an error of ours: {type(error).__name__}")
        finally:
            keeping.cancel()
        finishing = asyncio.ensure_future(self._finish(begun, state, last))
        try:
            await asyncio.shield(finishing)
        except asyncio.CancelledError:  # stopped while it was already ending
            await finishing

    async def _answer(self, begun: Begun) -> None:
        recall = await self._recall(begun)
        prompt = self._prompt(begun, recall)
        given = self._request.given or Given(())
        model = self._kit.model
        stream = model.stream(prompt.messages, tools=given.tools, options=given.options)
        async with aclosing(stream) as pieces:
            await self._hear_out(pieces)
        if not self._said.text and not self._said.called:
            raise _empty(model.name)

    async def _hear_out(self, pieces: AsyncGenerator[Piece]) -> None:
        said, emit = self._said, self._running.emit
        async for piece in pieces:
            match piece:
                case ThoughtPiece(text):
                    emit(Thinking(text))
                case TextPiece(text):
                    said.raw.append(text)
                    self._tell(*self._reader.feed(text))
                case CallPiece(call):
                    said.called = True
                    emit(ToolCall(call.id, call.name, call.arguments))
                case EndPiece():
                    said.end = piece
        self._tell(self._reader.close(), [])

    def _tell(self, clean: str, tags: Sequence[tuple[str, str]]) -> None:
        said = self._said
        if clean:
            said.clean.append(clean)
            self._running.emit(Answer(clean))
        for key, value in tags:
            if key == "emotion":
                said.emotion = value
                self._running.emit(Emotion(emotion=value))
            else:
                said.gesture = value
                self._running.emit(Emotion(gesture=value))

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
            )
        except NagoriError as error:
            recall = Recall(request.text, [], degraded=[f"memory: {error}"])
        except Exception:  # a border: a chat must never break because memory does
            log.exception("a turn goes on without memory because of an error")
            recall = Recall(request.text, [], degraded=["memory: an error of ours"])
        recall = replace(recall, items=_fresh(recall.items, shown, settings.max_items,
                                              settings.max_tokens))  # fmt: skip
        self._running.emit(RecalledItems(recall.items, recall.degraded))
        for line in recall.degraded:
            what, _, why = line.partition(": ")
            self._running.emit(Degraded(what, why))
        return recall

    def _prompt(self, begun: Begun, recall: Recall) -> Prompt:
        request, settings = self._request, self._kit.settings
        if request.given is not None:
            return Prompt(put_in(request.given.messages, recall.render()), ())
        window = split_window(begun.past, rounds=settings.rounds, most=settings.window_messages)
        return build_prompt(
            persona=settings.persona,
            global_memory="",
            summary=begun.chat.summary or "",
            folded=overflow_lines(window.overflow, max_tokens=settings.summary_tokens),
            recalled=recall.render(),
            window=window.kept,
            message=begun.message,
            budget=settings.prompt_tokens,
        )

    def _done(self, end: EndPiece) -> Done:
        return Done(None, end.finish_reason, asdict(end.usage))

    async def _finish(self, begun: Begun, state: TurnState, last: Event) -> None:
        """Store the answer and what follows from it, then tell the last event."""
        self._tell(self._reader.close(), [])  # what was held back when it was cut off
        answer = await self._draft_answer(state)
        if answer is not None:
            last = replace(last, message_id=answer.id)  # pyright: ignore[reportCallIssue]  # Done or Error
        number = len(self._running.events) + 1
        try:
            message = await self._kit.turns.finish(
                self._request.scope.space,
                self._running.id,
                state=state,
                events=[*self._unkept(), kept(replace(last, number=number))],
                answer=answer,
                memories=self._memories(begun, answer),
                jobs=self._jobs(begun, answer),
                embedder=_fingerprint(self._kit),
                now=self._kit.clock(),
            )
        except StoreError as error:
            log.warning("an answer could not be stored: %s", error)
            self._running.emit(Degraded("store", str(error)))
            last = replace(last, message_id=None)  # pyright: ignore[reportCallIssue]  # the same
        else:
            if message is not None:
                self._kit.heard(self._request.scope, message)
        self._running.emit(last)

    async def _draft_answer(self, state: TurnState) -> MessageDraft | None:
        said, text = self._said, self._said.text
        if not text:
            return None
        now, request = self._kit.clock(), self._request
        name = request.answer_external_id
        return MessageDraft(
            id=new_id(now),
            chat_id=request.chat_id,
            scope=request.scope,
            role="assistant",
            speaker=request.bot or "assistant",
            content=text,
            raw_content="".join(said.raw) if "".join(said.raw) != text else None,
            emotion=said.emotion,
            said_at=now,
            indexed=await self._index(text),
            state="final" if state == "done" else "partial",
            external_id=name(text) if name and state == "done" else None,
            metadata={"gesture": said.gesture} if said.gesture else {},
        )

    def _memories(self, begun: Begun, answer: MessageDraft | None) -> list[MemoryDraft]:
        """The raw memories of a turn, user's first; a turn that was cut off has the user's only."""
        if not self._kit.settings.stores_raw or self._indexed is None:
            return []
        made = [self._memory("user_input", begun.message.id, begun.message.content, self._indexed)]
        if answer is not None and answer.state == "final":
            made.append(self._memory("ai_output", answer.id, answer.content, answer.indexed))
        return [m for m in made if len(m.text.encode("utf-8", "replace")) <= MAX_TEXT_BYTES]

    def _memory(self, tag: Tag, message_id: str, text: str, indexed: Indexed) -> MemoryDraft:
        now, request = self._kit.clock(), self._request
        return MemoryDraft(
            id=new_id(now),
            scope=request.scope,
            text=text,
            tag=tag,
            at=now,
            source=Source("message", message_id, now),
            indexed=indexed,
            bot=request.bot,
            chat_id=request.chat_id,
            emotion_label=self._said.emotion if tag == "ai_output" else None,
        )

    def _jobs(self, begun: Begun, answer: MessageDraft | None) -> list[str]:
        if answer is None:
            return []
        settings = self._kit.settings
        waiting = sum(not message.is_summarized for message in begun.past) + 2
        jobs = [MEMORISE_JOB]
        if waiting >= 2 * settings.rounds + settings.fold_from_messages:
            jobs.append(SUMMARISE_JOB)
        if begun.chat.title_by == "rule" and self._kit.model.state != "extractive":
            jobs.append(TITLE_JOB)
        return jobs

    async def _index(self, text: str) -> Indexed:
        """The text made findable, with its vectors if they come soon."""
        indexed = index_text(text, max_tokens=self._kit.chunk_size)
        try:
            async with asyncio.timeout(_PATIENCE_S):
                found, _ = await embed_all([(text, indexed)], self._kit.embedder)
        except TimeoutError:
            return indexed
        return found[0]

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
