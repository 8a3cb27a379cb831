"""The rooms of this process, each following what is said in its group."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from nagori.errors import StoreError
from nagori.group.analysis import VERSION
from nagori.group.links import KEPT
from nagori.group.room import Room
from nagori.store.port import Store
from nagori.values.group import RoomMessage
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.times import Clock

log = logging.getLogger("nagori.group")

_MOST_ROOMS = 16
"""Each takes some ten megabytes; one that is needed again is read again."""
_KEEP_AFTER_S = 2.0
_MANY = 50
"""So many new messages are taken in by a thread: the loop has others to serve."""


class Rooms:
    """Rooms by their scope; those not used for longest are let go."""

    def __init__(self, store: Store, embedder: Callable[[], str | None], clock: Clock) -> None:
        self._store, self._embedder, self._clock = store, embedder, clock
        self._rooms: OrderedDict[Scope, Room] = OrderedDict()
        self._locks: dict[Scope, asyncio.Lock] = {}
        self._unkept: dict[str, dict[str, str]] = {}
        self._keeping: asyncio.Task[None] | None = None
        self.hits = 0
        self.misses = 0
        """Messages whose features were kept, and whose were not."""

    def known(self, scope: Scope) -> Room | None:
        """The room as this process last saw it."""
        return self._rooms.get(scope)

    @asynccontextmanager
    async def entered(self, scope: Scope) -> AsyncGenerator[Room]:
        """The room with everything that was said there, for oneself; raises as the store does."""
        async with self._locks.setdefault(scope, asyncio.Lock()):
            yield await self._followed(scope)

    async def _followed(self, scope: Scope) -> Room:
        room = self._room(scope)
        version = await self._store.rooms.version(scope)
        if room.version == version:
            return room
        if room.version is not None and not version.only_grew(room.version):
            room = self._rooms[scope] = Room()
        heard = await self._store.rooms.heard(
            scope, after=room.last, limit=KEPT, analyser=VERSION, embedder=self._embedder()
        )
        fresh = await self._taken(room, heard)
        room.version = version
        if fresh:
            self._unkept.setdefault(scope.space, {}).update(fresh)
            if self._keeping is None or self._keeping.done():
                self._keeping = asyncio.create_task(self._keep_soon(), name="nagori-features")
        return room

    async def close(self) -> None:
        """Finish keeping what was found, and let go of all rooms."""
        if self._keeping is not None:
            self._keeping.cancel()
        await self._keep()
        self.forget()

    async def find(self, scope: Scope, room: Room, id: str) -> Message | None:
        """A message of the group by its id or external id, however old; None when there is none."""
        here = room.message(id)
        if here is not None:
            return here
        found = await self._store.rooms.find(scope, [id], analyser=VERSION, embedder=None)
        return found[0].message if found else None

    def hear_unsaved(self, scope: Scope, message: Message) -> None:
        """Take in a message that the store can't keep; it lives as long as the process."""
        room = self._room(scope)
        room.take([RoomMessage(room.last + 1, message)])

    def forget(self, scope: Scope | None = None) -> None:
        """Let go of a room, or of all."""
        if scope is None:
            self._rooms.clear()
        else:
            self._rooms.pop(scope, None)

    def _room(self, scope: Scope) -> Room:
        room = self._rooms.pop(scope, None) or Room()
        self._rooms[scope] = room
        while len(self._rooms) > _MOST_ROOMS:
            gone, _ = self._rooms.popitem(last=False)
            self._locks.pop(gone, None)
        return room

    async def _taken(self, room: Room, heard: list[RoomMessage]) -> dict[str, str]:
        if len(heard) > _MANY:
            fresh = await asyncio.to_thread(room.take, heard)
        else:
            fresh = room.take(heard)
        self.misses += len(fresh)
        self.hits += len(heard) - len(fresh)
        return fresh

    async def _keep_soon(self) -> None:
        """Keep what the analyser found: much at once, behind who waits for a context."""
        while self._unkept:
            await asyncio.sleep(_KEEP_AFTER_S)
            await self._keep()

    async def _keep(self) -> None:
        unkept, self._unkept = self._unkept, {}
        for space, features in unkept.items():
            try:
                await self._store.rooms.keep_features(
                    space, features, analyser=VERSION, now=self._clock()
                )
            except StoreError as error:  # they are found again when they are needed
                log.info("features of %d messages are not kept: %s", len(features), error)
