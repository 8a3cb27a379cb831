"""Calls to a OneBot program, whatever carries them."""

from collections.abc import Mapping
from typing import Any, Protocol

from nagori.bots.calls import Caller
from nagori.remote.key import bearer


class Calls(Protocol):
    """What carries calls."""

    async def call(self, action: str, params: Mapping[str, Any]) -> object:
        """The program's reply; `TryLaterError` when none comes, `UnsentError` if it can't go."""
        ...


class HttpCalls:
    """Each call is a request of its own."""

    def __init__(self, caller: Caller, token: str | None) -> None:
        self._caller, self._headers = caller, bearer(token)

    async def call(self, action: str, params: Mapping[str, Any]) -> object:
        """The program's reply."""
        reply = await self._caller.ask("POST", f"/{action}", params, headers=self._headers)
        return reply.body
