"""T6 of the first document: the cosine that everything else rests on."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from nagori.embed.vectors import unit_rows
from nagori.store.index.rows import Row
from nagori.store.index.scope_index import ScopeIndex, Version

Vector = NDArray[np.float32]


@st.composite
def vectors(draw: st.DrawFn, count: int) -> NDArray[np.float64]:
    rows = st.lists(st.integers(-50, 50), min_size=8, max_size=8).filter(any)
    return np.array([draw(rows) for _ in range(count)], np.float64)


def cosine(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """By the book."""
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def an_index(rows: Vector) -> ScopeIndex:
    index = ScopeIndex("memory", neighbour_micros=0, sketch_from=1000)
    given = [
        Row(n, n, 3, 0, None, None, 0, None, None, n, 0, 0, b"", row.tobytes())
        for n, row in enumerate(rows)
    ]
    index.take(given, Version(0, 1))
    return index


@given(found=vectors(5))
def test_t6_the_cosine_is_that_of_the_book(found: NDArray[np.float64]) -> None:
    units = unit_rows(found, count=5, dims=None)
    seen = an_index(units).cosines(units[0], None, np.empty(0, np.intp))

    for other, told in zip(found, seen, strict=True):
        assert abs(told - cosine(found[0], other)) < 2e-5


@given(found=vectors(3))
def test_t6_the_cosine_of_a_text_with_itself_is_one_and_lengths_do_not_matter(
    found: NDArray[np.float64],
) -> None:
    units, longer = (unit_rows(rows, count=3, dims=None) for rows in (found, found * 7))
    seen = an_index(units).cosines(longer[1], None, np.empty(0, np.intp))

    assert abs(seen[1] - 1) < 1e-5
    assert (np.abs(seen) <= 1 + 1e-5).all()


def test_t6_what_has_nothing_in_common_has_the_cosine_zero_and_opposites_minus_one() -> None:
    units = np.eye(2, dtype=np.float32)
    seen = an_index(np.vstack([units, -units])).cosines(units[0], None, np.empty(0, np.intp))

    assert seen.tolist() == [1.0, 0.0, -1.0, 0.0]
