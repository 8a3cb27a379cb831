"""Prompts that a client brings, answered with memory put in: what OpenAI clients get."""

import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from nagori.agent.trust import TRUST, UNTRUSTED, given_is_untrusted, recalled_is_untrusted
from nagori.chat.prefix import Conversation, conversation, text_of
from nagori.chat.relaying import answered, put_in
from nagori.chat.request import Given
from nagori.chat.running import Running
from nagori.chat.tags import TagReader
from nagori.errors import ConflictError, NagoriError, NotFoundError, StoreError
from nagori.face.chats import ChatFace
from nagori.face.turns import TurnFace
from nagori.naming import one_scope
from nagori.values.event import Answer, Done, Event, RecalledItems
from nagori.values.ids import new_id
from nagori.values.message import Message
from nagori.values.prompt import PromptMessage, Tool
from nagori.values.recall import Recall
from nagori.values.scope import Scope

log = logging.getLogger("nagori.chat")

_AGAIN = timedelta(hours=1)
"""The same first words within this time are said again; later they open another chat."""
_LAST_MESSAGES = 8
"""Enough to meet the user's last message behind the answers to it."""


@dataclass(frozen=True, slots=True)
class Relayed:
    """A prompt that is being answered."""

    chat_id: str | None
    """None while nothing of the conversation is stored."""
    running: Running | None
    """The turn; None when the user said nothing new, so that none was begun."""
    events: AsyncGenerator[Event]
    """What happens, as it happens. Closing it stops the model; what a turn said is kept."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a conversation goes on."""

    chat_id: str | None = None
    replaces: str | None = None
    name: str | None = None
    """Of the new message."""


