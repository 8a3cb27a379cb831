"""Where the best of many values begin. Pure."""

import numpy as np
from numpy.typing import NDArray

_SAMPLE, _SPARE = 4096, 8
"""How many values are looked at first, and how many more of these are taken than seem needed."""


def highest(values: NDArray[np.floating], count: int) -> float:
    """The value that so many reach; there must be as many.

    Among many values a sample tells where to look: to part them all takes 7 ms for the 100,000
    passages of a project of which most match equally well, and this less than one.
    """
    step = len(values) // _SAMPLE | 1  # odd: every other passage is the question of a record
    if step > 1:
        sample = values[::step]
        least = max(len(sample) - 2 * (count // step + _SPARE), 0)
        guess = np.partition(sample, least)[least]
        above = values > guess
        so_many = np.count_nonzero(above)
        if so_many >= count:
            values = values[above]
        elif so_many + np.count_nonzero(values == guess) >= count:
            return float(guess)
    return float(np.partition(values, len(values) - count)[len(values) - count])
