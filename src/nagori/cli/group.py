"""Commands about groups: their settings, what was collected, and better weights."""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nagori.cli.group_knowledge import members, summaries
from nagori.cli.group_settings import settings, undo
from nagori.cli.output import soft
from nagori.cli.progress import Progress
from nagori.cli.session import NoDatabaseError, Session, session_of
from nagori.cli.trial import trial
from nagori.errors import InvalidInputError

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.group.tuning import Tuned
    from nagori.values.group import UsageRecord

group = typer.Typer(rich_markup_mode="rich", invoke_without_command=True)
group.command("settings")(settings)
group.command("undo")(undo)
group.command("summaries")(summaries)
group.command("members")(members)
group.add_typer(trial, name="trial")

GroupId = Annotated[str, typer.Argument(metavar="GROUP", help="The platform's id of the group.")]
_PAGE = 200
_SHOWN = 10


@group.callback()
def start(ctx: typer.Context) -> None:
    """See and set what a bot in a group gets to see."""
    session = session_of(ctx)
    if ctx.invoked_subcommand is None:
        if session.json:
            raise InvalidInputError("command", session.words("invalid.no_command"))
        typer.echo(ctx.get_help())


@group.command("list")
def list_(ctx: typer.Context) -> None:
    """Show the groups in which something was said or for which something is set."""
    session = session_of(ctx)
    found: list[str] = []
    with suppress(NoDatabaseError):
        found = session.run(lambda n: n.store.groups.list(n.space))
    if session.json:
        session.out.document({"items": found, "next": None})
        return
    session.out.say(*(found or [session.words("group.none")]))


@group.command("import")
def import_(
    ctx: typer.Context,
    id: GroupId,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="JSON lines, Feishu's messages as JSON, or a log of IRC."
        ),
    ],
) -> None:
    """Bring in what was said in a group before; safe to run twice."""
    session = session_of(ctx)
    with Progress(session) as progress:
        report = session.run(
            lambda n: n.group(id).import_history(file, progress=progress.update), creates=True
        )
    if session.json:
        session.out.document(report)
    else:
        words, out = session.words, session.out
        out.say(words("group.heard", n=report.heard))
        for number, problem in report.failed[:_SHOWN]:
            out.say(soft(words("group.line", number=number, problem=problem)))
    if report.failed:
        raise typer.Exit(1)


@group.command("tune")
def tune(
    ctx: typer.Context,
    id: GroupId,
    apply: Annotated[
        bool, typer.Option("--apply", help="Set the better weights for this group.")
    ] = False,
) -> None:
    """Look for better weights of the rules in what people thought of earlier answers."""
    session = session_of(ctx)

    async def work(n: "Nagori") -> "Tuned":
        from nagori.group.building import weights_of
        from nagori.group.tuning import tune

        records = [record async for record in _records(n, id)]
        tuned = tune(records, weights_of(await n.group(id).settings()))
        if tuned.weights is not None and apply:
            await n.group(id).set_settings(_as_settings(tuned))
        return tuned

    tuned = session.run(work)
    if session.json:
        session.out.document(tuned)
    else:
        _tell(session, tuned, id, applied=apply)


@group.command("export")
def export(
    ctx: typer.Context,
    id: GroupId,
    usage: Annotated[
        Path, typer.Option("--usage", metavar="FILE", help="Where to write, one JSON a line.")
    ],
) -> None:
    """Write how contexts of a group were made and what came of them, as training data."""
    session = session_of(ctx)

    async def work(n: "Nagori") -> Counter[str]:
        from nagori.group.exporting import lines
        from nagori.write.transfer_export import write_lines

        written = Counter[str]()

        async def counted() -> AsyncGenerator[dict[str, Any]]:
            async for line in lines(n.store, n.group(id).scope):
                written[line["type"]] += 1
                yield line

        await write_lines(usage, counted())
        return written

    written = session.run(work)
    records, corrections = written["context"], written["correction"]
    if session.json:
        told = {"records": records, "messages": written["message"], "corrections": corrections}
        session.out.document({**told, "file": str(usage)})
        return
    session.out.say(session.words("group.exported", n=records, file=str(usage)))
    if corrections:
        session.out.say(soft(session.words("group.corrections", n=corrections)))


async def _records(n: "Nagori", id: str) -> "AsyncGenerator[UsageRecord]":
    """Every record of the group, newest first."""
    cursor: str | None = None
    while True:
        page = await n.store.usage.page(n.space, id, limit=_PAGE, before=cursor)
        for record in page:
            yield record
        cursor = page.next
        if cursor is None:
            return


def _as_settings(tuned: "Tuned") -> dict[str, float]:
    weights = tuned.weights
    names = weights.__slots__ if weights is not None else ()
    return {f"{name}_weight": getattr(weights, name) for name in names}


def _tell(session: Session, tuned: "Tuned", id: str, *, applied: bool) -> None:
    words, out = session.words, session.out
    out.say(words("group.judged", n=tuned.judged))
    if tuned.weights is None:
        out.say(words("group.stays", reason=tuned.reason))
        return
    low, high = (round(100 * edge) for edge in tuned.interval)
    out.say(words("group.better", percent=round(100 * tuned.gain), low=low, high=high))
    for name, value in _as_settings(tuned).items():
        out.say(f"  {name} = {value}")
    if applied:
        command = session.command("group", "undo", id)
        out.say(words("group.applied"), soft(words("group.undo", command=command)))
    else:
        out.say(soft(words("group.apply", command=session.command("group", "tune", id, "--apply"))))
