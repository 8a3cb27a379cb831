"""A clock for tests."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from nagori.testing.builders import NOW


@dataclass
class HandClock:
    """Stands still until it is told to move."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        """The present."""
        return self.now

    def move(
        self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0
    ) -> datetime:
        """Let so much time pass; returns the present after it."""
        self.now += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        return self.now
