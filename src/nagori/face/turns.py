"""Turns, as callers see them."""

import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

from nagori.agent.toolbox import AgentKit
from nagori.chat.lost import recover_lost
from nagori.chat.prompt import room_for_project
from nagori.chat.request import Given, Kit, ProjectView, TurnRequest
from nagori.chat.running import Running
from nagori.chat.turns import events_of
from nagori.errors import (
    ModelReplyError,
    ModelUnavailableError,
    NagoriError,
    NotFoundError,
    StoreError,
)
from nagori.face.base import optional_id
from nagori.face.pages import PageFace
from nagori.face.project_view import view_of
from nagori.face.recall import RecallFace
from nagori.naming import one_scope
from nagori.text import rules
from nagori.values.event import Done, Error, Event, Kept
from nagori.values.ids import new_id
from nagori.values.message import Message
from nagori.values.recall import Recall
from nagori.values.scope import Scope
from nagori.values.turn import Turn

log = logging.getLogger("nagori.chat")

_MOST_TURNS = 200


class TurnFace(RecallFace, PageFace):
    """Ask and be answered, with memory."""

    async def start_turn(
        self,
        chat_id: str | None,
        text: str,
        *,
        user: str,
        documents: Sequence[str] | None = None,
        project: str | None = None,
        replaces: str | None = None,
        bot: str | None = None,
        external_id: str | None = None,
        answer_external_id: Callable[[str], str] | None = None,
        given: Given | None = None,
        sees_projects: bool = True,
    ) -> Running:
        """A turn that runs whether or not it is read; its user's message is stored.

        `ConflictError` while another one runs in the chat. No `chat_id` opens a new chat;
        `replaces` is the user's message that this one is an edit of. `documents` are those that
        the chat may look into from now on: none named are all, None leaves it as it was. `project`
        is the key of the one that the chat is attached to from now on. Who may not look into
        projects (`sees_projects`) goes on without that of the chat.
        """
        user = rules.checked_id(user, "user")
        if documents is not None:
            await self._check_documents(documents, one_scope(self.space, user=user))
        request = TurnRequest(
            chat_id=new_id(self._clock())
            if chat_id is None
            else rules.checked_id(chat_id, "chat_id"),
            text=rules.checked_text(text, "message"),
            user=user,
            scope=one_scope(self.space, user=user),
            replaces=optional_id(replaces, "replaces"),
            bot=optional_id(bot, "bot"),
            external_id=optional_id(external_id, "external_id"),
            answer_external_id=answer_external_id,
            given=given,
            documents=None if documents is None else tuple(documents),
            project=optional_id(project, "project"),
            sees_projects=sees_projects,
        )
        if not self._turns.had(request.scope, request.chat_id):
            await self._recover_lost()  # its last answer may have been cut off with its process
        return await self._turns.start(request, self._kit())

    async def turn(
        self,
        chat_id: str | None,
        text: str,
        *,
        user: str,
        documents: Sequence[str] | None = None,
        project: str | None = None,
        replaces: str | None = None,
        bot: str | None = None,
    ) -> AsyncGenerator[Event]:
        """What happens in a turn, as it happens. Leaving the loop stops the turn."""
        running = await self.start_turn(
            chat_id,
            text,
            user=user,
            documents=documents,
            project=project,
            replaces=replaces,
            bot=bot,
        )
        try:
            async with aclosing(running.read()) as events:
                async for event in events:
                    yield event
        finally:
            await self._turns.stop(running.id)

    async def answer(
        self,
        chat_id: str | None,
        text: str,
        *,
        user: str,
        documents: Sequence[str] | None = None,
        project: str | None = None,
        replaces: str | None = None,
        bot: str | None = None,
    ) -> Message:
        """The answer of a turn, whole. A turn that fails raises; the user's message is kept."""
        last: Event | None = None
        chat = chat_id
        said: list[str] = []
        turn = self.turn(
            chat_id,
            text,
            user=user,
            documents=documents,
            project=project,
            replaces=replaces,
            bot=bot,
        )
        async with aclosing(turn) as events:
            async for event in events:
                last = event
                if event.type == "started":
                    chat = event.chat_id
                elif event.type == "answer":
                    said.append(event.text)
        match last:
            case Done(message_id=str(id)):
                return await self._message(str(chat), id)
            case Error(code, detail):
                raise _error(code, detail)
            case _:
                raise NagoriError("the answer could not be stored: " + "".join(said))

    async def stop_turn(self, turn_id: str) -> Turn:
        """The turn after it was stopped; what it had said is kept as a partial answer."""
        await self._turns.stop(turn_id)
        return await self.get_turn(turn_id)

    async def get_turn(self, turn_id: str) -> Turn:
        """What is known of a turn."""
        return await self._kit().turns.get(self.space, rules.checked_id(turn_id, "turn_id"))

    async def turns_of(self, chat_id: str, *, limit: int = 50) -> list[Turn]:
        """The last turns of a chat, oldest first; the one that runs is the last."""
        chat_id = rules.checked_id(chat_id, "chat_id")
        limit = rules.checked_limit(limit, "limit", _MOST_TURNS)
        found = await self._kit().turns.of_chat(self.space, chat_id, limit=limit)
        if any(turn.state == "running" and self._turns.find(turn.id) is None for turn in found):
            await self._recover_lost()  # it runs in another process, or that one is gone
            found = await self._kit().turns.of_chat(self.space, chat_id, limit=limit)
        return found

    async def turn_events(self, turn_id: str, *, after: int = 0) -> AsyncGenerator[Kept]:
        """A turn's events after a number, as they come, to the last one."""
        await self.get_turn(turn_id)
        events = events_of(self._turns, self._kit(), self.space, turn_id, after=after)
        async with aclosing(events) as source:
            async for event in source:
                yield event

    async def _check_documents(self, ids: Sequence[str], scope: Scope) -> None:
        """Raise for one that the user does not have."""
        for id in ids:
            document = await self._store.documents.get(
                self.space, rules.checked_id(id, "documents")
            )
            if (document.scope, document.status) != (scope.key, "active"):
                raise NotFoundError("document", id)

    async def _recover_lost(self) -> None:
        """Close turns whose process is gone; a store that can't tell is no reason not to answer."""
        if self._store.state != "ready":
            return
        try:
            await recover_lost(
                self._store,
                self._clock,
                chunk_size=self.settings.embedding.chunk_size,
                embedder=self._fingerprint,
            )
        except StoreError as error:
            log.warning("lost turns could not be looked for: %s", error)

    def _kit(self) -> Kit:
        failed = self._store.state == "failed"
        return Kit(
            turns=self._unsaved if failed else self._store.turns,
            model=self._models.chat,
            embedder=self._embedder,
            recall=self._recall_for_turn,
            page=self._pages.read,
            settings=self.settings.chat,
            recall_settings=self.settings.recall,
            chunk_size=self.settings.embedding.chunk_size,
            clock=self._clock,
            heard=self._heard,
            saved=not failed,
            project=self._look_at_project,
            agent=self._agent(),
        )

    def _agent(self) -> AgentKit | None:
        """What lets models use tools; none, until there are any."""
        return None

    def _heard(self, scope: Scope, message: Message) -> None:
        self._feed.publish(scope, "message", message)

    async def _recall_for_turn(
        self,
        query: str,
        scope: Scope,
        *,
        bot: str | None,
        limit: int,
        max_tokens: int,
        project: str | None = None,
        chat: str | None = None,
    ) -> Recall:
        return await self.recall(
            query,
            user=scope.id,
            project=project,
            chat=chat,
            bot=bot,
            profile="chat",
            limit=limit,
            max_tokens=max_tokens,
        )

    async def _look_at_project(self, scope: Scope, folder: str, question: str) -> ProjectView:
        room = room_for_project(self.settings.chat.prompt_tokens)
        loader = self._project_work.parts.loader
        return await view_of(loader, scope, folder, question, max_tokens=room)

    async def _message(self, chat_id: str, id: str) -> Message:
        if self._store.state == "failed":
            messages = self._unsaved.messages(self.space, chat_id)
        else:
            messages = await self._store.chats.messages(self.space, chat_id, limit=4)
        for message in messages:
            if message.id == id:
                return message
        raise NotFoundError("message", id)


def _error(code: str, detail: str) -> NagoriError:
    name, _, problem = detail.partition(": ")
    match code:
        case "model_unavailable":
            return ModelUnavailableError(name, problem)
        case "model_reply":
            return ModelReplyError(name, problem)
        case _:
            return NagoriError(detail)