class RelayFace(TurnFace, ChatFace):
    """Answer prompts whose messages are the client's own."""

    async def relay(
        self,
        messages: Sequence[PromptMessage],
        *,
        user: str,
        chat: str | None = None,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
        bot: str | None = None,
    ) -> Relayed:
        """The answer to a conversation as a client tells it, with recalled memories put in.

        What the user says last is stored, and the answer; the history that comes with it adds
        nothing. Without `chat`, the conversation goes on where its longest known beginning was
        said. When the last message is not the user's, such as a tool's result, only an answer in
        words is stored.
        """
        told = conversation(messages)
        given = Given(tuple(messages), tuple(tools), dict(options or {}))
        place = await self._find_place(told, one_scope(self.space, user=user), chat)
        if told.new is None:
            events = self._go_on(told, given, place, user=user, bot=bot)
            return Relayed(place.chat_id, None, events)
        try:
            running = await self._begin(told.new, told, given, place, user=user, bot=bot)
        except ConflictError:
            if chat is not None or not (told.opens and place.replaces):
                raise
            # The first of them is being answered: it is another conversation with the same words.
            anew = _Place(name=place.name)
            running = await self._begin(told.new, told, given, anew, user=user, bot=bot)
        return Relayed(running.chat_id, running, self._read(running))

    async def _begin(
        self,
        text: str,
        told: Conversation,
        given: Given,
        place: _Place,
        *,
        user: str,
        bot: str | None,
    ) -> Running:
        return await self.start_turn(
            place.chat_id,
            text,
            user=user,
            replaces=place.replaces,
            bot=bot,
            external_id=place.name,
            answer_external_id=told.answer_name if place.name else None,
            given=given,
        )

    async def _read(self, running: Running) -> AsyncGenerator[Event]:
        try:
            async with aclosing(running.read()) as events:
                async for event in events:
                    yield event
        finally:
            await self._turns.stop(running.id)
            self._worker.wake()

    async def _find_place(self, told: Conversation, scope: Scope, chat: str | None) -> _Place:
        """Where the conversation goes on; without the store, where the client says."""
        name = told.names[-1] if told.new is not None else None
        try:
            if chat is not None and await self._store.chats.scope_of(self.space, chat) != scope:
                raise NotFoundError("chat", chat)
            known = await self._store.shelf.known(scope, told.names)
            if chat is None:
                return await self._search(told, name, known)
            last = await self._last_of_user(chat) if name else None
        except StoreError:
            return _Place(chat, name=name)
        if last is not None and last.external_id == name and self._again(told, last):
            return _Place(chat, last.id, name)
        # A name is given once in a chat; this one may have it already.
        return _Place(chat, name=None if name in known else name)

    async def _search(
        self, told: Conversation, name: str | None, known: Mapping[str, tuple[str, str]]
    ) -> _Place:
        if name is not None and name in known:
            chat_id, message_id = known[name]
            last = await self._last_of_user(chat_id)
            if last is not None and last.id == message_id and self._again(told, last):
                return _Place(chat_id, message_id, name)
            return _Place(name=name)  # it went on there: this is another way from here
        found = (known[name][0] for name in reversed(told.names) if name in known)
        return _Place(next(found, None), name=name)

    def _again(self, told: Conversation, last: Message) -> bool:
        return not told.opens or self._clock() - last.said_at < _AGAIN

    async def _last_of_user(self, chat_id: str) -> Message | None:
        messages = await self._store.chats.messages(self.space, chat_id, limit=_LAST_MESSAGES)
        return next((message for message in reversed(messages) if message.role == "user"), None)

    async def _go_on(
        self, told: Conversation, given: Given, place: _Place, *, user: str, bot: str | None
    ) -> AsyncGenerator[Event]:
        """Answer when the user said nothing new: an answer in words is stored, if it is whole."""
        recall = await self._recall_for(told, user=user, bot=bot)
        yield RecalledItems(recall.items, recall.degraded, number=1)
        page = await self._pages.read(one_scope(self.space, user=user))
        untrusted = (
            given_is_untrusted(given.messages)
            or recalled_is_untrusted(recall.items)
            or page.trust == UNTRUSTED
        )
        metadata = {TRUST: UNTRUSTED} if untrusted else {}
        given = replace(given, messages=put_in(given.messages, recall.render(), page.text))
        reader = TagReader(self.settings.chat.tag_pattern)
        said: list[str] = []
        async with aclosing(answered(given, self._models.chat, reader)) as events:
            number = 1
            async for event in events:
                number += 1
                if isinstance(event, Answer):
                    said.append(event.text)
                if isinstance(event, Done):
                    text = "".join(said)
                    kept = await self._keep(text, told, place, metadata, user=user, bot=bot)
                    yield replace(event, message_id=kept, number=number)
                else:
                    yield replace(event, number=number)

    async def _recall_for(self, told: Conversation, *, user: str, bot: str | None) -> Recall:
        """What is remembered and not said in the conversation itself. Never raises."""
        settings, question = self.settings.recall, told.question
        if not question:
            return Recall(question, [])
        try:
            found = await self._recall_for_turn(
                question,
                one_scope(self.space, user=user),
                bot=bot,
                limit=settings.max_items,
                max_tokens=settings.max_tokens,
            )
        except NagoriError as error:
            return Recall(question, [], degraded=[f"memory: {error}"])
        except Exception:  # a border: a chat must never break because memory does
            log.exception("an answer goes on without memory because of an error")
            return Recall(question, [], degraded=["memory: an error of ours"])
        shown = {text_of(message) for message in told.said}
        return replace(found, items=[item for item in found.items if item.text not in shown])

    async def _keep(
        self,
        text: str,
        told: Conversation,
        place: _Place,
        metadata: Mapping[str, str],
        *,
        user: str,
        bot: str | None,
    ) -> str | None:
        """The id under which the answer is stored; None when there is nothing to store."""
        storable = text_of(PromptMessage("assistant", text.strip()))
        if not storable or not told.question:
            return None
        try:
            heard = await self.hear(
                place.chat_id or new_id(self._clock()),
                storable,
                speaker=bot or "assistant",
                role="assistant",
                external_id=told.answer_name(text),
                metadata=metadata,
                user=user,
            )
        except NagoriError as error:
            log.warning("an answer could not be stored: %s", error)
            return None
        return heard.id
