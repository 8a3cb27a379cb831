"""The first look at a group's messages: chances of links, and of being in one conversation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nagori.group.columns import WINDOW, Columns, Floats
from nagori.group.network import Network, chances
from nagori.group.pairs import Evidence
from nagori.group.views import before

SURE = 0.97
"""The chance that a message belongs where the platform or a person says."""
_SPEAKERS = 128


class FirstLook:
    """What the first network found; rows are as in `Columns`, empty ones before the first."""

    def __init__(self, capacity: int) -> None:
        rows = capacity + 2 * WINDOW
        self.links: Floats = np.zeros((rows, WINDOW + 1), dtype=np.float32)
        """(message, candidate or itself): the chance of replying to it."""
        self.same: Floats = np.zeros((rows, rows), dtype=np.float32)
        """(message, message no further than the window): the chance of one conversation."""
        self.aims: Floats = np.zeros((rows, _SPEAKERS), dtype=np.float32)
        """(message, speaker): the chance of replying to that speaker."""

    def extend(
        self,
        network: Network,
        columns: Columns,
        e: Evidence,
        *,
        first: int,
        parents: Sequence[int | None],
    ) -> None:
        """Add the messages from place `first` on; `parents` are rows of what they reply to."""
        last = first + len(parents)
        self.widen(columns.speakers)
        found = chances(network.scores(e.pairs, e.alone), e.relations.present)
        self.links[first + WINDOW : last + WINDOW] = found
        for place, parent in enumerate(parents, start=first):
            row, near = place + WINDOW, slice(place, place + WINDOW)
            chance = self.links[row]
            if parent is not None:
                chance *= 1 - SURE
                if parent >= place:
                    chance[parent - place] += SURE
            same = chance[:-1] @ self.same[near, near]
            self.same[row, near] = same
            self.same[near, row] = same
            self.same[row, row] = 1
        self._aim(columns, first, last)

    def _aim(self, columns: Columns, first: int, last: int) -> None:
        """Sum up the chances of replying to each speaker."""
        size, width = last - first, self.aims.shape[1] + 2
        # Shifted by two: empty rows have a speaker of -2.
        speakers = before(columns.speaker, first, last) + 2 + width * np.arange(size)[:, None]
        chance = self.links[first + WINDOW : last + WINDOW, :-1]
        sums = np.bincount(speakers.reshape(-1), chance.reshape(-1), size * width)
        self.aims[first + WINDOW : last + WINDOW] = sums.reshape(size, width)[:, 2:]

    def widen(self, speakers: int) -> None:
        """Make room for so many speakers."""
        missing = speakers - self.aims.shape[1]
        if missing > 0:
            self.aims = np.pad(self.aims, ((0, 0), (0, missing + _SPEAKERS)))

    def keep(
        self, old: "FirstLook", rows: slice, before: slice, speakers: NDArray[np.int64]
    ) -> None:
        """Take over what another found of messages that stood at the rows `before`."""
        self.widen(len(speakers))
        self.links[rows] = old.links[before]
        self.same[rows, rows] = old.same[before, before]
        self.aims[rows, : len(speakers)] = old.aims[before][:, speakers]
