"""Which way a message leans by its meaning: to what is asked about later, or to passing talk."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from nagori.embed.measured import measured
from nagori.embed.port import Embedder
from nagori.errors import ModelError

LONGEST = 1000  # characters; a longer text is about many things


async def leanings(texts: Sequence[str], embedder: Embedder | None) -> list[float | None]:
    """What each text's meaning adds to its worth; None where nothing tells it now."""
    toward = direction(embedder.name) if embedder else None
    if embedder is None or toward is None or not texts:
        return [None] * len(texts)
    try:
        vectors = await embedder.embed([text[:LONGEST] for text in texts], "passage")
    except ModelError:  # words alone decide
        return [None] * len(texts)
    return np.vecdot(vectors, toward).tolist()


@cache
def direction(embedder: str) -> NDArray[np.float32] | None:
    """The direction of what lasts among an embedder's vectors; None if nobody measured it.

    `python -m bench.fit_worth` makes these files.
    """
    return measured("nagori.write", f"{embedder}-worth")
