"""Instants: aware datetimes in the program, whole microseconds in the store."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def utc_now() -> datetime:
    """The present, the clock of everything that was given no other."""
    return datetime.now(UTC)


def to_micros(at: datetime) -> int:
    """Microseconds since 1970, exactly (`timestamp()` rounds)."""
    return (at - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The instant that `to_micros` wrote."""
    return _EPOCH + timedelta(0, 0, micros)
