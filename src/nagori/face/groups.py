"""Groups, as callers see them."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from nagori.chat.request import Kit, TurnRequest
from nagori.chat.running import Running
from nagori.errors import ConflictError
from nagori.face.chats import ChatFace
from nagori.face.group import Group
from nagori.face.group_base import GroupParts
from nagori.face.group_desk import GroupDesk
from nagori.face.turns import TurnFace
from nagori.text import rules
from nagori.values.page import GlobalPage
from nagori.values.recall import Recall
from nagori.values.scope import Scope
from nagori.write.hear import Said, hear

log = logging.getLogger("nagori.group")

_BATCH = 200
_LOOK_S = 0.05
_MOST_WAIT_S = 120.0
"""How long a turn waits for the one before it in the same group."""


class GroupFace(TurnFace, ChatFace):
    """Gives groups."""

    def group(self, group_id: str) -> Group:
        """The group with this id, known or not yet."""
        parts = GroupParts(
            n=self,
            store=self._store,
            desk=self._groups,
            clock=self._clock,
            start=self._start_group_turn,
            stop=self.stop_turn,
            take=self._hear_later,
        )
        return Group(parts, rules.checked_id(group_id, "group_id"))

    @property
    def group_desk(self) -> GroupDesk:
        """What groups share in this process, with its counts."""
        return self._groups

    async def _hear_later(self, said: Sequence[Said]) -> None:
        """Store many messages; their vectors follow by the job."""
        self._check()
        size, now = self.settings.embedding.chunk_size, self._clock()
        await hear(said, self._store, self._embedder, now=now, max_tokens=size, embeds_later=True)
        self._worker.wake()

    async def _start_group_turn(self, request: TurnRequest) -> Running:
        """The turn, once no other one runs in the group."""
        kit = self._group_kit(request)
        for _ in range(int(_MOST_WAIT_S / _LOOK_S)):
            try:
                return await self._turns.start(request, kit)
            except ConflictError:
                running = await kit.turns.of_chat(self.space, request.chat_id, limit=1)
                if not running or running[0].state != "running":
                    raise
                await asyncio.sleep(_LOOK_S)
        return await self._turns.start(request, kit)

    def _group_kit(self, request: TurnRequest) -> Kit:
        """What turns in a group are made with: nothing that is one member's own."""
        kit, group = self._kit(), request.group
        settings = group.settings if group else self.settings.group
        agent = kit.agent
        if agent is not None:
            update = {
                "enabled": settings.enable_tools,
                "max_steps": settings.max_tool_iterations,
                "plain_text": "never",
            }
            agent = replace(agent, settings=agent.settings.model_copy(update=update))
        return replace(
            kit,
            recall=self._recall_for_group,
            page=_no_page,
            settings=kit.settings.model_copy(update={"stores_raw": False, "memorises": False}),
            agent=agent,
        )

    async def _recall_for_group(
        self, query: str, scope: Scope, *, bot: str | None, limit: int, max_tokens: int
    ) -> Recall:
        return await self.recall(
            query, group=scope.id, bot=bot, profile="chat", limit=limit, max_tokens=max_tokens
        )


async def _no_page(scope: Scope) -> GlobalPage:
    return GlobalPage(scope.key)
