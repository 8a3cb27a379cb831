"""A bot on a OneBot v11 platform, from its settings."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.routing import Route

from nagori.app import Nagori
from nagori.bots.bot import Bot
from nagori.bots.calls import Caller
from nagori.bots.errors import PlatformError
from nagori.bots.onebot.calls import HttpCalls
from nagori.bots.onebot.forward import Forward
from nagori.bots.onebot.line import Line
from nagori.bots.onebot.pace import Pace
from nagori.bots.onebot.platform import OneBotPlatform
from nagori.bots.onebot.reports import Reports
from nagori.bots.onebot.reverse import ReverseSocket
from nagori.bots.onebot.webhook import OneBotWebhook
from nagori.bots.webhook import live
from nagori.config_bots import BotsSettings, OneBotSettings
from nagori.errors import InvalidInputError
from nagori.remote.address import split_address
from nagori.remote.key import sendable_key

log = logging.getLogger("nagori.bots")

_NO_SIGNING = (
    "not set: choose a long one, write it into the OneBot program as the secret of its HTTP "
    "reports (NapCat: HTTP client › token; go-cqhttp: servers › http › post › secret) and into "
    "NAGORI_BOTS__ONEBOT__SECRET"
)
_NO_GREETING = (
    "not set: choose a long one, write it into the OneBot program beside the address (NapCat: "
    "WebSocket client › token; go-cqhttp: servers › ws-reverse › access-token) and into "
    "NAGORI_BOTS__ONEBOT__ACCESS_TOKEN"
)


PACE = Pace()


@dataclass(frozen=True, slots=True)
class Given:
    """What the settings give, checked."""

    base_url: str
    ws_url: str
    secret: str = field(default="", repr=False)
    token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class OneBot:
    """A bot that hears and answers."""

    bot: Bot
    reports: Reports
    line: Line
    """The connections; without WebSocket there are none."""
    app: Starlette
    platform: OneBotPlatform

    @property
    def called(self) -> str:
        """Its name on the platform, once it is known."""
        return self.platform.called


@asynccontextmanager
async def onebot_bot(
    n: Nagori, settings: BotsSettings, pace: Pace = PACE
) -> AsyncGenerator[OneBot]:
    """A bot over an open library; the end of the block stops it.

    `InvalidInputError` says what is not set; `PlatformError` when the program is asked at the
    start, and does not want us.
    """
    match settings.onebot.transport:
        case "http":
            opening = _over_http
        case "reverse":
            opening = _over_reverse
        case "forward":
            opening = _over_forward
    async with opening(n, settings, given_of(settings.onebot), pace) as bot:
        try:
            yield bot
        finally:
            await bot.bot.close()


def given_of(onebot: OneBotSettings) -> Given:
    """What the settings give; `InvalidInputError` says what they don't, and what to do."""
    secret = sendable_key(onebot.secret, "bots.onebot.secret")
    token = sendable_key(onebot.access_token, "bots.onebot.access_token")
    if onebot.transport == "http" and secret is None:
        raise InvalidInputError("bots.onebot.secret", _NO_SIGNING)
    if onebot.transport == "reverse" and token is None:
        raise InvalidInputError("bots.onebot.access_token", _NO_GREETING)
    base_url = split_address(onebot.base_url, "bots.onebot.base_url").geturl()
    return Given(base_url, _socket_address(onebot.ws_url), secret or "", token)


def _socket_address(text: str) -> str:
    setting = "bots.onebot.ws_url"
    if urlsplit(text.strip()).scheme not in ("ws", "wss"):
        raise InvalidInputError(setting, "must look like ws://host:port")
    return "ws" + split_address("http" + text.strip().removeprefix("ws"), setting).geturl()[4:]


@asynccontextmanager
async def _over_http(
    n: Nagori, settings: BotsSettings, given: Given, pace: Pace
) -> AsyncGenerator[OneBot]:
    caller = Caller("onebot", given.base_url)
    try:
        platform = OneBotPlatform(HttpCalls(caller, given.token))
        await platform.open()
        bot = Bot(n, platform, settings)
        reports = Reports(bot, platform)
        app = OneBotWebhook(reports, given.secret).app(settings.onebot.path)
        yield OneBot(bot, reports, Line(pace), app, platform)
    finally:
        await caller.close()


@asynccontextmanager
async def _over_reverse(
    n: Nagori, settings: BotsSettings, given: Given, pace: Pace
) -> AsyncGenerator[OneBot]:
    async with _on_line(n, settings, pace) as made:
        door = ReverseSocket(
            made.line, made.platform, made.reports, given.token or "", reply_s=pace.reply_s
        )
        app = door.app(settings.onebot.ws_path)
        yield OneBot(made.bot, made.reports, made.line, app, made.platform)


@asynccontextmanager
async def _over_forward(
    n: Nagori, settings: BotsSettings, given: Given, pace: Pace
) -> AsyncGenerator[OneBot]:
    async with _on_line(n, settings, pace) as made:
        forward = Forward(given.ws_url, given.token, made.line, made.reports, pace)
        await forward.check()
        running = asyncio.create_task(forward.run(), name="nagori-bot-onebot")
        try:
            yield made
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


@asynccontextmanager
async def _on_line(n: Nagori, settings: BotsSettings, pace: Pace) -> AsyncGenerator[OneBot]:
    line = Line(pace)
    platform = OneBotPlatform(line)
    bot = Bot(n, platform, settings)
    greeting: set[asyncio.Task[None]] = set()

    def greet() -> None:
        task = asyncio.create_task(_greet(platform), name="nagori-bot-greeting")
        greeting.add(task)
        task.add_done_callback(greeting.discard)

    line.on_ready = greet
    app = Starlette(routes=[Route("/livez", live)])
    try:
        yield OneBot(bot, Reports(bot, platform), line, app, platform)
    finally:
        line.on_ready = lambda: None
        for task in greeting:
            task.cancel()
        await asyncio.gather(*greeting, return_exceptions=True)
        await line.close()


async def _greet(platform: OneBotPlatform) -> None:
    """Learn who the account is, and tell it."""
    try:
        await platform.open()
        log.info("%s is connected", platform.me)
    except PlatformError as error:
        log.warning("a OneBot program is connected but does not say for whom: %s", error)
