"""The command that does jobs in the background, without a server."""

import asyncio
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from nagori.cli.memory_view import labelled
from nagori.cli.output import EMBER, soft
from nagori.cli.session import Session, session_of
from nagori.cli.signals import signalled
from nagori.cli.standing import embedder_name, facts
from nagori.errors import NagoriError, StoreFailedError

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.values.job import Backlog

_LOOK_S = 2.0
"""How often it is looked whether jobs can still be done."""


class WorkEndedError(NagoriError):
    """Jobs are no longer done, and nobody asked for that."""

    code = "work_ended"


def worker(ctx: typer.Context) -> None:
    """Do what waits in the background, without a server, until Ctrl-C.

    It remembers from chats, makes vectors, imports documents, analyses
    projects and learns about them. nagori serve does all of that itself: a
    worker helps it, or does it for programs that open the database only for a
    short while.

    Several may work on one database: each job is done once. What a worker is
    stopped at is given back to the others at once.
    """
    session = session_of(ctx)
    asyncio.run(_work(session))
    if not session.json:
        session.out.say(session.words("serve.stopped"))


async def _work(session: Session) -> None:
    """Do jobs until a signal comes."""
    from threadpoolctl import threadpool_limits

    from nagori.app import Nagori
    from nagori.cli.worker_log import told_jobs
    from nagori.server.kept import use_kept

    # Our matrices are small: BLAS threads would spin longer than they work, at the others' cost.
    threadpool_limits(1, user_api="blas")
    settings, stopped = session.settings, signalled()
    space, new = session.space or settings.space, not session.file.exists()
    backlog: list[Backlog] = []

    async def prepare(n: Nagori) -> None:
        await use_kept(n, settings)
        if n.status.store == "ready":
            backlog.extend(await n.backlog())  # as it is before anything of it is done

    with told_jobs(session):
        async with Nagori.open(
            session.file,
            space=space,
            settings=settings,
            prepare=prepare,
            learns=True,
        ) as n:
            if n.status.store == "failed":
                raise StoreFailedError(n.status.reason)
            _tell(session, n, await embedder_name(n.settings), backlog, new=new)
            while not stopped.done():
                await asyncio.wait((stopped,), timeout=_LOOK_S)
                _check(session, n)


def _check(session: Session, n: "Nagori") -> None:
    """Raise when no job will be done any more, so that whoever watches can start it anew."""
    if n.status.store == "failed":
        raise StoreFailedError(n.status.reason)
    if not n.works:
        raise WorkEndedError(session.words("worker.ended"))


def _tell(
    session: Session, n: "Nagori", embedder: str | None, backlog: "list[Backlog]", *, new: bool
) -> None:
    """What it works on and with, and what waits."""
    out, words = session.out, session.words
    waiting = {one.kind: one.count for one in backlog if one.state != "dead"}
    given_up = {one.kind: one.count for one in backlog if one.state == "dead"}
    if session.json:
        out.document(
            {
                "file": str(session.file),
                "space": n.space,
                "store": n.status.store,
                "model": n.models.chat.name,
                "embedder": embedder,
                "waiting": waiting,
                "given_up": given_up,
            }
        )
    else:
        out.say(Text(words("worker.begins"), style=f"bold {EMBER}"), "")
        rows = facts(session, n, embedder, new=new)
        rows.append((words("worker.waiting"), words("count.jobs", n=sum(waiting.values()))))
        if given_up:
            told = words("worker.see", n=sum(given_up.values()), command=session.command("doctor"))
            rows.append((words("worker.given_up"), told))
        out.say(*labelled(rows), "", soft(words("serve.stop")))
    out.console.file.flush()
