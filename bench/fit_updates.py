"""The weights of `nagori.write.bond`, fitted anew: prints the table to put there.

    python -m bench.fit_updates          (the table)
    python -m bench.fit_updates --cross  (how well weights do on pairs that they were not fitted on)

A regression with three outcomes for a new statement and a known one: the same said again, a change,
or another thing. Small sets need a hand: where a case is rare but clear, the weight is drawn to a
`PRIOR` instead of to zero. Statements of the development half beside their nearest others stand for
what must be left alone; only the development halves are read.
"""

import argparse
import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.sets import OWN, lines
from bench.updates import SETS, Case, cases
from nagori.embed.local import LocalEmbedder
from nagori.text.spoken import as_spoken
from nagori.write.bond import evidence
from nagori.write.decide import ALONE
from nagori.write.facts import read
from nagori.write.facts_common import meet
from nagori.write.sentence import third_person

PRIOR: dict[str, tuple[float, float]] = {
    "always": (-3, -3), "only mentioned": (-1, -1), "corrects": (-1, 3), "cue, name": (0, 2),
    "beside": (-2, -2), "other value, single": (-2, 3), "other value, many": (-3, -3),
    "other taste": (-2, 3), "other numbers, topic": (-2, 2), "other names, event": (-3, -3),
    "same end": (3, -1), "former": (-1, 3),
}  # fmt: skip
STRENGTH = 2.0
UNRELATED = 0.1
"""What a pair counts that is unrelated in all likelihood, though nobody looked at it."""
OF_OTHERS = 3.0
"""What a pair counts that was written by somebody who did not know the rules."""
NEAREST, FAR = 6, 0.5
FOLDS = 5

Found = dict[str, float]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """One new statement beside one known one."""

    case: str
    found: Found
    outcome: int
    """0 for another thing, 1 for the same, 2 for a change."""
    count: float


async def similarities(embedder: LocalEmbedder, text: str, others: Sequence[str]) -> list[float]:
    vectors = await embedder.embed([as_spoken(said) for said in (text, *others)])
    return (vectors[1:] @ vectors[0]).tolist()


def compared(text: str, known: Sequence[str], cosines: Sequence[float]) -> list[Found | None]:
    new, old = read(text), [read(other) for other in known]
    rivals = [c if meet(new, o) else -1.0 for o, c in zip(old, cosines, strict=True)]
    found: list[Found | None] = []
    for n, (other, cosine) in enumerate(zip(old, cosines, strict=True)):
        next_one = max((c for m, c in enumerate(rivals) if m != n and c > -1), default=ALONE)
        found.append(evidence(new, other, cosine, cosine - next_one))
    return found


async def of_case(case: Case, count: float, embedder: LocalEmbedder) -> list[Example]:
    known = (case.first, *case.others)
    cosines = await similarities(embedder, case.second, known)
    outcome = {"add": 0, "confirm": 1, "supersede": 2}[case.relation]
    return [
        Example(case.id, found, outcome if n == 0 else 0, count)
        for n, found in enumerate(compared(case.second, known, cosines))
        if found is not None
    ]


async def of_unrelated(texts: Sequence[str], embedder: LocalEmbedder) -> list[Example]:
    vectors = await embedder.embed([as_spoken(text) for text in texts])
    examples: list[Example] = []
    for n, text in enumerate(texts):
        cosines = vectors @ vectors[n]
        nearest = [int(m) for m in np.argsort(-cosines) if m != n][:NEAREST]
        near = [float(cosines[m]) for m in nearest]
        pairs = zip(compared(text, [texts[m] for m in nearest], near), near, strict=True)
        examples += [Example("", f, 0, UNRELATED) for f, c in pairs if f is not None and c <= FAR]
    return examples


def fit(examples: Sequence[Example], names: Sequence[str]) -> Floats:
    """Newton's method on the penalised likelihood; a row for the same, and one for a change."""
    x = np.array([[e.found[name] for name in names] for e in examples], np.float64)
    y = np.array([[e.outcome == 1, e.outcome == 2] for e in examples], np.float64).T
    counts, size = np.array([e.count for e in examples]), len(names)
    centre = np.array([PRIOR.get(name, (0.0, 0.0)) for name in names], np.float64).T
    w: Floats = centre.copy()
    for _ in range(40):
        odds: Floats = np.exp(np.clip(w @ x.T, -30, 30))
        p: Floats = odds / (1 + odds.sum(axis=0))
        slope: Floats = (counts * (p - y)) @ x + STRENGTH * (w - centre)
        curve: Floats = STRENGTH * np.eye(2 * size)
        for a in (0, 1):
            for b in (0, 1):
                block = (x.T * (counts * p[a] * ((a == b) - p[b]))) @ x
                curve[a * size : (a + 1) * size, b * size : (b + 1) * size] += block
        step = np.linalg.solve(curve, slope.ravel()).astype(np.float64).reshape(2, size)
        w -= step / max(1.0, np.abs(step).max())  # no leap: far away the curve is flat
    return w


async def gather(embedder: LocalEmbedder) -> list[Example]:
    """All pairs of the development halves, as said and as statements."""
    examples: list[Example] = []
    said = [(s["text"], s["lang"]) for s in lines(OWN / "statements.jsonl") if _teaches(s)]
    for case in cases("updates.jsonl", ["dev"]):
        said += [(text, case.lang) for text in (case.first, *case.others)]
    turns: tuple[Callable[[str], str], ...] = (str, third_person)
    for turn in turns:
        for name in SETS:
            count = 1.0 if name == "update_pairs.jsonl" else OF_OTHERS
            for case in cases(name, ["dev"]):
                examples += await of_case(case.turned(turn), count, embedder)
        for lang in ("en", "zh"):
            texts = list(dict.fromkeys(turn(text) for text, of in said if of == lang))
            examples += await of_unrelated(texts, embedder)
    return examples


def cross(examples: Sequence[Example], names: Sequence[str]) -> None:
    """How often the likeliest outcome is right for a pair whose case was left out."""
    ids = sorted({e.case for e in examples if e.case})
    fold = {case: n % FOLDS for n, case in enumerate(np.random.default_rng(0).permutation(ids))}
    right, of = np.zeros(3), np.zeros(3)
    for part in range(FOLDS):
        w = fit([e for e in examples if fold.get(e.case) != part], names)
        for e in examples:
            if fold.get(e.case) == part:
                odds = [0.0, *(w @ np.array([e.found[name] for name in names]))]
                right[e.outcome] += int(np.argmax(odds)) == e.outcome
                of[e.outcome] += 1
    for name, share in zip(("other", "same", "change"), right / of, strict=True):
        print(f"{name:7} {100 * share:.1f} %")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cross", action="store_true", help="leave each pair out in turn")
    options = parser.parse_args()
    embedder = LocalEmbedder()
    examples = await gather(embedder)
    await embedder.close()
    names = list(examples[0].found)
    if options.cross:
        cross(examples, names)
        return
    print("WEIGHTS = {")
    for name, (same, change) in zip(names, fit(examples, names).T, strict=True):
        print(f'    "{name}": ({same:.1f}, {change:.1f}),')
    print("}")


def _teaches(statement: dict[str, object]) -> bool:
    return statement["split"] == "dev" and bool(statement["keep"])


if __name__ == "__main__":
    asyncio.run(main())
