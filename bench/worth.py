"""Is what is kept without a model what matters later? `--train` fits the weights behind it."""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.sets import OWN, conversations, lines
from nagori.write.worth import VERSION, standard, taken_apart, weigh
from nagori.write.worth_features import NAMES

Array = NDArray[np.float64]

TUNED = 3  # conversations; the others are only reported
WEIGHTS = Path(__file__).parents[1] / "src" / "nagori" / "write" / "data" / "worth.json"
POWER = 1.5
RIDGE = 0.1
STATEMENTS = 1.0  # the weight of all our statements together, against the conversations' 1
NEEDED = 6.0  # the weight of a needed turn against another: one threshold serves both
DROPPED = 0.52  # of the tuned turns; of chats that are left out of the fit it drops 0.518
STEPS = 400
LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    before: str
    keep: bool
    group: str


def turns(data: Path) -> Iterator[Example]:
    """Every turn; worth keeping is what a question needs."""
    for number, c in enumerate(conversations(data)):
        needed = {e for q in c.questions for e in q.evidence}
        group = "tuned" if number < TUNED else "reported"
        before = ""
        for m in c.messages:
            yield Example(m.text, before, m.id in needed, group)
            before = m.text


def statements(split: str) -> Iterator[Example]:
    """Our own statements: "dev" and "held", and of the later ones "odd" and "even" by their ids."""
    if split in ("dev", "held"):
        found = [d for d in lines(OWN / "statements.jsonl") if d["split"] == split]
    else:
        later = (d for lang in LANGUAGES for d in lines(OWN / f"statements_more_{lang}.jsonl"))
        found = [d for d in later if (int(d["id"][-3:]) % 2 == 1) == (split == "odd")]
    for line in found:
        yield Example(line["text"], "", line["keep"], line["lang"])


def trained() -> Iterator[Example]:
    """Statements that were made up for training alone: nothing is reported of them."""
    for line in lines(OWN / "statements_trained.jsonl"):
        yield Example(line["text"], line["before"], line["keep"], line["lang"])


def train(data: Path, splits: Sequence[str]) -> None:
    """Fits the weights on the tuned conversations and our own statements."""
    told = [e for e in turns(data) if e.group == "tuned"]
    own = [*trained(), *(e for split in splits for e in statements(split))]
    worth = np.array([NEEDED if e.keep else 1.0 for e in told])
    shares = np.concatenate([worth / worth.sum(), np.full(len(own), STATEMENTS / len(own))])
    problem = Problem([*told, *own])
    weights = problem.fit(shares / shares.sum())
    chances = problem.chances(weights)[: len(told)]
    WEIGHTS.write_text(
        json.dumps(
            {
                "version": VERSION,
                "power": POWER,
                "threshold": round(float(np.quantile(chances, DROPPED)), 4),
                "weights": {n: round(float(w), 4) for n, w in zip(NAMES, weights, strict=True)},
            },
            indent=1,
        )
        + "\n"
    )
    standard.cache_clear()


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
        self._keep = np.array([e.keep for e in examples])

    def fit(self, shares: Array) -> Array:
        """Gradient descent (Adam) on the log loss; a feature's penalty grows with its spread."""
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
        costs = np.logaddexp(0, self._rows @ weights)
        return 1 - np.exp(-self._together(costs))

    def _together(self, costs: Array) -> Array:
        sums = np.bincount(self._owners, costs**POWER, len(self._keep)).astype(np.float64)
        return sums ** (1 / POWER)

    def _slope(self, weights: Array, shares: Array) -> Array:
        z = self._rows @ weights
        costs = np.logaddexp(0, z)
        together = np.maximum(self._together(costs), 1e-9)
        missed = np.exp(-together)
        by_message = shares * np.where(self._keep, -missed / np.maximum(1 - missed, 1e-3), 1.0)
        part = (costs / together[self._owners]) ** (POWER - 1)
        return self._rows.T @ (by_message[self._owners] * part / (1 + np.exp(-z)))


def report_statements(split: str) -> None:
    print(f"statements, {split}: is it kept?")
    for language in LANGUAGES:
        pairs = [(weigh(e.text).keep, e.keep) for e in statements(split) if e.group == language]
        right = sum(kept and keep for kept, keep in pairs)
        precision = right / max(1, sum(kept for kept, _ in pairs))
        recall = right / max(1, sum(keep for _, keep in pairs))
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(
            f"  {language}  F1 {f1:.3f}  precision {precision:.3f}  recall {recall:.3f}"
            f"  ({len(pairs)} statements)  ≥ 0.90"
        )


def report_turns(data: Path) -> None:
    print(f"turns of {data.name}: is what a question needs kept?")
    for context in (True, False):
        for group in ("tuned", "reported"):
            kept: list[bool] = []
            needed: list[bool] = []
            for e in turns(data):
                if e.group == group:
                    kept.append(weigh(e.text, before=e.before if context else "").keep)
                    needed.append(e.keep)
            good = sum(k and w for k, w in zip(kept, needed, strict=True))
            print(
                f"  {group:9s}{'with' if context else 'without':>8s} the message before:"
                f"  drops {100 * (1 - sum(kept) / len(kept)):.1f} % of {len(kept)} (≥ 50)"
                f"  keeps {100 * good / max(1, sum(needed)):.1f} % of {sum(needed)} needed (≥ 88)"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, help="conversations, see bench/README.md")
    parser.add_argument("--train", action="store_true", help="fit the weights to DATA first")
    parser.add_argument("--check", action="store_true", help="fit without the even statements")
    parser.add_argument("--dev", action="store_true", help="leave the held-back statements alone")
    options = parser.parse_args()
    if options.train:
        if options.data is None:
            parser.error("--train needs DATA")
        train(options.data, ("dev", "odd") if options.check else ("dev", "odd", "even"))
    for split in ("dev", "odd", "even") if options.dev else ("dev", "odd", "even", "held"):
        report_statements(split)
    if options.data is not None:
        report_turns(options.data)


if __name__ == "__main__":
    main()
