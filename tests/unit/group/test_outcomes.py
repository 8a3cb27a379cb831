from collections.abc import Sequence
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nagori.group.outcomes import LEAST, outcome_of
from nagori.testing.builders import NOW
from nagori.values.trial import Arm, Comparison, Trial, TrialUse, Unit

NAMES = ("plain", "new", "other", "fourth")


def a_trial(arms: int = 2, *, by: Unit = "message") -> Trial:
    return Trial("warm", tuple(Arm(name) for name in NAMES[:arms]), started_at=NOW, by=by)


def a_use(arm: str, success: float | None, *, group: str = "team") -> TrialUse:
    return TrialUse(arm, group, success, took_ms=2.0, tokens=100, fell_back=False)


def judged(rng: np.random.Generator, count: int, *chances: float) -> list[TrialUse]:
    """As many contexts of each arm, gone well by chance."""
    return [
        a_use(NAMES[arm], float(rng.random() < chance))
        for arm, chance in enumerate(chances)
        for _ in range(count)
    ]


def in_groups(rng: np.random.Generator, groups: int, *means: float) -> list[TrialUse]:
    """Ten contexts of each group; groups of an arm differ among themselves."""
    uses: list[TrialUse] = []
    for arm, mean in enumerate(means):
        for number in range(groups):
            chance = float(np.clip(mean + rng.normal(0, 0.15), 0, 1))
            id = f"{arm}-{number}"
            uses += [a_use(NAMES[arm], float(rng.random() < chance), group=id) for _ in range(10)]
    return uses


def compared(uses: Sequence[TrialUse], arms: int = 2, *, by: Unit = "message") -> list[Comparison]:
    return list(outcome_of(a_trial(arms, by=by), uses).comparisons)


def test_how_each_arm_did_is_told() -> None:
    uses = [
        a_use("plain", 1.0),
        a_use("plain", 0.0, group="other"),
        a_use("plain", None, group="third"),
        TrialUse("new", "team", None, took_ms=4.0, tokens=50, fell_back=True),
        TrialUse("new", "team", None, took_ms=6.0, tokens=70, fell_back=False),
        a_use("one that the trial lacks", 1.0),
    ]

    plain, new = outcome_of(a_trial(), uses).arms

    assert (plain.contexts, plain.judged, plain.groups, plain.success) == (3, 2, 2, 0.5)
    assert plain.interval == (0.0, 1.0)
    assert (plain.build_ms, plain.tokens, plain.fallback_rate) == (2.0, 100, 0.0)
    assert (new.contexts, new.judged, new.success, new.interval) == (2, 0, None, None)
    assert (new.build_ms, new.tokens, new.fallback_rate) == (5.0, 60, 0.5)


def test_without_any_context_nothing_is_said() -> None:
    plain, new = outcome_of(a_trial(), []).arms

    assert (plain.contexts, plain.success, plain.build_ms, plain.fallback_rate) == (
        0, None, None, None,
    )  # fmt: skip
    assert compared([]) == [Comparison(new.arm, plain.arm, "too few judged")]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("chance", "verdict"), [(0.7, "better"), (0.3, "worse")])
def test_a_planted_difference_is_found(seed: int, chance: float, verdict: str) -> None:
    uses = judged(np.random.default_rng(seed), 300, 0.5, chance)

    (one,) = compared(uses)

    assert one.verdict == verdict
    assert one.p is not None
    assert one.p < 0.05
    assert one.interval is not None
    assert one.interval[0] <= (one.difference or 0) <= one.interval[1]
    assert one.interval[0] <= chance - 0.5 + 0.1
    assert one.interval[1] >= chance - 0.5 - 0.1


@pytest.mark.parametrize("arms", [2, 4])
def test_noise_is_seldom_taken_for_a_difference(arms: int) -> None:
    called = 0
    for seed in range(200):
        uses = judged(np.random.default_rng(seed), 100, *[0.6] * arms)
        verdicts = {one.verdict for one in compared(uses, arms)}
        called += bool(verdicts & {"better", "worse"})

    assert called <= 14  # of 200


def test_groups_that_differ_are_not_taken_for_arms_that_do() -> None:
    by_group = by_message = 0
    for seed in range(200):
        uses = in_groups(np.random.default_rng(seed), 8, 0.6, 0.6)
        by_group += compared(uses, by="group")[0].verdict != "no sure difference"
        by_message += compared(uses)[0].verdict != "no sure difference"

    assert by_group <= 14 < by_message


@pytest.mark.parametrize("seed", range(10))
def test_a_difference_between_groups_is_found(seed: int) -> None:
    uses = in_groups(np.random.default_rng(seed), 20, 0.4, 0.75)

    assert compared(uses, by="group")[0].verdict == "better"


@pytest.mark.parametrize("by", ["message", "group"])
def test_too_few_are_told_as_such(by: Unit) -> None:
    def uses(plain: int, new: int) -> list[TrialUse]:
        return [
            a_use(arm, success, group=f"{arm}{number}")
            for arm, count, success in (("plain", plain, 0.0), ("new", new, 1.0))
            for number in range(count)
        ]

    least = LEAST[by]

    assert compared(uses(least - 1, 500), by=by)[0].verdict == "too few judged"
    assert compared(uses(500, least - 1), by=by)[0].verdict == "too few judged"
    assert compared(uses(least, least), by=by)[0].verdict == "better"


def test_the_more_arms_are_compared_the_less_is_left_to_chance() -> None:
    rng = np.random.default_rng(3)
    uses = judged(rng, 200, 0.5, 0.63, 0.5, 0.5)

    alone = compared([use for use in uses if use.arm in NAMES[:2]])[0].p
    together = compared(uses, 4)[0].p

    assert alone is not None
    assert together is not None
    assert together > 2 * alone


def test_the_same_contexts_give_the_same_answer() -> None:
    uses = judged(np.random.default_rng(1), 200, 0.5, 0.6)

    assert outcome_of(a_trial(), uses) == outcome_of(a_trial(), uses)


@settings(max_examples=50)
@given(
    plain=st.lists(st.floats(0, 1), min_size=50, max_size=80),
    new=st.lists(st.floats(0, 1), min_size=50, max_size=80),
)
def test_means_lie_in_their_intervals_and_chances_are_chances(
    plain: list[float], new: list[float]
) -> None:
    uses = [a_use("plain", one) for one in plain] + [a_use("new", one) for one in new]

    outcome = outcome_of(a_trial(), uses)

    for arm in outcome.arms:
        assert arm.interval is not None
        assert arm.success is not None
        assert arm.interval[0] - 1e-9 <= arm.success <= arm.interval[1] + 1e-9
    (one,) = outcome.comparisons
    assert one.p is not None
    assert 0 < one.p <= 1
    if plain == new:
        assert one.p == 1


def test_ten_thousand_contexts_take_well_under_a_second() -> None:
    rng = np.random.default_rng(0)
    uses = [a_use(NAMES[n % 2], float(rng.random()), group=f"g{n % 99}") for n in range(10_000)]

    def seconds(by: Unit) -> float:
        started = perf_counter()
        outcome_of(a_trial(by=by), uses)
        return perf_counter() - started

    assert min(seconds("message") for _ in range(3)) < 0.7
    assert min(seconds("group") for _ in range(3)) < 0.7
