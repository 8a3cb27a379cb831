"""Rooms unlike Ubuntu's made of its rooms: quieter ones, and such where nobody calls a name."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

import numpy as np

from bench.group.table import Prepared

ALONE = 0.8
"""The share of messages to which nobody replied that is left out when conversations take turns."""
RESUMED = 0.006
"""The share of messages that continue a conversation after a pause."""


def nameless(p: Prepared) -> Prepared:
    """The same room where no message says whom it is for."""
    plain = [replace(m, addressee=None, mentions=()) for m in p.messages]
    return replace(p, messages=plain)


def quieter(p: Prepared, share: float, seed: int) -> Prepared:
    """The same room with only a share of its conversations."""
    rng = np.random.default_rng(seed)
    groups = sorted({p.room.conversation.get(at, at) for at in range(p.first, p.last)})
    kept = {group for group in groups if rng.random() < share}
    places = [at for at in range(p.first, p.last) if p.room.conversation.get(at, at) in kept]
    return _only(p, places, [p.messages[at].at for at in places])


def in_turn(p: Prepared, seed: int) -> Prepared:
    """The same conversations one after another, with pauses of minutes to days between them."""
    rng = np.random.default_rng(seed)
    parts: dict[int, list[int]] = {}
    for at in range(p.first, p.last):
        parts.setdefault(p.room.conversation.get(at, at), []).append(at)
    places: list[int] = []
    times: list[float] = []
    now = 0.0
    for part in parts.values():
        if len(part) == 1 and rng.random() < ALONE:
            continue
        now += _pause(rng)
        before = p.messages[part[0]].at
        for at in part:
            now += p.messages[at].at - before + (_pause(rng) if rng.random() < RESUMED else 0.0)
            before = p.messages[at].at
            times.append(now)
        places += part
    return _only(p, places, times)


def _pause(rng: np.random.Generator) -> float:
    """Seconds: from a minute to two days, short ones as likely as long ones."""
    return 60 * exp(rng.uniform(0, log(3000)))


def _only(p: Prepared, places: Sequence[int], times: Sequence[float]) -> Prepared:
    """The room with only the messages at some places, at other times."""
    moved = {at: place for place, at in enumerate(places)}
    room = replace(
        p.room,
        lines=[p.room.lines[at] for at in places],
        links={moved[at]: [moved[to] for to in p.room.links[at] if to in moved] for at in places},
        conversation={moved[at]: p.room.conversation.get(at, at) for at in places},
        system=0,
        system_links=0,
    )
    messages = [replace(p.messages[at], at=time) for at, time in zip(places, times, strict=True)]
    return replace(p, room=room, messages=messages, vectors=p.vectors[list(places)], first=0)
