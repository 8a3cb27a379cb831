"""The command that gives memory to an MCP client."""

import asyncio
import logging
import os
import sys

import typer

from nagori.cli.extras import needs
from nagori.cli.options import ReadOnly, Whose
from nagori.cli.session import Session, session_of
from nagori.cli.signals import signalled


def mcp(ctx: typer.Context, user: Whose = None, read_only: ReadOnly = False) -> None:
    """Give memory to an MCP client, over standard input and output."""
    session = session_of(ctx)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)  # stdout is the protocol's alone
    asyncio.run(_serve(session, session.local_user(user), read_only=read_only))


async def _serve(session: Session, user: str, *, read_only: bool) -> None:
    """Serve until the client leaves; a signal ends the process, after the database is closed."""
    from nagori.app import Nagori
    from nagori.values.key import Principal

    with needs("mcp"):
        from nagori.mcp.stdio import serve_stdio

    space = session.space or session.settings.space
    async with Nagori.open(session.file, space=space, settings=session.settings) as n:
        n.warm()
        principal = Principal(space, user, read_only=read_only, bound=True)
        serving = asyncio.create_task(serve_stdio(n, principal))
        stopped = signalled()
        await asyncio.wait((serving, stopped), return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        stopped.cancel()
        await serving
        return
    sys.stderr.flush()
    os._exit(128 + stopped.result())  # the thread that waits for the client can't be woken
