"""What the vectors of any text have in common, for embedders of which it was measured."""

from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray


@cache
def background(embedder: str) -> NDArray[np.float32] | None:
    """The mean vector of everyday text in both languages; None if nobody measured it.

    `python -m bench.background` makes these files.
    """
    resource = files("nagori.recall") / "data" / f"{embedder}.npy"
    if "/" in embedder or not resource.is_file():
        return None
    with as_file(resource) as path:
        return np.load(path)
