"""An answer as its platform shows it, while it grows."""

import asyncio
import logging
import time

from nagori.bots.errors import PlatformError
from nagori.bots.port import Incoming, Platform

log = logging.getLogger("nagori.bots")


def parts(text: str, most: int) -> list[str]:
    """A text in pieces that fit into a message each, cut at line ends or blanks if there are any.

    The first pieces stay as they are while the text grows.
    """
    found: list[str] = []
    while len(text) > most:
        cut = max(text.rfind("\n", most // 2, most), text.rfind(" ", most // 2, most))
        at = most if cut < 0 else cut + 1
        found.append(text[:at].rstrip())
        text = text[at:].lstrip()
    return [part for part in (*found, text) if part]


class Shown:
    """Sends an answer once and then updates it, never more often than every `apart_s`.

    A platform that is slow gets fewer updates; the last one is always whole.
    """

    def __init__(self, platform: Platform, asked: Incoming, *, apart_s: float) -> None:
        self._platform, self._asked, self._apart_s = platform, asked, apart_s
        self._text = ""
        self._over = False
        self._news = asyncio.Event()
        self._showing: asyncio.Task[None] | None = None
        self.handles: list[str] = []
        """The platform's ids of the messages that it is shown in."""

    def say(self, text: str) -> None:
        """Show this much of the answer, soon."""
        if text and self._platform.edits:
            self._text = text
            self._go()

    async def end(self, text: str) -> None:
        """Show the whole answer; raises when the platform does not take it."""
        self._text, self._over = text, True
        if not text:
            return
        await self._go()
        most = self._platform.most_characters
        for more in parts(text, most)[1:]:
            self.handles.append(await self._send(more))

    def drop(self) -> None:
        """Show nothing more."""
        if self._showing is not None:
            self._showing.cancel()

    def _go(self) -> "asyncio.Task[None]":
        self._news.set()
        if self._showing is None or self._showing.cancelled():
            self._showing = asyncio.create_task(self._show(), name="nagori-bot-shown")
        return self._showing

    async def _show(self) -> None:
        shown, due = "", 0.0
        while True:
            await self._news.wait()
            self._news.clear()
            over = self._over
            if self._first() != shown:
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                over, text = self._over, self._first()
                try:
                    await self._put(text)
                    shown = text
                except PlatformError as error:
                    if over:
                        raise
                    log.info("an update of an answer was not taken: %s", error)
                due = time.monotonic() + self._apart_s
            if over:
                return

    def _first(self) -> str:
        """What the first message is to say."""
        return parts(self._text, self._platform.most_characters)[0]

    async def _put(self, text: str) -> None:
        if self.handles:
            await self._platform.update(self.handles[0], text)
        else:
            self.handles.append(await self._send(text))

    async def _send(self, text: str) -> str:
        asked = self._asked
        quotes = asked.group_id is not None or asked.in_thread
        return await self._platform.send(
            asked.chat_id,
            text,
            reply_to=asked.message_id if quotes else None,
            in_thread=asked.in_thread,
        )
