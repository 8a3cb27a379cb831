"""One scope's passages of one kind, as a query sees them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from nagori.store.index.columns import Columns
from nagori.store.index.postings import Posting, Postings
from nagori.store.index.rows import RAW_CODES, STATUSES, TAGS, Row
from nagori.store.index.sketch import Sketch, nearest
from nagori.values.passage import HIDDEN, Filter, PassageKind
from nagori.values.times import to_micros

_RESCORED = 1000
"""Rows of a heavy scope whose cosines are computed exactly after the sketch."""

_ACTIVE, _RETIRED, _SUPERSEDED = (STATUSES[s] for s in ("active", "retired", "superseded"))


def _dots(matrix: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """One dot product per row.

    `vecdot` rather than `@`: as fast on one core, but a row's result does not depend on where the
    matrix was cut or on how many threads share it, and no idle BLAS thread keeps spinning after.
    """
    return np.vecdot(matrix, vector)


def _among(codes: NDArray[np.uint8], wanted: Iterable[int]) -> NDArray[np.bool_]:
    """Which of the codes are wanted: a look-up, ten times as fast as `np.isin` on few rows."""
    table = np.zeros(256, np.bool_)
    table[list(wanted)] = True
    return table[codes]


@dataclass(frozen=True, slots=True)
class Version:
    """How far an index has read its scope."""

    epoch: int = -1
    number: int = 0


class ScopeIndex:
    """Columns, vectors and postings of one scope. Derived: dropping it loses nothing.

    `lock` guards it: whoever reads or extends it holds the lock, since vectors may arrive late
    and change a row in place.
    """

    def __init__(self, kind: PassageKind, *, neighbour_micros: int, sketch_from: int) -> None:
        self.kind: PassageKind = kind
        self.version = Version()
        self.lock = Lock()
        self._sketch_from = sketch_from
        self._columns = Columns(conversation=kind == "message", neighbour_micros=neighbour_micros)
        self._postings = Postings()
        self._matrix = np.empty((0, 0), np.float32)
        self._sketch: Sketch | None = None
        self._common = np.zeros(0, np.float32)

    def __len__(self) -> int:
        return self._columns.size

    @property
    def columns(self) -> Columns:
        """What a query filters by and passes on."""
        return self._columns

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        sketch = self._common.nbytes + (self._sketch.nbytes if self._sketch else 0)
        return self._columns.nbytes + self._postings.nbytes + self._matrix.nbytes + sketch

    def take(self, rows: Sequence[Row], version: Version) -> None:
        """Take in rows that are new or changed since the index's own version."""
        known = self._columns.row_of
        fresh = [row for row in rows if row.passage not in known]
        for row in rows:
            if row.passage in known:
                at = self._columns.update(row)
                if row.vector is not None:
                    self._put_vector(at, np.frombuffer(row.vector, np.float32))
        if fresh:
            first = self._columns.size
            lengths = self._postings.append(first, [row.terms for row in fresh])
            self._columns.append(fresh, lengths)
            self._put_vectors(first, [row.vector for row in fresh])
        self.version = version

    def visible(
        self, where: Filter, now: int, owners: Collection[int] | None
    ) -> tuple[NDArray[np.intp] | None, NDArray[np.uint8] | None]:
        """Rows that pass the filter, and those that only their tag or a newer memory keeps out.

        The second array says which is which, by the codes of `HIDDEN`. None stands for "all rows",
        and for "none is hidden".
        """
        c = self._columns
        then = now if where.as_of is None else to_micros(where.as_of)
        if owners is None and self._shows_all(where, then):
            return None, None
        allowed = np.ones(len(self), np.bool_)
        if where.chat_id is not None and self.kind == "message":
            allowed &= c["chat"] == c.code(where.chat_id)
        if where.bot is not None:
            allowed &= (c["bot"] == 0) | (c["bot"] == c.code(where.bot))
        if owners is not None:
            allowed &= np.isin(c["owner"], np.fromiter(owners, np.int64, len(owners)))
        holds = (c["valid_from"] <= then) & (c["valid_to"] > then)
        status = c["status"]
        holds &= status == _ACTIVE if where.as_of is None else status <= _SUPERSEDED
        holds &= status != _RETIRED
        if where.tags is not None and self.kind == "memory":
            tagged = _among(c["tag"], (TAGS[tag] for tag in where.tags))
        else:
            tagged = np.ones(len(self), np.bool_)
        shown = allowed & holds & tagged
        if shown.all():
            return None, None
        hidden = np.where(tagged, HIDDEN["superseded"], HIDDEN["tag"])
        hidden[shown] = 0
        considered = shown | allowed & holds | allowed & tagged & (status == _SUPERSEDED)
        if considered.all():
            return None, hidden.astype(np.uint8)
        rows = np.flatnonzero(considered)
        return rows, hidden[rows].astype(np.uint8)

    def posting(self, term: np.uint32) -> Posting:
        """Where `term` occurs."""
        return self._postings.find(term)

    def looks_by_sketch(self, dims: int, count: int) -> bool:
        """Whether cosines of so many rows with a vector of so many dimensions begin with one."""
        return self._matrix.shape[1] == dims and count > self._sketch_from

    def cosines(
        self, vector: NDArray[np.float32], rows: NDArray[np.intp] | None, also: NDArray[np.intp]
    ) -> NDArray[np.float32]:
        """Cosines of the given rows (None: all); NaN where there is no vector.

        A heavy scope is looked through by sketch and rescored exactly where it matters: the
        nearest rows, and the rows named by `also`. The others keep the sketch's estimate, which is
        below that of the nearest.
        """
        count = len(self) if rows is None else len(rows)
        if self._matrix.shape[1] != len(vector):
            return np.full(count, np.nan, np.float32)
        matrix = self._matrix[: len(self)]
        if self.looks_by_sketch(len(vector), count):
            found = self._by_sketch(matrix, vector, rows, also)
        else:
            found = _dots(matrix if rows is None else matrix[rows], vector)
        np.round(found, 5, out=found)
        has = self._columns["has_vector"]
        if not has.all():
            found[~(has if rows is None else has[rows])] = np.nan
        return found

    def common(self, background: NDArray[np.float32]) -> NDArray[np.float32]:
        """How much of each row's vector is background; kept, since it depends on no query."""
        if self._matrix.shape[1] != len(background):
            return np.zeros(len(self), np.float32)
        known = len(self._common)
        if known < len(self):
            fresh = np.round(_dots(self._matrix[known : len(self)], background), 5)
            self._common = np.concatenate([self._common, fresh])
        return self._common

    def raw(self) -> NDArray[np.bool_]:
        """Which rows are somebody's words as said."""
        if self.kind == "message":
            return np.ones(len(self), np.bool_)
        if self._columns.tags.isdisjoint(RAW_CODES):
            return np.zeros(len(self), np.bool_)
        return _among(self._columns["tag"], RAW_CODES)

    def _shows_all(self, where: Filter, then: int) -> bool:
        """Whether the filter plainly lets every row pass, so that none need be looked at."""
        c = self._columns
        asks_for_some = where.bot is not None or (
            where.chat_id is not None and self.kind == "message"
        )
        if asks_for_some or not c.statuses <= {_ACTIVE} or not c.holds_from <= then < c.holds_to:
            return False
        return (
            where.tags is None
            or self.kind != "memory"
            or c.tags <= {TAGS[tag] for tag in where.tags}
        )

    def _by_sketch(
        self,
        matrix: NDArray[np.float32],
        vector: NDArray[np.float32],
        rows: NDArray[np.intp] | None,
        also: NDArray[np.intp],
    ) -> NDArray[np.float32]:
        if self._sketch is None:
            self._sketch = Sketch(matrix.shape[1])
        self._sketch.follow(matrix)
        differences = self._sketch.differences(vector)
        if rows is not None:
            differences = differences[rows]
        found = self._sketch.cosines(differences)
        chosen = np.zeros(len(found), np.bool_)
        chosen[nearest(differences, _RESCORED)] = True
        chosen[also] = True
        exact = np.flatnonzero(chosen)
        found[exact] = _dots(matrix[exact if rows is None else rows[exact]], vector)
        return found

    def _put_vectors(self, first: int, blobs: Sequence[bytes | None]) -> None:
        dims = next((len(b) // 4 for b in blobs if b is not None), 0)
        if dims and not self._matrix.shape[1]:
            self._matrix = np.zeros((max(len(self), 64), dims), np.float32)
        if not self._matrix.shape[1]:
            return
        self._grow(len(self))
        if all(b is not None for b in blobs):
            joined = np.frombuffer(b"".join(b for b in blobs if b is not None), np.float32)
            self._matrix[first : len(self)] = joined.reshape(len(blobs), -1)
            return
        for at, blob in enumerate(blobs, first):
            if blob is not None:
                self._matrix[at] = np.frombuffer(blob, np.float32)

    def _put_vector(self, row: int, vector: NDArray[np.float32]) -> None:
        if not self._matrix.shape[1]:
            self._matrix = np.zeros((max(len(self), 64), len(vector)), np.float32)
        self._grow(len(self))
        self._matrix[row] = vector
        self._common = self._common[:row]
        if self._sketch:
            self._sketch.replace(row, vector)

    def _grow(self, needed: int) -> None:
        have, dims = self._matrix.shape
        if needed > have:
            grown = np.zeros((max(needed, have + have // 2), dims), np.float32)
            grown[:have] = self._matrix
            self._matrix = grown
