"""Commands about the keys that let programs in over HTTP."""

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nagori.cli.memory_view import day
from nagori.cli.options import ReadOnly
from nagori.cli.output import EMBER, clean, soft
from nagori.cli.session import NoDatabaseError, Session, session_of
from nagori.errors import InvalidInputError
from nagori.values.key import ApiKey

if TYPE_CHECKING:
    from nagori.app import Nagori

keys = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)


@keys.callback()
def start(ctx: typer.Context) -> None:
    """Make, list and revoke the keys that let programs in over HTTP."""
    session = session_of(ctx)
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


@keys.command("add")
def add(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is for, in a word or two.")],
    user: Annotated[
        str | None,
        typer.Option(
            "--user", metavar="ID", help="The one person it acts for; else anybody of the space."
        ),
    ] = None,
    read_only: ReadOnly = False,
) -> None:
    """Make a key; its secret is shown once."""
    session = session_of(ctx)
    key, secret = session.run(
        lambda n: n.keys.add(name, user=user, read_only=read_only), creates=True
    )
    if session.json:
        from pydantic_core import to_jsonable_python

        session.out.document({**to_jsonable_python(key), "secret": secret})
        return
    words = session.words
    session.out.say(words("key.added", name=clean(key.name), whom=_whom(key, session)))
    session.out.say("", Text(secret, style=f"bold {EMBER}"), "")
    session.out.say(words("key.once"))
    command = session.command("keys", "revoke", key.id)
    session.out.say(soft(words("key.revoke", command=command)))


@keys.command("list")
def list_(ctx: typer.Context) -> None:
    """Show the keys; never their secrets."""
    session = session_of(ctx)
    found: list[ApiKey] = []

    async def read(n: "Nagori") -> list[ApiKey]:
        return await n.keys.list()

    with suppress(NoDatabaseError):
        found = session.run(read)
    if session.json:
        session.out.document({"items": found, "next": None})
        return
    if not found:
        command = session.command("keys", "add", session.words("key.example"))
        session.out.say(session.words("key.none"), soft(session.words("key.add", command=command)))
    for key in found:
        session.out.say(*_entry(key, session))


@keys.command("revoke")
def revoke(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="The id that `keys list` shows.")],
) -> None:
    """Let nobody in with a key any more."""
    session = session_of(ctx)
    key = session.run(lambda n: n.keys.revoke(id))
    if session.json:
        session.out.document(key)
    else:
        session.out.say(session.words("key.revoked", name=clean(key.name)))


def _entry(key: ApiKey, session: Session) -> list[Text]:
    words, zone = session.words, session.zone
    gone = words("key.gone", day=day(key.revoked_at, zone)) if key.revoked_at else None
    details = soft(_whom(key, session), day(key.created_at, zone), gone, f"{key.hint}…", key.id)
    return [Text(clean(key.name)), Text("  ").append_text(details)]


def _whom(key: ApiKey, session: Session) -> str:
    words = session.words
    whom = words("key.anybody") if key.user is None else words.whom(f"user:{key.user}")
    return f"{clean(whom)} ({words('key.reads')})" if key.read_only else clean(whom)
