"""Who may look at what is nobody's own: groups and projects. Keys bound to one user may not."""

from typing import Annotated

from fastapi import Depends, Request

from nagori.app import Nagori
from nagori.server.caller import check_shared, check_writes
from nagori.server.idempotency import Once
from nagori.server.principal import Signed
from nagori.server.state import state_of


async def reading(request: Request, who: Signed) -> Nagori:
    """The library, seen from the space of a caller that may look at what is nobody's own."""
    check_shared(who)
    return state_of(request).within(who.space)


async def writing(
    n: Annotated[Nagori, Depends(reading)], who: Signed, idempotency_key: Once = None
) -> Nagori:
    """The same for a caller that may also change things."""
    del idempotency_key  # its work is done around the route
    check_writes(who)
    return n


Reads = Annotated[Nagori, Depends(reading)]
Writes = Annotated[Nagori, Depends(writing)]
