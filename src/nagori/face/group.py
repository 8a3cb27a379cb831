"""A group, as callers see it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from nagori.chat.request import GroupPart, TurnRequest
from nagori.chat.running import Running
from nagori.errors import InvalidInputError, NotFoundError
from nagori.face.base import optional_id
from nagori.face.group_corrections import GroupCorrectionsFace
from nagori.face.group_desk import Answered
from nagori.face.group_knowledge import GroupKnowledge
from nagori.face.group_settings import unit_of
from nagori.group.addressing import address_in
from nagori.group.layers import Holding
from nagori.text import rules
from nagori.values.event import Event
from nagori.values.group import Address, GroupContext, HistoryReport, UsageRecord
from nagori.values.ids import new_id
from nagori.values.knowledge import Remembered
from nagori.values.message import Message, Role
from nagori.values.recall import Recall
from nagori.write.group_history import HistoryLine, read_history
from nagori.write.hear import Said
from nagori.write.legacy import Problem

_BATCH = 200


class Group(GroupKnowledge, GroupCorrectionsFace):
    """A chat of many people, with a bot among them."""

    async def hear(
        self,
        text: str,
        *,
        speaker: str,
        name: str | None = None,
        said_at: datetime | None = None,
        reply_to: str | None = None,
        mentions: Sequence[str] = (),
        external_id: str | None = None,
        context_id: str | None = None,
        role: Role | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Message:
        """Store what was said. While the store is out of service it is known to this process only.

        The bot's own answer, with the `context_id` that it rests on, completes what is kept of
        that context. What is said by the bot is an assistant's, unless `role` says otherwise.
        """
        settings = await self.settings()
        bot = settings.bot
        told: dict[str, Any] = {
            "speaker": speaker,
            "name": name,
            "said_at": said_at,
            "reply_to": reply_to,
            "mentions": mentions,
            "external_id": external_id,
            "context_id": context_id,
            "role": role or ("assistant" if speaker == bot else "user"),
            "metadata": metadata,
        }
        if self._store.state == "failed":
            message = self._unsaved(text, told)
            self._desk.rooms.hear_unsaved(self.scope, message)
            return message
        due = self._due(settings) if told["role"] == "user" else {}
        message = await self._hear(self.id, text, told, due)
        self._desk.rooms.follow(self.scope)
        if context_id is not None and message.role == "assistant":
            await self._answered(context_id, message)
        else:
            self._desk.heard(self.scope, message)
        return message

    async def import_history(
        self, path: str | Path, *, progress: Callable[[int, int | None], None] | None = None
    ) -> HistoryReport:
        """Bring in what was said before: JSON lines, Feishu's messages, or a log of IRC.

        Safe to run twice. Vectors follow by the job. `progress` is told how many are done.
        """
        settings = await self.settings()
        zone, bot = await self._n.time_zone(None), settings.bot
        reading = read_history(Path(path), zone=zone, today=self._clock().date())
        failed: list[tuple[int, str]] = []
        heard = 0
        while batch := await asyncio.to_thread(lambda: list(islice(reading, _BATCH))):
            failed += [(number, one.text) for number, one in batch if isinstance(one, Problem)]
            said = [self._line(one, bot) for _, one in batch if not isinstance(one, Problem)]
            await self._take(said, self._due(settings))
            heard += len(said)
            if progress:
                progress(heard, None)
        return HistoryReport(heard, tuple(failed))

    async def context(self, message: Message | str) -> GroupContext:
        """What the bot gets to see before it answers a message, given by value or by id.

        Never fails because choosing does: `degraded` tells what stands in. `NotFoundError` for a
        message that is not of this group.
        """
        if not isinstance(message, Message):
            message = await self.find(rules.checked_id(message, "message"))
        holding = await self._holding(unit_of(message))
        return await self._desk.contexts.of(self.scope, message, holding)

    async def address(self, message: Message | str) -> Address:
        """Whether a message is for the bot, and by what, without a context or a record of one.

        Never fails because looking does. `NotFoundError` for a message that is not of this group.
        """
        if not isinstance(message, Message):
            message = await self.find(rules.checked_id(message, "message"))
        settings, rooms = await self.settings(), self._desk.rooms
        return await address_in(self.scope, message, settings, store=self._store, rooms=rooms)

    async def name_message(self, message: Message | str, external_id: str) -> None:
        """Let a message be known by its platform's id, too, once the platform has given one.

        Who replies to that id is then understood, also after a restart. `ConflictError` when
        another message has it, `NotFoundError` for a message that is not of this group.
        """
        name = rules.checked_id(external_id, "external_id")
        id = message.id if isinstance(message, Message) else rules.checked_id(message, "message")
        found = await self.find(id)
        await self._store.chats.name_message(self._space, found.id, name)
        await self._desk.rooms.name_message(self.scope, found.id, name)

    async def start_turn(
        self,
        message: Message | str,
        *,
        speaker: str | None = None,
        name: str | None = None,
        reply_to: str | None = None,
        mentions: Sequence[str] = (),
        external_id: str | None = None,
    ) -> Running:
        """A turn that runs whether or not it is read; see `turn`."""
        if isinstance(message, Message):
            request = self._request_of(message, await self._holding(unit_of(message)))
        else:
            # It has no id yet; without the platform's, any will do.
            holding = await self._holding(external_id or new_id(self._clock()))
            request = TurnRequest(
                chat_id=self.id,
                text=rules.checked_text(message, "message"),
                user=rules.checked_id(speaker, "speaker"),
                scope=self.scope,
                bot=None,
                external_id=optional_id(external_id, "external_id"),
                name=optional_id(name, "name"),
                reply_to=optional_id(reply_to, "reply_to"),
                mentions=tuple(rules.checked_id(m, "mentions") for m in mentions),
                group=self._part(holding),
            )
        async with self._desk.in_turn(self.scope):
            return await self._start(request)

    async def turn(
        self,
        message: Message | str,
        *,
        speaker: str | None = None,
        name: str | None = None,
        reply_to: str | None = None,
        mentions: Sequence[str] = (),
        external_id: str | None = None,
    ) -> AsyncGenerator[Event]:
        """What happens while the bot answers a message, as it happens. Leaving the loop stops it.

        The message is one that was heard, or a text with its `speaker`, which is stored. One turn
        at a time runs in a group: another one waits.
        """
        running = await self.start_turn(
            message,
            speaker=speaker,
            name=name,
            reply_to=reply_to,
            mentions=mentions,
            external_id=external_id,
        )
        try:
            async with aclosing(running.read()) as events:
                async for event in events:
                    yield event
        finally:
            await self._stop(running.id)

    async def feedback(
        self,
        context_id: str,
        *,
        good: bool | None = None,
        text: str | None = None,
        success: float | None = None,
    ) -> UsageRecord:
        """Join what people thought to the record of a context.

        `good` alone counts as a success of 1 or 0. `NotFoundError` for a context of another group.
        """
        context_id = rules.checked_id(context_id, "context_id")
        if good is None and text is None and success is None:
            raise InvalidInputError("feedback", "say good or bad, a text, or how well it went")
        if success is not None and not 0 <= success <= 1:
            raise InvalidInputError("success", "give a number from 0 to 1")
        if text is not None:
            text = rules.checked_text(text, "text")
        usage = self._store.usage
        await self._desk.collector.flush()
        record = await usage.get(self._space, context_id)
        if record.group_id != self.id:
            raise NotFoundError("context", context_id)
        word = None if good is None else "good" if good else "bad"
        if success is None and good is not None:
            success = float(good)
        return await usage.judged(self._space, context_id, feedback=text or word, success=success)

    def _line(self, line: HistoryLine, bot: str) -> Said:
        return Said(
            chat_id=self.id,
            content=line.text,
            speaker=line.speaker,
            scope=self.scope,
            said_at=line.at,
            role="assistant" if line.speaker == bot else "user",
            name=line.name,
            reply_to=line.reply_to,
            mentions=line.mentions,
            external_id=line.id,
        )

    def _part(self, holding: Holding) -> GroupPart:
        async def context(message: Message) -> GroupContext:
            return await self._desk.contexts.of(self.scope, message, holding)

        def answered(context_id: str, trigger: Message, text: str, at: datetime) -> None:
            self._desk.answered(self.scope, Answered(context_id, trigger, at), text)

        async def remembered(
            message: Message, recall: Recall, window: Sequence[Message]
        ) -> Remembered:
            return await self._remembered(message, recall, window, holding.settings)

        jobs = tuple(self._due(holding.settings))
        return GroupPart(holding.settings, context, answered, remembered, jobs)

    def _request_of(self, message: Message, holding: Holding) -> TurnRequest:
        return TurnRequest(
            chat_id=message.chat_id,
            text=message.content,
            user=message.speaker,
            scope=self.scope,
            message_id=message.id,
            external_id=message.external_id,
            group=self._part(holding),
        )

    async def _answered(self, context_id: str, answer: Message) -> None:
        """Join an answer that was given elsewhere to the record of its context."""
        await self._desk.collector.flush()
        try:
            record = await self._store.usage.get(self._space, context_id)
            trigger = await self.find(record.trigger_message_id)
        except NotFoundError:
            return
        if record.group_id == self.id:
            answered = Answered(context_id, trigger, answer.said_at)
            self._desk.answered(self.scope, answered, answer.content)

    def _unsaved(self, text: str, told: Mapping[str, Any]) -> Message:
        now = self._clock()
        return Message(
            id=new_id(now),
            chat_id=self.id,
            role=told["role"],
            speaker=rules.checked_id(told["speaker"], "speaker"),
            content=rules.checked_text(text),
            said_at=told["said_at"] or now,
            name=told["name"],
            reply_to=told["reply_to"],
            mentions=tuple(told["mentions"]),
            external_id=told["external_id"],
            metadata=rules.checked_metadata(told["metadata"]),
        )
