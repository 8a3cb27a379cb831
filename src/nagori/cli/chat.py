"""The command for talking: the same engine as the server's, in a terminal or a pipe."""

from contextlib import suppress
from typing import Annotated

import typer

from nagori.cli.failures import FAILED
from nagori.cli.options import Whose
from nagori.cli.session import session_of
from nagori.errors import StoreError


def chat(
    ctx: typer.Context,
    user: Whose = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new chat.")] = False,
    project: Annotated[
        str | None,
        typer.Option(
            "--project",
            metavar="KEY|PATH",
            help="Talk about this project: go on with the last chat about it, or begin one.",
        ),
    ] = None,
) -> None:
    """Talk, with memory; /help inside shows what else there is."""
    from nagori.cli.talk import Talk
    from nagori.sync import Nagori

    session = session_of(ctx)
    whose = session.local_user(user)
    space = session.space or session.settings.space
    with Nagori.open(session.file, space=space, settings=session.settings) as n:
        n.warm()
        with suppress(StoreError):
            session.users_zone = n.time_zone(whose)
        about = None if project is None else n.project(project).project().key
        talk = Talk(n, session, whose, project=about)
        talk.greet(new=new)
        listener = talk.listen()
        talk.go_on()
    if listener:
        listener.join()
    if session.json:
        turns = [told.document() for told in talk.turns]
        session.out.document({"chat_id": talk.chat_id, "turns": turns})
    if talk.failed:
        raise typer.Exit(FAILED)
