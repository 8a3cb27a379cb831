"""Scores of every passage of some scopes: both arms, one call."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nagori.store.index.scope_index import ScopeIndex
from nagori.values.highest import highest
from nagori.values.passage import Files, PassageKind, Query, Scores, Wording
from nagori.values.times import to_micros

K1 = 0.9
B = 0.2
"""BM25's constants for short texts; chosen on development data, see bench/RESULTS.md."""

BESIDE = 20
"""In a scope of three passages no word is rare; it is judged among so many more without it."""

_RESCORED_BY_WORDS = 200
"""Rows with the best words whose cosines are exact even in a heavy scope."""


_Gain = tuple[slice | NDArray[np.int32], NDArray[np.floating]]
"""Rows that hold a word, and what each gains by it."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One index as the query sees it."""

    index: ScopeIndex
    rows: NDArray[np.intp] | None
    """Rows that are considered; None when all are."""
    position: NDArray[np.int32] | None
    """Where each row of the index stands among those rows, -1 where it does not."""
    hidden: NDArray[np.uint8]
    """Which rule keeps a considered row out; 0 for none."""
    size: int


def score(
    indexes: Sequence[ScopeIndex],
    query: Query,
    owners: Mapping[PassageKind, Collection[int]] | None = None,
) -> Scores:
    """Both arms over the passages of `indexes` that pass the query's filter.

    `owners` limits the kinds that it names to passages of these owners.

    Word statistics cover exactly those passages, so nobody else's words change a ranking.
    The caller holds the locks of the indexes.
    """
    now = to_micros(query.now)
    parts = [
        _part(index, query, now, None if owners is None else owners.get(index.kind))
        for index in indexes
    ]
    parts = [part for part in parts if part.size]
    hidden = _joined([part.hidden for part in parts], np.uint8)
    bm25, ideal = _words(parts, query, hidden == 0)
    cosine, common = np.full(len(bm25), np.nan, np.float32), np.zeros(len(bm25), np.float32)
    before, after = np.empty(len(bm25), np.int32), np.empty(len(bm25), np.int32)
    start = 0
    for part in parts:
        here = slice(start, start + part.size)
        if query.vector is not None and part.size:
            # What only a sketch needs is not looked for without one: of many equals it takes 7 ms.
            by_sketch = part.index.looks_by_sketch(len(query.vector), part.size)
            also = _best(bm25[here], _RESCORED_BY_WORDS if by_sketch else 0)
            cosine[here] = part.index.cosines(query.vector, part.rows, also)
            if query.background is not None:
                common[here] = _cut(part, part.index.common(query.background))
        before[here] = _moved(part, "before", start)
        after[here] = _moved(part, "after", start)
        start += part.size
    return Scores(
        passage=_column(parts, "passage", np.int64),
        cosine=cosine,
        common=common,
        bm25=bm25,
        bm25_ideal=ideal,
        before=before,
        after=after,
        cjk=_column(parts, "cjk", np.bool_),
        asks=_column(parts, "asks", np.bool_),
        raw=_joined([_cut(part, part.index.raw()) for part in parts], np.bool_),
        at=_column(parts, "at", np.int64),
        text_hash=_column(parts, "text_hash", np.int64),
        hidden=hidden,
        files=_files(parts),
    )


def _files(parts: Sequence[_Part]) -> Files | None:
    """The files of records; None when other passages are among them."""
    if any(part.index.kind != "record" for part in parts):
        return None
    names: list[str] = []
    numbers: list[NDArray[np.int32]] = []
    for part in parts:
        numbers.append(_cut(part, part.index.columns["file"]) + np.int32(len(names)))
        names += part.index.columns.files
    return Files(names, _joined(numbers, np.int32), _column(parts, "whole", np.bool_))


def _part(index: ScopeIndex, query: Query, now: int, owners: Collection[int] | None) -> _Part:
    rows, hidden = index.visible(query.where, now, owners)
    if hidden is None:
        hidden = np.zeros(len(index) if rows is None else len(rows), np.uint8)
    if rows is None:
        return _Part(index, None, None, hidden, len(index))
    position = np.full(len(index) + 1, -1, np.int32)  # the last one answers for "no neighbour"
    position[rows] = np.arange(len(rows), dtype=np.int32)
    return _Part(index, rows, position, hidden, len(rows))


def _words(
    parts: Sequence[_Part], query: Query, shown: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], float]:
    """One kind of passages has a wording of its own, if there is one."""
    wording = query.wording
    worded = [part for part in parts if wording and part.index.kind == wording.kind]
    if wording is None or not worded:
        return _lexical(parts, query, shown)
    if len(worded) == len(parts):
        return _worded(parts, wording, shown)
    is_worded = np.repeat([part in worded for part in parts], [part.size for part in parts])
    others = [part for part in parts if part not in worded]
    bm25 = np.zeros(len(shown), np.float32)
    bm25[~is_worded], ideal = _lexical(others, query, shown[~is_worded])
    found, of_worded = _worded(worded, wording, shown[is_worded])
    # Both on one scale: as much as an ideal passage of its own kind has.
    bm25[is_worded] = found * np.float32(ideal / of_worded if ideal and of_worded else 1)
    return bm25, ideal or of_worded


