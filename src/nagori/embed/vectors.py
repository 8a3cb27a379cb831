"""What goes to an embedder and what is accepted back: pure checks, the same for all."""

import numpy as np
from numpy.typing import NDArray

from nagori.embed.port import Vectors

# Providers refuse an empty text; something neutral has a vector everywhere.
_STAND_IN = "."


class BadVectorsError(ValueError):
    """The reply can't be used; the text says what is wrong with it."""


def sendable(text: str) -> str:
    """The text as every embedder takes it: valid UTF-8, never blank."""
    if not text.strip():
        return _STAND_IN
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def unit_rows(rows: NDArray[np.floating], *, count: int, dims: int | None) -> Vectors:
    """The rows with length 1, contiguous float32; `BadVectorsError` if they are not as asked."""
    if rows.ndim != 2 or len(rows) != count:
        raise BadVectorsError(f"{_shape(rows)} for {count} texts")
    if rows.shape[1] == 0:
        raise BadVectorsError("vectors without dimensions")
    if dims is not None and rows.shape[1] != dims:
        raise BadVectorsError(f"wrong dimension: {rows.shape[1]} instead of {dims}")
    # Squares of large float32 numbers would overflow in float32.
    wide = rows.astype(np.float64)
    if not np.isfinite(wide).all():
        raise BadVectorsError("a vector with NaN or infinity")
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    if not lengths.all():
        raise BadVectorsError("a vector of zeros")
    return np.ascontiguousarray(wide / lengths, dtype=np.float32)


def _shape(rows: NDArray[np.floating]) -> str:
    if rows.ndim == 2:
        return f"{len(rows)} vectors"
    return f"an array of shape {rows.shape}"
