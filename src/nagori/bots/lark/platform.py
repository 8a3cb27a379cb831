"""Lark and Feishu as a bot's platform."""

import asyncio
import logging
import time
from collections.abc import Callable

from nagori.bots.errors import PlatformError
from nagori.bots.lark.client import BotInfo, LarkClient
from nagori.bots.port import Incoming
from nagori.bots.seen import Recent

log = logging.getLogger("nagori.bots")

_MOST_CHARACTERS = 8000
"""A card holds 30 KB, and a character may take six bytes of it."""
_NAMES_KEPT_S = 600.0
_NAMES_WITHIN_S = 2.0
"""Nobody waits longer for a name."""
_MOST_GROUPS = 1000


class LarkPlatform:
    """Answers as cards that are updated while they grow, in reply to the message or in its thread.

    The platform's events don't say what people are called: names come from the members of a group.
    """

    name = "lark"
    edits = True
    most_characters = _MOST_CHARACTERS

    def __init__(
        self,
        client: LarkClient,
        info: BotInfo,
        *,
        reply_in_thread: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._reply_in_thread, self._clock = client, reply_in_thread, clock
        self.me, self.called = info.open_id, info.app_name
        self._names: Recent[tuple[float, dict[str, str]]] = Recent(_MOST_GROUPS)

    async def send(
        self, to: str, text: str, *, reply_to: str | None = None, in_thread: bool = False
    ) -> str:
        """Send a card; returns the message's id."""
        if reply_to is None:
            return await self._client.send(to, text)
        return await self._client.reply(
            reply_to, text, in_thread=in_thread or self._reply_in_thread
        )

    async def update(self, handle: str, text: str) -> None:
        """Let a card say something else."""
        await self._client.update(handle, text)

    async def name_of(self, incoming: Incoming) -> str | None:
        """What a member of a group is called, as far as the app may know."""
        if incoming.group_id is None or incoming.is_bot:
            return None
        at, names = self._names.get(incoming.group_id) or (None, {})
        is_old = at is None or self._clock() - at > _NAMES_KEPT_S
        if is_old:
            names = await self._ask_names(incoming.group_id) or names
            self._names.put(incoming.group_id, (self._clock(), names))
        return names.get(incoming.speaker)

    async def _ask_names(self, group_id: str) -> dict[str, str]:
        try:
            async with asyncio.timeout(_NAMES_WITHIN_S):
                return await self._client.members(group_id)
        except (PlatformError, TimeoutError) as error:
            log.info("names of a group's members are not known for now: %s", error)
            return {}
