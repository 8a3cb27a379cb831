"""Chats that live in this process only, while the store is out of service.

A turn still answers, and knows what was said before in the same chat; nothing of it is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from nagori.errors import ConflictError, NotFoundError
from nagori.values.draft import MessageDraft
from nagori.values.event import Kept
from nagori.values.message import Chat, Message
from nagori.values.scope import Scope
from nagori.values.turn import Begun, Turn, TurnDraft, TurnEnd

_MOST_CHATS = 1000
_MOST_MESSAGES = 200

_Key = tuple[str, str]
"""A space and an id inside it."""


@dataclass(slots=True)
class _Unsaved:
    chat: Chat
    messages: list[Message] = field(default_factory=list[Message])
    running: str | None = None


class UnsavedChats:
    """The part of the store that a turn needs, in memory and bounded."""

    def __init__(self) -> None:
        self._chats: dict[_Key, _Unsaved] = {}
        self._turns: dict[_Key, Turn] = {}

    def chat(self, space: str, id: str) -> Chat:
        """The chat with this id."""
        return self._of(space, id).chat

    def messages(self, space: str, id: str) -> list[Message]:
        """What was said in it, oldest first."""
        return list(self._of(space, id).messages)

    def chats(self, scope: Scope) -> list[Chat]:
        """Chats of a scope, the one used last first."""
        mine = [
            unsaved.chat
            for (space, _), unsaved in self._chats.items()
            if space == scope.space and unsaved.chat.scope == scope.key
        ]
        return sorted(mine, key=lambda chat: chat.updated_at, reverse=True)

    async def begin(
        self, draft: TurnDraft, *, past: int, most: int, embedder: str | None, now: datetime
    ) -> Begun:
        """Take the user's message and start the turn."""
        del past, embedder
        said = draft.message
        key = (said.scope.space, said.chat_id)
        unsaved = self._chats.get(key)
        if unsaved is None:
            chat = Chat(said.chat_id, said.scope.key, now, now, title=draft.title, bot=draft.bot)
            unsaved = self._chats[key] = _Unsaved(chat)
            while len(self._chats) > _MOST_CHATS:
                self._chats.pop(next(iter(self._chats)))
        if unsaved.chat.scope != said.scope.key:
            raise NotFoundError("chat", said.chat_id)
        if unsaved.running is not None:
            raise ConflictError(f"a turn is running in chat {said.chat_id!r}: wait, or stop it")
        if draft.replaces is not None:
            unsaved.messages = _before(unsaved.messages, draft.replaces)
        before = unsaved.messages[-most:]
        message = _message(said)
        self._add(unsaved, message, now)
        unsaved.running = draft.id
        turn = Turn(draft.id, said.chat_id, message.id, "running", now, scope=said.scope.key)
        self._turns[said.scope.space, draft.id] = turn
        while len(self._turns) > _MOST_CHATS:
            self._turns.pop(next(iter(self._turns)))
        return Begun(message, unsaved.chat, before)

    async def append(
        self, space: str, turn_id: str, events: Sequence[Kept], *, lease_until: datetime
    ) -> None:
        """Nothing is kept."""

    async def finish(
        self, space: str, turn_id: str, end: TurnEnd, *, embedder: str | None, now: datetime
    ) -> Message | None:
        """Take the answer; memories and jobs need a store."""
        del embedder
        turn = self._turns[space, turn_id]
        unsaved = self._of(space, turn.chat_id)
        unsaved.running = None
        message = None if end.answer is None else _message(end.answer)
        if message is not None:
            self._add(unsaved, message, now)
        answer_id = None if message is None else message.id
        self._turns[space, turn_id] = replace(turn, state=end.state, answer_id=answer_id)
        return message

    async def get(self, space: str, turn_id: str) -> Turn:
        """The turn."""
        found = self._turns.get((space, turn_id))
        if found is None:
            raise NotFoundError("turn", turn_id)
        return found

    async def events(self, space: str, turn_id: str, *, after: int = 0) -> list[Kept]:
        """None: they are read from the turn itself."""
        del space, turn_id, after
        return []

    async def lost(self, *, now: datetime) -> list[tuple[str, Turn]]:
        """None: they go with the process."""
        del now
        return []

    async def of_chat(self, space: str, chat_id: str, *, limit: int) -> list[Turn]:
        """The last turns of a chat, oldest first."""
        mine = [
            turn for (where, _), turn in self._turns.items()
            if where == space and turn.chat_id == chat_id
        ]  # fmt: skip
        return mine[-limit:]

    def _of(self, space: str, id: str) -> _Unsaved:
        found = self._chats.get((space, id))
        if found is None:
            raise NotFoundError("chat", id)
        return found

    def _add(self, unsaved: _Unsaved, message: Message, now: datetime) -> None:
        unsaved.messages = [*unsaved.messages, message][-_MOST_MESSAGES:]
        unsaved.chat = replace(unsaved.chat, updated_at=now)


def _before(messages: Sequence[Message], id: str) -> list[Message]:
    for at, message in enumerate(messages):
        if message.id == id and message.role == "user":
            return list(messages[:at])
    raise NotFoundError("message", id)


def _message(draft: MessageDraft) -> Message:
    return Message(
        id=draft.id,
        chat_id=draft.chat_id,
        role=draft.role,
        speaker=draft.speaker,
        content=draft.content,
        said_at=draft.said_at,
        raw_content=draft.raw_content,
        emotion=draft.emotion,
        state=draft.state,
        external_id=draft.external_id,
        metadata=draft.metadata,
    )
