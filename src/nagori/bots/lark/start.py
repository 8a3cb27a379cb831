"""A bot on Lark or Feishu, from its settings."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.applications import Starlette

from nagori.app import Nagori
from nagori.bots.bot import Bot
from nagori.bots.lark.client import LarkClient
from nagori.bots.lark.platform import LarkPlatform
from nagori.bots.lark.webhook import LarkKeys, LarkWebhook
from nagori.config_bots import BotsSettings, LarkSettings
from nagori.errors import InvalidInputError
from nagori.remote.address import split_address
from nagori.remote.key import sendable_key

_WHERE = "open the app at https://open.feishu.cn/app (or https://open.larksuite.com/app)"
_CREDENTIALS = f"{_WHERE}, Credentials & Basic Info"
_EVENTS = f"{_WHERE}, Events & Callbacks › Encryption Strategy"


@dataclass(frozen=True, slots=True)
class Credentials:
    """What the platform knows the app by."""

    keys: LarkKeys
    app_secret: str = field(repr=False)
    base_url: str


@dataclass(frozen=True, slots=True)
class LarkBot:
    """A bot that waits for events."""

    bot: Bot
    webhook: LarkWebhook
    app: Starlette
    called: str
    """Its name on the platform."""


@asynccontextmanager
async def lark_bot(n: Nagori, settings: BotsSettings) -> AsyncGenerator[LarkBot]:
    """A bot over an open library; the end of the block stops it.

    `InvalidInputError` names what is not set and where it is found; `PlatformError` when the
    platform does not take the app's id and secret.
    """
    lark = settings.lark
    given = credentials(lark)
    client = LarkClient(given.keys.app_id, given.app_secret, given.base_url)
    try:
        info = await client.me()
        platform = LarkPlatform(client, info, reply_in_thread=lark.reply_in_thread)
        bot = Bot(n, platform, settings)
        webhook = LarkWebhook(bot, given.keys)
        try:
            yield LarkBot(bot, webhook, webhook.app(lark.path), info.app_name)
        finally:
            await bot.close()
    finally:
        await client.close()


def credentials(lark: LarkSettings) -> Credentials:
    """What the settings give; `InvalidInputError` names what they don't, and where it is found."""
    token = sendable_key(lark.verification_token, "bots.lark.verification_token")
    secret = sendable_key(lark.app_secret, "bots.lark.app_secret")
    keys = LarkKeys(
        _needed(lark.app_id, "app_id", _CREDENTIALS),
        _needed(token, "verification_token", _EVENTS),
        sendable_key(lark.encrypt_key, "bots.lark.encrypt_key"),
    )
    secret = _needed(secret, "app_secret", _CREDENTIALS)
    return Credentials(keys, secret, split_address(lark.base_url, "bots.lark.base_url").geturl())


def _needed(value: str | None, name: str, where: str) -> str:
    if not value:
        problem = f"not set: {where}, and set NAGORI_BOTS__LARK__{name.upper()}"
        raise InvalidInputError(f"bots.lark.{name}", problem)
    return value
