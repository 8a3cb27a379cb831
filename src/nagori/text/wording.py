"""The words of a query where several may stand for one, as a store looks for them."""

from collections.abc import Mapping, Sequence

import numpy as np

from nagori.values.passage import PassageKind, Wording


def wording(groups: Sequence[Mapping[int, float]], *, kind: PassageKind, length: float) -> Wording:
    """Groups of terms with their weights, column by column; the asked term first in each."""
    rows = [
        (number, weight, place)
        for place, group in enumerate(groups)
        for number, weight in group.items()
    ]
    return Wording(
        kind=kind,
        terms=np.array([number for number, _, _ in rows], np.uint32),
        weights=np.array([weight for _, weight, _ in rows], np.float32),
        groups=np.array([place for _, _, place in rows], np.int32),
        length=length,
    )
