"""Live news of a scope: what changed, as it changes, for those who watch."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

from nagori.values.scope import Scope

_MOST_WAITING = 1000


@dataclass(frozen=True, slots=True)
class News:
    """One change: `message`, `chat`, `memory`, `global_memory`, `erased`, `job` or `missed`.

    `project` says that something about the project of this `key` is to be read anew.
    """

    type: str
    data: Any


def projects_of(space: str) -> Scope:
    """Where news of all projects of a space are told: they are nobody's own."""
    return Scope(space, "project")


class Feed:
    """Passes news on to whoever listens in this process. Nobody who is slow holds up the others."""

    def __init__(self) -> None:
        self._listeners: defaultdict[tuple[str, str], set[asyncio.Queue[News]]] = defaultdict(set)

    @property
    def quiet(self) -> bool:
        """Whether nobody listens."""
        return not self._listeners

    def publish(self, scope: Scope, type: str, data: Any) -> None:
        """Tell those who listen to a scope."""
        for queue in self._listeners.get((scope.space, scope.key), ()):
            if queue.full():  # it reads too slowly: it has to look for itself
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(News("missed", {}))
            queue.put_nowait(News(type, data))

    async def listen(self, *scopes: Scope) -> AsyncGenerator[News]:
        """News of these scopes from now on."""
        queue: asyncio.Queue[News] = asyncio.Queue(_MOST_WAITING)
        keys = [(scope.space, scope.key) for scope in scopes]
        for key in keys:
            self._listeners[key].add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            for key in keys:
                self._listeners[key].discard(queue)
                if not self._listeners[key]:
                    del self._listeners[key]
