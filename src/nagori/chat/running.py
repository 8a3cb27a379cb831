"""A turn while it runs: its events so far, and who reads them."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

from nagori.values.event import LAST, Event


class Running:
    """The events of one turn. Readers may come, leave and come back; the turn goes on meanwhile.

    When nobody has read for `unread_s`, `abandoned` is called; `wait_for_readers` begins to wait.
    """

    def __init__(
        self,
        turn_id: str,
        chat_id: str,
        scope: str,
        *,
        unread_s: float,
        abandoned: Callable[["Running"], None],
    ) -> None:
        self.id = turn_id
        self.chat_id = chat_id
        self.scope = scope
        """Whose the chat is."""
        self.events: list[Event] = []
        self._unread_s = unread_s
        self._abandoned = abandoned
        self._readers = 0
        self._news = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def over(self) -> bool:
        """Whether its last event has come."""
        return bool(self.events) and self.events[-1].type in LAST

    def emit(self, event: Event) -> None:
        """Add an event, with its number."""
        self.events.append(replace(event, number=len(self.events) + 1))
        news, self._news = self._news, asyncio.Event()
        news.set()
        if self.over:
            self.forget()

    async def read(self, *, after: int = 0) -> AsyncGenerator[Event]:
        """Events with a higher number than `after`, as they come, to the last one."""
        self._readers += 1
        self.forget()
        try:
            while True:
                news = self._news
                for event in self.events[after:]:
                    after = event.number
                    yield event
                if self.over and after >= len(self.events):
                    return
                if after >= len(self.events):
                    await news.wait()
        finally:
            self._readers -= 1
            if not self._readers and not self.over:
                self.wait_for_readers()

    def wait_for_readers(self) -> None:
        """Give up the turn unless somebody reads it before long."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._unread_s, self._abandoned, self)

    def forget(self) -> None:
        """Don't wait for readers any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
