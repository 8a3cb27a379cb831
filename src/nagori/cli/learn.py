"""The command that learns about a project."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nagori.cli.backlog import wait_for_vectors
from nagori.cli.learn_view import languages, left_out, summary
from nagori.cli.output import soft
from nagori.cli.progress import Progress
from nagori.cli.rounds import learn_rounds
from nagori.cli.session import Session, session_of
from nagori.values.learning_round import LearningRound
from nagori.values.project import ProjectFile
from nagori.values.scope import Scope

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.learn.analysing import Report


def learn(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The folder of the project.")],
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="KEY", help="What to call it; else as its folder is called."),
    ] = None,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            metavar="N",
            min=0,
            max=1000,
            help="Then look into so many things that are not known yet, one after the other.",
        ),
    ] = 0,
) -> None:
    """Learn about a project from its folder; again, only about what changed."""
    session = session_of(ctx)
    _check(path)
    try:
        learned = _learn(session, path, key, rounds)
    except KeyboardInterrupt:
        if not session.json:
            sys.stderr.write(session.words("learn.stopped") + "\n")
        raise
    if learned and not any(round.state == "done" for round in learned):
        raise typer.Exit(1)


def _check(path: Path) -> None:
    """Raise for what is no folder of a project, before a database is made for it."""
    from nagori.learn.folder import Folder

    Folder(path)


def _learn(session: Session, path: Path, key: str | None, rounds: int) -> list[LearningRound]:
    """Analyse, then learn; what came of each is told when it is there."""

    async def work(n: "Nagori") -> list[LearningRound]:
        with Progress(session) as bar:
            report = await _analysed(n, session, path, key, bar)
        name = report.project.key
        files = await n.store.projects.files(Scope(n.space, "project", name))
        if not session.json:
            head, *table = summary(report, files, session)
            session.out.say(head)
            session.out.show(*table)
        learned = await learn_rounds(n, n.project(name), rounds, session) if rounds else []
        if session.json:
            session.out.document(_document(report, files, learned))
        else:
            _closing(session, report, learned, rounds)
        return learned

    return session.run(work, creates=True)


async def _analysed(
    n: "Nagori", session: Session, path: Path, key: str | None, bar: Progress
) -> "Report":
    def looked(done: int, total: int) -> None:
        bar.update(done, total)
        if done == total:
            bar.begin("learn.keeping")

    bar.begin("learn.reading")
    report = await n.projects.learn(path, key=key, progress=looked)
    bar.begin("embedding")
    await wait_for_vectors(n, session, bar.update)
    return report


def _closing(
    session: Session, report: "Report", learned: Sequence[LearningRound], rounds: int
) -> None:
    words, out = session.words, session.out
    if rounds and learned:
        done = [round for round in learned if round.record_ids]
        records = words("count.records", n=sum(len(round.record_ids) for round in done))
        out.say(words("round.sum", n=len(done), all=len(learned), records=records))
    if report.project.records:
        parts = ("ask", words("learn.example"), "--project", report.project.key)
        out.say(soft(words("learn.ask", command=session.command(*parts))))


def _document(
    report: "Report", files: Sequence[ProjectFile], learned: Sequence[LearningRound]
) -> dict[str, object]:
    """All of it as JSON."""
    return {
        "project": report.project,
        "files": report.files,
        "gone": report.gone,
        "records": report.records,
        "withdrawn": report.withdrawn,
        "kinds": dict(report.kinds),
        "languages": dict(languages(files).most_common()),
        "left_out": left_out(report, files),
        "degraded": report.degraded,
        "rounds": learned,
    }
