"""The rooms of this process, each following what is said in its group."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from nagori.errors import StoreError
from nagori.group.analysis import VERSION, Analysed
from nagori.group.kept import written
from nagori.group.links import KEPT
from nagori.group.room import Room
from nagori.store.port import Store
from nagori.values.group import RoomMessage, RoomNews
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.times import Clock

log = logging.getLogger("nagori.group")

_MOST_ROOMS = 16
"""Each takes some ten megabytes; one that is needed again is read again."""
_KEEP_AFTER_S = 2.0
COLD = 128
"""Messages that a room begins with, so that nobody waits; the rest follows behind."""
_FILL_AFTER_S = 0.2
"""The rest is read once who waits for a context has it."""
_MANY = 50
"""So many new messages are taken in by a thread: the loop has others to serve."""


class Rooms:
    """Rooms by their scope; those not used for longest are let go."""

    def __init__(self, store: Store, embedder: Callable[[], str | None], clock: Clock) -> None:
        self._store, self._embedder, self._clock = store, embedder, clock
        self._rooms: OrderedDict[Scope, Room] = OrderedDict()
        self._locks: dict[Scope, asyncio.Lock] = {}
        self._unkept: dict[str, dict[str, Analysed]] = {}
        self._following: set[Scope] = set()
        self._behind: set[asyncio.Task[None]] = set()
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

    def follow(self, scope: Scope) -> None:
        """Take in what was said since, soon, if the room is in use; a context then need not."""
        room = self._rooms.get(scope)
        if room is not None and room.version is not None and scope not in self._following:
            self._following.add(scope)
            self._do(self._follow(scope))

    async def _follow(self, scope: Scope) -> None:
        self._following.discard(scope)
        try:
            async with self.entered(scope):
                pass
        except StoreError:  # whoever needs the room is told
            pass

    async def _followed(self, scope: Scope) -> Room:
        room = self._room(scope)
        cold = room.version is None
        news = await self._news(scope, room, COLD if cold else KEPT)
        if news.version == room.version:
            return room
        if not cold and not news.only_grew:
            room = self._rooms[scope] = Room()
        await self._take(scope.space, room, news)
        if len(news.messages) == COLD and cold:
            self._do(self._fill(scope, room))
        return room

    async def _fill(self, scope: Scope, short: Room) -> None:
        """Put a room with all that is kept in place of one that was read in a hurry."""
        await asyncio.sleep(_FILL_AFTER_S)
        try:
            whole = Room()
            await self._take(scope.space, whole, await self._news(scope, whole, KEPT))
            async with self._locks.setdefault(scope, asyncio.Lock()):
                if self._rooms.get(scope) is short:
                    self._rooms[scope] = whole
        except StoreError as error:
            log.info("a group is known by its last messages only: %s", error)

    async def _news(self, scope: Scope, room: Room, limit: int) -> RoomNews:
        return await self._store.rooms.news(
            scope,
            known=room.version,
            after=room.last,
            limit=limit,
            analyser=VERSION,
            embedder=self._embedder(),
        )

    async def close(self) -> None:
        """Finish keeping what was found, and let go of all rooms."""
        await asyncio.gather(*self._behind, return_exceptions=True)
        if self._keeping is not None:
            self._keeping.cancel()
        await self._keep()
        self.forget()

    async def find(self, scope: Scope, room: Room, id: str) -> tuple[Message, str | None] | None:
        """A message of the group by its id or external id, however old, with what it replies to."""
        here = room.message(id)
        if here is not None:
            return here, room.replies_to(here)
        found = await self._store.rooms.find(scope, [id], analyser=VERSION, embedder=None)
        return (found[0].message, found[0].replies_to) if found else None

    async def name_message(self, scope: Scope, id: str, external_id: str) -> None:
        """Know a message by its external id, too, if its room is in use."""
        if scope in self._rooms:
            async with self._locks.setdefault(scope, asyncio.Lock()):
                room = self._rooms.get(scope)
                if room is not None:
                    room.name_message(id, external_id)

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

    async def _take(self, space: str, room: Room, news: RoomNews) -> None:
        if len(news.messages) > _MANY:
            fresh = await asyncio.to_thread(room.take, news.messages)
        else:
            fresh = room.take(news.messages)
        room.version = news.version
        self.misses += len(fresh)
        self.hits += len(news.messages) - len(fresh)
        if fresh:
            self._unkept.setdefault(space, {}).update((one.id, one) for one in fresh)
            if self._keeping is None or self._keeping.done():
                self._keeping = asyncio.create_task(self._keep_soon(), name="nagori-features")

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="nagori-room")
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    async def _keep_soon(self) -> None:
        """Keep what the analyser found: much at once, behind who waits for a context."""
        while self._unkept:
            await asyncio.sleep(_KEEP_AFTER_S)
            await self._keep()

    async def _keep(self) -> None:
        unkept, self._unkept = self._unkept, {}
        for space, features in unkept.items():
            try:
                told = {id: written(found) for id, found in features.items()}
                await self._store.rooms.keep_features(
                    space, told, analyser=VERSION, now=self._clock()
                )
            except StoreError as error:  # they are found again when they are needed
                log.info("features of %d messages are not kept: %s", len(features), error)
