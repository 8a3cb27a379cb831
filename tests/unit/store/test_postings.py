"""Terms to rows, against a plain counter."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nagori.store.index.postings import Postings

Texts = list[list[int]]
TERM = st.integers(0, 12) | st.sampled_from([2**31, 2**32 - 1])
TEXTS: st.SearchStrategy[Texts] = st.lists(st.lists(TERM, max_size=8), max_size=6)


def as_bytes(text: list[int]) -> bytes:
    return np.array(text, np.uint32).tobytes()


def found(postings: Postings, term: int) -> dict[int, float]:
    posting = postings.find(np.uint32(term))
    rows = posting.rows.tolist()
    assert len(set(rows)) == len(rows)
    return dict(zip(rows, posting.counts.tolist(), strict=True))


def wanted(texts: Texts, term: int) -> dict[int, float]:
    counts = ((row, Counter(text)[term]) for row, text in enumerate(texts))
    return {row: count for row, count in counts if count}


@given(batches=st.lists(st.tuples(TEXTS, st.booleans()), max_size=6))
@settings(deadline=None, max_examples=60)
def test_every_term_is_found_in_its_rows_sorted_in_or_not(
    batches: list[tuple[Texts, bool]],
) -> None:
    postings, texts = Postings(), list[list[int]]()
    for batch, sorts_in in batches:
        lengths = postings.append(len(texts), [as_bytes(text) for text in batch])
        assert lengths.tolist() == [len(text) for text in batch]
        texts += batch
        if sorts_in and texts:
            postings._merge()  # pyright: ignore[reportPrivateUsage]
        for term in {t for text in texts for t in text} | {7, 99}:
            assert found(postings, term) == wanted(texts, term)


def test_a_tail_that_grew_long_is_sorted_in_and_found_like_before() -> None:
    random = np.random.default_rng(3)
    postings, texts = Postings(), list[list[int]]()
    for _ in range(60):
        batch = [random.integers(0, 300, int(random.integers(1, 40))).tolist() for _ in range(20)]
        postings.append(len(texts), [as_bytes(text) for text in batch])
        texts += batch

    assert sum(map(len, texts)) > 2 * 8192
    for term in range(0, 310, 5):
        assert found(postings, term) == wanted(texts, term)


def test_an_empty_index_finds_nothing() -> None:
    postings = Postings()
    assert found(postings, 1) == {}
    postings.append(0, [b"", b""])
    assert found(postings, 0) == {}
    assert postings.nbytes < 100
