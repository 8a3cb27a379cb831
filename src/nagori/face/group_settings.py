"""What holds in a group: its own settings over those of all groups."""

import logging
from collections.abc import Mapping
from typing import Any

from nagori.config_groups import GroupSettings
from nagori.errors import InvalidInputError, StoreError
from nagori.face.group_base import GroupBase
from nagori.group.layers import Holding, holding, over, problem_of
from nagori.store.group_port import GroupStore
from nagori.values.message import Message
from nagori.values.times import Clock
from nagori.values.trial import GroupLayers

log = logging.getLogger("nagori.group")


class GroupSettingsFace(GroupBase):
    """See and set what holds in a group."""

    async def settings(self, message: Message | None = None) -> GroupSettings:
        """What holds in this group: its own settings over an arm's and those of all groups.

        With a message, what holds for it: in a trial by message each may have another arm. What
        can't be read, or is wrong, is left out: the default stands.
        """
        return (await self._holding(None if message is None else unit_of(message))).settings

    async def set_settings(self, changes: Mapping[str, Any]) -> GroupSettings:
        """Set what is to hold in this group alone; None takes a setting back."""
        await _change(self._store.groups, self._space, self.id, changes, self._clock)
        return await self.settings()

    async def undo_settings(self) -> GroupSettings:
        """Take back the last change of what is set for this group alone; again, the one before.

        `ConflictError` when there is none.
        """
        await self._store.groups.undo(self._space, self.id, now=self._clock())
        return await self.settings()

    async def _holding(self, unit: str | None) -> Holding:
        whole = self._n.settings.group
        try:
            layers = await self._store.groups.layers(self._space, self.id)
            return holding(whole, layers, self.scope, unit=unit)
        except StoreError:
            pass
        except Exception:  # a border: a group must never break because its settings do
            log.exception("the settings of a group are left out because of an error")
        return holding(whole, GroupLayers(), self.scope)


class AllGroups:
    """What is set for all groups of a space, where a group does not say otherwise."""

    def __init__(
        self, groups: GroupStore, whole: GroupSettings, *, space: str, clock: Clock
    ) -> None:
        self._groups, self._whole = groups, whole
        self._space, self._clock = space, clock

    async def settings(self) -> GroupSettings:
        """What holds in a group that has nothing of its own."""
        return over(self._whole, await self._groups.settings(self._space, None))

    async def set_settings(self, changes: Mapping[str, Any]) -> GroupSettings:
        """Set what is to hold in all groups; None takes a setting back."""
        await _change(self._groups, self._space, None, changes, self._clock)
        return await self.settings()

    async def undo_settings(self) -> GroupSettings:
        """Take back the last change of what is set for all groups, and each time one more.

        An arm that was adopted is such a change. `ConflictError` when there is none.
        """
        await self._groups.undo(self._space, None, now=self._clock())
        return await self.settings()


def unit_of(message: Message) -> str:
    """What a message is known by in trials: by the platform's id before it is stored, too."""
    return message.external_id or message.id


async def _change(
    groups: GroupStore, space: str, id: str | None, changes: Mapping[str, Any], clock: Clock
) -> None:
    """Set some of the settings of a group, or of all."""
    before = await groups.settings(space, id)
    after = {k: v for k, v in {**before, **changes}.items() if v is not None}
    for name, value in after.items():
        problem = problem_of(name, value)
        if problem is not None:
            raise InvalidInputError(name, problem)
    await groups.set_settings(space, id, after, now=clock())
