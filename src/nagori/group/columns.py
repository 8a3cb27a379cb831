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
_SELDOM = 5.0
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
        self.numbers: dict[str, int] = {}
        self._partners: dict[int, int] = {}
        self._callers: dict[int, int] = {}
        self._places: dict[int, list[int]] = {}

    @property
    def speakers(self) -> int:
        """How many speakers have a number."""
        return len(self.numbers)

    def numbers_of(self, other: "Columns") -> NDArray[np.int64]:
        """This one's numbers of the other's speakers, in the other's order."""
        return np.array([self.numbers[speaker] for speaker in other.numbers], dtype=np.int64)

    def extend(self, messages: Sequence[Analysed], vectors: Sequence[Floats | None]) -> None:
        """Add messages after the others."""
        self._extend(messages, vectors, compared=True)

    def skip(self, messages: Sequence[Analysed], vectors: Sequence[Floats | None]) -> None:
        """Add messages that are compared with later ones only, not with those before them."""
        self._extend(messages, vectors, compared=False)

    def _extend(
        self, messages: Sequence[Analysed], vectors: Sequence[Floats | None], *, compared: bool
    ) -> None:
        if not messages:
            return
        start = self.count + WINDOW
        now = slice(start, start + len(messages))
        rows = list[tuple[int, ...]]()
        for at, message in enumerate(messages, start=start):
            self._share(at, message.terms, back=WINDOW if compared else 0)
            rows.append(self._row(message))
        self.speaker[now], self.addressee[now], self.partner[now], self.caller[now], *named = (
            np.array(rows, dtype=np.int32).T
        )
        self.mentions[:, now] = named
        self.at[now] = [message.at for message in messages]
        self.words[now] = [message.words for message in messages]
        self.marks[:, now] = np.array([message.marks for message in messages], dtype=np.float32).T
        for at, vector in enumerate(vectors, start=start):
            if vector is not None:
                self.vectors[at] = vector

    def _row(self, message: Analysed) -> tuple[int, ...]:
        """The numbers of everybody who has to do with a message; what comes later depends on it."""
        speaker = self._number(message.speaker)
        named = [self._number(who) for who in message.mentions[:_MENTIONS]]
        addressee = NOBODY if message.addressee is None or not named else named[0]
        partner, caller = self._partners.get(speaker, NOBODY), self._callers.get(speaker, NOBODY)
        if named:
            self._partners[speaker] = named[0]
            self._callers[named[0]] = speaker
        self.count += 1
        absent = (_BEFORE,) * (_MENTIONS - len(named))
        return speaker, addressee, partner, caller, *named, *absent

    def _share(self, at: int, terms: Sequence[int], *, back: int) -> None:
        """Find the words that messages not too far back hold too; rare ones weigh more."""
        first, heard, total = at - back, self.count + 2, 0.0
        often = max(_SELDOM, _FREQUENT * heard)
        for term in terms:
            places = self._places.get(term)
            if places is None:
                self._places[term] = [at]
                total += log(heard)
                continue
            rarity = log(heard / (len(places) + 1))
            total += rarity
            if len(places) <= often:
                for place in reversed(places):
                    if place < first:
                        break
                    self.shared.later.append(at)
                    self.shared.earlier.append(place)
                    self.shared.weight.append(rarity)
            places.append(at)
        self.rarity[at] = total

    def _number(self, speaker: str) -> int:
        return self.numbers.setdefault(speaker, len(self.numbers))
