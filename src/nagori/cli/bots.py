"""Commands that put a bot onto a chat platform."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

import typer
from rich.text import Text

from nagori.cli.extras import needs
from nagori.cli.memory_view import labelled
from nagori.cli.output import EMBER, clean, soft
from nagori.cli.session import Session, session_of
from nagori.errors import InvalidInputError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from nagori.app import Nagori
    from nagori.bots.bot import Bot
    from nagori.config_bots import BotsSettings

LARK_EXAMPLE = """[bold]Example[/bold]
  export NAGORI_BOTS__LARK__APP_ID=cli_…
  export NAGORI_BOTS__LARK__APP_SECRET=…
  export NAGORI_BOTS__LARK__VERIFICATION_TOKEN=…
  export NAGORI_BOTS__LARK__ENCRYPT_KEY=…
  nagori bots lark --db memory.db --port 7375

The first two stand under Credentials & Basic Info of the app at
open.feishu.cn/app, the others under Events & Callbacks, Encryption Strategy.
There, too, give the address of /lark as the request URL, and subscribe to
im.message.receive_v1 and im.message.reaction.created_v1. Then add the ability
Bot, publish a version, and add the bot to a group: see how-to/lark.md."""
ONEBOT_EXAMPLE = """[bold]Example[/bold]
  export NAGORI_BOTS__ONEBOT__ACCESS_TOKEN=…
  nagori bots onebot --db memory.db --port 7375

In the OneBot program (NapCat, Lagrange, LLOneBot), add a WebSocket client
(reverse WebSocket) with ws://127.0.0.1:7375/onebot/v11/ws and the same token.
If it listens itself, let Nagori connect to NAGORI_BOTS__ONEBOT__WS_URL:
  nagori bots onebot --over forward
Over HTTP, set NAGORI_BOTS__ONEBOT__SECRET and NAGORI_BOTS__ONEBOT__BASE_URL:
  nagori bots onebot --over http"""

bots = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)

Host = Annotated[
    str | None,
    typer.Option("--host", metavar="ADDRESS", help="Where to listen; else the setting bots.host."),
]
Port = Annotated[
    int | None,
    typer.Option(
        "--port",
        metavar="N",
        min=0,
        max=65535,
        help="The port; 0 takes a free one. Else the setting bots.port.",
    ),
]


Over = Annotated[
    Literal["reverse", "forward", "http"] | None,
    typer.Option("--over", help="Who connects to whom; else the setting bots.onebot.transport."),
]


class _Started(Protocol):
    @property
    def bot(self) -> "Bot": ...
    @property
    def app(self) -> "Starlette": ...
    @property
    def called(self) -> str: ...


Starting = Callable[["Nagori", "BotsSettings"], AbstractAsyncContextManager[_Started]]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a bot meets its platform."""

    platform: str
    door: Literal["lark", "reverse", "forward", "http"]
    url: str
    """All of it where the bot connects to, else its path."""

    def seen_from(self, address: str) -> str:
        """What is to be entered on the platform, for a bot that listens at an address."""
        match self.door:
            case "forward":
                return self.url
            case "reverse":
                return "ws" + address.removeprefix("http") + self.url
            case "lark" | "http":
                return address + self.url


@bots.callback()
def start(ctx: typer.Context) -> None:
    """Put a bot onto a chat platform: it hears groups, and answers who talks to it."""
    session = session_of(ctx)
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


@bots.command("lark", epilog=LARK_EXAMPLE)
def lark(ctx: typer.Context, host: Host = None, port: Port = None) -> None:
    """Answer on Lark or Feishu, in groups and direct chats, as an app of your own."""
    with needs("server"):
        from nagori.bots.lark.start import credentials, lark_bot

    session = session_of(ctx)
    settings = _settings(session, host, port)
    credentials(settings.lark)  # what is not set is told before a database is made
    place = _Place("lark", "lark", settings.lark.path)
    asyncio.run(_run(session, settings, place, lark_bot))


@bots.command("onebot", epilog=ONEBOT_EXAMPLE)
def onebot(ctx: typer.Context, over: Over = None, host: Host = None, port: Port = None) -> None:
    """Answer on QQ, or wherever a OneBot v11 program is, over WebSocket or HTTP."""
    with needs("server"):
        from nagori.bots.onebot.start import given_of, onebot_bot

    session = session_of(ctx)
    settings = _settings(session, host, port)
    given = settings.onebot.model_copy(update={"transport": over} if over else {})
    settings = settings.model_copy(update={"onebot": given})
    given_of(given)
    urls = {"reverse": given.ws_path, "forward": given.ws_url, "http": given.path}
    place = _Place("onebot", given.transport, urls[given.transport])
    asyncio.run(_run(session, settings, place, onebot_bot))


def _settings(session: Session, host: str | None, port: int | None) -> "BotsSettings":
    named = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    return session.settings.bots.model_copy(update=named)


async def _run(
    session: Session, settings: "BotsSettings", place: _Place, starting: Starting
) -> None:
    """Answer until a signal comes."""
    from threadpoolctl import threadpool_limits

    from nagori.app import Nagori

    # Our matrices are small: BLAS threads would spin longer than they work, at the others' cost.
    threadpool_limits(1, user_api="blas")

    with needs("server"):
        from nagori.bots.serve import listening
        from nagori.server.kept import use_kept
        from nagori.server.logs import to_stderr

    to_stderr(json=session.json)
    read = session.settings
    space = session.space or read.space
    sockets = place.door == "reverse"
    async with (
        Nagori.open(
            session.file, space=space, settings=read, prepare=lambda n: use_kept(n, read)
        ) as n,
        starting(n, settings) as bot,
        listening(bot.app, host=settings.host, port=settings.port, sockets=sockets) as server,
    ):
        n.warm()
        _tell(session, n, place, bot.called, place.seen_from(server.address))
        await server.stopped.wait()
        if not session.json:
            session.out.say(soft(session.words("bots.stopping")))
        await bot.bot.close()  # while the platform can still be reached
    if not session.json:
        session.out.say(session.words("serve.stopped"))


def _tell(session: Session, n: "Nagori", place: _Place, called: str, url: str) -> None:
    """Who it is, where it meets the platform, what to do there, and what answers."""
    out, words, model = session.out, session.words, n.models.chat
    if session.json:
        told = {"url": url, "platform": place.platform, "over": place.door, "name": called}
        told |= {"file": str(session.file), "space": n.space, "store": n.status.store}
        out.document({**told, "model": model.name})
    else:
        head = words(f"bots.{place.door}.at", name=clean(called or "Nagori"), url=url)
        shown = words("serve.no_model") if model.state == "extractive" else model.name
        out.say(Text(head, style=f"bold {EMBER}"), "")
        facts = [("data", str(session.file)), ("model", shown)]
        out.say(*labelled([(words(f"serve.{name}"), text) for name, text in facts]))
        out.say("", soft(words(f"bots.{place.door}.next")), soft(words("serve.stop")))
    out.console.file.flush()
