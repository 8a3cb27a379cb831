"""What a trial shows, from the contexts that were made in its arms. Pure.

Whether a difference is more than chance is asked of the units that arms were given to: the judged
contexts, or the means of the groups. Chance is drawn from those units themselves, by mixing them
over the arms; intervals by drawing them again. Only how often each value is there counts for both,
so a draw costs as much for a million contexts as for a hundred.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Self

import numpy as np
from numpy.typing import NDArray

from nagori.values.trial import ArmOutcome, Comparison, Trial, TrialOutcome, TrialUse, Unit

LEAST: dict[Unit, int] = {"message": 50, "group": 5}
"""Units of an arm below which nothing can be said."""
SURE = 0.05
_DRAWS = 2000
_STEPS = 100
"""Into how many steps success is parted for draws; means are told as they are."""
_EDGES = (0.025, 0.975)

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


def outcome_of(trial: Trial, uses: Sequence[TrialUse], *, seed: int = 0) -> TrialOutcome:
    """How the arms did, and each beside the first."""
    by_arm: dict[str, list[TrialUse]] = {arm.name: [] for arm in trial.arms}
    for use in uses:
        if use.arm in by_arm:
            by_arm[use.arm].append(use)
    rng = np.random.default_rng(seed)
    drawn = {name: _Drawn.of(_units(of_arm, trial.by), rng) for name, of_arm in by_arm.items()}
    first, *others = by_arm
    found = [_compared(name, first, drawn, LEAST[trial.by], rng) for name in others]
    return TrialOutcome(
        tuple(_arm(name, of_arm, drawn[name]) for name, of_arm in by_arm.items()),
        tuple(_judged(found)),
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """How well each judged unit of an arm went, and means of units that are drawn from them."""

    units: Floats
    means: Floats

    @classmethod
    def of(cls, units: Floats, rng: np.random.Generator) -> Self:
        if not len(units):
            return cls(units, units)
        values, counts = _counted(units)
        picked = rng.multinomial(len(units), counts / len(units), _DRAWS)
        lost = units.mean() - counts @ values / len(units)  # by parting into steps
        return cls(units, picked @ values / len(units) + lost)


def _units(uses: Sequence[TrialUse], by: Unit) -> Floats:
    """How well each unit of an arm went that anybody judged."""
    if by == "message":
        return np.array([use.success for use in uses if use.success is not None], np.float64)
    groups: dict[str, list[float]] = defaultdict(list)
    for use in uses:
        if use.success is not None:
            groups[use.group_id].append(use.success)
    return np.array([fmean(groups[id]) for id in sorted(groups)], np.float64)


def _arm(name: str, uses: Sequence[TrialUse], drawn: _Drawn) -> ArmOutcome:
    judged = [use for use in uses if use.success is not None]
    return ArmOutcome(
        arm=name,
        contexts=len(uses),
        judged=len(judged),
        groups=len({use.group_id for use in judged}),
        success=float(drawn.units.mean()) if judged else None,
        interval=_interval(drawn.means) if judged else None,
        fallback_rate=fmean(use.fell_back for use in uses) if uses else None,
        build_ms=fmean(use.took_ms for use in uses) if uses else None,
        tokens=fmean(use.tokens for use in uses) if uses else None,
    )


def _compared(
    name: str, first: str, drawn: Mapping[str, _Drawn], least: int, rng: np.random.Generator
) -> Comparison:
    here, there = drawn[name], drawn[first]
    if min(len(here.units), len(there.units)) < least:
        return Comparison(name, first, "too few judged")
    return Comparison(
        name,
        first,
        "no sure difference",
        difference=float(here.units.mean() - there.units.mean()),
        interval=_interval(here.means - there.means),
        p=_chance(here.units, there.units, rng),
    )


def _judged(found: Sequence[Comparison]) -> list[Comparison]:
    """Each with its verdict; the more arms are compared, the less is left to chance (Holm)."""
    told = {one.arm: one for one in found}
    by_chance = sorted((one.p, one.arm) for one in found if one.p is not None)
    p = 0.0
    for at, (alone, arm) in enumerate(by_chance):
        p = max(p, min(1.0, alone * (len(by_chance) - at)))
        difference, verdict = told[arm].difference or 0.0, told[arm].verdict
        if p < SURE:
            verdict = "better" if difference > 0 else "worse"
        told[arm] = replace(told[arm], p=p, verdict=verdict)
    return list(told.values())


def _chance(units: Floats, against: Floats, rng: np.random.Generator) -> float:
    """How often units that are dealt out anew differ at least as much as they do."""
    values, counts = _counted(np.concatenate([units, against]))
    whole, here, there = float(counts @ values), len(units), len(against)

    def apart(sums: Floats) -> Floats:
        return np.abs(sums / here - (whole - sums) / there)

    dealt = rng.multivariate_hypergeometric(counts, here, _DRAWS, method="marginals")
    seen = apart(np.array([_stepped(units).sum()]))
    as_far = int((apart(dealt @ values) >= seen - 1e-9).sum())  # equal, in floats
    return (as_far + 1) / (_DRAWS + 1)


def _counted(units: Floats) -> tuple[Floats, Counts]:
    values, counts = np.unique(_stepped(units), return_counts=True)
    return values, counts.astype(np.int64)


def _stepped(units: Floats) -> Floats:
    return np.round(units * _STEPS) / _STEPS


def _interval(means: Floats) -> tuple[float, float]:
    low, high = np.quantile(means, _EDGES)
    return float(low), float(high)
