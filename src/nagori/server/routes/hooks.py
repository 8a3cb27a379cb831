"""The two hooks of a bot: before the model, and after the dialogue."""

import logging
from typing import Annotated

from fastapi import APIRouter, Depends

from nagori.errors import ForbiddenError, NagoriError
from nagori.server.caller import check_writes
from nagori.server.errors import detail_of
from nagori.server.idempotency import Once, RepeatableRoute
from nagori.server.principal import Signed
from nagori.server.schemas.hooks import Memorize, Memorized, Retrieve, Retrieved
from nagori.server.state import State, state_of
from nagori.values.key import Principal

log = logging.getLogger("nagori.server")

router = APIRouter(tags=["hooks"])
repeatable = APIRouter(tags=["hooks"], route_class=RepeatableRoute)

Shared = Annotated[State, Depends(state_of)]


@router.post("/api/retrieve")
async def retrieve(state: Shared, who: Signed, body: Retrieve) -> Retrieved:
    """The best memories of a user for a text. Memory that fails gives none, and says so."""
    _check_user(who, body.user_id)
    n = state.within(who.space)
    wanted = n.settings.recall.retrieve_items if body.limit is None else body.limit
    try:
        found = await n.recall(body.text, user=body.user_id, profile="chat", limit=wanted)
    except NagoriError as error:
        items, degraded = [], [f"memory: {detail_of(error)}"]
    except Exception:  # a border: a bot must never break because memory does
        log.exception("retrieve found nothing because of an error")
        items, degraded = [], ["memory: an error of ours"]
    else:
        items, degraded = list(found.items), list(found.degraded)
    state.metrics.count_recall(degraded)
    return Retrieved(items=items, degraded=degraded)


@repeatable.post("/api/memorize")
async def memorize(
    state: Shared,
    who: Signed,
    body: Memorize,
    idempotency_key: Once = None,
) -> Memorized:
    """Hand in a dialogue: it is stored, and what to remember of it is decided by a job."""
    del idempotency_key  # its work is done around the route
    check_writes(who)
    _check_user(who, body.user_id)
    messages = [message.model_dump(exclude_none=True) for message in body.messages]
    n = state.within(who.space)
    outcome = await n.consider_memorizing(body.user_id, messages)
    failed = n.status.store == "failed"  # the reason names files of this machine
    return Memorized(
        remembered=outcome.remembered,
        reason=outcome.reason,
        memories=list(outcome.memories),
        degraded=["store: out of service"] if failed else list(outcome.degraded),
    )


def _check_user(who: Principal, user_id: str) -> None:
    if who.user is not None and user_id != who.user:
        raise ForbiddenError(
            "you may act for yourself only: a bot needs a key of the space (`nagori keys add`)"
        )
