"""The weights of `nagori.write.worth`, fitted anew and written to its data.

    python -m bench.fit_worth LOCOMO           (fits and writes)
    python -m bench.fit_worth LOCOMO --check   (the same without the even statements)
    python -m bench.fit_worth LOCOMO --across  (each tuned chat by a fit to the others; no writing)

Only the tuned conversations and no held-back statement are read. Which turns somebody happened to
ask about is partly chance, so readers who did not know the questions graded every turn from 0 to 9;
what is learned is how often a turn of such a grade was needed.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.sets import OWN, lines
from bench.worth import TUNED, Example, statements, trained, turns
from nagori.write.worth import VERSION, standard, taken_apart
from nagori.write.worth_features import NAMES

Array = NDArray[np.float64]

WEIGHTS = Path(__file__).parents[1] / "src" / "nagori" / "write" / "data" / "worth.json"
POWER = 1.5
RIDGE = 0.03
STATEMENTS = 0.5  # the weight of all our statements together, against the conversations' 1
MADE_UP = 0.5  # the weight of a message of our own chats against one of the conversations
GRADES = 10
NEEDED = 3.0  # the weight of a needed turn against another: one threshold serves both
DROPPED = 0.525  # of the tuned turns
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

    def bagged(self, worth: Array, not_worth: Array) -> Array:
        """The mean of fits to samples of the messages; what speaks for each, and against it."""
        chance = np.random.default_rng(0)
        draws = (chance.poisson(1.0, len(worth)) for _ in range(BAGS))
        return np.mean([self._fit(worth * n, not_worth * n) for n in draws], axis=0)

    def _fit(self, worth: Array, not_worth: Array) -> Array:
        """Gradient descent (Adam) on the log loss; a feature's penalty grows with its spread."""
        total = worth.sum() + not_worth.sum()
        weights = np.zeros(len(NAMES))
        weights[0] = -1.0
        penalty = RIDGE * self._rows.var(0)
        penalty[0] = 0.0
        mean, square = np.zeros_like(weights), np.zeros_like(weights)
        for step in range(1, STEPS + 1):
            slope = self._slope(weights, worth / total, not_worth / total) + penalty * weights
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

    def _slope(self, weights: Array, worth: Array, not_worth: Array) -> Array:
        z = self._rows @ weights
        costs = np.logaddexp(0, z)
        together = np.maximum(self._together(costs), 1e-9)
        missed = np.exp(-together)
        by_message = not_worth - worth * missed / np.maximum(1 - missed, 1e-3)
        part = (costs / together[self._owners]) ** (POWER - 1)
        return self._rows.T @ (by_message[self._owners] * part / (1 + np.exp(-z)))


@dataclass(frozen=True, slots=True)
class Graded:
    """Messages of chats, and what readers thought of each."""

    examples: Sequence[Example]
    grades: NDArray[np.intp]

    def __add__(self, other: "Graded") -> "Graded":
        return Graded(
            [*self.examples, *other.examples], np.concatenate([self.grades, other.grades])
        )


def tuned(data: Path) -> list[Graded]:
    """The conversations that may be learned from."""
    grades = json.loads((OWN / "locomo_grades.json").read_text("utf-8"))
    chats = [list(turns(data, number)) for number in range(TUNED)]
    return [Graded(chat, np.array([int(g) for g in grades[chat[0].group]])) for chat in chats]


def made_up() -> Graded:
    """Chats that were written for training alone: nothing is reported of them."""
    examples: list[Example] = []
    grades: list[int] = []
    before: dict[str, str] = {}
    for line in lines(OWN / "chats_graded.jsonl"):
        chat, text, grade = line["chat"], line["text"], line["grade"]
        examples.append(Example(text, before.get(chat, ""), 2 * grade > GRADES, chat))
        grades.append(grade)
        before[chat] = text
    return Graded(examples, np.array(grades))


def fit(told: Graded, made: Graded, own: Sequence[Example]) -> Fit:
    """The weights by some turns, our own chats and statements, with a threshold by the turns."""
    needed = np.array([e.keep for e in told.examples])
    by_grade = np.array([needed[told.grades == grade].mean() for grade in range(GRADES)])
    turn, other = by_grade[told.grades], by_grade[made.grades]
    stated = np.array([float(e.keep) for e in own])
    talk = len(turn) + MADE_UP * len(other)
    parts: list[tuple[Array, Array, float]] = [
        (NEEDED * turn, 1 - turn, len(turn) / talk),
        (NEEDED * other, 1 - other, MADE_UP * len(other) / talk),
        (stated, 1 - stated, STATEMENTS),
    ]
    worth = np.concatenate([w * share / (w.sum() + n.sum()) for w, n, share in parts])
    not_worth = np.concatenate([n * share / (w.sum() + n.sum()) for w, n, share in parts])
    problem = Problem([*told.examples, *made.examples, *own])
    weights = problem.bagged(worth, not_worth)
    threshold = np.quantile(problem.chances(weights)[: len(turn)], DROPPED)
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


def across(chats: Sequence[Graded], own: Sequence[Example]) -> None:
    """What a fit to the other tuned chats does to each."""
    sums, made = np.zeros(3), made_up()
    for number, chat in enumerate(chats):
        first, *others = (other for other in chats if other is not chat)
        found = fit(sum(others, first), made, own)
        problem = Problem(chat.examples)
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
    first, *others = chats = tuned(options.data)
    if options.across:
        across(chats, own)
    else:
        write(fit(sum(others, first), made_up(), own))


if __name__ == "__main__":
    main()
