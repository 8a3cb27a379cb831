"""Ubuntu IRC with its reply links, read from wherever it lies; see bench/README.md for the form."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.sets import lines
from nagori.group.line import Line

EARLIER = 500
"""Messages before the first annotated one that are read; a group's memory holds as many."""


@dataclass(frozen=True, slots=True)
class Room:
    """A stretch of a channel: what people said, and which of it was annotated how."""

    name: str
    lines: list[Line]
    """Without what the system said."""
    links: dict[int, list[int]]
    """Annotated message → what it replies to, as places in `lines`; itself if it starts one."""
    conversation: dict[int, int]
    system: int
    """Annotated system messages: they start conversations of their own."""
    system_links: int
    """Links from or to what the system said, other than such a start; all of them are missed."""


def rooms(path: Path) -> Iterator[Room]:
    for record in lines(path):
        messages, annotated = record["messages"], record["annotated"]
        links = {int(at): found for at, found in record["links"].items()}
        first = max(0, min(annotated) - EARLIER)
        people = [m["i"] for m in messages[first:] if not m["system"]]
        place = {at: n for n, at in enumerate(people)}
        told = [
            Line(
                id=f"{at:05d}",
                speaker=messages[at]["speaker"],
                name=messages[at]["speaker"],
                text=messages[at]["text"],
                at=float(messages[at]["time"]),
            )
            for at in people
        ]
        own: dict[int, list[int]] = {}
        lost = 0
        for at in annotated:
            found = links.get(at) or [at]
            if at not in place:
                lost += sum(other != at for other in found)
                continue
            own[place[at]] = sorted(place[other] for other in found if other in place)
            lost += sum(other not in place for other in found)
        yield Room(
            name=record["conv_id"],
            lines=told,
            links=own,
            conversation={
                place[int(at)]: c for at, c in record["cluster"].items() if int(at) in place
            },
            system=sum(at not in place for at in annotated),
            system_links=lost,
        )
