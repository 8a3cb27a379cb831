from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.remote.breaker import Breaker


@dataclass
class Hand:
    """A clock that moves when told to."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def open_breaker(clock: Hand) -> Breaker:
    breaker = Breaker(clock)
    for _ in range(3):
        assert breaker.admit() == "call"
        breaker.fail("call")
    return breaker


def test_it_stays_closed_while_failures_are_not_in_a_row() -> None:
    breaker = Breaker(Hand())

    for _ in range(5):
        breaker.fail("call")
        breaker.fail("call")
        breaker.succeed()

    assert breaker.state == "closed"


def test_the_third_failure_in_a_row_opens_it() -> None:
    breaker = open_breaker(Hand())

    assert breaker.state == "open"
    assert breaker.admit() is None
    assert breaker.wait_s == 1.0


def test_one_failure_that_can_not_pass_opens_it_at_once() -> None:
    breaker = Breaker(Hand())

    breaker.fail("call", at_once=True)

    assert breaker.state == "open"


def test_after_the_pause_one_trial_is_admitted_and_no_second() -> None:
    clock = Hand()
    breaker = open_breaker(clock)

    clock.now += 1.0

    assert breaker.state == "half_open"
    assert [breaker.admit(), breaker.admit()] == ["trial", None]


def test_a_trial_that_succeeds_closes_it_and_forgets_the_failures() -> None:
    clock = Hand()
    breaker = open_breaker(clock)
    clock.now += 1.0
    breaker.admit()

    breaker.succeed()
    breaker.fail("call")
    breaker.fail("call")

    assert breaker.state == "closed"


def test_each_failed_trial_doubles_the_pause_up_to_a_minute() -> None:
    clock = Hand()
    breaker = open_breaker(clock)
    pauses: list[float] = []

    for _ in range(9):
        pauses.append(breaker.wait_s)
        clock.now += breaker.wait_s
        assert breaker.admit() == "trial"
        breaker.fail("trial")

    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_trial_given_up_by_its_caller_lets_another_one_try() -> None:
    clock = Hand()
    breaker = open_breaker(clock)
    clock.now += 1.0
    breaker.admit()

    breaker.release("trial")

    assert breaker.admit() == "trial"


def test_late_failures_of_calls_admitted_before_do_not_lengthen_the_pause() -> None:
    clock = Hand()
    breaker = open_breaker(clock)
    clock.now += 0.5

    breaker.fail("call")

    assert breaker.wait_s == 0.5


@pytest.mark.parametrize(("asked", "waited"), [(0.5, 1.0), (30.0, 30.0), (7200.0, 60.0)])
def test_a_wish_for_a_longer_pause_is_respected_within_limits(asked: float, waited: float) -> None:
    breaker = Breaker(Hand())

    breaker.fail("call", at_once=True, at_least_s=asked)

    assert breaker.wait_s == waited


@given(st.lists(st.sampled_from(["ask", "fail", "succeed", "release", "wait"]), max_size=60))
def test_whatever_happens_it_admits_someone_again_within_a_minute(steps: list[str]) -> None:
    clock = Hand()
    breaker = Breaker(clock)
    held = None
    for step in steps:
        if step == "wait":
            clock.now += 0.7
        elif step == "ask" and held is None:
            held = breaker.admit()
        elif held is not None and step == "fail":
            breaker.fail(held)
            held = None
        elif held is not None and step == "release":
            breaker.release(held)
            held = None
        elif held is not None and step == "succeed":
            breaker.succeed()
            held = None
        assert 0 <= breaker.wait_s <= 60
        assert (breaker.state == "open") == (breaker.wait_s > 0)

    if held is not None:
        breaker.release(held)
    clock.now += 60.0
    assert breaker.admit() is not None
