"""The token that calls to the platform carry."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

_EARLY_S = 300.0
"""A token is renewed so long before it ends; a short-lived one at half of its life."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token and how long it is good for, from when it was asked for."""

    text: str
    expires_s: float


class Tokens:
    """Gives the token that holds now; however many ask at once, the platform is asked once."""

    def __init__(
        self,
        fetch: Callable[[], Awaitable[Token]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fetch, self._clock = fetch, clock
        self._fetching = asyncio.Lock()
        self._text, self._until = "", 0.0

    async def get(self) -> str:
        """The token; raises as fetching it does."""
        async with self._fetching:
            if not self._text or self._clock() >= self._until:
                asked = self._clock()
                token = await self._fetch()
                early = min(_EARLY_S, token.expires_s / 2)
                self._text, self._until = token.text, asked + token.expires_s - early
            return self._text

    def drop(self, text: str) -> None:
        """The platform takes this token no more: the next to ask gets another."""
        if text == self._text:
            self._text = ""
