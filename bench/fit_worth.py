"""The weights of `nagori.write.worth`, fitted anew and written to its data.

    python -m bench.fit_worth LOCOMO           (fits and writes)
    python -m bench.fit_worth LOCOMO --check   (the same without the even statements)
    python -m bench.fit_worth LOCOMO --across  (each chat by a fit to the others; no writing)

Only the tuned conversations and no held-back statement are read. Which turns somebody happened to
ask about is partly chance, so readers who did not know the questions graded every turn from 0 to 9;
what is learned is to grade like them, by words alone and by words and meaning.
"""

import argparse
import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bench.sets import OWN, lines
from bench.worth import TUNED, Example, statements, trained, turns
from nagori.embed.local import NAME, LocalEmbedder
from nagori.write.worth import VERSION, standard, taken_apart, together
from nagori.write.worth_features import NAMES
from nagori.write.worth_meaning import LONGEST, direction

Array = NDArray[np.float64]

DATA = Path(__file__).parents[1] / "src" / "nagori" / "write" / "data"
HIGHEST = 9  # grade
KEPT, LEFT = 7.5, -0.5  # our statements are clearer than talk: kept ones and others
WEIGHTS = {"turns": 1.0, "chats": 0.5, "statements": 1.0}
RIDGE = 300.0  # against weights for words
MEANING = 5.0  # against the direction of meaning; vectors have length 1
DROPPED = 0.525  # of the tuned turns
RATES = np.arange(0.48, 0.545, 0.005)


