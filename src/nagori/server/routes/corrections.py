"""What was said in a group, and which conversation a message is part of, as people say."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from nagori.server.idempotency import RepeatableRoute
from nagori.server.routes.groups import GroupId
from nagori.server.schemas.chats import MessagePage
from nagori.server.schemas.corrections import ConversationInput
from nagori.server.shared import Reads, Writes
from nagori.values.group import Correction

router = APIRouter(tags=["groups"], route_class=RepeatableRoute)

MessageId = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("/api/groups/{group_id}/messages")
async def messages(
    n: Reads,
    group_id: GroupId,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
) -> MessagePage:
    """The last messages of a group, or those before one of them."""
    found = await n.group(group_id).messages(limit + 1, before)
    shown = found[-limit:]
    return MessagePage(items=shown, next=shown[0].id if len(found) > limit else None)


@router.put("/api/groups/{group_id}/messages/{message_id}/conversation")
async def correct(
    n: Writes, group_id: GroupId, message_id: MessageId, body: ConversationInput
) -> Correction:
    """Say which conversation a message is part of; contexts follow from now on."""
    return await n.group(group_id).correct(message_id, belongs_with=body.with_)


@router.delete("/api/groups/{group_id}/messages/{message_id}/conversation", status_code=204)
async def uncorrect(n: Writes, group_id: GroupId, message_id: MessageId) -> None:
    """Take back what was said about the conversation of a message."""
    await n.group(group_id).uncorrect(message_id)
