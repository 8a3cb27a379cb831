"""The turns that run in this process."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from nagori.chat.group_turn import GroupTurnRun
from nagori.chat.request import Kit, TurnRequest
from nagori.chat.running import Running
from nagori.chat.turn import TurnRun
from nagori.values.event import Kept, kept
from nagori.values.ids import new_id
from nagori.values.scope import Scope

log = logging.getLogger("nagori.chat")

_REMEMBERED = 64
"""Turns that are over and whose events can still be read without the store."""

_KNOWN_CHATS = 10_000


class Turns:
    """Starts turns, keeps them while somebody reads, and stops them."""

    def __init__(self, *, ended: Callable[[], None]) -> None:
        self._told_of_end = ended
        self._running: dict[str, tuple[Running, asyncio.Task[None]]] = {}
        self._over: dict[str, Running] = {}
        self._chats: dict[tuple[str, str], None] = {}

    @property
    def count(self) -> int:
        """How many run at this moment."""
        return len(self._running)

    def had(self, scope: Scope, chat_id: str) -> bool:
        """Whether a turn of the chat ran here not long ago."""
        return (scope.space, chat_id) in self._chats

    async def start(self, request: TurnRequest, kit: Kit) -> Running:
        """A turn that runs, its user's message stored. Raises when it can't be begun."""
        running = Running(
            new_id(kit.clock()),
            request.chat_id,
            request.scope.key,
            unread_s=kit.settings.unread_s,
            abandoned=self._abandoned,
        )
        kind = TurnRun if request.group is None else GroupTurnRun
        run = kind(request, kit, running)
        begun = await run.begin()
        task = asyncio.create_task(run.run(begun), name=f"nagori-turn-{running.id}")
        self._running[running.id] = (running, task)
        running.wait_for_readers()
        self._chats[request.scope.space, request.chat_id] = None
        while len(self._chats) > _KNOWN_CHATS:
            self._chats.pop(next(iter(self._chats)))
        task.add_done_callback(lambda _: self._ended(running))
        await asyncio.sleep(0)  # let it begin: a task that is stopped before that never runs
        return running

    def find(self, turn_id: str) -> Running | None:
        """The turn, while it runs and for a while after."""
        entry = self._running.get(turn_id)
        return entry[0] if entry else self._over.get(turn_id)

    async def stop(self, turn_id: str) -> bool:
        """Stop a turn and wait until what it said is kept; False when it does not run here."""
        entry = self._running.get(turn_id)
        if entry is None:
            return False
        _, task = entry
        task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.wait([task])
        return True

    async def close(self) -> None:
        """Stop every turn; each keeps what it has said."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for running in self._over.values():
            running.forget()

    def _abandoned(self, running: Running) -> None:
        entry = self._running.get(running.id)
        if entry is not None:
            log.info("a turn was stopped, since nobody read it")
            entry[1].cancel()

    def _ended(self, running: Running) -> None:
        self._running.pop(running.id, None)
        self._over[running.id] = running
        while len(self._over) > _REMEMBERED:
            self._over.pop(next(iter(self._over)))
        self._told_of_end()


async def events_of(
    turns: Turns, kit: Kit, space: str, turn_id: str, *, after: int = 0
) -> AsyncGenerator[Kept]:
    """A turn's events after a number, as they come; of one that is over, from the store."""
    running = turns.find(turn_id)
    if running is not None:
        async for event in running.read(after=after):
            yield kept(event)
        return
    for event in await kit.turns.events(space, turn_id, after=after):
        yield event
