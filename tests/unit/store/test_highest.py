"""Where the best of many values begin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.values.highest import highest


@given(
    seed=st.integers(0, 2**32 - 1),
    size=st.sampled_from([1, 2, 100, 4095, 12_288, 20_001]),
    different=st.sampled_from([1, 2, 7, 10**6]),
    share=st.floats(0, 1),
)
def test_so_many_values_reach_it_and_it_is_one_of_them(
    seed: int, size: int, different: int, share: float
) -> None:
    values = np.random.default_rng(seed).integers(0, different, size).astype(np.float64)
    count = 1 + int(share * (size - 1))

    assert highest(values, count) == np.sort(values)[-count]


@pytest.mark.parametrize("period", [2, 3, 24, 25])
def test_values_that_come_in_turns_are_found_too(period: int) -> None:
    values = np.tile(np.arange(period, dtype=np.float64), 100_000 // period)
    values[[70, 700, 7000]] = 1000.0

    assert highest(values, 3) == 1000.0
    assert highest(values, 360) == period - 1
