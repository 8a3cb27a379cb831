"""The command that asks about a project."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nagori.cli.cited_view import cited_lines, is_stale
from nagori.cli.output import clean, soft, whole
from nagori.cli.project_choice import NamedByOption, run_on
from nagori.cli.recall_view import note_lines
from nagori.cli.record_view import scored
from nagori.cli.session import Session, session_of

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.face.project import ProjectFace
    from nagori.learn.answering import ProjectAnswer
    from nagori.values.project import Project


def ask(
    ctx: typer.Context,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="A question about the project.")
    ],
    project: NamedByOption = None,
    why: Annotated[
        bool, typer.Option("--why", help="Show the records that the answer rests on.")
    ] = False,
) -> None:
    """Ask about a project; the answer names the lines that show it."""
    session = session_of(ctx)

    async def work(n: "Nagori", of: "ProjectFace") -> "tuple[Project, ProjectAnswer]":
        del n
        answer = await of.ask(question)
        return await of.project(), answer  # afterwards: asking tells which records are stale

    asked, answer = run_on(session, project, work)
    if session.json:
        session.out.document({"project": asked.key, "question": question, "answer": answer})
        return
    _tell(session, asked, answer, why=why)


def _tell(session: Session, project: "Project", answer: "ProjectAnswer", *, why: bool) -> None:
    words, out = session.words, session.out
    if not answer.records:
        out.say(words("answer.nothing", project=clean(project.key)))
        command = session.command("learn", project.path, "--rounds", "3")
        out.say(soft(words("answer.learn", command=command)))
        return
    out.say(Text(whole(answer.text)))
    if answer.citations and answer.made_by == "model":  # quotes name their places themselves
        out.say("", Text(words("answer.shown")), *cited_lines(answer.citations, words))
    if project.stale or is_stale(answer.citations):
        told = words("answer.stale", n=max(project.stale, 1))
        command = session.command("learn", project.path)
        out.say("", soft(told), soft(words("answer.renew", command=command)))
    if why:
        out.say("", Text(words("answer.records")))
        for rank, found in enumerate(answer.records, 1):
            out.say(*scored(found, rank, session))
    out.say(*note_lines(answer.degraded, words))
