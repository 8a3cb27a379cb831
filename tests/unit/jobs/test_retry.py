from datetime import timedelta

import pytest

from nagori.errors import ModelReplyError, ModelUnavailableError, StoreBusyError
from nagori.jobs.retry import MAX_ATTEMPTS, retry_at
from nagori.testing.builders import NOW


def wait(attempts: int, error: Exception, jitter: float | None = 1.0) -> float | None:
    again = retry_at(attempts, error, now=NOW, jitter=jitter)
    return None if again is None else (again - NOW) / timedelta(seconds=1)


def test_pauses_double_up_to_half_a_minute() -> None:
    outage = ModelUnavailableError("hashed", "down")

    assert [wait(n, outage) for n in range(1, 8)] == [1, 2, 4, 8, 16, 30, 30]


@pytest.mark.parametrize("error", [ModelUnavailableError("hashed", "down"), StoreBusyError("busy")])
def test_an_outage_is_waited_for_as_long_as_it_takes(error: Exception) -> None:
    assert wait(10**6, error) == 30


@pytest.mark.parametrize(
    "error", [ValueError("bug"), ModelReplyError("hashed", "no"), KeyError("bug")]
)
def test_anything_else_is_given_up_after_some_attempts(error: Exception) -> None:
    assert wait(MAX_ATTEMPTS - 1, error) == 16
    assert wait(MAX_ATTEMPTS, error) is None
    assert wait(MAX_ATTEMPTS + 5, error) is None


def test_a_provider_that_names_a_pause_is_heeded_within_reason() -> None:
    assert wait(1, ModelUnavailableError("hashed", "slow down", retry_after=9.0)) == 9
    assert wait(3, ModelUnavailableError("hashed", "slow down", retry_after=0.1)) == 4
    assert wait(1, ModelUnavailableError("hashed", "slow down", retry_after=9999.0)) == 30


def test_pauses_are_spread_so_that_many_do_not_come_back_at_once() -> None:
    pauses = {wait(3, ModelUnavailableError("hashed", "down"), jitter=None) for _ in range(50)}

    assert len(pauses) > 10
    assert all(p is not None and 3.2 <= p <= 4.8 for p in pauses)
