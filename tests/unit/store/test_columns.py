"""Columns of an index, grown step by step or loaded at once."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nagori.store.index.cache import IndexCache
from nagori.store.index.columns import Columns
from nagori.store.index.rows import FOREVER, Row
from nagori.store.index.scope_index import ScopeIndex
from nagori.values.passage import PassageKind

MINUTE = 60_000_000
NAMES = ("passage", "owner", "tag", "status", "chat", "bot", "at", "valid_from", "valid_to",
         "text_hash", "cjk", "asks", "has_vector", "before", "after")  # fmt: skip


def some_rows(seed: int, many: int) -> list[Row]:
    random = np.random.default_rng(seed)

    def number(end: int) -> int:
        return int(random.integers(0, end))

    return [
        Row(
            passage=n + 1,
            owner=number(5),
            tag=number(5),
            status=number(4),
            chat_id=(None, "a", "b")[number(3)],
            bot=(None, "a", "mia")[number(3)],
            at=number(100) * MINUTE,
            valid_from=(None, number(100) * MINUTE)[number(2)],
            valid_to=(None, number(100) * MINUTE)[number(2)],
            text_hash=int(random.integers(-(2**63), 2**63 - 1)),
            cjk=number(2),
            asks=number(2),
            terms=b"",
            vector=(None, b"\0\0\0\0")[number(2)],
        )
        for n in range(many)
    ]


def lengths(count: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.ones(count, np.float32)


@given(
    seed=st.integers(0, 10**6),
    many=st.integers(0, 200),
    cuts=st.lists(st.integers(0, 200), max_size=4),
    conversation=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_columns_grown_step_by_step_are_those_loaded_at_once(
    seed: int, many: int, cuts: list[int], conversation: bool
) -> None:
    given = some_rows(seed, many)
    whole = Columns(conversation=conversation, neighbour_micros=30 * MINUTE)
    whole.append(given, lengths(len(given)))
    grown = Columns(conversation=conversation, neighbour_micros=30 * MINUTE)
    start = 0
    for end in [*sorted(cuts), len(given)]:
        part = given[start:end]
        grown.append(part, lengths(len(part)))
        start = max(start, end)

    for name in NAMES:
        if name not in ("chat", "bot"):  # codes are given as names are met
            assert np.array_equal(whole[name], grown[name]), name
    for at, row in enumerate(given):
        assert grown["chat"][at] == grown.code(row.chat_id)
        assert grown["bot"][at] == grown.code(row.bot)
    assert grown.code("nobody") == -1
    assert grown.row_of == {row.passage: at for at, row in enumerate(given)}


def test_what_can_change_of_a_row_is_taken_over() -> None:
    columns = Columns(conversation=False, neighbour_micros=0)
    row = Row(7, 1, 3, 0, "a", None, 10, 10, None, 5, 0, 0, b"", None)
    columns.append([row], lengths(1))
    assert columns["valid_to"].tolist() == [FOREVER]

    columns.update(row._replace(tag=4, status=2, at=20, valid_to=15, vector=b"\0\0\0\0"))

    assert [columns[name][0] for name in ("tag", "status", "at", "valid_from", "valid_to")] == [
        4,
        2,
        20,
        10,
        15,
    ]
    assert columns["has_vector"].tolist() == [True]
    columns.update(row)
    assert columns["has_vector"].tolist() == [True], "a vector is never taken away"


def test_a_cache_keeps_what_was_used_last_within_its_size() -> None:
    built: list[PassageKind] = []

    def build(kind: PassageKind) -> ScopeIndex:
        built.append(kind)
        return ScopeIndex(kind, neighbour_micros=0, sketch_from=10)

    size = build("memory").nbytes
    cache = IndexCache(build, max_bytes=2 * size + 10)
    first, second = cache.get((1, "memory", None)), cache.get((2, "memory", None))
    cache.get((1, "memory", None))
    cache.get((3, "memory", None))

    cache.trim()

    assert cache.nbytes == 2 * size
    assert cache.get((1, "memory", None)) is first
    assert cache.get((2, "memory", None)) is not second
    assert cache.drop((1, "memory", None)) is not first
    cache.clear()
    assert cache.nbytes == 0


def test_the_index_used_last_stays_whatever_its_size() -> None:
    cache = IndexCache(
        lambda kind: ScopeIndex(kind, neighbour_micros=0, sketch_from=10), max_bytes=1
    )
    index = cache.get((1, "memory", None))
    cache.trim()
    assert cache.get((1, "memory", None)) is index
