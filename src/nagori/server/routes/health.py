"""Whether the server lives, and what works. Who has no key learns only that."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from nagori.errors import NagoriError, StoreError
from nagori.server.metrics import CONTENT_TYPE
from nagori.server.principal import principal_of, runs_the_server
from nagori.server.schemas.health import Live, Queue, Ready
from nagori.server.state import State, state_of
from nagori.values.times import to_micros, utc_now

router = APIRouter(tags=["operation"])

Shared = Annotated[State, Depends(state_of)]


async def may_know(request: Request) -> bool:
    """Whether the caller runs the server; nobody is refused here."""
    try:
        return runs_the_server(await principal_of(request))
    except (NagoriError, HTTPException):
        return False


@router.get("/livez")
async def livez() -> Live:
    """The process answers."""
    return Live()


@router.get("/readyz", responses={503: {"model": Ready, "description": "The store failed."}})
async def readyz(
    state: Shared, knows: Annotated[bool, Depends(may_know)], response: Response
) -> Ready:
    """What works. Without the store chats still answer, but nothing is kept."""
    status = state.n.status
    failed = status.store != "ready"
    parts = [status.embedder, *status.models.values()]
    response.status_code = 503 if failed else 200
    return Ready(
        status="failed" if failed else "degraded" if "unavailable" in parts else "ready",
        store=status.store,
        embedder=status.embedder,
        models=dict(status.models),
        chats="unsaved" if failed else "saved",
        queue=await _queue(state) if knows else None,
        reasons=[r for r in (status.reason, status.embedder_reason) if r] if knows else None,
    )


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(state: Shared, request: Request) -> Response:
    """Counters for Prometheus, of all spaces: for who runs the server."""
    if not runs_the_server(await principal_of(request)):
        raise HTTPException(403, "the counters are of all spaces: use the server's own key")
    state.turns.sweep()
    state.metrics.turns_running.set(state.n.running_turns)
    state.metrics.ready.set(state.n.status.store == "ready")
    rooms = state.n.group_desk.rooms
    state.metrics.features.labels("kept").set(rooms.hits)
    state.metrics.features.labels("made").set(rooms.misses)
    state.metrics.jobs.clear()
    try:
        for waiting in await state.n.backlog():
            state.metrics.jobs.labels(waiting.kind, waiting.state).set(waiting.count)
    except StoreError:  # the gauge above says it
        pass
    return Response(state.metrics.text(), media_type=CONTENT_TYPE)


async def _queue(state: State) -> Queue | None:
    try:
        backlog = await state.n.backlog()
    except StoreError:
        return None
    waiting = [one for one in backlog if one.state == "queued"]
    oldest = min((one.oldest_micros for one in waiting), default=None)
    age = 0.0 if oldest is None else max(0.0, (to_micros(utc_now()) - oldest) / 1e6)
    return Queue(waiting=sum(one.count for one in waiting), oldest_s=age)
