"""What holds in a group: its own settings over those of all groups."""

from collections.abc import Mapping
from typing import Any

from nagori.config_groups import GroupSettings
from nagori.errors import InvalidInputError, StoreError
from nagori.face.group_base import GroupBase
from nagori.group.layers import over, problem_of


class GroupSettingsFace(GroupBase):
    """See and set what holds in a group."""

    async def settings(self) -> GroupSettings:
        """What holds in this group: its own settings over those of all groups.

        What can't be read, or is wrong, is left out: the default stands.
        """
        common = self._n.settings.group
        try:
            own = await self._store.groups.settings(self._space, self.id)
        except StoreError:
            return common
        return over(common, own)

    async def set_settings(self, changes: Mapping[str, Any]) -> GroupSettings:
        """Set what is to hold in this group alone; None takes a setting back."""
        own = dict(await self._store.groups.settings(self._space, self.id))
        own = {k: v for k, v in {**own, **changes}.items() if v is not None}
        for name, value in own.items():
            problem = problem_of(name, value)
            if problem is not None:
                raise InvalidInputError(name, problem)
        now = self._clock()
        await self._store.groups.set_settings(self._space, self.id, own, now=now)
        return await self.settings()
