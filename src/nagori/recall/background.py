"""What the vectors of any text have in common, for embedders of which it was measured."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from nagori.embed.measured import measured


@cache
def background(embedder: str) -> NDArray[np.float32] | None:
    """The mean vector of everyday text in both languages; None if nobody measured it.

    `python -m bench.background` makes these files.
    """
    return measured("nagori.recall", embedder)
