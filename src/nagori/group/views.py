"""Looking at columns from each message: what lay before it, and what lay between."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from nagori.group.columns import WINDOW, Floats

Bools = NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)

GAP = np.arange(WINDOW, 0, -1, dtype=np.float32)
"""How many messages back each candidate of a window lies: the oldest comes first."""
LOG_GAP: Floats = (np.log1p(GAP) / 4.6).astype(np.float32)
FADE: Floats = np.exp(-GAP / 25).astype(np.float32)


def before(column: NDArray[T], first: int, last: int) -> NDArray[T]:
    """For each message, the column's values of those before it."""
    return skewed(column, first, (last - first, WINDOW), (1, 1))


def after(column: NDArray[T], first: int, last: int) -> NDArray[T]:
    """For each candidate of the messages, the column's values of those after it."""
    return skewed(column, first + 1, (last - first + WINDOW - 1, WINDOW), (1, 1))


def skewed(
    of: NDArray[T], start: int, shape: tuple[int, int], steps: tuple[int, int]
) -> NDArray[T]:
    """A view of values that lie in a row: so many further for each row and column.

    numpy's own way of making such views takes ten times as long.
    """
    size = of.itemsize
    strides = (steps[0] * size, steps[1] * size)
    return np.ndarray(shape, of.dtype, buffer=of, offset=start * size, strides=strides)


def since(found: Bools) -> Floats:
    """How many of the found candidates lie between each candidate and the message."""
    counts = np.cumsum(found[:, ::-1], axis=1, dtype=np.float32)[:, ::-1]
    return counts - found


def between(later: Bools | Floats, size: int) -> Floats:
    """How many of what comes after a candidate lies between it and the message.

    `later` has a row for each candidate, a column for each message after it; the result has a row
    for each of `size` messages, a column for each candidate.
    """
    counts = np.cumsum(later, axis=1, dtype=np.float32)
    counts -= later
    return skewed(counts, WINDOW - 1, (size, WINDOW), (WINDOW, WINDOW - 1))


def tally(keys: NDArray[np.integer], weights: NDArray[np.generic], size: int) -> Floats:
    """The sum of the weights of each key."""
    return np.bincount(keys.reshape(-1), weights.reshape(-1), size).astype(np.float32)


def nearest(found: Bools) -> Floats:
    """How near the last of the found is: nearly 1 for the message before, 0 for none."""
    return np.max(found * (1 - LOG_GAP), axis=1)
