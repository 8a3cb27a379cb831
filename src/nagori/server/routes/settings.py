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
    value_of,
    with_kept,
    without_secrets,
)
from nagori.server.principal import Signed, runs_the_server
from nagori.server.schemas import SettingsView
from nagori.server.state import State, state_of
from nagori.values.key import Principal

router = APIRouter(tags=["operation"], route_class=RepeatableRoute)

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
    await state.n.store.settings.write(state.n.space, body.by_name())
    state.apply(with_kept(state.settings, await kept_of(state.n)))
    return await _view(state)


async def _view(state: State) -> SettingsView:
    now = state.n.settings
    kept = await kept_of(state.n)
    return SettingsView(
        settings=without_secrets(now),
        changeable={name: value_of(now, name) for name in CHANGEABLE},
        kept={name: value for name, value in kept.items() if name in CHANGEABLE},
        fixed=[name for name in CHANGEABLE if is_fixed(state.settings, name)],
    )


def _check(state: State, who: Principal) -> None:
    """Settings are of the server and its own space: not of other spaces, not of one user."""
    if who.space != state.n.space or (who.bound and not runs_the_server(who)):
        raise ForbiddenError("the settings need a key of the server's whole space")
