"""What a turn in a group recalls: memories of the group, and of those that share with it."""

import logging
from dataclasses import replace

from nagori.errors import NagoriError
from nagori.face.turns import TurnFace
from nagori.recall.planner import Ask
from nagori.values.knowledge import MEMBER
from nagori.values.recall import Recall
from nagori.values.scope import Scope

log = logging.getLogger("nagori.group")

_MOST_SHARING = 50
_EVERYBODY = "*"


class GroupRecallFace(TurnFace):
    """Recalls for groups."""

    async def _recall_for_group(
        self,
        query: str,
        scope: Scope,
        *,
        bot: str | None,
        limit: int,
        max_tokens: int,
        project: str | None = None,
        chat: str | None = None,
    ) -> Recall:
        del project, chat  # a group is about none
        own = await self.recall(
            query, group=scope.id, bot=bot, profile="chat", limit=limit, max_tokens=max_tokens
        )
        try:
            shared = await self._recall_shared(own, scope, bot=bot, limit=limit)
        except NagoriError as error:
            return replace(own, degraded=[*own.degraded, f"shared memory: {error}"])
        except Exception:  # a border: what others share must not keep a group from its own
            log.exception("a group goes without what others share with it")
            return replace(own, degraded=[*own.degraded, "shared memory: an error of ours"])
        return own if shared is None else _joined(own, shared, limit=limit)

    async def _recall_shared(
        self, own: Recall, scope: Scope, *, bot: str | None, limit: int
    ) -> Recall | None:
        """What other groups let this one read; nothing that is about a member of theirs."""
        groups = await self._sharing_with(scope.id)
        if not groups:
            return None
        ask = Ask(
            own.query,
            [Scope(self.space, "group", id) for id in groups],
            bot=bot,
            profile="chat",
            limit=limit,
            without=frozenset((MEMBER,)),
        )
        return await self._recall_as(ask)

    async def _sharing_with(self, id: str) -> list[str]:
        """Groups whose memories a group may read."""
        groups = self._store.groups
        said = await groups.having(self.space, "shares_with")
        if None in said or self.settings.group.shares_with:
            candidates = await groups.list(self.space)
        else:
            candidates = [one for one in said if one is not None]
        found: list[str] = []
        for other in candidates:
            settings = await self._settings_of_group(Scope(self.space, "group", other))
            if other != id and not {id, _EVERYBODY}.isdisjoint(settings.shares_with):
                found.append(other)
        return found[:_MOST_SHARING]


def _joined(own: Recall, shared: Recall, *, limit: int) -> Recall:
    """Both, best first; what is in both, once."""
    here = {item.id for item in own.items}
    items = [*own.items, *(item for item in shared.items if item.id not in here)]
    items.sort(key=lambda item: -item.score)
    missed = {miss.id for miss in own.near_misses} | here
    return replace(
        own,
        items=items[:limit],
        near_misses=[*own.near_misses, *(m for m in shared.near_misses if m.id not in missed)],
        degraded=list(dict.fromkeys([*own.degraded, *shared.degraded])),
    )
