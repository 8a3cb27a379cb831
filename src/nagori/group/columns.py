"""The messages of a group as columns of numbers, appended to one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

import numpy as np
from numpy.typing import NDArray

from nagori.group.analysis import MARKS, Analysed

WINDOW = 100
"""How many messages back a message may reply to, unless the platform says which one it does."""
NOBODY = -1
_BEFORE = -2  # stands where there is no message: equal to nobody
_FREQUENT = 0.1  # a word in more than every tenth message tells nothing
_MENTIONS = 3

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


@dataclass(slots=True)
class Shared:
    """Words that messages share with earlier ones: one row for each pair that shares any."""

    later: list[int] = field(default_factory=list[int])
    earlier: list[int] = field(default_factory=list[int])
    weight: list[float] = field(default_factory=list[float])


class Columns:
    """Messages in their order; `WINDOW` empty rows stand before the first and after the last."""

    def __init__(self, capacity: int, dims: int) -> None:
        rows = capacity + 2 * WINDOW
        self.count = 0
        self.at: Doubles = np.zeros(rows, dtype=np.float64)
        self.speaker: Ints = np.full(rows, _BEFORE, dtype=np.int32)
        self.addressee: Ints = np.full(rows, _BEFORE, dtype=np.int32)
        self.mentions: Ints = np.full((_MENTIONS, rows), _BEFORE, dtype=np.int32)
        self.partner: Ints = np.full(rows, _BEFORE, dtype=np.int32)
        self.caller: Ints = np.full(rows, _BEFORE, dtype=np.int32)
        self.words: Floats = np.zeros(rows, dtype=np.float32)
        self.marks: Floats = np.zeros((len(MARKS), rows), dtype=np.float32)
        self.rarity: Floats = np.zeros(rows, dtype=np.float32)
        self.vectors: Floats = np.zeros((rows, dims), dtype=np.float32)
        self.shared = Shared()
        self._numbers: dict[str, int] = {}
        self._partners: dict[int, int] = {}
        self._callers: dict[int, int] = {}
        self._places: dict[int, list[int]] = {}

    @property
    def speakers(self) -> int:
        """How many speakers have a number."""
        return len(self._numbers)

    def numbers_of(self, other: "Columns") -> NDArray[np.int64]:
        """This one's numbers of the other's speakers, in the other's order."""
        return np.array([self._numbers[speaker] for speaker in other._numbers], dtype=np.int64)

    def append(self, message: Analysed, vector: Floats | None) -> None:
        """Add one message after the others."""
        at = self.count + WINDOW
        speaker = self._number(message.speaker)
        named = [self._number(who) for who in message.mentions[:_MENTIONS]]
        self.at[at] = message.at
        self.speaker[at] = speaker
        self.addressee[at] = NOBODY if message.addressee is None else named[0] if named else NOBODY
        self.mentions[: len(named), at] = named
        self.partner[at] = self._partners.get(speaker, NOBODY)
        self.caller[at] = self._callers.get(speaker, NOBODY)
        for who in named[:1]:
            self._partners[speaker] = who
            self._callers[who] = speaker
        self.words[at] = message.words
        self.marks[:, at] = message.marks
        if vector is not None:
            self.vectors[at] = vector
        self._share(at, message.terms)
        self.count += 1

    def _share(self, at: int, terms: Sequence[int]) -> None:
        """Find the words that earlier messages of the window hold too; rare ones weigh more."""
        first, heard, total = at - WINDOW, self.count + 2, 0.0
        for term in terms:
            places = self._places.get(term)
            if places is None:
                self._places[term] = [at]
                total += log(heard)
                continue
            rarity = log(heard / (len(places) + 1))
            total += rarity
            if len(places) <= max(5.0, _FREQUENT * heard):
                for place in reversed(places):
                    if place < first:
                        break
                    self.shared.later.append(at)
                    self.shared.earlier.append(place)
                    self.shared.weight.append(rarity)
            places.append(at)
        self.rarity[at] = total

    def _number(self, speaker: str) -> int:
        return self._numbers.setdefault(speaker, len(self._numbers))
