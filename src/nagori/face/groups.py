"""Groups, as callers see them."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from nagori.chat.request import GroupPart, Kit, TurnRequest
from nagori.chat.running import Running
from nagori.config_groups import GroupSettings
from nagori.errors import ConflictError, InvalidInputError, NotFoundError, StoreError
from nagori.face.base import optional_id
from nagori.face.chats import ChatFace
from nagori.face.group_desk import Answered, GroupDesk
from nagori.face.turns import TurnFace
from nagori.store.port import Store
from nagori.text import rules
from nagori.values.event import Event
from nagori.values.group import GroupContext, HistoryReport, UsageRecord
from nagori.values.ids import new_id
from nagori.values.message import Message, Role
from nagori.values.page import GlobalPage
from nagori.values.recall import Recall
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.group_history import HistoryLine, read_history
from nagori.write.hear import Said, hear
from nagori.write.legacy import Problem

log = logging.getLogger("nagori.group")

_BATCH = 200
_LOOK_S = 0.05
_MOST_WAIT_S = 120.0
"""How long a turn waits for the one before it in the same group."""


class GroupFace(TurnFace, ChatFace):
    """Gives groups."""

    def group(self, group_id: str) -> "Group":
        """The group with this id, known or not yet."""
        id = rules.checked_id(group_id, "group_id")
        parts = (self._store, self._groups, self._clock)
        return Group(self, id, *parts, self._start_group_turn, self._hear_later)

    @property
    def group_desk(self) -> GroupDesk:
        """What groups share in this process, with its counts."""
        return self._groups

    async def _hear_later(self, said: Sequence[Said]) -> None:
        """Store many messages; their vectors follow by the job."""
        self._check()
        size, now = self.settings.embedding.chunk_size, self._clock()
        await hear(said, self._store, self._embedder, now=now, max_tokens=size, embeds_later=True)
        self._worker.wake()

    async def _start_group_turn(self, request: TurnRequest) -> Running:
        """The turn, once no other one runs in the group."""
        kit = self._group_kit(request)
        for _ in range(int(_MOST_WAIT_S / _LOOK_S)):
            try:
                return await self._turns.start(request, kit)
            except ConflictError:
                running = await kit.turns.of_chat(self.space, request.chat_id, limit=1)
                if not running or running[0].state != "running":
                    raise
                await asyncio.sleep(_LOOK_S)
        return await self._turns.start(request, kit)

    def _group_kit(self, request: TurnRequest) -> Kit:
        """What turns in a group are made with: nothing that is one member's own."""
        kit, group = self._kit(), request.group
        settings = group.settings if group else self.settings.group
        agent = kit.agent
        if agent is not None:
            update = {
                "enabled": settings.enable_tools,
                "max_steps": settings.max_tool_iterations,
                "plain_text": "never",
            }
            agent = replace(agent, settings=agent.settings.model_copy(update=update))
        return replace(
            kit,
            recall=self._recall_for_group,
            page=_no_page,
            settings=kit.settings.model_copy(update={"stores_raw": False, "memorises": False}),
            agent=agent,
        )

    async def _recall_for_group(
        self, query: str, scope: Scope, *, bot: str | None, limit: int, max_tokens: int
    ) -> Recall:
        return await self.recall(
            query, group=scope.id, bot=bot, profile="chat", limit=limit, max_tokens=max_tokens
        )


async def _no_page(scope: Scope) -> GlobalPage:
    return GlobalPage(scope.key)


class Group:
    """A chat of many people, with a bot among them."""

    def __init__(
        self,
        n: GroupFace,
        id: str,
        store: Store,
        desk: GroupDesk,
        clock: Clock,
        start: Callable[[TurnRequest], Awaitable[Running]],
        take: Callable[[Sequence[Said]], Awaitable[None]],
    ) -> None:
        self._n, self.id, self._space = n, id, n.space
        self._store, self._desk, self._clock = store, desk, clock
        self._start, self._take = start, take
        self.scope = Scope(n.space, "group", id)

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
        bot = (await self.settings()).bot
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
        message = await self._n.hear(self.id, text, group=self.id, **told)
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
        zone, bot = await self._n.time_zone(None), (await self.settings()).bot
        reading = read_history(Path(path), zone=zone, today=self._clock().date())
        failed: list[tuple[int, str]] = []
        heard = 0
        while batch := await asyncio.to_thread(lambda: list(islice(reading, _BATCH))):
            failed += [(number, one.text) for number, one in batch if isinstance(one, Problem)]
            said = [self._line(one, bot) for _, one in batch if not isinstance(one, Problem)]
            await self._take(said)
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
        return await self._desk.contexts.of(self.scope, message, await self.settings())

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
        settings = await self.settings()
        if isinstance(message, Message):
            request = self._request_of(message, settings)
        else:
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
                group=self._part(settings),
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
            await self._n.stop_turn(running.id)

    async def settings(self) -> GroupSettings:
        """What holds in this group: its own settings over those of all groups.

        What can't be read, or is wrong, is left out: the default stands.
        """
        common = self._n.settings.group
        try:
            own = await self._store.groups.settings(self._space, self.id)
        except StoreError:
            return common
        return _over(common, own)

    async def set_settings(self, changes: Mapping[str, Any]) -> GroupSettings:
        """Set what is to hold in this group alone; None takes a setting back."""
        own = dict(await self._store.groups.settings(self._space, self.id))
        own = {k: v for k, v in {**own, **changes}.items() if v is not None}
        for name, value in own.items():
            problem = _problem(name, value)
            if problem is not None:
                raise InvalidInputError(name, problem)
        now = self._clock()
        await self._store.groups.set_settings(self._space, self.id, own, now=now)
        return await self.settings()

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

    async def find(self, id: str) -> Message:
        """A message of the group, by its id or external id; `NotFoundError` when there is none."""
        room = self._desk.rooms.known(self.scope)
        here = None if room is None else room.message(id)
        if here is not None:
            return here
        found = await self._store.rooms.find(self.scope, [id], analyser=0, embedder=None)
        if not found:
            raise NotFoundError("message", id)
        return found[0].message

    def _part(self, settings: GroupSettings) -> GroupPart:
        async def context(message: Message) -> GroupContext:
            return await self._desk.contexts.of(self.scope, message, settings)

        def answered(context_id: str, trigger: Message, text: str, at: datetime) -> None:
            self._desk.answered(self.scope, Answered(context_id, trigger, at), text)

        return GroupPart(settings, context, answered)

    def _request_of(self, message: Message, settings: GroupSettings) -> TurnRequest:
        return TurnRequest(
            chat_id=message.chat_id,
            text=message.content,
            user=message.speaker,
            scope=self.scope,
            message_id=message.id,
            external_id=message.external_id,
            group=self._part(settings),
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


def _over(common: GroupSettings, own: Mapping[str, Any]) -> GroupSettings:
    right: dict[str, Any] = {}
    for name, value in own.items():
        problem = _problem(name, value)
        if problem is None:
            right[name] = value
        else:
            log.warning("a group's setting %s is left out: %s", name, problem)
    return GroupSettings.model_validate({**common.model_dump(exclude_unset=True), **right})


def _problem(name: str, value: Any) -> str | None:
    """What is wrong with a setting; None when nothing is."""
    try:
        GroupSettings.model_validate({name: value})
    except ValidationError as error:
        return error.errors()[0]["msg"]
    return None
