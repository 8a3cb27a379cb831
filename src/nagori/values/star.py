"""Memories as a map shows them: many at once, column by column."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nagori.values.memory import Tag

See = Callable[[NDArray[np.int64], NDArray[np.float32]], None]
"""Is shown passages and their vectors, one row each, some at a time."""


@dataclass(frozen=True, slots=True)
class Stars:
    """Every active memory of a scope, oldest first; times are microseconds since 1970."""

    version: str
    """Differs after every change of the scope."""
    ids: Sequence[str]
    texts: Sequence[str]
    tags: Sequence[Tag]
    created_at: NDArray[np.int64]
    updated_at: NDArray[np.int64]
    times_said: NDArray[np.int64]
    passage: NDArray[np.int64]
    """The first passage of each that has a vector; -1 where there is none."""

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Memories that lie together, and what they are about."""

    id: str
    level: int
    """0 for topics, which are few and wide; 1 for the words that stand out inside them."""
    en: str
    zh: str
    x: float
    y: float
    count: int


@dataclass(frozen=True, slots=True)
class MemoryMap:
    """Where each memory lies: what means the same lies together, and stays where it is.

    Columns of equal length, oldest memory first. The map is about 2.4 wide and 1.6 high, and 0 is
    in the middle.
    """

    version: str
    ids: Sequence[str]
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    tags: Sequence[Tag]
    created_at: NDArray[np.int64]
    updated_at: NDArray[np.int64]
    times_said: NDArray[np.int64]
    topic: NDArray[np.int16]
    """Numbers of `topics`; -1 where nothing fits well."""
    topics: Sequence[str]
    clusters: Sequence[Cluster]
    degraded: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.ids)
