"""Which project a command is about: the one that was named, or that of this folder."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from nagori.cli.output import clean
from nagori.cli.session import NoDatabaseError, Session
from nagori.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.face.project import ProjectFace

T = TypeVar("T")

_HELP = "Its key or its folder; else the project of this folder, or the only one."
Named = Annotated[str | None, typer.Argument(metavar="PROJECT", help=_HELP)]
NamedByOption = Annotated[str | None, typer.Option("--project", metavar="KEY|PATH", help=_HELP)]


class NoProjectError(NotFoundError):
    """Nothing was learned about any project yet."""

    def __init__(self) -> None:
        super().__init__("project", "")


def run_on(
    session: Session, named: str | None, work: Callable[["Nagori", "ProjectFace"], Awaitable[T]]
) -> T:
    """The result of `work` on the project that is meant."""

    async def on_it(n: "Nagori") -> T:
        return await work(n, await chosen(n, named, session))

    try:
        return session.run(on_it)
    except NoDatabaseError:
        raise NoProjectError from None


async def chosen(n: "Nagori", named: str | None, session: Session) -> "ProjectFace":
    """The project that was named, else the one that this folder is in, else the only one."""
    from nagori.learn.keys import project_at

    if named is not None:
        return n.project(named)
    projects = await n.projects.list()
    if not projects:
        raise NoProjectError
    one = project_at(Path.cwd(), projects)
    if one is None and len(projects) > 1:
        keys = ", ".join(clean(project.key) for project in projects)
        raise InvalidInputError("project", session.words("project.which", keys=keys))
    return n.project((one or projects[0]).key)
