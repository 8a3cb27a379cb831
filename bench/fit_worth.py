"""The weights of `nagori.write.worth`, fitted anew and written to its data.

    python -m bench.fit_worth LOCOMO           (fits and writes)
    python -m bench.fit_worth LOCOMO --check   (the same without the even statements)
    python -m bench.fit_worth LOCOMO --across  (each tuned chat by a fit to the others; no writing)

Only the tuned conversations and no held-back statement are read.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.worth import TUNED, Example, statements, trained, turns
from nagori.write.worth import VERSION, standard, taken_apart
from nagori.write.worth_features import NAMES

Array = NDArray[np.float64]

WEIGHTS = Path(__file__).parents[1] / "src" / "nagori" / "write" / "data" / "worth.json"
POWER = 1.5
RIDGE = 0.1
STATEMENTS = 1.0  # the weight of all our statements together, against the conversations' 1
NEEDED = 6.0  # the weight of a needed turn against another: one threshold serves both
DROPPED = 0.52  # of the tuned turns
BAGS = 20  # fits to samples of the examples: their mean is steadier than a single one
STEPS = 200
RATES = np.arange(0.48, 0.545, 0.005)


@dataclass(frozen=True, slots=True)
class Fit:
    """Everything that is fitted."""

    weights: Array
    threshold: float


class Problem:
    """A regression in which a message is as good as its statements together."""

    def __init__(self, examples: Sequence[Example]) -> None:
        rows: list[list[float]] = []
        owners: list[int] = []
        for number, e in enumerate(examples):
            for told in taken_apart(e.text, before=e.before)[2]:
                rows.append([float(told.get(name, 0.0)) for name in NAMES])
                owners.append(number)
        self._rows: Array = np.array(rows)
        self._owners = np.array(owners)
        self.keep = np.array([e.keep for e in examples])

    def bagged(self, shares: Array) -> Array:
        """The mean of fits to samples of the messages."""
        chance = np.random.default_rng(0)
        fits = [self._fit(shares * chance.poisson(1.0, len(shares))) for _ in range(BAGS)]
        return np.mean(fits, axis=0)

    def _fit(self, shares: Array) -> Array:
        """Gradient descent (Adam) on the log loss; a feature's penalty grows with its spread."""
        shares = shares / shares.sum()
        weights = np.zeros(len(NAMES))
        weights[0] = -1.0
        penalty = RIDGE * self._rows.var(0)
        penalty[0] = 0.0
        mean, square = np.zeros_like(weights), np.zeros_like(weights)
        for step in range(1, STEPS + 1):
            slope = self._slope(weights, shares) + penalty * weights
            mean = 0.9 * mean + 0.1 * slope
            square = 0.99 * square + 0.01 * slope**2
            size = np.sqrt(square / (1 - 0.99**step)) + 1e-8
            weights -= 0.05 * mean / (1 - 0.9**step) / size
        return weights

    def chances(self, weights: Array) -> Array:
        """How likely every message is to matter."""
        return 1 - np.exp(-self._together(np.logaddexp(0, self._rows @ weights)))

    def _together(self, costs: Array) -> Array:
        sums = np.bincount(self._owners, costs**POWER, len(self.keep)).astype(np.float64)
        return sums ** (1 / POWER)

    def _slope(self, weights: Array, shares: Array) -> Array:
        z = self._rows @ weights
        costs = np.logaddexp(0, z)
        together = np.maximum(self._together(costs), 1e-9)
        missed = np.exp(-together)
        by_message = shares * np.where(self.keep, -missed / np.maximum(1 - missed, 1e-3), 1.0)
        part = (costs / together[self._owners]) ** (POWER - 1)
        return self._rows.T @ (by_message[self._owners] * part / (1 + np.exp(-z)))


def fit(told: Sequence[Example], own: Sequence[Example]) -> Fit:
    """The weights by some turns and statements, with a threshold by the turns."""
    problem = Problem([*told, *own])
    is_turn = np.arange(len(problem.keep)) < len(told)
    turn = np.where(problem.keep, NEEDED, 1.0) * is_turn
    weights = problem.bagged(turn / turn.sum() + STATEMENTS * ~is_turn / (~is_turn).sum())
    threshold = np.quantile(problem.chances(weights)[is_turn], DROPPED)
    return Fit(weights, float(threshold))


def write(found: Fit) -> None:
    """Puts the weights where the package reads them."""
    data = {
        "version": VERSION,
        "power": POWER,
        "threshold": round(found.threshold, 4),
        "weights": {n: round(float(w), 4) for n, w in zip(NAMES, found.weights, strict=True)},
    }
    WEIGHTS.write_text(json.dumps(data, indent=1) + "\n")
    standard.cache_clear()


def across(chats: Sequence[Sequence[Example]], own: Sequence[Example]) -> None:
    """What a fit to the other tuned chats does to each."""
    sums = np.zeros(3)
    for number, chat in enumerate(chats):
        found = fit([e for other in chats if other is not chat for e in other], own)
        problem = Problem(chat)
        chances = problem.chances(found.weights)
        kept = chances >= found.threshold
        lowest = np.sort(chances)[(RATES * len(kept)).round().astype(int)]
        figures = (
            float(1 - kept.mean()),
            float(kept[problem.keep].mean()),
            float(np.mean([(chances[problem.keep] >= least).mean() for least in lowest])),
        )
        sums += figures
        print(f"chat {number}: {_told(*figures)}")
    print(f"mean: {_told(*(sums / len(chats)))}")


def _told(dropped: float, kept: float, at_half: float) -> str:
    return (
        f"drops {100 * dropped:.1f} %, keeps {100 * kept:.1f} %;"
        f" {100 * at_half:.1f} % when 48 to 54 % are dropped"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="conversations, see bench/README.md")
    parser.add_argument("--check", action="store_true", help="fit without the even statements")
    parser.add_argument("--across", action="store_true", help="leave each tuned chat out in turn")
    options = parser.parse_args()
    splits = ("dev", "odd") if options.check else ("dev", "odd", "even")
    own = [*trained(), *(e for split in splits for e in statements(split))]
    chats = [list(turns(options.data, number)) for number in range(TUNED)]
    if options.across:
        across(chats, own)
    else:
        write(fit([e for chat in chats for e in chat], own))


if __name__ == "__main__":
    main()
