"""Commands about projects: which there are, what is known of them, and what is not."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nagori.cli import project_view as view
from nagori.cli.coverage import rows
from nagori.cli.help import EXAMPLES
from nagori.cli.output import soft
from nagori.cli.project_care import budget, forget, pause, resume, sync
from nagori.cli.project_choice import Named, NamedByOption, run_on
from nagori.cli.record_view import entry, story
from nagori.cli.session import NoDatabaseError, Session, session_of
from nagori.errors import InvalidInputError

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.cli.coverage import Row
    from nagori.face.project import ProjectFace
    from nagori.learn.status import ProjectStatus
    from nagori.values.failure import FailureRecord
    from nagori.values.learning import CheckedLines, DomainKnowledge, LearningRecord
    from nagori.values.memory import Page
    from nagori.values.project import KnowledgeGap, Project

project = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)

Limit = Annotated[
    int, typer.Option("--limit", metavar="N", min=1, max=1000, help="At most so many.")
]
Cursor = Annotated[
    str | None, typer.Option("--cursor", metavar="NEXT", help="Where the last page ended.")
]


@project.callback(epilog=EXAMPLES["project"])
def start(ctx: typer.Context) -> None:
    """See what is known of projects, and steer how more is learned."""
    session = session_of(ctx)
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


@project.command("list", epilog=EXAMPLES["project list"])
def list_(ctx: typer.Context) -> None:
    """Show the projects that are learned about."""
    session = session_of(ctx)
    found: Sequence[Project] = []
    with suppress(NoDatabaseError):
        found = session.run(lambda n: n.projects.list())
    if session.json:
        session.out.document({"items": list(found), "next": None})
    elif found:
        session.out.show(view.table_of(found, session))
    else:
        command = session.command("learn", ".")
        session.out.say(session.words("project.none"))
        session.out.say(soft(session.words("project.learn", command=command)))


@project.command("status", epilog=EXAMPLES["project status"])
def status(ctx: typer.Context, project: Named = None) -> None:
    """Show how far a project is known, folder by folder, and where learning stands."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "tuple[ProjectStatus, list[Row]]":
        scope = await of.scope()
        files = await n.store.projects.files(scope)
        return await of.status(), rows(files, await n.store.records.coverage(scope))

    told, known = run_on(session, project, work)
    if session.json:
        session.out.document({"status": told, "coverage": known})
        return
    head, *facts = view.status_parts(told, session)
    session.out.say(head)
    session.out.show(*facts)
    if known:
        session.out.say("", Text(session.words("project.coverage")))
        session.out.show(view.coverage_table(known, session))


@project.command("records", epilog=EXAMPLES["project records"])
def records(
    ctx: typer.Context,
    id: Annotated[
        str | None, typer.Argument(metavar="ID", help="One of them, with all that shows it.")
    ] = None,
    project: NamedByOption = None,
    domain: Annotated[
        str | None, typer.Option("--domain", metavar="DOMAIN", help="Only of this domain.")
    ] = None,
    path: Annotated[
        str | None,
        typer.Option("--path", metavar="PATH", help="Only about this file or folder of it."),
    ] = None,
    stale: Annotated[
        bool, typer.Option("--stale", help="Only those whose lines changed since.")
    ] = False,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> None:
    """Show what was learned about a project, newest first, or one record whole."""
    session = session_of(ctx)
    if id is not None:
        _show_record(session, project, id)
        return

    async def work(n: "Nagori", of: "ProjectFace") -> "Page[LearningRecord]":
        del n
        return await of.records(
            domain=domain,
            path=path,
            statuses=("stale",) if stale else ("active", "stale"),
            limit=limit,
            cursor=cursor,
        )

    page = run_on(session, project, work)
    if session.json:
        session.out.document(page)
        return
    named = ["--project", project] if project else []
    filters = {"--domain": domain, "--path": path}
    given = [word for name, value in filters.items() if value for word in (name, value)]
    _tell_records(session, page, named, [*given, *(["--stale"] if stale else [])], limit)


@project.command("failures", epilog=EXAMPLES["project failures"])
def failures(
    ctx: typer.Context, project: Named = None, limit: Limit = 20, cursor: Cursor = None
) -> None:
    """Show what did not work while learning, and what to do instead."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "Page[FailureRecord]":
        del n
        return await of.failures(limit=limit, cursor=cursor)

    page = run_on(session, project, work)
    if session.json:
        session.out.document(page)
        return
    for failure in page:
        session.out.say(*view.failure_lines(failure, session))
    if not page.items:
        session.out.say(session.words("failure.none"))
    _tell_next(session, page.next, ["failures", *([project] if project else [])], limit)


@project.command("gaps", epilog=EXAMPLES["project gaps"])
def gaps(ctx: typer.Context, project: Named = None, limit: Limit = 10) -> None:
    """Show what is not known yet, the most pressing first."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "tuple[Project, Sequence[KnowledgeGap]]":
        del n
        return await of.project(), await of.gaps(limit=limit)

    of, found = run_on(session, project, work)
    if session.json:
        session.out.document({"items": list(found), "next": None})
        return
    for gap in found:
        session.out.say(*view.gap_lines(gap, session))
    if not found:
        session.out.say(session.words("gap.none"))
        return
    command = session.command("learn", of.path, "--rounds", "3")
    session.out.say(soft(session.words("gap.learn", command=command)))


@project.command("domains", epilog=EXAMPLES["project domains"])
def domains(ctx: typer.Context, project: Named = None) -> None:
    """Show what is known of each domain of a project."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "Sequence[DomainKnowledge]":
        del n
        return await of.domains()

    found = run_on(session, project, work)
    if session.json:
        session.out.document({"items": list(found), "next": None})
        return
    for domain in found:
        session.out.say(*view.domain_lines(domain, session))
    if not found:
        session.out.say(session.words("domain.none"))


for command in (sync, pause, resume, budget, forget):
    name = command.__name__
    project.command(name, epilog=EXAMPLES[f"project {name}"])(command)


def _show_record(session: Session, project: str | None, id: str) -> None:
    async def work(n: "Nagori", of: "ProjectFace") -> "tuple[LearningRecord, list[CheckedLines]]":
        del n
        return await of.record(id), await of.citations(id)

    record, checked = run_on(session, project, work)
    if session.json:
        session.out.document({"record": record, "citations": checked})
    else:
        session.out.say(*story(record, checked, session))


def _tell_records(
    session: Session,
    page: "Page[LearningRecord]",
    named: Sequence[str],
    given: Sequence[str],
    limit: int,
) -> None:
    words, out = session.words, session.out
    if not page.items:
        out.say(words("record.none_such" if given else "record.none"))
        return
    for record in page:
        out.say(*entry(record, session))
    command = session.command("project", "records", page.items[0].id, *named)
    out.say(soft(words("record.see", command=command)))
    _tell_next(session, page.next, ["records", *named, *given], limit)


def _tell_next(session: Session, cursor: str | None, parts: Sequence[str], limit: int) -> None:
    """The command for the next page, if there is one."""
    if cursor is not None:
        rest = ["--limit", str(limit), "--cursor", cursor]
        command = session.command("project", *parts, *rest)
        session.out.say(soft(session.words("more", command=command)))
