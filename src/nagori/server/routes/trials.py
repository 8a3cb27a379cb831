"""Trials of other settings in groups: started, looked at, ended and adopted.

They are about all groups of a space: keys that are bound to one user are refused.
"""

from typing import Annotated

from fastapi import APIRouter, Path

from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.trials import (
    AdoptInput,
    OutcomeView,
    TrialInput,
    TrialList,
    TrialView,
)
from nagori.server.shared import Reads, Writes
from nagori.values.trial import Trial

router = APIRouter(tags=["groups"], route_class=RepeatableRoute)

TrialName = Annotated[str, Path(min_length=1, max_length=60)]


@router.get("/api/trials")
async def list_trials(n: Reads) -> TrialList:
    """All trials, those that ended too, newest first."""
    return TrialList(items=await n.trials.list())


@router.post("/api/trials", status_code=201)
async def start(n: Writes, body: TrialInput) -> Trial:
    """Try other settings on some messages or groups, from now on."""
    return await n.trials.start(body.name, [arm.arm() for arm in body.arms], by=body.by)


@router.get("/api/trials/{trial_name}")
async def read(n: Reads, trial_name: TrialName) -> TrialView:
    """A trial, how its arms did so far, and whether that is more than chance."""
    outcome = await n.trials.outcome(trial_name)
    return TrialView(trial=await n.trials.get(trial_name), outcome=OutcomeView.of(outcome))


@router.post("/api/trials/{trial_name}/end")
async def end(n: Writes, trial_name: TrialName) -> Trial:
    """End a trial: from now on nothing gets an arm of it."""
    return await n.trials.end(trial_name)


@router.post("/api/trials/{trial_name}/adopt")
async def adopt(n: Writes, trial_name: TrialName, body: AdoptInput) -> Trial:
    """End a trial and let what an arm sets hold in all groups; that can be undone."""
    return await n.trials.adopt(trial_name, body.arm)
