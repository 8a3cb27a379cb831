"""A bot on a Feishu of our own, with a model of our own, over real HTTP on both sides."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from nagori import Nagori, Settings
from nagori.bots.lark.start import LarkBot, lark_bot
from nagori.bots.serve import listening
from nagori.testing.feishu_server import (
    APP_ID,
    APP_SECRET,
    ENCRYPT_KEY,
    VERIFICATION_TOKEN,
    Card,
    FeishuServer,
    sealed,
    signed,
)
from nagori.testing.model_server import ModelServer, settings_for
from nagori.testing.model_wire import ModelAnswer

KEYS: Mapping[str, Any] = {
    "app_id": APP_ID,
    "app_secret": APP_SECRET,
    "encrypt_key": ENCRYPT_KEY,
    "verification_token": VERIFICATION_TOKEN,
}
HELPERS, EXTRACTIVE = ("decision", "summary", "title"), {"type": "extractive"}
"""The model on loopback is asked for answers alone."""


@dataclass
class Town:
    """A bot with everything around it."""

    n: Nagori
    bot: LarkBot
    feishu: FeishuServer
    http: httpx2.AsyncClient

    async def push(
        self, event: Mapping[str, Any], *, seals: bool = True, **how: Any
    ) -> httpx2.Response:
        """Feishu tells of something; with its signature, and sealed as usual."""
        content, headers = signed(sealed(event) if seals else event, **how)
        return await self.http.post("/lark", content=content, headers=headers)

    async def settled(self) -> None:
        """Wait until everything is heard and answered."""
        async with asyncio.timeout(15):
            while self.bot.bot.waiting:
                await asyncio.sleep(0.01)

    @property
    def cards(self) -> list[Card]:
        """What the bot sent."""
        return list(self.feishu.cards.values())


Towns = Callable[..., AbstractAsyncContextManager[Town]]


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """It says its answer in one piece, so that no test waits for updates that it is not about."""
    with ModelServer(ModelAnswer("Room 4 is free at three.", piece_chars=100)) as server:
        yield server


@pytest.fixture
def feishu() -> Iterator[FeishuServer]:
    with FeishuServer() as server:
        yield server


@pytest.fixture
def town(tmp_path: Path, model: ModelServer, feishu: FeishuServer) -> Towns:
    """Opens a bot over this test's file."""

    @asynccontextmanager
    async def open(
        lark: Mapping[str, Any] = KEYS, bots: Mapping[str, Any] | None = None, **sections: object
    ) -> AsyncGenerator[Town]:
        told = {
            "embedding": {"type": "none"},
            "models": {"chat": settings_for(model), **dict.fromkeys(HELPERS, EXTRACTIVE)},
            "bots": {**(bots or {}), "lark": {**lark, "base_url": feishu.url}},
            **sections,
        }
        settings = Settings.model_validate(told)
        async with (
            Nagori.open(tmp_path / "memory.db", settings=settings) as n,
            lark_bot(n, settings.bots) as bot,
            listening(bot.app, host="127.0.0.1", port=0) as server,
            httpx2.AsyncClient(base_url=server.address, timeout=10) as http,
        ):
            yield Town(n, bot, feishu, http)

    return open
