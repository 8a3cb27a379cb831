"""What holds in groups: in one alone and in all, and one step back.

A group is nobody's own: keys that are bound to one user are refused.
"""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, JsonValue

from nagori.app import Nagori
from nagori.server.idempotency import RepeatableRoute
from nagori.server.routes.groups import GroupId
from nagori.server.schemas.groups import GroupSettingsView
from nagori.server.shared import Reads, Writes

router = APIRouter(tags=["groups"], route_class=RepeatableRoute)

Changes = Annotated[dict[str, JsonValue], Field(min_length=1, max_length=100)]


@router.get("/api/groups/{group_id}/settings")
async def read_settings(n: Reads, group_id: GroupId) -> GroupSettingsView:
    """What holds in a group."""
    return await _of_group(n, group_id)


@router.put("/api/groups/{group_id}/settings")
async def set_settings(n: Writes, group_id: GroupId, body: Changes) -> GroupSettingsView:
    """Set what is to hold in this group alone; null takes a setting back."""
    await n.group(group_id).set_settings(body)
    return await _of_group(n, group_id)


@router.post("/api/groups/{group_id}/settings/undo")
async def undo_settings(n: Writes, group_id: GroupId) -> GroupSettingsView:
    """Take back the last change of what is set for this group alone; again, the one before."""
    await n.group(group_id).undo_settings()
    return await _of_group(n, group_id)


@router.get("/api/group-settings")
async def read_all(n: Reads) -> GroupSettingsView:
    """What holds in a group that has nothing of its own."""
    return await _of_all(n)


@router.put("/api/group-settings")
async def set_all(n: Writes, body: Changes) -> GroupSettingsView:
    """Set what is to hold in all groups of the space; null takes a setting back."""
    await n.all_groups.set_settings(body)
    return await _of_all(n)


@router.post("/api/group-settings/undo")
async def undo_all(n: Writes) -> GroupSettingsView:
    """Take back the last change of what is set for all groups; again, the one before."""
    await n.all_groups.undo_settings()
    return await _of_all(n)


async def _of_group(n: Nagori, group_id: str) -> GroupSettingsView:
    own = await n.store.groups.settings(n.space, group_id)
    return GroupSettingsView.of(await n.group(group_id).settings(), own)


async def _of_all(n: Nagori) -> GroupSettingsView:
    own = await n.store.groups.settings(n.space, None)
    return GroupSettingsView.of(await n.all_groups.settings(), own)
