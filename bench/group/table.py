"""The features of many rooms in one table, to fit and to measure with."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.group.fit import Examples
from bench.group.rooms import Room, rooms
from bench.group.vectors import vectors_of
from nagori.group.analysis import Analysed, analyse
from nagori.group.columns import WINDOW, Columns
from nagori.group.look import FirstLook
from nagori.group.network import Network
from nagori.group.pairs import PAIR_FEATURES, SELF_FEATURES, evidence
from nagori.group.roster import Roster
from nagori.group.threads import OWN_FEATURES, THREAD_FEATURES, TOP, second_look

EMBEDDED = 150
"""Messages before the first annotated one that are embedded: the window and some more."""
BLOCK = 256

Halves = NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A room with what is told of each message; those from place `first` on are annotated."""

    room: Room
    messages: list[Analysed]
    vectors: Halves
    """Zeros where there is none."""
    first: int

    @property
    def last(self) -> int:
        return len(self.messages)

    def columns(self) -> Columns:
        columns = Columns(self.last, self.vectors.shape[1])
        columns.extend(self.messages, list(self.vectors.astype(np.float32)))
        return columns


async def prepared(path: Path) -> list[Prepared]:
    found = list(rooms(path))
    starts = [max(0, min(room.links) - EMBEDDED) for room in found]
    texts = [
        line.text for room, start in zip(found, starts, strict=True) for line in room.lines[start:]
    ]
    vectors = await vectors_of(texts)
    done: list[Prepared] = []
    at = 0
    for room, start in zip(found, starts, strict=True):
        count = len(room.lines) - start
        own = np.zeros((len(room.lines), vectors.shape[1]), dtype=np.float16)
        own[start:] = vectors[at : at + count]
        at += count
        done.append(Prepared(room, _analysed(room), own, min(room.links)))
    return done


def _analysed(room: Room) -> list[Analysed]:
    roster = Roster()
    found: list[Analysed] = []
    for line in room.lines:
        found.append(analyse(line, roster))
        roster.hear(line.speaker, line.name)
    return found


def examples(some: Sequence[Prepared]) -> Examples:
    """What the first network is fitted on."""
    size = sum(p.last - p.first for p in some)
    pairs = np.empty((size, len(PAIR_FEATURES), WINDOW), dtype=np.float16)
    alone = np.empty((size, len(SELF_FEATURES)), dtype=np.float32)
    present = np.empty((size, WINDOW), dtype=np.bool_)
    at = 0
    for p in some:
        e = evidence(p.columns(), p.first, p.last)
        now = slice(at, at + p.last - p.first)
        pairs[now], alone[now], present[now] = (
            e.pairs.transpose(1, 0, 2),
            e.alone.T,
            e.relations.present,
        )
        at = now.stop
    return Examples(pairs, alone, present, np.concatenate([_right(p) for p in some]))


def second_examples(some: Sequence[Prepared], first: Network) -> tuple[Examples, NDArray[np.int64]]:
    """What the second network is fitted on, and the columns of its candidates."""
    size = sum(p.last - p.first for p in some)
    pairs = np.empty((size, len(PAIR_FEATURES) + len(THREAD_FEATURES), TOP), dtype=np.float16)
    alone = np.empty((size, len(SELF_FEATURES) + len(OWN_FEATURES)), dtype=np.float32)
    present = np.empty((size, TOP), dtype=np.bool_)
    right = np.empty((size, TOP + 1), dtype=np.float32)
    tops = np.empty((size, TOP), dtype=np.int64)
    at = 0
    for p in some:
        columns, look = p.columns(), FirstLook(p.last)
        for start in range(0, p.last, BLOCK):
            stop = min(start + BLOCK, p.last)
            look.extend(
                first,
                columns,
                evidence(columns, start, stop),
                first=start,
                parents=[None] * (stop - start),
            )
        e = evidence(columns, p.first, p.last)
        top, x, a = second_look(columns, e, look, p.first, p.last)
        now = slice(at, at + p.last - p.first)
        pairs[now], alone[now], tops[now] = x.transpose(1, 0, 2), a.T, top
        present[now] = np.take_along_axis(e.relations.present, top, axis=1)
        all_right = _right(p)
        right[now, :-1] = np.take_along_axis(all_right[:, :-1], top, axis=1)
        right[now, -1] = all_right[:, -1]
        at = now.stop
    right /= np.maximum(right.sum(axis=1, keepdims=True), 1e-6)
    return Examples(pairs, alone, present, right), tops


def _right(p: Prepared) -> NDArray[np.float32]:
    """The share of each candidate, and of itself, in what a message replies to."""
    right = np.zeros((p.last - p.first, WINDOW + 1), dtype=np.float32)
    for place in range(p.first, p.last):
        for to in p.room.links.get(place, ()):
            if place - WINDOW <= to <= place:
                right[place - p.first, to - place + WINDOW] = 1
    return right / np.maximum(right.sum(axis=1, keepdims=True), 1)