@dataclass(frozen=True, slots=True)
class Graded:
    """Messages or statements, with what readers thought of each."""

    examples: Sequence[Example]
    grades: Sequence[float]
    kind: Literal["turns", "chats", "statements"]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is fitted to, a row an example."""

    words: Array
    parts: Array
    """Each statement by itself, and below the example that it is of."""
    owners: NDArray[np.intp]
    vectors: Array
    grades: Array
    needed: NDArray[np.bool_]
    said: NDArray[np.bool_]
    """Whether there is a statement in it at all."""
    groups: NDArray[np.str_]
    kinds: NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class Fit:
    """Everything that is fitted."""

    weights: Array
    toward: Array
    threshold: float

    def scores(self, table: Table) -> Array:
        """What every message is worth; nothing, where nothing is stated."""
        words = table.words @ self.weights
        np.maximum.at(words, table.owners, table.parts @ self.weights)
        return np.where(table.said, words + table.vectors @ self.toward, -1.0)


def tuned(data: Path) -> list[Graded]:
    """The conversations that may be learned from."""
    grades = json.loads((OWN / "locomo_grades.json").read_text("utf-8"))
    chats = [list(turns(data, number)) for number in range(TUNED)]
    return [Graded(chat, [int(g) for g in grades[chat[0].group]], "turns") for chat in chats]


def made_up() -> Graded:
    """Chats that were written for training alone: nothing is reported of them."""
    examples: list[Example] = []
    grades: list[int] = []
    before: dict[str, str] = {}
    for line in lines(OWN / "chats_graded.jsonl"):
        chat, text, grade = line["chat"], line["text"], line["grade"]
        if grade is not None:  # an assistant's words are not graded
            examples.append(Example(text, before.get(chat, ""), 2 * grade > HIGHEST, chat))
            grades.append(grade)
        before[chat] = text
    return Graded(examples, grades, "chats")


def stated(splits: Sequence[str]) -> Graded:
    """Our own statements but for those that are held back."""
    examples = [*trained(), *(e for split in splits for e in statements(split))]
    return Graded(examples, [KEPT if e.keep else LEFT for e in examples], "statements")


async def tabled(parts: Sequence[Graded]) -> Table:
    """The numbers of all examples."""
    examples = [e for part in parts for e in part.examples]
    told = [taken_apart(e.text, before=e.before).told for e in examples]
    embedder = LocalEmbedder()
    vectors = await embedder.embed([e.text[:LONGEST] for e in examples])
    await embedder.close()
    return Table(
        words=_rows([together(t) for t in told]),
        parts=_rows([together([one]) for t in told for one in t]),
        owners=np.repeat(np.arange(len(told)), [len(t) for t in told]),
        vectors=vectors.astype(np.float64),
        grades=np.concatenate([np.array(part.grades) / HIGHEST for part in parts]),
        needed=np.array([e.keep for e in examples]),
        said=np.array([bool(t) for t in told]),
        groups=np.array([e.group for e in examples]),
        kinds=np.repeat([part.kind for part in parts], [len(part.grades) for part in parts]),
    )


def _rows(told: Sequence[Mapping[str, float]]) -> Array:
    return np.array([[float(t.get(name, 0.0)) for name in NAMES] for t in told])


def fit(table: Table, rows: NDArray[np.bool_], *, by_meaning: bool) -> Fit:
    """The weights by some rows, with a threshold by the turns among them."""
    spread = np.maximum(table.words.std(0), 1e-3)
    centre = table.vectors[rows].mean(0)
    x = np.column_stack([table.words / spread, (table.vectors - centre) * by_meaning])[rows]
    penalty = np.repeat([RIDGE, MEANING], [len(NAMES), table.vectors.shape[1]])
    penalty[0] = 0.0  # NAMES[0] is 1 for every message with a statement
    w = np.array([WEIGHTS[kind] for kind in table.kinds[rows]])
    # What states nothing is left out by the rules, but teaches what passing talk means.
    square, sums = (x.T * w) @ x + np.diag(penalty), x.T @ (w * table.grades[rows])
    found = np.linalg.solve(square, sums).astype(np.float64)
    weights, toward = found[: len(NAMES)] / spread, found[len(NAMES) :] * by_meaning
    weights[0] -= float(centre @ toward)
    scores = Fit(weights, toward, 0.0).scores(table)[rows & (table.kinds == "turns")]
    return Fit(weights, toward, float(np.quantile(scores, DROPPED)))


def write(words: Fit, meaning: Fit) -> None:
    """Puts the weights where the package reads them."""
    data = {"version": VERSION, "by_words": _told(words), "by_meaning": _told(meaning)}
    (DATA / "worth.json").write_text(json.dumps(data, indent=1) + "\n")
    np.save(DATA / f"{NAME}-worth.npy", meaning.toward.astype(np.float32))
    standard.cache_clear()
    direction.cache_clear()


def _told(found: Fit) -> dict[str, object]:
    weights = {n: round(float(w), 4) for n, w in zip(NAMES, found.weights, strict=True)}
    return {"threshold": round(found.threshold, 4), "weights": weights}


def across(table: Table, *, by_meaning: bool) -> None:
    """What a fit to the other chats does to each; a message of ours is needed as its like are."""
    print("words and meaning" if by_meaning else "words alone")
    grades = np.clip(np.round(table.grades * HIGHEST), 0, HIGHEST).astype(int)
    asked = table.kinds == "turns"
    rate = [table.needed[asked & (grades == g)].mean() for g in range(HIGHEST + 1)]
    needed = np.where(asked, table.needed, np.array(rate)[grades])
    kept: dict[str, list[float]] = {}
    for group in dict.fromkeys(table.groups[table.kinds != "statements"].tolist()):
        rows = table.groups == group
        found = fit(table, ~rows, by_meaning=by_meaning)
        scores = found.scores(table)[rows]
        lowest = np.sort(scores)[(RATES * len(scores)).round().astype(int)]
        share = np.mean([needed[rows][scores >= least].sum() for least in lowest])
        kept.setdefault(group.rstrip("0123456789abc"), []).append(share / needed[rows].sum())
        if asked[rows][0]:
            print(f"  {group}: drops {100 * (scores < found.threshold).mean():.1f} %")
    for name, shares in kept.items():
        told = f"{100 * np.mean(shares):.1f} % kept when 48 to 54 % are dropped"
        print(f"  {name or 'abc':6} {told} ({len(shares)} chats)")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="conversations, see bench/README.md")
    parser.add_argument("--check", action="store_true", help="fit without the even statements")
    parser.add_argument("--across", action="store_true", help="leave each chat out in turn")
    options = parser.parse_args()
    splits = ("dev", "odd") if options.check else ("dev", "odd", "even")
    table = await tabled([*tuned(options.data), made_up(), stated(splits)])
    if options.across:
        for by_meaning in (False, True):
            across(table, by_meaning=by_meaning)
        return
    every = np.ones(len(table.grades), bool)
    write(fit(table, every, by_meaning=False), fit(table, every, by_meaning=True))


if __name__ == "__main__":
    asyncio.run(main())
