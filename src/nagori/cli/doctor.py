"""The command that says what is wrong, and what to do."""

import asyncio
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from nagori.cli.doctor_view import lines
from nagori.cli.session import Session, session_of
from nagori.errors import ConflictError, ModelError, StoreError

if TYPE_CHECKING:
    from nagori.embed.guard import GuardedEmbedder
    from nagori.store.sqlite.health import Health, Survey


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that was looked at."""

    file: Path
    health: "Health"
    survey: "Survey | None"
    embedder: str | None
    """What it is called; None when there is none."""
    dims: int | None
    embedder_problem: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing needs attention."""
        dead = self.survey.dead_jobs if self.survey else 0
        return not (self.health.problem or self.embedder_problem or dead)

    def document(self) -> dict[str, Any]:
        """The findings as JSON."""
        return {
            "ok": self.ok,
            "file": str(self.file),
            "exists": self.file.exists(),
            "problem": self.health.problem,
            "reason": self.health.reason,
            "advice": self.health.advice,
            "content": asdict(self.survey) if self.survey else None,
            "embedder": {
                "name": self.embedder,
                "dims": self.dims,
                "problem": self.embedder_problem or None,
            },
        }


def doctor(
    ctx: typer.Context,
    accept_deletion: Annotated[
        bool,
        typer.Option("--accept-deletion", help="The database was deleted on purpose: start anew."),
    ] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Look through large files too, page by page.")
    ] = False,
) -> None:
    """Say what is wrong, and what to do about it."""
    session = session_of(ctx)
    if accept_deletion:
        _accept(session)
        return
    findings = asyncio.run(_examine(session, thorough=thorough))
    if session.json:
        session.out.document(findings.document())
    else:
        session.out.say(*lines(findings, session.words))
    if not findings.ok:
        raise typer.Exit(1)


def _accept(session: Session) -> None:
    from nagori.store.sqlite.health import accept_deletion

    try:
        removed = accept_deletion(session.file)
    except FileExistsError as error:
        problem = session.words("doctor.nothing_to_accept", file=session.file)
        raise ConflictError(problem) from error
    if session.json:
        session.out.document({"removed": [str(file) for file in removed]})
    else:
        names = ", ".join(file.name for file in removed)
        session.out.say(Text(session.words("doctor.accepted", files=names)))


async def _examine(session: Session, *, thorough: bool) -> Findings:
    from nagori.store.sqlite.health import Health, inspect, survey
    from nagori.wiring import embedder_from

    embedder = embedder_from(session.settings)
    health, content = inspect(session.file, thorough=thorough), None
    if not health.problem and not health.new:
        try:
            content = survey(session.file, embedder.fingerprint if embedder else None)
        except StoreError as error:
            health = Health("unreadable", str(error))
    found = Findings(session.file, health, content, None, None)
    return await _try_out(embedder, found) if embedder else found


async def _try_out(embedder: "GuardedEmbedder", found: Findings) -> Findings:
    """Embed one word: that alone shows whether it works."""
    problem = ""
    try:
        await embedder.embed(["tea"], "query")
    except ModelError as error:
        problem = str(error)
    finally:
        await embedder.close()
    return replace(found, embedder=embedder.name, dims=embedder.dims, embedder_problem=problem)
