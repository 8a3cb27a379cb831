"""Projects: folders of the server's machine that are learned about.

A project is nobody's own: keys that are bound to one user are refused. Which folders are read is
said only by those who run the server's own space.
"""

from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from nagori.app import Nagori
from nagori.errors import ForbiddenError, InvalidInputError
from nagori.face.project import ProjectFace
from nagori.server.idempotency import RepeatableRoute
from nagori.server.principal import Signed
from nagori.server.schemas.projects import (
    AnswerOut,
    AskProject,
    DomainList,
    FailurePage,
    GapList,
    LearningChange,
    LinesOut,
    NewProject,
    PatternList,
    ProjectList,
    ProjectOut,
    RecordOut,
    RecordPage,
    RoundOut,
    RoundPage,
    SearchOut,
    Tree,
)
from nagori.server.shared import Reads, Writes
from nagori.server.state import state_of
from nagori.values.learning import RecordStatus

router = APIRouter(tags=["projects"], route_class=RepeatableRoute)
asking = APIRouter(tags=["projects"])

Key = Annotated[str, Path(min_length=1, max_length=200)]
RecordId = Annotated[str, Path(min_length=1, max_length=200)]
Cursor = Annotated[str | None, Query(min_length=1, max_length=200)]
Limit = Annotated[int, Query(ge=1, le=1000)]
FilePath = Annotated[str, Query(min_length=1, max_length=1024)]


async def registering(request: Request, n: Writes, who: Signed) -> Nagori:
    """The library for a caller that may name folders of this machine."""
    if who.space != state_of(request).n.space:
        raise ForbiddenError("folders of the server are for keys of its own space")
    return n


Registers = Annotated[Nagori, Depends(registering)]


async def known(n: Reads, key: Key) -> ProjectFace:
    """The project that the address names, by its key alone."""
    return n.projects.keyed(key)


async def changed(n: Writes, key: Key) -> ProjectFace:
    """The same, to be changed."""
    return n.projects.keyed(key)


Known = Annotated[ProjectFace, Depends(known)]
Changed = Annotated[ProjectFace, Depends(changed)]


@router.get("/api/projects")
async def list_projects(n: Reads) -> ProjectList:
    """All projects, in the order in which they were registered."""
    return ProjectList(items=[ProjectOut.of(one) for one in await n.projects.statuses()])


@router.post("/api/projects", status_code=202)
async def register(n: Registers, body: NewProject) -> ProjectOut:
    """Learn about a folder. It is analysed after the answer: `analysis` tells how far that is."""
    if not (PurePath(body.path).is_absolute() or body.path.startswith("~")):
        raise InvalidInputError("path", "give the whole path of the folder, from the root")
    project = await n.projects.register(body.path, key=body.key)
    return ProjectOut.of(await n.projects.keyed(project.key).analyse_later())


@router.get("/api/projects/{key}")
async def get(project: Known) -> ProjectOut:
    """One project, with where its analysis and its learner stand."""
    return ProjectOut.of(await project.status())


@router.delete("/api/projects/{key}", status_code=204)
async def forget(project: Changed) -> None:
    """Destroy all that is known of a project, the copies in its folder too. There is no undo."""
    await project.forget()


@router.post("/api/projects/{key}/analysis", status_code=202)
async def analyse(project: Changed) -> ProjectOut:
    """Bring records up to date with the folder; only what changed is looked into."""
    return ProjectOut.of(await project.analyse_later())


@asking.post("/api/projects/{key}/ask")
async def ask(project: Known, body: AskProject) -> AnswerOut:
    """Answer a question about a project, with the lines that show it."""
    return AnswerOut.of(await project.ask(body.question))


@router.get("/api/projects/{key}/search")
async def search(
    project: Known,
    query: Annotated[str, Query(min_length=1, max_length=4000)],
    limit: Annotated[int, Query(ge=1, le=100)] = 5,
) -> SearchOut:
    """The records that answer best; those whose lines changed are ranked down."""
    return SearchOut.of(await project.search(query, limit=limit))


@router.get("/api/projects/{key}/records")
async def records(
    project: Known,
    domain: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
    path: Annotated[
        FilePath | None, Query(description="A cited file, or a folder above one.")
    ] = None,
    status: Annotated[
        RecordStatus | None, Query(description="Else those that were not replaced.")
    ] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> RecordPage:
    """What was learned, newest first."""
    page = await project.records(
        domain=domain,
        path=path,
        statuses=("active", "stale") if status is None else (status,),
        limit=limit,
        cursor=cursor,
    )
    return RecordPage.of(page)


@router.get("/api/projects/{key}/records/{record_id}")
async def record(project: Known, record_id: RecordId) -> RecordOut:
    """One record, with what became of the lines that it rests on."""
    return RecordOut.of(await project.record(record_id), await project.citations(record_id))


@router.get("/api/projects/{key}/failures")
async def failures(project: Known, limit: Limit = 100, cursor: Cursor = None) -> FailurePage:
    """What did not work, newest first."""
    page = await project.failures(limit=limit, cursor=cursor)
    return FailurePage(items=list(page), next=page.next)


@router.get("/api/projects/{key}/gaps")
async def gaps(project: Known, limit: Annotated[int, Query(ge=1, le=200)] = 20) -> GapList:
    """What is not known yet, the most important first."""
    return GapList(items=await project.gaps(limit=limit))


@router.get("/api/projects/{key}/domains")
async def domains(project: Known) -> DomainList:
    """What is known of each domain, by name."""
    return DomainList(items=await project.domains())


@router.get("/api/projects/{key}/patterns")
async def patterns(project: Known) -> PatternList:
    """The ways of writing code that the project keeps to."""
    return PatternList(items=await project.patterns())


@router.get("/api/projects/{key}/tree")
async def tree(project: Known) -> Tree:
    """Files and folders as they were analysed last, with how much is known of each."""
    return Tree(items=await project.tree())


@router.get("/api/projects/{key}/lines")
async def lines(
    project: Known,
    path: Annotated[FilePath, Query(description="Relative to the project's folder.")],
    start: Annotated[int, Query(ge=1, le=10**9)] = 1,
    end: Annotated[int | None, Query(ge=1, le=10**9)] = None,
) -> LinesOut:
    """Lines of a file as they stand now, a thousand at most. Files of secrets are refused."""
    return LinesOut.of(await project.lines(path, start, end))


@router.get("/api/projects/{key}/rounds")
async def rounds(
    project: Known, limit: Annotated[int, Query(ge=1, le=200)] = 50, cursor: Cursor = None
) -> RoundPage:
    """Rounds of learning, newest first; one that runs is among them."""
    page = await project.rounds(limit=limit, cursor=cursor)
    return RoundPage(items=[RoundOut.of(one) for one in page], next=page.next)


@router.post("/api/projects/{key}/rounds", status_code=202)
async def start_round(project: Changed) -> ProjectOut:
    """Begin one round of learning now, also while learning is paused; the limits hold."""
    return ProjectOut.of(await project.start_round())


@router.put("/api/projects/{key}/learning")
async def set_learning(project: Changed, body: LearningChange) -> ProjectOut:
    """Pause or resume learning in the background, and set what it may take in a day."""
    told = {name: getattr(body, name) for name in body.model_fields_set}
    return ProjectOut.of(await project.set_settings(told))
