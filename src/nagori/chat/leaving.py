"""What a turn leaves behind: its answer, the raw memories of it, and jobs."""

import asyncio
from dataclasses import dataclass

from nagori.agent.trust import TRUST, UNTRUSTED
from nagori.chat.request import Kit, TurnRequest
from nagori.chat.saying import Said
from nagori.text.rules import MAX_TEXT_BYTES
from nagori.text.secrets import redact
from nagori.values.draft import Indexed, MemoryDraft, MessageDraft
from nagori.values.ids import new_id
from nagori.values.memorising import MEMORISE_JOB
from nagori.values.memory import Source, Tag, Trust
from nagori.values.turn import Begun, TurnState
from nagori.write.index import embed_all, index_text

SUMMARISE_JOB = "summarise"
TITLE_JOB = "title"
_PATIENCE_S = 0.25
"""How long a turn waits for vectors of what it stores; a job brings those that take longer."""


@dataclass(frozen=True, slots=True)
class Left:
    """A turn that has said all it will say."""

    request: TurnRequest
    kit: Kit
    said: Said
    trust: Trust
    """Whether anything that others wrote could have shaped the answer."""
    project: str | None
    """The project that the turn was about."""

    async def answer(self, state: TurnState) -> MessageDraft | None:
        """The answer as it will be stored; None when nothing was said."""
        said, text = self.said, self.said.text
        if not text:
            return None
        now, request = self.kit.clock(), self.request
        name = request.answer_external_id
        metadata = {"gesture": said.gesture} if said.gesture else {}
        if self.trust == UNTRUSTED:
            metadata[TRUST] = UNTRUSTED
        return MessageDraft(
            id=new_id(now),
            chat_id=request.chat_id,
            scope=request.scope,
            role="assistant",
            speaker=request.bot or "assistant",
            content=text,
            raw_content=said.raw if said.raw != text else None,
            emotion=said.emotion,
            said_at=now,
            indexed=await findable(self.kit, text),
            state="final" if state == "done" else "partial",
            external_id=name(text) if name and state == "done" else None,
            metadata=metadata,
        )

    def memories(
        self, begun: Begun, answer: MessageDraft | None, indexed: Indexed | None
    ) -> list[MemoryDraft]:
        """The raw memories of a turn, user's first; a turn that was cut off has the user's only."""
        if not self.kit.settings.stores_raw or indexed is None:
            return []
        made = [self._memory("user_input", begun.message.id, begun.message.content, indexed)]
        # An answer about a project is not for chats about anything else.
        if answer is not None and answer.state == "final" and self.project is None:
            made.append(self._memory("ai_output", answer.id, answer.content, answer.indexed))
        return [m for m in made if len(m.text.encode("utf-8", "replace")) <= MAX_TEXT_BYTES]

    def _memory(self, tag: Tag, message_id: str, text: str, indexed: Indexed) -> MemoryDraft:
        now, request = self.kit.clock(), self.request
        clean = redact(text)
        if clean.kinds:  # its own chat keeps what was said; what is recalled elsewhere does not
            indexed = index_text(clean.text, max_tokens=self.kit.chunk_size)
        return MemoryDraft(
            id=new_id(now),
            scope=request.scope,
            text=clean.text,
            tag=tag,
            at=now,
            source=Source("message", message_id, now),
            indexed=indexed,
            bot=request.bot,
            chat_id=request.chat_id,
            emotion_label=self.said.emotion if tag == "ai_output" else None,
            trust=self.trust if tag == "ai_output" else "own",
        )

    def jobs(self, begun: Begun, answer: MessageDraft | None) -> list[str]:
        """What is to be done behind the turn."""
        settings = self.kit.settings
        jobs = [MEMORISE_JOB] if settings.memorises else []
        if answer is None:
            return jobs
        waiting = sum(not message.is_summarized for message in begun.past) + 2
        if waiting >= 2 * settings.rounds + settings.fold_from_messages:
            jobs.append(SUMMARISE_JOB)
        if begun.chat.title_by == "rule" and self.kit.model.state != "extractive":
            jobs.append(TITLE_JOB)
        return jobs


async def findable(kit: Kit, text: str) -> Indexed:
    """The text made findable, with its vectors if they come soon."""
    indexed = index_text(text, max_tokens=kit.chunk_size)
    try:
        async with asyncio.timeout(_PATIENCE_S):
            found, _ = await embed_all([(text, indexed)], kit.embedder)
    except TimeoutError:
        return indexed
    return found[0]
