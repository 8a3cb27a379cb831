"""The small network that weighs the evidence for each candidate and for a new conversation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nagori.group.columns import Floats


@dataclass(frozen=True, slots=True)
class Layer:
    """One hidden layer and a straight way past it, down to one number."""

    inner: Floats
    bias: Floats
    outer: Floats
    past: Floats

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return self.inner.size + self.bias.size + self.outer.size + self.past.size


@dataclass(frozen=True, slots=True)
class Network:
    """Scores candidates by `pair` (with `around` for what bears on all), itself by `alone`."""

    pair: Layer
    around: Floats
    alone: Layer

    def scores(self, pairs: Floats, alone: Floats) -> Floats:
        """For each message a score per candidate, and in the last column for itself."""
        features, size, width = pairs.shape
        flat = pairs.reshape(features, -1)
        hidden = (self.pair.inner @ flat).reshape(-1, size, width)
        hidden += (self.around @ alone + self.pair.bias[:, None])[:, :, None]
        np.maximum(hidden, 0, out=hidden)
        found = np.empty((size, width + 1), dtype=np.float32)
        found[:, :-1] = (self.pair.outer @ hidden.reshape(len(hidden), -1)).reshape(size, width)
        found[:, :-1] += (self.pair.past @ flat).reshape(size, width)
        own = np.maximum(self.alone.inner @ alone + self.alone.bias[:, None], 0)
        found[:, -1] = self.alone.outer @ own + self.alone.past @ alone
        return found

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return self.pair.size + self.around.size + self.alone.size


def read_network(told: Mapping[str, Sequence[Sequence[float]]]) -> Network:
    """The network that `written` wrote."""
    part = {name: np.array(rows, dtype=np.float32) for name, rows in told.items()}
    return Network(
        Layer(part["pair inner"], part["pair bias"], part["pair outer"], part["pair past"]),
        part["around"],
        Layer(part["alone inner"], part["alone bias"], part["alone outer"], part["alone past"]),
    )


def chances(scores: Floats, present: NDArray[np.bool_]) -> Floats:
    """Scores as probabilities that sum to 1 in each row; absent candidates have none."""
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    found[:, :-1] *= present
    found /= found.sum(axis=1, keepdims=True)
    return found
