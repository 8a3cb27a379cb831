"""What everything that a group does is made with."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from nagori.chat.request import TurnRequest
from nagori.chat.running import Running
from nagori.errors import NotFoundError
from nagori.face.chats import ChatFace
from nagori.face.group_desk import GroupDesk
from nagori.store.port import Store
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.write.hear import Said


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
    take: Callable[[Sequence[Said]], Awaitable[None]]
    """Stores many messages at once."""


class GroupBase:
    """A group and what is said in it."""

    def __init__(self, parts: GroupParts, id: str) -> None:
        self.id, self._space = id, parts.n.space
        self._n, self._store, self._desk = parts.n, parts.store, parts.desk
        self._clock, self._start = parts.clock, parts.start
        self._stop, self._take = parts.stop, parts.take
        self.scope = Scope(parts.n.space, "group", id)

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
