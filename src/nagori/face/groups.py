"""Groups, as callers see them."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from nagori.chat.request import Kit, TurnRequest
from nagori.chat.running import Running
from nagori.errors import ConflictError
from nagori.face.chats import ChatFace
from nagori.face.group import Group
from nagori.face.group_base import Due, GroupParts
from nagori.face.group_desk import GroupDesk
from nagori.face.group_recall import GroupRecallFace
from nagori.face.group_settings import AllGroups
from nagori.face.trials import Trials
from nagori.text import rules
from nagori.values.message import Message
from nagori.values.page import GlobalPage
from nagori.values.scope import Scope
from nagori.write.hear import Said, hear

log = logging.getLogger("nagori.group")

_BATCH = 200
_LOOK_S = 0.05
_MOST_WAIT_S = 120.0
"""How long a turn waits for the one before it in the same group."""


class GroupFace(GroupRecallFace, ChatFace):
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
            hear=self._hear_in_group,
            take=self._hear_later,
            summariser=self._group_summariser,
        )
        return Group(parts, rules.checked_id(group_id, "group_id"))

    @property
    def all_groups(self) -> AllGroups:
        """What is set for all groups of the space."""
        return AllGroups(
            self._store.groups, self.settings.group, space=self.space, clock=self._clock
        )

    @property
    def trials(self) -> Trials:
        """Other settings for some messages or groups, to see which do better."""
        flush = self._groups.collector.flush
        return Trials(self._store.trials, space=self.space, clock=self._clock, flush=flush)

    @property
    def group_desk(self) -> GroupDesk:
        """What groups share in this process, with its counts."""
        return self._groups

    async def _hear_in_group(
        self, group_id: str, text: str, told: Mapping[str, Any], due: Due
    ) -> Message:
        """Store a message of a group, with the jobs that it makes necessary."""
        return await self._hear(self._said(group_id, text, group=group_id, **told), due)

    async def _hear_later(self, said: Sequence[Said], due: Due) -> None:
        """Store many messages; their vectors follow by the job."""
        self._check()
        size, now = self.settings.embedding.chunk_size, self._clock()
        await hear(
            said,
            self._store,
            self._embedder,
            now=now,
            max_tokens=size,
            embeds_later=True,
            due=due,
        )
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


async def _no_page(scope: Scope) -> GlobalPage:
    return GlobalPage(scope.key)
