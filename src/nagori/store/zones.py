"""Time zones of users: what "上周" and a printed time mean to them."""

import time
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from nagori.errors import InvalidInputError, StoreError
from nagori.store.port import UserStore

_FRESH_S = 60.0
"""How long a zone is believed before it is read again: other processes may set it."""


def checked_zone(name: str) -> tzinfo:
    """The zone of that IANA name."""
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise InvalidInputError(
            "time_zone", f"{name!r} is not known; give an IANA name such as Asia/Shanghai"
        ) from error


class Zones:
    """Looks up users' zones, remembering them for a minute."""

    def __init__(self, users: UserStore, space: str, default: str) -> None:
        self._users = users
        self._space = space
        self._default = checked_zone(default)
        self._known: dict[str, tuple[float, tzinfo]] = {}

    async def of(self, user: str | None) -> tzinfo:
        """The user's zone; the default one for nobody, or while the store can't tell."""
        if user is None:
            return self._default
        read_at, zone = self._known.get(user, (0.0, self._default))
        if time.monotonic() - read_at < _FRESH_S and user in self._known:
            return zone
        try:
            name = await self._users.time_zone(self._space, user)
        except StoreError:
            return self._default
        zone = self._default if name is None else checked_zone(name)
        if len(self._known) > 10_000:
            self._known.clear()
        self._known[user] = (time.monotonic(), zone)
        return zone

    def forget(self, user: str) -> None:
        """Read the user's zone again next time."""
        self._known.pop(user, None)
