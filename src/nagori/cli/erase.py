"""The command that destroys."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from nagori.cli.options import WHOSE
from nagori.cli.output import clean
from nagori.cli.session import Session, session_of
from nagori.errors import InvalidInputError
from nagori.values.memory import Receipt

if TYPE_CHECKING:
    from nagori.app import Nagori


def erase(
    ctx: typer.Context,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="ID", help="One memory.", rich_help_panel=WHOSE),
    ] = None,
    user: Annotated[
        str | None,
        typer.Option("--user", metavar="ID", help="All of a person.", rich_help_panel=WHOSE),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option("--group", metavar="ID", help="All of a group.", rich_help_panel=WHOSE),
    ] = None,
    project: Annotated[
        str | None,
        typer.Option("--project", metavar="ID", help="All of a project.", rich_help_panel=WHOSE),
    ] = None,
    chat: Annotated[
        str | None,
        typer.Option("--chat", metavar="ID", help="All of a chat.", rich_help_panel=WHOSE),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
) -> None:
    """Destroy one memory, or all of somebody, for good."""
    session = session_of(ctx)
    named = {"memory": memory, "user": user, "group": group, "project": project, "chat": chat}
    chosen = {kind: id for kind, id in named.items() if id is not None}
    if len(chosen) == 1 and not yes and not _confirmed(session, *chosen.popitem()):
        session.out.say(session.words("kept"))
        raise typer.Exit(1)
    receipt = session.run(lambda n: n.erase(**named))
    if session.json:
        session.out.document(receipt)
    else:
        session.out.say(*_told(receipt, session))


def _confirmed(session: Session, kind: str, id: str) -> bool:
    """Ask, after looking whether it is there at all."""
    words = session.words
    if session.json or not sys.stdin.isatty():
        raise InvalidInputError("erase", words("needs_yes"))
    if kind == "memory":

        async def text_of(n: "Nagori") -> str:
            return (await n.get(id)).text

        question = words("erase_one", text=clean(session.run(text_of), most=200))
    else:
        question = words("erase_all", whom=words.whom(f"{kind}:{id}"))
    return typer.confirm(f"{question} {words('no_undo')}", err=True)


def _told(receipt: Receipt, session: Session) -> list[str]:
    words = session.words
    counts = [
        words(f"{'erased' if what == 'files' else 'count'}.{what}", n=n)
        for what, n in receipt.erased.items()
        if n
    ]
    comma = "、" if words.lang == "zh" else ", "
    lines = [words("erased", what=comma.join(counts)) if counts else words("erased_nothing")]
    if receipt.pending:
        lines.append(words("pending", what=comma.join(receipt.pending)))
    return lines
