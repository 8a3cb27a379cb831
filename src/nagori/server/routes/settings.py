"""The settings of the server, as far as they can be seen and set in the app."""

from typing import Annotated

from fastapi import APIRouter, Depends

from nagori.errors import ForbiddenError
from nagori.server.caller import check_writes
from nagori.server.idempotency import Once, RepeatableRoute
from nagori.server.kept import (
    CHANGEABLE,
    SettingsChange,
    is_fixed,
    kept_of,
    shown_kept,
    value_of,
    with_kept,
    with_lost_keys,
    without_secrets,
)
from nagori.server.principal import Signed, runs_the_server
from nagori.server.schemas.settings import SettingsTest, SettingsTested, SettingsView
from nagori.server.state import State, state_of
from nagori.server.trying import tried_embedder, tried_model
from nagori.values.key import Principal

router = APIRouter(tags=["operation"], route_class=RepeatableRoute)
testing = APIRouter(tags=["operation"])

Shared = Annotated[State, Depends(state_of)]


@router.get("/api/settings")
async def get(state: Shared, who: Signed) -> SettingsView:
    """The settings in effect, without secrets."""
    _check(state, who)
    return await _view(state)


@router.put("/api/settings")
async def put(
    state: Shared,
    who: Signed,
    body: SettingsChange,
    idempotency_key: Once = None,
) -> SettingsView:
    """Set some; they apply at once, to the next turn and the next recall."""
    del idempotency_key  # its work is done around the route
    _check(state, who)
    check_writes(who)
    async with state.changing:
        kept = await kept_of(state.n)
        changes = with_lost_keys(body.by_name(), kept)
        after = {name: value for name, value in {**kept, **changes}.items() if value is not None}
        await state.apply(with_kept(state.settings, after))  # it raises for what can't work
        await state.n.store.settings.write(state.n.space, changes)
    return await _view(state)


@testing.post("/api/settings/test")
async def test(state: Shared, who: Signed, body: SettingsTest) -> SettingsTested:
    """Ask the model of one job, or the embedder, for a few words: what works, and what does not."""
    _check(state, who)
    check_writes(who)
    if body.part == "embedding":
        return await tried_embedder(state.n.settings, state.n.embedder)
    return await tried_model(state.n.settings, body.part)


async def _view(state: State) -> SettingsView:
    now = state.n.settings
    kept = await kept_of(state.n)
    return SettingsView(
        settings=without_secrets(now),
        changeable={name: value_of(now, name) for name in CHANGEABLE},
        kept=shown_kept(kept),
        fixed=[name for name in CHANGEABLE if is_fixed(state.settings, name)],
    )


def _check(state: State, who: Principal) -> None:
    """Settings are of the server and its own space: not of other spaces, not of one user."""
    if who.space != state.n.space or (who.bound and not runs_the_server(who)):
        raise ForbiddenError("the settings need a key of the server's whole space")
