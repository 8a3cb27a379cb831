"""Consent to tool calls."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from nagori.server.caller import Reader, Writer
from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.chats import ProposalAnswer, ProposalList
from nagori.values.proposal import ProposedCall

router = APIRouter(tags=["proposals"], route_class=RepeatableRoute)

ProposalId = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("/api/proposals")
async def waiting(
    caller: Reader, limit: Annotated[int, Query(ge=1, le=1000)] = 100
) -> ProposalList:
    """The tool calls that wait for the caller's consent."""
    return ProposalList(items=await caller.n.proposals(user=caller.user, limit=limit))


@router.post("/api/proposals/{proposal_id}")
async def answer(caller: Writer, proposal_id: ProposalId, body: ProposalAnswer) -> ProposedCall:
    """Consent to exactly one tool call, which is then run, or refuse it."""
    return await caller.n.answer_proposal(proposal_id, accept=body.accept, user=caller.user)
