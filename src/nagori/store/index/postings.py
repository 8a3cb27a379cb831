"""Which passages hold which terms, for one scope."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_TAIL_LIMIT = 8192
"""Entries that are searched by scanning before they are sorted in with the rest."""


@dataclass(frozen=True, slots=True)
class Posting:
    """Where one term occurs: rows, and how often in each."""

    rows: NDArray[np.int32]
    counts: NDArray[np.float32]


_NOTHING = Posting(np.empty(0, np.int32), np.empty(0, np.float32))


class Postings:
    """Terms to rows. Appending is cheap: new entries wait in a tail until it is worth sorting."""

    def __init__(self) -> None:
        self._terms: NDArray[np.uint32] = np.empty(0, np.uint32)
        self._starts: NDArray[np.int64] = np.zeros(1, np.int64)
        self._rows: NDArray[np.int32] = np.empty(0, np.int32)
        self._counts: NDArray[np.float32] = np.empty(0, np.float32)
        self._tail: list[tuple[NDArray[np.uint32], NDArray[np.int32]]] = []
        self._tail_size = 0

    def append(self, first_row: int, texts: Sequence[bytes]) -> NDArray[np.float32]:
        """Add the terms of the rows from `first_row` on; returns how many terms each has."""
        lengths = np.array([len(t) // 4 for t in texts], np.int64)
        terms = np.frombuffer(b"".join(texts), np.uint32)
        rows = np.repeat(np.arange(first_row, first_row + len(texts), dtype=np.int32), lengths)
        self._tail.append((terms, rows))
        self._tail_size += len(terms)
        if self._tail_size > max(_TAIL_LIMIT, len(self._rows) // 8):
            self._merge()
        return lengths.astype(np.float32)

    def find(self, term: np.uint32) -> Posting:
        """Where `term` occurs."""
        parts: list[Posting] = []
        at = int(np.searchsorted(self._terms, term))
        if at < len(self._terms) and self._terms[at] == term:
            cut = slice(int(self._starts[at]), int(self._starts[at + 1]))
            parts.append(Posting(self._rows[cut], self._counts[cut]))
        if len(self._tail) > 1:  # what came one by one is searched in one go from now on
            terms, rows = (np.concatenate(column) for column in zip(*self._tail, strict=True))
            self._tail = [(terms, rows)]
        for terms, rows in self._tail:
            hits = rows[terms == term]
            if len(hits):
                unique, counts = np.unique(hits, return_counts=True)
                parts.append(Posting(unique, counts.astype(np.float32)))
        if not parts:
            return _NOTHING
        if len(parts) == 1:
            return parts[0]
        return Posting(
            np.concatenate([p.rows for p in parts]), np.concatenate([p.counts for p in parts])
        )

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return (
            self._terms.nbytes
            + self._starts.nbytes
            + self._rows.nbytes
            + self._counts.nbytes
            + 8 * self._tail_size
        )

    def _merge(self) -> None:
        """Sort the tail in. One key per (term, row), so that equal keys are counts."""
        terms = np.concatenate([t for t, _ in self._tail])
        rows = np.concatenate([r for _, r in self._tail])
        keys, counts = np.unique(
            terms.astype(np.uint64) << np.uint64(32) | rows.astype(np.uint64), return_counts=True
        )
        old_terms = np.repeat(self._terms, np.diff(self._starts))
        old = old_terms.astype(np.uint64) << np.uint64(32) | self._rows.astype(np.uint64)
        keys = np.concatenate([old, keys])
        counts = np.concatenate([self._counts, counts.astype(np.float32)])
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        self._counts = counts[order]
        self._rows = (keys & np.uint64(0xFFFFFFFF)).astype(np.int32)
        self._terms, starts = np.unique(
            (keys >> np.uint64(32)).astype(np.uint32), return_index=True
        )
        self._starts = np.append(starts, len(keys)).astype(np.int64)
        self._tail.clear()
        self._tail_size = 0
