"""Waiting for vectors that are made in the background."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from nagori.cli.session import Session

if TYPE_CHECKING:
    from nagori.app import Nagori

_LOOK_S = 0.2
_PATIENCE_S = 10.0
"""Without a single new vector for so long, they are left to the next run."""


async def wait_for_vectors(
    n: "Nagori", session: Session, progress: Callable[[int, int | None], None]
) -> None:
    """Keep the database open until nothing waits for a vector, or the embedder is out of reach.

    A command that ended at once would leave the work to commands that end at once, too.
    """
    from nagori.store.sqlite.health import survey
    from nagori.wiring import embedder_from

    embedder = embedder_from(session.settings)
    if embedder is None:
        return
    fingerprint = embedder.fingerprint
    await embedder.close()
    first = least = None
    patience = _PATIENCE_S
    while patience > 0 and n.status.embedder != "unavailable":
        waiting = (await asyncio.to_thread(survey, session.file, fingerprint)).waiting
        if not waiting:
            return
        first = waiting if first is None else max(first, waiting)
        patience = _PATIENCE_S if least is None or waiting < least else patience - _LOOK_S
        least = waiting if least is None else min(least, waiting)
        progress(first - waiting, first)
        await asyncio.sleep(_LOOK_S)
