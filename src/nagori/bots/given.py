"""The bot's answers as they stand on the platform."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from nagori.app import Nagori
from nagori.bots.port import Incoming
from nagori.bots.seen import Recent
from nagori.errors import NagoriError

log = logging.getLogger("nagori.bots")

_MOST = 20_000
_LAST = 30
"""An answer that was just given is among so many."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer of the bot."""

    chat_id: str
    message_id: str | None
    """Our id of it, when it is stored."""


class Answers:
    """Knows answers by the platform's ids: lately given ones here, all of a group in the store."""

    def __init__(self, n: Nagori) -> None:
        self._n = n
        self._given: Recent[Given] = Recent(_MOST)
        self._last: Recent[str] = Recent(_MOST)

    def ours(self, id: str | None) -> str | None:
        """Our id of an answer that was lately given; of other messages the one that is asked for.

        That one is as good, since the store knows messages by the platform's ids, too.
        """
        given = self._given.get(id or "")
        return id if given is None else given.message_id or id

    def last(self, id: str | None) -> Given | None:
        """The answer with this id of the platform, if it is the last one in its group."""
        given = self._given.get(id or "")
        return given if given is not None and self._last.get(given.chat_id) == id else None

    async def put(self, asked: Incoming, handles: Sequence[str], stored: str | None) -> None:
        """Know an answer by the platform's ids of it, also after a restart.

        A long answer is several messages there; in the store the first one stands for it.
        """
        for handle in handles:
            self._given.put(handle, Given(asked.chat_id, stored))
            if asked.group_id is not None:
                self._last.put(asked.chat_id, handle)
        if asked.group_id is None or stored is None or not handles:
            return
        try:
            await self._n.group(asked.group_id).name_message(stored, handles[0])
        except NagoriError as error:
            log.info("an answer is not known by the platform's id of it: %s", error)

    async def put_stopped(self, asked: Incoming, handles: Sequence[str]) -> None:
        """The same for an answer that was stopped before it told our id of it."""
        try:
            last = await self._n.store.chats.messages(self._n.space, asked.chat_id, limit=_LAST)
        except NagoriError as error:
            log.info("an answer that was stopped is not known by its id: %s", error)
            return
        question = next((one for one in last if one.external_id == asked.message_id), None)
        for one in reversed(last):
            if question is not None and one.reply_to == question.id and one.role == "assistant":
                await self.put(asked, handles, one.id)
                return
