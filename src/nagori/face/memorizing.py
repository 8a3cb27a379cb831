"""The hook after a dialogue, and whole transcripts: hand in what was said."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from nagori.errors import InvalidInputError, NagoriError, UserError
from nagori.face.base import Face
from nagori.naming import one_scope
from nagori.text import rules
from nagori.values.ids import new_id
from nagori.values.memorising import MEMORISE_JOB, Heard
from nagori.values.memory import Memory
from nagori.values.message import Message, Role
from nagori.values.outcome import Outcome
from nagori.values.scope import Scope
from nagori.values.transcript import Considered, Line, Progress, Transcript
from nagori.write.finding import Finding
from nagori.write.hear import Said, hear

log = logging.getLogger("nagori")

_MOST_MESSAGES = 200
_ROLES: tuple[Role, ...] = ("user", "assistant", "system")
_PATIENCE_S = 15.0
"""How long the hook waits for the decision; it is made anyway."""
_LOOK_S = 2.0
"""How often an import looks whether another process has done its part."""


class MemorizingFace(Face):
    """Let Nagori decide what to remember."""

    async def consider_memorizing(
        self, user_id: str, messages: Sequence[Mapping[str, Any] | Message]
    ) -> Outcome:
        """Store a dialogue and remember what is worth it. Never raises.

        Each message has `role` and `content`, and may have `id`: one that was handed in before
        is not stored again. A decision that takes long is not waited for; the outcome then says
        that it is queued.
        """
        if self._store.state == "failed":  # it was logged once, when it failed
            return _nothing("memory is out of service", f"store: {self._store.reason}")
        try:
            return await self._consider(user_id, messages)
        except UserError as error:
            log.info("a dialogue was not taken: %s", error)
            return _nothing(str(error))
        except NagoriError as error:
            log.warning("a dialogue was not taken: %s", error)
            return _nothing("memory could not take it", str(error))
        except Exception:  # a border: a chat must never break because memory does
            log.exception("a dialogue was not taken because of an error")
            return _nothing("an error of ours", "memory: an error of ours")

    async def memorize_transcript(
        self,
        transcripts: Sequence[Transcript],
        *,
        user: str,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Outcome:
        """Store chats that were held elsewhere and remember what is worth it, in batches.

        What was handed in before is not stored again, and what was considered is not considered
        again: after an interruption the same call goes on where it stopped.
        """
        self._check()
        scope = one_scope(self.space, user=user)
        total = sum(len(transcript.messages) for transcript in transcripts)
        memories: list[Memory] = []
        degraded: dict[str, None] = {}
        done = remembered = 0

        def tell(more: int, new: int) -> None:
            if on_progress is not None:
                on_progress(Progress(min(done + more, total), total, remembered + new))

        tell(0, 0)
        for transcript in transcripts:
            outcome = await self._import_one(transcript, scope, tell)
            memories += outcome.memories
            degraded.update(dict.fromkeys(outcome.degraded))
            done += len(transcript.messages)
            remembered += len(outcome.memories)
            tell(0, 0)
        reason = f"{len(memories)} memories from {total} messages"
        return Outcome(bool(memories), reason, memories, tuple(degraded))

    async def preview_memorizing(self, lines: Sequence[Line], *, user: str) -> list[Considered]:
        """What would be kept of a transcript's own messages of the user, and why."""
        scope = one_scope(self.space, user=user)
        told = [line for line in lines if line.text.strip()]
        said = [self._message_of(line, scope) for line in told]
        before = (None, *said)
        own = [line for line in told if _is_own(line, scope)]
        heard = [
            Heard(message, before=led)
            for line, message, led in zip(told, said, before[:-1], strict=True)
            if _is_own(line, scope)
        ]
        zone = await self._zones.of(scope.id)
        found: dict[str, list[Finding]] = {}
        for finding in await self._memoriser.preview(heard, zone=zone):
            found.setdefault(finding.heard.message.id, []).append(finding)
        return [_considered(line, found.get(line.id, ())) for line in own]

    async def _consider(
        self, user_id: str, messages: Sequence[Mapping[str, Any] | Message]
    ) -> Outcome:
        now = self._clock()
        scope = one_scope(self.space, user=user_id)
        if not messages:
            return _nothing("there was nothing to remember")
        if len(messages) > _MOST_MESSAGES:
            raise InvalidInputError("messages", f"give at most {_MOST_MESSAGES} at a time")
        chat_id = f"hook-{_short(scope.key)}"
        said = [
            Said(
                chat_id=chat_id,
                content=rules.checked_text(_field(message, "content"), "content"),
                speaker=user_id if (role := _role(message)) == "user" else role,
                scope=scope,
                said_at=now,
                role=role,
                external_id=_field(message, "id"),
            )
            for message in messages
        ]
        size = self.settings.embedding.chunk_size
        await hear(said, self._store, self._embedder, now=now, max_tokens=size)
        deciding = await self._queue(chat_id)
        if self._worker.runs:
            try:
                return await asyncio.wait_for(deciding, _PATIENCE_S)
            except TimeoutError:
                pass
        return _nothing("the dialogue is stored; the decision is queued")

    async def _import_one(
        self, transcript: Transcript, scope: Scope, tell: Callable[[int, int], None]
    ) -> Outcome:
        """One chat of a file."""
        now = self._clock()
        chat_id = f"import-{_short(f'{scope.key}/{transcript.id}')}"
        said = [
            Said(
                chat_id=chat_id,
                content=line.text,
                speaker=scope.id if _is_own(line, scope) else line.speaker,
                scope=scope,
                said_at=line.at or now,
                role=line.role,
                external_id=line.id,
            )
            for line in transcript.messages
        ]
        size = self.settings.embedding.chunk_size
        for start in range(0, len(said), _MOST_MESSAGES):
            part = said[start : start + _MOST_MESSAGES]
            await hear(part, self._store, self._embedder, now=now, max_tokens=size)
        if not said:
            return _nothing("the chat is empty")
        if transcript.title:
            await self._store.shelf.change(
                self.space, chat_id, title=transcript.title, title_by="rule", now=now
            )
        considered = 0

        def watch(more: int, new: int) -> None:
            nonlocal considered
            considered += more
            tell(considered, new)

        with self._memoriser.watched(self.space, chat_id, watch):
            return await self._until_settled(chat_id, await self._queue(chat_id))

    async def _until_settled(self, chat_id: str, deciding: asyncio.Future[Outcome]) -> Outcome:
        """What came of a chat, whoever considered it."""
        while True:
            done, _ = await asyncio.wait([deciding], timeout=_LOOK_S)
            if done:
                return deciding.result()
            left = await self._store.memorising.to_memorise(self.space, chat_id, limit=1)
            if not left.fresh:
                return _nothing("another process considered it")
            self._worker.wake()

    async def _queue(self, chat_id: str) -> asyncio.Future[Outcome]:
        """Have a chat considered; what comes of it, if this process does it."""
        deciding = self._memoriser.outcome_of(self.space, chat_id)
        await self._store.memorising.queue(
            [(self.space, chat_id)], kind=MEMORISE_JOB, now=self._clock()
        )
        self._worker.wake()
        return deciding

    def _message_of(self, line: Line, scope: Scope) -> Message:
        now = self._clock()
        return Message(
            id=line.id or new_id(now),
            chat_id="preview",
            role=line.role,
            speaker=scope.id if _is_own(line, scope) else line.speaker,
            content=line.text,
            said_at=line.at or now,
        )


def _is_own(line: Line, scope: Scope) -> bool:
    """Whether the user said it; where a file names nobody, the one user did."""
    return line.role == "user" and line.speaker in ("user", scope.id)


def _considered(line: Line, found: Sequence[Finding]) -> Considered:
    if not found:
        return Considered(line, keep=False, sentence=None, reason="nothing lasting about the user")
    sentence = "\n".join(finding.sentence for finding in found)
    return Considered(line, keep=True, sentence=sentence, reason=found[0].reason)


def _nothing(reason: str, *degraded: str) -> Outcome:
    return Outcome(remembered=False, reason=reason, degraded=degraded)


def _field(message: Mapping[str, Any] | Message, name: str) -> Any:
    return getattr(message, name) if isinstance(message, Message) else message.get(name)


def _role(message: Mapping[str, Any] | Message) -> Role:
    given = _field(message, "role")
    for role in _ROLES:
        if role == given:
            return role
    raise InvalidInputError("role", f"give one of {', '.join(_ROLES)}")


def _short(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