def _lexical(
    parts: Sequence[_Part], query: Query, shown: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], float]:
    """BM25, and the score of an ideal passage."""
    total = int(np.count_nonzero(shown))
    if not total or not len(query.terms):
        return np.zeros(len(shown), np.float32), 0.0
    found = [_hits(parts, term) for term in query.terms]
    rows = np.concatenate([hits for hits, _ in found])
    counts = np.concatenate([counts for _, counts in found])
    if total == len(shown):
        holders = [len(hits) for hits, _ in found]
    else:
        holders = [int(np.count_nonzero(shown[hits])) for hits, _ in found]
    idfs = [_idf(held, total) for held in holders]
    lengths = _column(parts, "length", np.float32)
    # Sums of whole numbers are exact in any order, so statistics repeat to the bit. Not `np.dot`:
    # from 10,000 numbers on it wakes the threads of BLAS, which then spin for longer than we work.
    average = float(np.sum(lengths, where=shown, dtype=np.float64)) / total or 1.0
    norms = np.float32(K1 * (1 - B)) + np.float32(K1 * B / average) * lengths[rows]
    worth = np.repeat(np.array(idfs) * (K1 + 1), [len(hits) for hits, _ in found])
    gains = worth * counts / (counts + norms)
    bm25 = np.bincount(rows, gains, len(shown)).astype(np.float32)
    # A passage of average length with every term once: each gives its idf, since 1 + K1 cancels.
    return bm25, sum(idfs)


def _worded(
    parts: Sequence[_Part], wording: Wording, shown: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], float]:
    """The same, where of words that may stand for one another only the best counts."""
    total = int(np.count_nonzero(shown))
    bm25 = np.zeros(len(shown), np.float32)
    if not total or not len(wording.terms):
        return bm25, 0.0
    lengths = _column(parts, "length", np.float32)
    average = float(np.sum(lengths, where=shown, dtype=np.float64)) / total or 1.0
    least = np.float32(K1 * (1 - wording.length))
    norms = least + np.float32(K1 * wording.length / average) * lengths
    all_shown = total == len(shown)
    ideal, best, group, unknown = 0.0, 0.0, -1, 0.0
    gains: list[_Gain] = []
    words = zip(wording.terms, wording.weights.tolist(), wording.groups.tolist(), strict=True)
    for term, weight, number in words:
        if number != group:
            ideal += best or unknown
            _add_best(bm25, gains)
            gains = []
            best, group, unknown = 0.0, number, _idf(0, total) if weight == 1.0 else 0.0
        rows, counts = _hits(parts, term)
        if len(rows):
            held = len(rows) if all_shown else int(np.count_nonzero(shown[rows]))
            worth = weight * _idf(held, total)
            best = max(best, worth)
            # What every row holds need not be gathered: the rows of a term come in their order.
            at = slice(None) if len(rows) == len(shown) else rows
            gains.append((at, np.float32(worth * (K1 + 1)) * counts / (counts + norms[at])))
    _add_best(bm25, gains)
    return bm25, ideal + (best or unknown)


def _add_best(bm25: NDArray[np.float32], gains: Sequence[_Gain]) -> None:
    """Add to each row the best of what it gains by the words of one group."""
    if len(gains) == 1:  # as most groups are, so that no row need be looked at but those that gain
        ((rows, gain),) = gains
        bm25[rows] += gain
    elif gains:
        best = np.zeros(len(bm25), np.float32)
        for rows, gain in gains:
            best[rows] = np.maximum(best[rows], gain)
        bm25 += best


def _idf(holders: int, total: int) -> float:
    """How much a term tells; as if other passages stood beside those of a small scope."""
    return log1p((total + BESIDE - holders + 0.5) / (holders + 0.5))


def _hits(parts: Sequence[_Part], term: np.uint32) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    rows: list[NDArray[np.int32]] = []
    counts: list[NDArray[np.float32]] = []
    start = 0
    if len(parts) == 1 and parts[0].position is None:
        posting = parts[0].index.posting(term)
        return posting.rows, posting.counts
    for part in parts:
        posting = part.index.posting(term)
        if part.position is None:
            rows.append(posting.rows + np.int32(start))
            counts.append(posting.counts)
        elif len(posting.rows):
            moved = part.position[posting.rows]
            seen = moved >= 0
            rows.append(moved[seen] + np.int32(start))
            counts.append(posting.counts[seen])
        start += part.size
    return _joined(rows, np.int32), _joined(counts, np.float32)


def _best(values: NDArray[np.float32], count: int) -> NDArray[np.intp]:
    """Rows of the highest values above 0; of equal ones the first."""
    if not count:
        return np.empty(0, np.intp)
    hits = np.flatnonzero(values)
    if len(hits) <= count:
        return hits
    held = values[hits]
    least = highest(held, count)
    above = hits[held > least]
    return np.concatenate([above, hits[held == least][: count - len(above)]])


def _moved(part: _Part, name: str, start: int) -> NDArray[np.int32]:
    """A column of row numbers, as rows of the result."""
    if not part.index.columns.has_links:
        return np.full(part.size, -1, np.int32)
    links = _cut(part, part.index.columns[name]).astype(np.int32)
    if part.position is not None:
        links = part.position[links]
    if part.hidden.any():
        links[(links >= 0) & (part.hidden[links] > 0)] = -1  # what is hidden lends nothing
    return np.where(links >= 0, links + np.int32(start), np.int32(-1))


def _cut(part: _Part, values: NDArray[Any]) -> NDArray[Any]:
    return values if part.rows is None else values[part.rows]


def _column(parts: Sequence[_Part], name: str, dtype: type[np.generic]) -> NDArray[Any]:
    return _joined([_cut(part, part.index.columns[name]) for part in parts], dtype)


def _joined(arrays: Sequence[NDArray[Any]], dtype: type[np.generic]) -> NDArray[Any]:
    """One array of all; a copy, so that a result outlives the lock it was made under."""
    if not arrays:
        return np.empty(0, dtype)
    return np.concatenate(arrays).astype(dtype, copy=False)
