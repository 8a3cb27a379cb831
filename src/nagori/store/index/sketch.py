"""Sign bits of vectors: a first look that reads 1/32 of the bytes."""

import numpy as np
from numpy.typing import NDArray

_WORD = 64
_BLOCK = 32_768
"""Rows at a time: the work arrays stay in the processor's cache."""


class Sketch:
    """The sign bits of many vectors, one array per word of 64, so that each pass is contiguous."""

    def __init__(self, dims: int) -> None:
        self._dims = dims
        self._words = -(-dims // _WORD)
        self._bits = np.empty((self._words, 0), np.uint64)
        self._size = 0
        # cos(pi * h / d): what h differing signs say about the cosine of two vectors.
        self._cosines = np.cos(np.pi * np.arange(self._words * _WORD + 1) / dims).astype(np.float32)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return self._bits.nbytes

    def follow(self, matrix: NDArray[np.float32]) -> None:
        """Take in the rows of `matrix` that are not here yet."""
        fresh = matrix[self._size :]
        if not len(fresh):
            return
        needed = self._size + len(fresh)
        if needed > self._bits.shape[1]:
            grown = np.empty((self._words, max(needed, 2 * self._size)), np.uint64)
            grown[:, : self._size] = self._bits[:, : self._size]
            self._bits = grown
        self._bits[:, self._size : needed] = self._pack(fresh)
        self._size = needed

    def replace(self, row: int, vector: NDArray[np.float32]) -> None:
        """Take in the new vector of a row that is here already."""
        if row < self._size:
            self._bits[:, row] = self._pack(vector[np.newaxis])[:, 0]

    def differences(self, vector: NDArray[np.float32]) -> NDArray[np.uint16]:
        """For every row: how many signs differ from the vector's."""
        query = self._pack(vector[np.newaxis])[:, 0]
        total = np.zeros(self._size, np.uint16)
        for start in range(0, self._size, _BLOCK):
            end = min(start + _BLOCK, self._size)
            for word in range(self._words):
                total[start:end] += np.bitwise_count(self._bits[word, start:end] ^ query[word])
        return total

    def cosines(self, differences: NDArray[np.uint16]) -> NDArray[np.float32]:
        """The cosines that these differences suggest."""
        return self._cosines[differences]

    def _pack(self, vectors: NDArray[np.float32]) -> NDArray[np.uint64]:
        signs = np.zeros((len(vectors), self._words * _WORD), np.bool_)
        signs[:, : self._dims] = vectors > 0
        return np.ascontiguousarray(np.packbits(signs, axis=1).view(np.uint64).T)


def nearest(differences: NDArray[np.uint16], count: int) -> NDArray[np.intp]:
    """Rows of the `count` smallest differences, and of those equal to the last of them."""
    if count >= len(differences):
        return np.arange(len(differences))
    so_many = np.cumsum(np.bincount(differences))
    limit = int(np.searchsorted(so_many, count))
    return np.flatnonzero(differences <= limit)
