"""Who replies to whom in a group, as chances that grow message by message."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nagori.group.analysis import Analysed
from nagori.group.columns import WINDOW, Columns, Floats
from nagori.group.look import SURE, FirstLook
from nagori.group.model import LinkModel, link_model
from nagori.group.network import chances
from nagori.group.pairs import evidence
from nagori.group.threads import TOP, second_look
from nagori.values.group import Link

CAPACITY = 800
"""Messages held before the older ones are let go."""
KEPT = 550
"""Messages left after that: 500 candidates, and what those near the edge reply to."""
DEEP = 100
"""Of a history that is read at once, messages whose own links are found: what lies before them
is history to them, and hardly ever in the same conversation as the last."""
_BLOCK = 100
_DIMS = 512
_LEAST = 0.002  # a link less likely than this is none


class LinkState:
    """The last messages of a group with their links; every message is looked at once."""

    def __init__(
        self, model: LinkModel | None = None, *, capacity: int = CAPACITY, dims: int = _DIMS
    ) -> None:
        self._model = link_model() if model is None else model
        self._capacity, self._dims = capacity, dims
        self._reset()

    def __contains__(self, message_id: str) -> bool:
        return message_id in self._place

    def __len__(self) -> int:
        return len(self._messages)

    @property
    def model(self) -> LinkModel:
        """What the chances come from."""
        return self._model

    def extend(self, messages: Sequence[Analysed], vectors: Sequence[Floats | None]) -> None:
        """Add messages after those already there; what the system said is left out.

        A vector of another embedder than the numbers were fitted with counts as missing.
        """
        told = {
            message.id: (
                message,
                vector if vector is not None and len(vector) == self._dims else None,
            )
            for message, vector in zip(messages, vectors, strict=True)
            if not message.is_system and message.id not in self._place
        }
        new = list(told.values())
        few = self._messages or self._capacity <= DEEP
        passed = 0 if few else max(len(new) - DEEP, 0)
        self._pass(new[:passed])
        for start in range(passed, len(new), _BLOCK):
            block = new[start : start + _BLOCK]
            self._make_room(len(block))
            self._add(block)

    def links(self, message_id: str) -> list[Link]:
        """What a message may reply to, the likeliest first; itself if it starts a conversation.

        None for a message of a long history whose links nobody looked for.
        """
        place = self._place[message_id]
        row, parent = place + WINDOW, self._parent(place)
        share = 1.0 if parent is None else 1 - SURE
        found = {
            int(to) - WINDOW: share * float(chance)
            for to, chance in zip(self._to[row], self._chance[row], strict=True)
            if to >= WINDOW and chance > 0
        }
        if parent:
            found[parent - WINDOW] = found.get(parent - WINDOW, 0.0) + SURE
        links = [Link(self._messages[at].id, chance) for at, chance in found.items()]
        return sorted(links, key=lambda link: (-link.chance, link.to))

    def likeliest(self, message_ids: Sequence[str]) -> dict[str, Link]:
        """What each of the messages most likely replies to; left out where nobody looked for it.

        The same as the first of `links`, but for many messages at once.
        """
        here = [(id, self._place[id]) for id in message_ids if id in self._place]
        rows = np.array([place for _, place in here], dtype=np.int64) + WINDOW
        best: list[float] = self._chance[rows, 0].tolist()
        first: list[int] = self._to[rows, 0].tolist()
        alone: list[float] = self._chance[rows, -1].tolist()
        found: dict[str, Link] = {}
        for (id, place), chance, to, starts in zip(here, best, first, alone, strict=True):
            if self._parent(place) is not None or (chance > 0 and to < WINDOW):
                found.update((id, link) for link in self.links(id)[:1])
            elif chance > starts:
                found[id] = Link(self._messages[to - WINDOW].id, chance)
            elif starts > 0:
                found[id] = Link(id, starts)
        return found

    def starts(self, message_id: str) -> float:
        """The chance that a message starts a conversation."""
        place = self._place[message_id]
        parent = self._parent(place)
        chance = float(self._chance[place + WINDOW, -1])
        if parent is None:
            return chance
        return (1 - SURE) * chance + (SURE if parent == place + WINDOW else 0.0)

    def same(self, message_id: str) -> list[tuple[str, float]]:
        """All earlier messages, oldest first, with the chance of being in its conversation."""
        place = self._place[message_id]
        found = self._same[place + WINDOW, WINDOW : place + WINDOW].tolist()
        return [(self._messages[at].id, chance) for at, chance in enumerate(found)]

    def _reset(self) -> None:
        rows = self._capacity + 2 * WINDOW
        self._messages: list[Analysed] = []
        self._place: dict[str, int] = {}
        self._columns = Columns(self._capacity, self._dims)
        self._first = FirstLook(self._capacity)
        self._to = np.zeros((rows, TOP + 1), dtype=np.int64)
        self._many = np.zeros(rows, dtype=np.int64)
        self._chance: Floats = np.zeros((rows, TOP + 1), dtype=np.float32)
        self._same: Floats = np.zeros((rows, rows), dtype=np.float32)

    def _take(self, messages: Sequence[Analysed]) -> None:
        places = range(self._columns.count, self._columns.count + len(messages))
        self._place.update(zip([message.id for message in messages], places, strict=True))
        self._messages.extend(messages)

    def _pass(self, told: Sequence[tuple[Analysed, Floats | None]]) -> None:
        """Add messages that others may reply to, without asking what they reply to themselves."""
        kept = told[max(len(told) - min(KEPT, self._capacity - DEEP), 0) :]
        messages = [message for message, _ in kept]
        self._take(messages)
        self._columns.skip(messages, [vector for _, vector in kept])
        rows = np.arange(len(kept)) + WINDOW
        self._same[rows, rows] = self._first.same[rows, rows] = 1

    def _add(self, told: Sequence[tuple[Analysed, Floats | None]]) -> None:
        first = self._columns.count
        messages = [message for message, _ in told]
        self._take(messages)
        self._columns.extend(messages, [vector for _, vector in told])
        c, last = self._columns, self._columns.count
        parents = [self._parent(place) for place in range(first, last)]
        e = evidence(c, first, last)
        self._first.extend(self._model.first, c, e, first=first, parents=parents)
        top, pairs, alone = second_look(c, e, self._first, first, last)
        scores = self._model.second.scores(pairs, alone)
        rows = np.arange(last - first)[:, None]
        self._settle(chances(scores, e.relations.present[rows, top]), top + rows + first, first)
        for place, parent in enumerate(parents, start=first):
            self._join(place + WINDOW, parent)

    def _settle(self, chance: Floats, to: NDArray[np.int64], first: int) -> None:
        """Keep the links of messages from place `first` on, the likeliest first."""
        rows = np.arange(len(chance))[:, None]
        now = slice(first + WINDOW, first + WINDOW + len(chance))
        others = np.where(chance[:, :-1] < _LEAST, 0, chance[:, :-1])
        order = np.argsort(-others, axis=1, kind="stable")
        self._chance[now, :-1], self._chance[now, -1] = others[rows, order], chance[:, -1]
        self._to[now, :-1], self._to[now, -1] = to[rows, order], rows[:, 0] + first + WINDOW
        self._many[now] = np.count_nonzero(others, axis=1)

    def _join(self, row: int, parent: int | None) -> None:
        """The chance of one conversation with each earlier message: the sum over the links."""
        many = self._many[row]
        same = self._chance[row, :many] @ self._same[self._to[row, :many], :row]
        if parent is not None:
            same = (1 - SURE) * same + SURE * self._same[parent, :row]
        self._same[row, :row] = same
        self._same[:row, row] = same
        self._same[row, row] = 1

    def _parent(self, place: int) -> int | None:
        """The row of what a message is said to reply to, its own if it starts a conversation.

        An empty one if what it replies to is not here.
        """
        told = self._messages[place].reply_to
        if told is None:
            return None
        at = self._place.get(told)
        return 0 if at is None or at > place else at + WINDOW

    def _make_room(self, coming: int) -> None:
        """Let the oldest messages go when the buffers are full; what was found of others stays."""
        if self._columns.count + coming <= self._capacity:
            return
        gone = max(self._columns.count - min(KEPT, self._capacity - coming), 0)
        old, kept = self._columns, self._messages[gone:]
        seen, to, chance, many = self._first, self._to, self._chance, self._many
        same = self._same
        self._reset()
        self._take(kept)
        self._columns.skip(kept, list(old.vectors[gone + WINDOW : gone + WINDOW + len(kept)]))
        rows, before = _rows(len(kept)), _rows(len(kept), gone)
        self._first.keep(seen, rows, before, old.numbers_of(self._columns))
        moved = to[before] - gone
        self._to[rows] = np.where(moved >= WINDOW, moved, 0)
        self._chance[rows], self._many[rows] = chance[before], many[before]
        self._same[rows, rows] = same[before, before]


def _rows(count: int, start: int = 0) -> slice:
    return slice(start + WINDOW, start + count + WINDOW)
