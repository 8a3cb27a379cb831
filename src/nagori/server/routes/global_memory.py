"""The page of preferences and facts that is always in the caller's prompts."""

from typing import Annotated

from fastapi import APIRouter, Query

from nagori.server.caller import Reader, Writer
from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.global_memory import GlobalMemoryChange, GlobalMemoryVersions
from nagori.values.page import GlobalPage

router = APIRouter(tags=["memories"], route_class=RepeatableRoute)


@router.get("/api/global-memory")
async def get(caller: Reader) -> GlobalPage:
    """The caller's page; empty, with version 0, when nobody has written it yet."""
    return await caller.n.global_memory(user=caller.user)


@router.put("/api/global-memory")
async def put(caller: Writer, body: GlobalMemoryChange) -> GlobalPage:
    """Rewrite the page, or append entries that it does not have yet."""
    return await caller.n.set_global_memory(
        body.content,
        user=caller.user,
        mode=body.mode,
        section=body.section,
        version=body.version,
    )


@router.get("/api/global-memory/versions")
async def versions(
    caller: Reader,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: Annotated[str | None, Query(pattern="^[0-9]{1,18}$")] = None,
) -> GlobalMemoryVersions:
    """The page as it stands and as it stood before, newest first."""
    page = await caller.n.global_memory_versions(user=caller.user, limit=limit, cursor=cursor)
    return GlobalMemoryVersions(items=list(page.items), next=page.next)
