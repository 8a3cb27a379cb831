"""Talks to test with."""

from collections.abc import Callable, Sequence

import pytest

from nagori.group.analysis import Analysed, analyse
from nagori.group.line import Line
from nagori.group.roster import Roster

Talk = Callable[[Sequence[tuple[str, str]]], list[Analysed]]


@pytest.fixture
def talk() -> Talk:
    """Messages from (speaker, text), half a minute apart, with ids m0, m1, …"""

    def analysed(said: Sequence[tuple[str, str]]) -> list[Analysed]:
        roster = Roster()
        found: list[Analysed] = []
        for at, (speaker, text) in enumerate(said):
            line = Line(id=f"m{at}", speaker=speaker, name=speaker, text=text, at=30.0 * at)
            found.append(analyse(line, roster))
            roster.hear(speaker, speaker)
        return found

    return analysed
