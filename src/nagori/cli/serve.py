"""The command that starts the server."""

import asyncio
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nagori.cli.extras import needs
from nagori.cli.memory_view import labelled
from nagori.cli.output import EMBER, soft
from nagori.cli.session import Session, session_of
from nagori.cli.standing import embedder_name, facts

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.config import Settings


def serve(
    ctx: typer.Context,
    host: Annotated[
        str | None,
        typer.Option(
            "--host", metavar="ADDRESS", help="Where to listen; else the setting server.host."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=0,
            max=65535,
            help="The port; 0 takes a free one. Else the setting server.port.",
        ),
    ] = None,
    opens: Annotated[
        bool, typer.Option("--open", help="Open the web app in the browser as well.")
    ] = False,
) -> None:
    """Start the server: the web app, and HTTP for programs, OpenAI and MCP clients."""
    session = session_of(ctx)
    settings = session.settings
    named = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    server = settings.server.model_copy(update=named)
    settings = settings.model_copy(update={"server": server})
    asyncio.run(_serve(session, settings, opens=opens))
    if not session.json:
        session.out.say(session.words("serve.stopped"))


async def _serve(session: Session, settings: "Settings", *, opens: bool) -> None:
    """Answer until a signal comes."""
    from threadpoolctl import threadpool_limits

    from nagori.app import Nagori

    # Our matrices are small: BLAS threads would spin longer than they work, at the others' cost.
    threadpool_limits(1, user_api="blas")

    with needs("server"):
        from nagori.server.kept import use_kept
        from nagori.server.logs import to_stderr
        from nagori.server.serve import listening

    to_stderr(json=session.json)
    space, new = session.space or settings.space, not session.file.exists()
    async with (
        Nagori.open(
            session.file,
            space=space,
            settings=settings,
            prepare=lambda n: use_kept(n, settings),
            learns=True,
        ) as n,
        listening(n, settings=settings) as server,
    ):
        _tell(session, n, server.address, await embedder_name(n.settings), new=new)
        if opens:
            await asyncio.to_thread(_open, server.address)
        await server.stopped()


def _open(address: str) -> None:
    """Show the app in a browser that has a window; one that would take the terminal is left."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)


def _tell(session: Session, n: "Nagori", address: str, embedder: str | None, *, new: bool) -> None:
    """Where it is, what answers, and what to do next."""
    out, words, status = session.out, session.words, n.status
    if session.json:
        out.document(
            {
                "url": address,
                "file": str(session.file),
                "space": n.space,
                "store": status.store,
                "model": n.models.chat.name,
                "embedder": embedder,
            }
        )
    else:
        out.say(Text(words("serve.at", url=address), style=f"bold {EMBER}"), "")
        nexts = [
            ("try", _example(address)),
            ("openai", f"OPENAI_BASE_URL={address}/v1"),
            ("mcp", f"{address}/mcp"),
        ]
        rows = [(words(f"serve.{name}"), text) for name, text in nexts]
        out.say(*labelled([*facts(session, n, embedder, new=new), *rows]))
        out.say("", soft(words("serve.stop")))
    out.console.file.flush()


def _example(address: str) -> str:
    body = '\'{"message": "I prefer tea"}\''
    return f"curl -N {address}/api/chat -H 'Content-Type: application/json' -d {body}"
