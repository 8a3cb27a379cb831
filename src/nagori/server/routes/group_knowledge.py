"""What is known of a group: summaries of what was said, and what members said of themselves."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from nagori.server.idempotency import RepeatableRoute
from nagori.server.routes.groups import GroupId
from nagori.server.schemas.group_knowledge import (
    Forgotten,
    MadeSummaries,
    MemberList,
    MemberView,
    SummaryPage,
)
from nagori.server.shared import Reads, Writes

router = APIRouter(tags=["groups"], route_class=RepeatableRoute)

Speaker = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("/api/groups/{group_id}/summaries")
async def summaries(
    n: Reads,
    group_id: GroupId,
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
    cursor: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
) -> SummaryPage:
    """Summaries of what was said in a group, newest first."""
    page = await n.group(group_id).summaries(limit, cursor=cursor)
    return SummaryPage(items=list(page), next=page.next)


@router.post("/api/groups/{group_id}/summaries")
async def summarise(n: Writes, group_id: GroupId) -> MadeSummaries:
    """Summarise now what was said since the last summary."""
    return MadeSummaries(items=await n.group(group_id).summarise())


@router.get("/api/groups/{group_id}/members")
async def members(n: Reads, group_id: GroupId) -> MemberList:
    """The members of whom something is known in a group."""
    return MemberList(items=await n.group(group_id).profiles())


@router.get("/api/groups/{group_id}/members/{speaker}")
async def member(n: Reads, group_id: GroupId, speaker: Speaker) -> MemberView:
    """What a member said about themselves in a group."""
    profile = await n.group(group_id).profile(speaker)
    return MemberView(speaker=profile.speaker, name=profile.name, memories=list(profile.memories))


@router.delete("/api/groups/{group_id}/members/{speaker}")
async def forget(
    n: Writes, group_id: GroupId, speaker: Speaker, *, erase: Annotated[bool, Query()] = False
) -> Forgotten:
    """Stop showing what is known of a member in a group, or destroy it."""
    return Forgotten(memories=await n.group(group_id).forget_member(speaker, erase=erase))
