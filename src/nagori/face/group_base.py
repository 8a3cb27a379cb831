"""What everything that a group does is made with."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nagori.chat.request import TurnRequest
from nagori.chat.running import Running
from nagori.errors import NotFoundError
from nagori.face.chats import ChatFace
from nagori.face.group_desk import GroupDesk
from nagori.store.port import Store
from nagori.values.group import RoomMessage
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.group_summary import GroupSummariser
from nagori.write.hear import Said

Due = Mapping[str, datetime]
"""Jobs that are queued with a message, by their kind, and when each is to be done."""


@dataclass(frozen=True, slots=True)
class GroupParts:
    """What a group has of the library."""

    n: ChatFace
    store: Store
    desk: GroupDesk
    clock: Clock
    start: Callable[[TurnRequest], Awaitable[Running]]
    """Begins a turn, once no other one runs in the group."""
    stop: Callable[[str], Awaitable[object]]
    """Ends a turn."""
    hear: Callable[[str, str, Mapping[str, Any], Due], Awaitable[Message]]
    """Stores a message of a group, by its id, a text and what is told of it."""
    take: Callable[[Sequence[Said], Due], Awaitable[None]]
    """Stores many messages at once."""
    summariser: GroupSummariser


class GroupBase:
    """A group and what is said in it."""

    def __init__(self, parts: GroupParts, id: str) -> None:
        self.id, self._space = id, parts.n.space
        self._n, self._store, self._desk = parts.n, parts.store, parts.desk
        self._clock, self._start = parts.clock, parts.start
        self._stop, self._take, self._hear = parts.stop, parts.take, parts.hear
        self._summariser = parts.summariser
        self.scope = Scope(parts.n.space, "group", id)

    async def find(self, id: str) -> Message:
        """A message of the group, by its id or external id; `NotFoundError` when there is none."""
        room = self._desk.rooms.known(self.scope)
        here = None if room is None else room.message(id)
        if here is not None:
            return here
        return (await self._heard(id)).message

    async def messages(self, limit: int = 50, before: str | None = None) -> list[Message]:
        """The last messages of the group, or those that came before one, oldest first."""
        until = None if before is None else (await self._heard(before)).number
        heard = await self._store.rooms.heard(
            self.scope, before=until, limit=limit, analyser=0, embedder=None
        )
        return [one.message for one in heard]

    async def _heard(self, id: str) -> RoomMessage:
        """A message with its number, from the store."""
        found = await self._store.rooms.find(self.scope, [id], analyser=0, embedder=None)
        if not found:
            raise NotFoundError("message", id)
        return found[0]
