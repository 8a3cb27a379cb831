"""A bot on a OneBot v11 platform, from its settings."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.applications import Starlette

from nagori.app import Nagori
from nagori.bots.bot import Bot
from nagori.bots.calls import Caller
from nagori.bots.onebot.platform import OneBotPlatform
from nagori.bots.onebot.webhook import OneBotWebhook
from nagori.config_bots import BotsSettings, OneBotSettings
from nagori.errors import InvalidInputError
from nagori.remote.address import split_address
from nagori.remote.key import sendable_key

_MISSING = (
    "not set: choose a long one, write it into the OneBot program (go-cqhttp: servers › http › "
    "post › secret) and into NAGORI_BOTS__ONEBOT__SECRET"
)


@dataclass(frozen=True, slots=True)
class OneBot:
    """A bot that waits for reports."""

    bot: Bot
    webhook: OneBotWebhook
    app: Starlette
    called: str
    """Its name on the platform."""


@asynccontextmanager
async def onebot_bot(n: Nagori, settings: BotsSettings) -> AsyncGenerator[OneBot]:
    """A bot over an open library; the end of the block stops it."""
    given, secret = settings.onebot, secret_of(settings.onebot)
    base_url = split_address(given.base_url, "bots.onebot.base_url").geturl()
    caller = Caller("onebot", base_url)
    try:
        token = sendable_key(given.access_token, "bots.onebot.access_token")
        platform = OneBotPlatform(caller, token)
        await platform.open()
        bot = Bot(n, platform, settings)
        webhook = OneBotWebhook(bot, secret)
        try:
            yield OneBot(bot, webhook, webhook.app(given.path), platform.called)
        finally:
            await bot.close()
    finally:
        await caller.close()


def secret_of(onebot: OneBotSettings) -> str:
    """What reports are signed with; `InvalidInputError` says what to do when it is not set."""
    secret = sendable_key(onebot.secret, "bots.onebot.secret")
    if secret is None:
        raise InvalidInputError("bots.onebot.secret", _MISSING)
    return secret
