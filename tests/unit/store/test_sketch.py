"""The first look at heavy scopes: what it may and may not lose."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from nagori.store.index.rows import Row
from nagori.store.index.scope_index import ScopeIndex, Version
from nagori.store.index.sketch import Sketch, nearest

NOTHING = np.empty(0, np.intp)


def clustered(count: int, dims: int, seed: int) -> NDArray[np.float32]:
    """Vectors like those of texts: some about the same thing."""
    random = np.random.default_rng(seed)
    topics = random.standard_normal((count // 20 + 1, dims))
    rows = topics[random.integers(0, len(topics), count)] + 0.8 * random.standard_normal(
        (count, dims)
    )
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def row(number: int, vector: NDArray[np.float32] | None) -> Row:
    blob = None if vector is None else vector.tobytes()
    return Row(number, number, 3, 0, None, None, 0, 0, None, number, 0, 0, b"", blob)


def index_of(vectors: NDArray[np.float32], sketch_from: int) -> ScopeIndex:
    index = ScopeIndex("memory", neighbour_micros=0, sketch_from=sketch_from)
    index.take([row(n, v) for n, v in enumerate(vectors)], Version(0, 1))
    return index


@given(
    seed=st.integers(0, 1000),
    dims=st.sampled_from([3, 64, 70, 128]),
    cuts=st.lists(st.integers(1, 30), min_size=1, max_size=5),
)
@settings(deadline=None, max_examples=40)
def test_differences_are_those_of_the_signs(seed: int, dims: int, cuts: list[int]) -> None:
    random = np.random.default_rng(seed)
    vectors = random.standard_normal((sum(cuts), dims)).astype(np.float32)
    sketch, query = Sketch(dims), random.standard_normal(dims).astype(np.float32)

    for cut in np.cumsum(cuts):
        sketch.follow(vectors[:cut])
        wanted = np.count_nonzero((vectors[:cut] > 0) != (query > 0), axis=1)
        assert sketch.differences(query).tolist() == wanted.tolist()

    changed = random.standard_normal(dims).astype(np.float32)
    sketch.replace(0, changed)
    assert sketch.differences(query)[0] == np.count_nonzero((changed > 0) != (query > 0))


@given(
    differences=st.lists(st.integers(0, 20), min_size=1, max_size=60),
    count=st.integers(1, 70),
)
@settings(deadline=None)
def test_the_nearest_are_at_least_so_many_and_none_farther_is_among_them(
    differences: list[int], count: int
) -> None:
    rows: list[int] = nearest(np.array(differences, np.uint16), count).tolist()

    assert len(rows) >= min(count, len(differences))
    left = [d for n, d in enumerate(differences) if n not in set(rows)]
    assert not left or max(differences[r] for r in rows) < min(left)


def test_the_best_rows_by_sketch_are_the_best_rows() -> None:
    vectors = clustered(8000, 256, seed=5)
    light, heavy = index_of(vectors, 10**9), index_of(vectors, 2000)
    random = np.random.default_rng(6)
    kept = 0
    for _ in range(20):
        query = vectors[random.integers(len(vectors))] + 0.05 * random.standard_normal(256)
        query = (query / np.linalg.norm(query)).astype(np.float32)
        exact, fast = light.cosines(query, None, NOTHING), heavy.cosines(query, None, NOTHING)
        best = np.argsort(-exact, kind="stable")[:20]
        kept += len(set(best.tolist()) & set(np.argsort(-fast, kind="stable")[:20].tolist()))
        assert np.array_equal(exact[best[:5]], fast[best[:5]])

    assert kept / 400 >= 0.99


def test_rows_named_beside_the_nearest_are_exact_too() -> None:
    vectors = clustered(4000, 64, seed=8)
    light, heavy = index_of(vectors, 10**9), index_of(vectors, 500)
    far = np.argsort(vectors @ vectors[0])[:200]

    exact, fast = light.cosines(vectors[0], None, NOTHING), heavy.cosines(vectors[0], None, far)

    assert np.array_equal(exact[far], fast[far])


def test_a_vector_that_comes_late_is_seen_by_the_sketch() -> None:
    vectors = clustered(3000, 64, seed=9)
    index = ScopeIndex("memory", neighbour_micros=0, sketch_from=500)
    index.take([row(n, None if n % 2 else v) for n, v in enumerate(vectors)], Version(0, 1))
    before = index.cosines(vectors[1], None, NOTHING)
    assert np.isnan(before[1::2]).all()

    index.take([row(n, v) for n, v in enumerate(vectors) if n % 2], Version(0, 2))

    fresh = index_of(vectors, 500)
    assert np.array_equal(
        index.cosines(vectors[1], None, NOTHING), fresh.cosines(vectors[1], None, NOTHING)
    )
    assert index.cosines(vectors[1], None, NOTHING)[1] == np.float32(1.0)


def test_some_rows_only_are_scored_like_all_of_them() -> None:
    vectors = clustered(500, 64, seed=10)
    index = index_of(vectors, 10**9)
    some = np.arange(3, 500, 7)

    assert np.array_equal(
        index.cosines(vectors[0], None, NOTHING)[some], index.cosines(vectors[0], some, NOTHING)
    )


def test_the_share_of_the_background_follows_late_vectors() -> None:
    vectors = clustered(200, 64, seed=11)
    background = vectors.mean(axis=0)
    index = ScopeIndex("memory", neighbour_micros=0, sketch_from=500)
    index.take([row(n, None if n == 5 else v) for n, v in enumerate(vectors[:100])], Version(0, 1))
    assert index.common(background)[5] == 0
    index.take([row(n, vectors[n]) for n in (5, *range(100, 200))], Version(0, 2))

    assert np.array_equal(index.common(background), index_of(vectors, 500).common(background))
    assert np.allclose(index.common(background), vectors @ background, atol=2e-5)
