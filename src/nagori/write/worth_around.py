"""A message beside what was said before it: how much in it is new to the talk."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log1p

from nagori.write.worth_features import Unit, count_names
from nagori.write.worth_parts import OWN

AMOUNTS = ("one", "own", "names", "past", "timed", "new", "new_share")
"""Everything that `amounts` tells of a message."""

_LEAST = 4  # messages; after fewer, everything is new
_MOST = 60  # messages that are looked back at
_LONGEST = 4000  # characters of each
_TIMED = frozenset(["past_time", "future_time", "date"])


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of the talk that a message stands in."""

    said: tuple[str, ...]
    """What was said before it, by anybody, in small letters."""


def arounds(texts: Iterable[str]) -> Iterator[Around | None]:
    """For each message of a talk what stands around it; None for the first few."""
    said: deque[str] = deque(maxlen=_MOST)
    for text in texts:
        yield Around(tuple(said)) if len(said) >= _LEAST else None
        said.append(text[:_LONGEST].lower())


def amounts(units: Sequence[Unit], around: Around) -> dict[str, float]:
    """How much a message tells as a whole, by the names of `AMOUNTS`."""
    tokens = [t for u in units for c in u.clauses for t in c.tokens]
    told = {t.word for t in tokens if t.specific}
    new = sum(not any(word in text for text in around.said) for word in told)
    return {
        "one": 1.0,
        "own": float(
            any(not c.tokens[0].classes.isdisjoint(OWN) for u in units for c in u.clauses)
        ),
        "names": log1p(sum(count_names(u.clauses) for u in units)),
        "past": log1p(sum(t.past for t in tokens)),
        "timed": float(any(not u.classes.isdisjoint(_TIMED) for u in units)),
        "new": log1p(new),
        "new_share": new / (1 + len(told)),
    }
