"""Commands that bring memories in and out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nagori.cli.backlog import wait_for_vectors
from nagori.cli.options import Chat, Group, Project, User
from nagori.cli.output import clean, soft
from nagori.cli.progress import Progress
from nagori.cli.session import Session, session_of

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.values.transfer import ImportReport

_SHOWN = 10
"""Problems of an import that are listed; the JSON has all."""


def import_(
    ctx: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="An export, or an older JSON, JSONL or SQLite file.",
            exists=True,
            dir_okay=False,
            readable=True,
        ),
    ],
    user: User = None,
    group: Group = None,
    project: Project = None,
) -> None:
    """Take in memories from a file; safe to run twice."""
    session = session_of(ctx)
    with Progress(session) as progress:

        async def bring_in(n: "Nagori") -> "ImportReport":
            report = await n.import_file(
                file, user=user, group=group, project=project, progress=progress.update
            )
            if report.added:
                progress.begin("embedding")
                await wait_for_vectors(n, session, progress.update)
            return report

        report = session.run(bring_in, creates=True)
    if session.json:
        session.out.document(report)
    else:
        _tell(session, file, report)
    if report.failed:
        raise typer.Exit(1)


def export(
    ctx: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Where to; JSON, one line a record.", dir_okay=False),
    ],
    user: User = None,
    group: Group = None,
    project: Project = None,
    chat: Chat = None,
) -> None:
    """Write everything to a file, of one scope or of all."""
    session = session_of(ctx)
    named = {"user": user, "group": group, "project": project, "chat": chat}
    count = session.run(lambda n: n.export(file, **named))
    if session.json:
        session.out.document({"exported": count, "file": str(file)})
    else:
        session.out.say(session.words("exported", n=count, file=file))


def _tell(session: Session, file: Path, report: "ImportReport") -> None:
    words, out = session.words, session.out
    numbers = {"added": report.added, "confirmed": report.confirmed, "known": report.known}
    out.say(words("imported", file=file.name, **numbers))
    if report.failed:
        out.say(words("not_imported", n=len(report.failed)))
        for line, problem in report.failed[:_SHOWN]:
            out.say(f"  {words('line', line=line, problem=clean(problem, most=200))}")
        if len(report.failed) > _SHOWN:
            out.say(soft(f"  {words('and_more', n=len(report.failed) - _SHOWN)}"))
