"""What all routes share."""

import asyncio
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from nagori.app import Nagori
from nagori.config import Settings
from nagori.server.metrics import Metrics
from nagori.server.watched import WatchedTurns

_MOST_VIEWS = 1000


@dataclass(slots=True)
class State:
    """The library, the settings as they were read, and what is counted."""

    n: Nagori
    """Seen from the server's own space."""
    settings: Settings
    """As read at the start; what was set in the app since then is in `n.settings`."""
    metrics: Metrics
    turns: WatchedTurns
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server is about to stop: nothing new begins, streams end."""
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by who changes settings."""
    _views: dict[str, Nagori] = field(default_factory=dict[str, Nagori])

    def within(self, space: str) -> Nagori:
        """The library, seen from a space; the same view again, which knows its users' zones."""
        view = self._views.get(space)
        if view is None:
            if len(self._views) >= _MOST_VIEWS:
                self._views.clear()
            view = self._views[space] = self.n.within(space)
        return view

    async def apply(self, settings: Settings) -> None:
        """Let other settings take effect from the next request on; raises if they can't work."""
        await self.n.refit(settings)
        self._views.clear()


def state_of(request: HTTPConnection) -> State:
    """The state of the app that a request came to."""
    return request.app.state.nagori
