"""What scores ought to be, worked out the slow and obvious way."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nagori.store.index.score import BESIDE, K1, B
from nagori.store.port import Store
from nagori.values.draft import Indexed
from nagori.values.passage import Found, Query, Scores

PassageKey = tuple[str, str]
"""Id of the owner, and the text of the passage."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage that a query ought to see."""

    key: PassageKey
    terms: tuple[int, ...]
    vector: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What the store said of a passage."""

    found: Found
    cosine: float
    bm25: float
    hidden: int
    before: str | None
    """Id of the owner of the passage just before in the conversation."""
    after: str | None


@dataclass(frozen=True, slots=True)
class All:
    """A choice of everything."""

    scores: Scores

    @property
    def rows(self) -> NDArray[np.intp]:
        """Every row."""
        return np.arange(len(self.scores))


def shown(id: str, text: str, indexed: Indexed) -> list[Shown]:
    """The passages of one owner."""
    vectors = indexed.vectors
    return [
        Shown(
            (id, text[piece.start : piece.end]),
            tuple(np.frombuffer(piece.terms, np.uint32).tolist()),
            None if vectors is None else vectors[at],
        )
        for at, piece in enumerate(indexed.pieces)
    ]


def bm25(passages: Sequence[Shown], terms: Iterable[int]) -> dict[PassageKey, float]:
    """BM25 of every passage; statistics are those of exactly these passages."""
    total = len(passages)
    average = sum(len(p.terms) for p in passages) / total if total else 0.0
    scores = {p.key: 0.0 for p in passages}
    for term in terms:
        holders = sum(term in p.terms for p in passages)
        idf = math.log(1 + (total + BESIDE - holders + 0.5) / (holders + 0.5))
        for p in passages:
            count = Counter(p.terms)[term]
            norm = K1 * (1 - B + B * len(p.terms) / (average or 1.0))
            scores[p.key] += idf * (K1 + 1) * count / (count + norm)
    return scores


def cosines(
    passages: Sequence[Shown], vector: NDArray[np.float32] | None
) -> dict[PassageKey, float]:
    """Cosine of every passage, NaN where there is no vector."""
    return {
        p.key: math.nan
        if p.vector is None or vector is None
        else float(p.vector.astype(np.float64) @ vector.astype(np.float64))
        for p in passages
    }


async def look(store: Store, query: Query) -> dict[PassageKey, Seen]:
    """Everything that the store says about a query, hidden passages included."""
    chosen, found = await store.passages.find(query, All)
    scores = chosen.scores

    def owner(row: int) -> str | None:
        passage = found[row] if row >= 0 else None
        return None if passage is None else passage.id

    seen: dict[PassageKey, Seen] = {}
    for row, passage in enumerate(found):
        assert passage is not None  # noqa: S101  # read on the state that it was scored on
        seen[passage.id, passage.text] = Seen(
            found=passage,
            cosine=float(scores.cosine[row]),
            bm25=float(scores.bm25[row]),
            hidden=int(scores.hidden[row]),
            before=owner(int(scores.before[row])),
            after=owner(int(scores.after[row])),
        )
    return seen


def differences(seen: dict[PassageKey, Seen], passages: Sequence[Shown], query: Query) -> list[str]:
    """What the store says otherwise than the oracle; empty when they agree."""
    told = {key: s for key, s in seen.items() if not s.hidden}
    wanted_cosines = cosines(passages, query.vector)
    wanted_bm25 = bm25(passages, query.terms.tolist())
    wrong = [f"{key} is not seen" for key in wanted_bm25 if key not in told]
    wrong += [f"{key} should not be seen" for key in told if key not in wanted_bm25]
    for key in told.keys() & wanted_bm25.keys():
        pairs = (("cosine", told[key].cosine, wanted_cosines[key], 2e-5),
                 ("bm25", told[key].bm25, wanted_bm25[key], 1e-4))  # fmt: skip
        for name, got, wanted, most in pairs:
            if math.isnan(got) != math.isnan(wanted) or abs(got - wanted) > most:
                wrong.append(f"{key}: {name} {got}, should be {wanted}")
    return wrong
