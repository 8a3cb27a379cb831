"""Commands that steer learning about a project, renew its copies, and let it go."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nagori.cli.memory_view import labelled
from nagori.cli.output import EMBER, clean, soft
from nagori.cli.project_choice import Named, run_on
from nagori.cli.project_view import spending
from nagori.cli.session import Session, session_of
from nagori.errors import InvalidInputError

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.face.project import ProjectFace
    from nagori.learn.status import ProjectStatus
    from nagori.learn.sync_report import SyncReport
    from nagori.values.memory import Receipt
    from nagori.values.project import Project

_USUAL = "usual"
_SHOWN = 10
"""Problems that are listed."""


def sync(
    ctx: typer.Context,
    project: Named = None,
    take_in: Annotated[
        bool,
        typer.Option("--take-in", help="First take in copies that came from another machine."),
    ] = False,
) -> None:
    """Make the readable copies in the project's folder as they should be."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "tuple[Project, SyncReport]":
        del n
        return await of.project(), await of.sync(take_in=take_in)

    of, report = run_on(session, project, work)
    if session.json:
        session.out.document({"project": of.key, "report": report})
    else:
        session.out.say(*_synced(of, report, session))
        if report.unknown and not take_in:
            command = session.command("project", "sync", of.key, "--take-in")
            session.out.say(soft(session.words("sync.take_in", command=command)))
    if report.problems or report.degraded:
        raise typer.Exit(1)


def pause(ctx: typer.Context, project: Named = None) -> None:
    """Let nothing more be learned by itself about a project, until `resume`."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "ProjectStatus":
        del n
        return await of.pause()

    told = run_on(session, project, work)
    if session.json:
        session.out.document(told)
        return
    words, key = session.words, told.project.key
    command = session.command("project", "resume", key)
    session.out.say(words("project.pauses", project=clean(key)))
    session.out.say(soft(words("project.resume", command=command)))


def resume(ctx: typer.Context, project: Named = None) -> None:
    """Let more be learned about a project again, also right after errors."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "ProjectStatus":
        del n
        return await of.resume()

    told = run_on(session, project, work)
    if session.json:
        session.out.document(told)
    else:
        session.out.say(session.words("project.resumes", project=clean(told.project.key)))


def budget(
    ctx: typer.Context,
    project: Named = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="N|usual", help="At most so many questions a day."),
    ] = None,
    tokens: Annotated[
        str | None,
        typer.Option("--tokens", metavar="N|usual", help="At most so many tokens a day."),
    ] = None,
    cost: Annotated[
        str | None,
        typer.Option("--cost", metavar="AMOUNT|usual", help="At most so much money a day."),
    ] = None,
) -> None:
    """Show or set what learning about a project may spend in a day."""
    session = session_of(ctx)
    given = {
        "questions_per_day": _amount("questions", questions, session, whole=True),
        "tokens_per_day": _amount("tokens", tokens, session, whole=True),
        "cost_per_day": _amount("cost", cost, session, whole=False),
    }
    named = {"questions_per_day": questions, "tokens_per_day": tokens, "cost_per_day": cost}
    wanted = {name: given[name] for name, text in named.items() if text is not None}

    async def work(n: "Nagori", of: "ProjectFace") -> "ProjectStatus":
        del n
        return await of.set_settings(wanted) if wanted else await of.status()

    told = run_on(session, project, work)
    if session.json:
        session.out.document(told)
        return
    words, key = session.words, told.project.key
    session.out.say(words("project.budget", project=clean(key)), *_limits(told, session))
    if not wanted:
        command = session.command("project", "budget", key, "--questions", "20")
        session.out.say(soft(words("project.set", command=command)))


def forget(
    ctx: typer.Context,
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="Its key or its folder.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
) -> None:
    """Destroy all that is known of a project, copies too; its own files stay untouched."""
    session = session_of(ctx)
    words = session.words

    async def look(n: "Nagori", of: "ProjectFace") -> "Project":
        del n
        return await of.project()

    of = run_on(session, project, look)
    if not yes and not _confirmed(session, of):
        session.out.say(words("kept"))
        raise typer.Exit(1)

    async def work(n: "Nagori", of: "ProjectFace") -> "Receipt":
        del n
        return await of.forget()

    receipt = run_on(session, project, work)
    if session.json:
        session.out.document(receipt)
        return
    session.out.say(words("project.forgotten", project=clean(of.key)))
    if receipt.pending:
        comma = "、" if words.lang == "zh" else ", "
        session.out.say(words("pending", what=clean(comma.join(receipt.pending))))


def _synced(of: "Project", report: "SyncReport", session: Session) -> list[Text]:
    """What came of it: what was written, what was taken in, what could not be used."""
    words = session.words
    comma = "、" if words.lang == "zh" else ", "
    taken = {"records": report.records, "failures": report.failures, "domains": report.domains}
    counts = [words(f"count.{name}", n=n) for name, n in taken.items() if n]
    stale = words("project.stale", n=report.stale) if report.stale else ""
    lines = [
        words("sync.written", n=report.written) if report.written else "",
        words("sync.removed", n=report.removed) if report.removed else "",
        words("sync.taken", what=comma.join([*counts, *([stale] if stale else [])]))
        if counts
        else "",
        words("sync.unknown", n=report.unknown) if report.unknown else "",
    ]
    told = [Text(line) for line in lines if line] or [Text(words("sync.nothing"))]
    told += [
        Text(clean(why, most=300), EMBER) for why in (*report.problems[:_SHOWN], *report.degraded)
    ]
    if len(report.problems) > _SHOWN:
        told.append(Text(words("and_more", n=len(report.problems) - _SHOWN)))
    return [*told, soft(words("sync.where", folder=clean(str(Path(of.path) / ".nagori"))))]


def _confirmed(session: Session, of: "Project") -> bool:
    words = session.words
    if session.json or not sys.stdin.isatty():
        raise InvalidInputError("forget", words("needs_yes"))
    records = words("count.records", n=of.records)
    question = words("project.forget", project=clean(of.key), records=records)
    return typer.confirm(f"{question} {words('no_undo')}", err=True)


def _amount(field: str, text: str | None, session: Session, *, whole: bool) -> int | float | None:
    """What was typed as a number; None for the usual one."""
    if text is None or text == _USUAL:
        return None
    try:
        return int(text.replace(",", "")) if whole else float(text)
    except ValueError as error:
        raise InvalidInputError(field, session.words("invalid.budget")) from error


def _limits(told: "ProjectStatus", session: Session) -> list[Text]:
    """What may be spent, and how much of it was spent today."""
    words = session.words
    rows = [
        (words(f"project.label.{one.name}"), words("project.spent", most=one.most, n=one.spent))
        for one in spending(told)
    ]
    return labelled(rows)
