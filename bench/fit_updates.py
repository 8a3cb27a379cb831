"""The weights of `nagori.write.bond`, chosen anew: prints the two tables to put there.

    python -m bench.fit_updates

Two logistic regressions: whether a new statement is about a known one, and if so, whether it says
something else. Small sets need a hand: where a case is rare but clear, the weight is drawn to a
`PRIOR` instead of to zero. Statements of the development half beside their nearest others stand for
what must be left alone; only the development halves are read.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.sets import OWN, lines
from bench.updates import Case, cases
from nagori.embed.local import LocalEmbedder
from nagori.write.bond import CHANGE, LINK, evidence, meet
from nagori.write.decide import ALONE
from nagori.write.facts import read
from nagori.write.sentence import third_person

LINK_PRIOR = {
    "corrects": 4, "only mentioned": -1, "cue, name": 2, "other names, event": -4,
    "adds, no word": -1.5, "no word, many": -1.5, "no word, occasion": -1.5,
    "other value, many": -4, "other value, single": 1,
}  # fmt: skip
CHANGE_PRIOR = {
    "other value, single": 4, "other numbers, topic": 3, "other taste": 5, "single, no word": 1,
    "same end": -4,
}  # fmt: skip
STRENGTH = 2.0
UNRELATED = 0.1
"""What a pair counts that is unrelated in all likelihood, though nobody looked at it."""
NEAREST, FAR = 6, 0.5

Found = dict[str, float]
Floats = NDArray[np.float64]


async def similarities(embedder: LocalEmbedder, text: str, others: Sequence[str]) -> list[float]:
    vectors = await embedder.embed([text, *others])
    return (vectors[1:] @ vectors[0]).tolist()


def compared(text: str, known: Sequence[str], cosines: Sequence[float]) -> list[Found | None]:
    new, old = read(text), [read(other) for other in known]
    rivals = [c if meet(new, o) else -1.0 for o, c in zip(old, cosines, strict=True)]
    found: list[Found | None] = []
    for n, (other, cosine) in enumerate(zip(old, cosines, strict=True)):
        next_one = max((c for m, c in enumerate(rivals) if m != n and c > -1), default=ALONE)
        found.append(evidence(new, other, cosine, cosine - next_one))
    return found


class Examples:
    """What the two regressions learn from."""

    def __init__(self) -> None:
        self.link: list[tuple[Found, bool, float]] = []
        self.change: list[tuple[Found, bool, float]] = []

    async def add_case(self, case: Case, embedder: LocalEmbedder) -> None:
        known = (case.first, *case.others)
        cosines = await similarities(embedder, case.second, known)
        for n, found in enumerate(compared(case.second, known, cosines)):
            if found is None:
                continue
            about = n == 0 and case.relation != "add"
            self.link.append((found, about, 1.0))
            if about:
                self.change.append((found, case.relation == "supersede", 1.0))

    async def add_unrelated(self, texts: Sequence[str], embedder: LocalEmbedder) -> None:
        vectors = await embedder.embed(list(texts))
        for n, text in enumerate(texts):
            cosines = vectors @ vectors[n]
            nearest = [int(m) for m in np.argsort(-cosines) if m != n][:NEAREST]
            known = [texts[m] for m in nearest]
            near = [float(cosines[m]) for m in nearest]
            for found, cosine in zip(compared(text, known, near), near, strict=True):
                if found is not None and cosine <= FAR:
                    self.link.append((found, False, UNRELATED))


def fit(
    examples: Sequence[tuple[Found, bool, float]], names: Sequence[str], prior: Mapping[str, float]
) -> Floats:
    """Newton's method on the penalised likelihood."""
    x = np.array([[found[name] for name in names] for found, _, _ in examples], np.float64)
    y = np.array([right for _, right, _ in examples], np.float64)
    counts = np.array([count for _, _, count in examples])
    centre = np.array([prior.get(name, 0.0) for name in names])
    w = centre.copy()
    for _ in range(40):
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (counts * (p - y)) + STRENGTH * (w - centre)
        curve = (x.T * (counts * p * (1 - p))) @ x + STRENGTH * np.eye(len(names))
        w -= np.linalg.solve(curve, slope)
    return w


async def main() -> None:
    embedder, examples = LocalEmbedder(), Examples()
    found = cases("updates.jsonl", ["dev"]) + cases("update_pairs.jsonl", ["dev"])
    said = [(s["text"], s["lang"]) for s in lines(OWN / "statements.jsonl") if _teaches(s)]
    for case in cases("updates.jsonl", ["dev"]):
        said += [(text, case.lang) for text in (case.first, *case.others)]
    turns: tuple[Callable[[str], str], ...] = (str, third_person)
    for turn in turns:
        for case in found:
            await examples.add_case(case.turned(turn), embedder)
        for lang in ("en", "zh"):
            texts = list(dict.fromkeys(turn(text) for text, of in said if of == lang))
            await examples.add_unrelated(texts, embedder)
    await embedder.close()
    for title, seen, now, prior in (
        ("LINK", examples.link, LINK, LINK_PRIOR),
        ("CHANGE", examples.change, CHANGE, CHANGE_PRIOR),
    ):
        print(f"{title} = {{")
        for name, weight in zip(now, fit(seen, list(now), prior), strict=True):
            print(f'    "{name}": {weight:.1f},')
        print("}")


def _teaches(statement: dict[str, object]) -> bool:
    return statement["split"] == "dev" and bool(statement["keep"])


if __name__ == "__main__":
    asyncio.run(main())
