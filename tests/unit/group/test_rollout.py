from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.group.rollout import arm_of, is_reached, spot
from nagori.testing.builders import NOW
from nagori.values.trial import Arm, Trial

IDS = [f"oc_{number}" for number in range(10_000)]
names = st.text(min_size=1, max_size=20)
percents = st.floats(0, 100)


def a_trial(*shares: float, name: str = "warm") -> Trial:
    arms = tuple(Arm(f"arm{at}", share=share) for at, share in enumerate(shares))
    return Trial(name, arms, started_at=NOW)


@given(parts=st.lists(names, min_size=1, max_size=3))
def test_a_spot_is_always_the_same_and_below_one(parts: list[str]) -> None:
    assert spot(*parts) == spot(*parts)
    assert 0 <= spot(*parts) < 1


def test_spots_are_those_of_every_version() -> None:
    # Another hash would move every group to another arm and another place in a roll-out.
    assert round(spot("rollout", "default", "team"), 6) == 0.235464
    dealt = [arm_of(a_trial(1, 1), f"m-{number}").name for number in range(6)]
    assert dealt == ["arm0", "arm0", "arm0", "arm0", "arm1", "arm0"]


@given(space=names, group=names, low=percents, high=percents)
def test_raising_the_percentage_only_adds_groups(
    space: str, group: str, low: float, high: float
) -> None:
    low, high = sorted((low, high))

    assert is_reached(space, group, high) or not is_reached(space, group, low)
    assert is_reached(space, group, 100)
    assert not is_reached(space, group, 0)


@pytest.mark.parametrize("percent", [1, 10, 50, 90])
def test_a_roll_out_reaches_as_many_groups_as_it_says(percent: float) -> None:
    reached = sum(is_reached("default", id, percent) for id in IDS)

    assert abs(reached / len(IDS) - percent / 100) < 0.015


def test_spaces_are_reached_apart() -> None:
    here, there = ([is_reached(space, id, 50) for id in IDS] for space in ("a", "b"))

    alike = sum(one == other for one, other in zip(here, there, strict=True))
    assert abs(alike / len(IDS) - 0.5) < 0.02


@pytest.mark.parametrize("shares", [(1, 1), (9, 1), (0.2, 0.3, 0.5), (1, 2, 3, 4)])
def test_arms_get_their_shares(shares: tuple[float, ...]) -> None:
    trial = a_trial(*shares)

    found = Counter(arm_of(trial, id).name for id in IDS)

    for arm in trial.arms:
        assert abs(found[arm.name] / len(IDS) - arm.share / sum(shares)) < 0.015


@given(unit=names, shares=st.lists(st.floats(1e-6, 1e6), min_size=2, max_size=10))
def test_a_unit_stays_in_its_arm(unit: str, shares: list[float]) -> None:
    trial = a_trial(*shares)

    assert arm_of(trial, unit) is arm_of(trial, unit)
    assert arm_of(trial, unit) in trial.arms


def test_two_trials_deal_out_their_arms_apart() -> None:
    one, other = a_trial(1, 1), a_trial(1, 1, name="cold")

    alike = sum(arm_of(one, id).name == arm_of(other, id).name for id in IDS)
    assert abs(alike / len(IDS) - 0.5) < 0.02
