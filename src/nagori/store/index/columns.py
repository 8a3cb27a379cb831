"""The columns of a scope's index: growing arrays, one value per passage."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nagori.store.index.rows import FOREVER, RAW_CODES, Row

_TYPES: Final[dict[str, np.dtype[Any]]] = {
    "passage": np.dtype(np.int64),
    "owner": np.dtype(np.int64),
    "tag": np.dtype(np.uint8),
    "status": np.dtype(np.uint8),
    "chat": np.dtype(np.int32),
    "bot": np.dtype(np.int32),
    "at": np.dtype(np.int64),
    "valid_from": np.dtype(np.int64),
    "valid_to": np.dtype(np.int64),
    "text_hash": np.dtype(np.int64),
    "cjk": np.dtype(np.bool_),
    "asks": np.dtype(np.bool_),
    "length": np.dtype(np.float32),
    "has_vector": np.dtype(np.bool_),
    "before": np.dtype(np.int32),
    "after": np.dtype(np.int32),
    "file": np.dtype(np.int32),
    "whole": np.dtype(np.bool_),
}


class Columns:
    """One growing array per column. Neighbours in a conversation are linked as rows arrive."""

    def __init__(self, *, conversation: bool, neighbour_micros: int) -> None:
        self.size = 0
        self.has_links = False
        """Whether any row has a neighbour."""
        self.tags: set[int] = set()
        self.statuses: set[int] = set()
        """Codes that any row has or had: what is not here need not be looked for."""
        self.holds_from, self.holds_to = -FOREVER, FOREVER
        """Between these instants every row that ever was here holds."""
        self.row_of: dict[int, int] = {}
        self.files: list[str] = []
        """By the number that the column `file` has for them."""
        self._conversation = conversation
        self._neighbour_micros = neighbour_micros
        self._arrays = {name: np.empty(64, dtype) for name, dtype in _TYPES.items()}
        self._codes: dict[str | None, int] = {None: 0}
        self._last: dict[int, int] = {}
        self._file_numbers: dict[str, int] = {}

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name][: self.size]

    @property
    def nbytes(self) -> int:
        """Bytes in memory, the look-up by passage included."""
        return sum(a.nbytes for a in self._arrays.values()) + 100 * self.size

    def code(self, name: str | None) -> int:
        """The number that stands for a chat or bot; -1 when no row has it."""
        return self._codes.get(name, -1)

    def append(self, rows: Sequence[Row], lengths: NDArray[np.float32]) -> None:
        """Add rows at the end."""
        first, self.size = self.size, self.size + len(rows)
        self._grow()
        self._note(rows)
        codes = self._codes
        chats = [codes.setdefault(row.chat_id, len(codes)) for row in rows]
        added: dict[str, Any] = {
            "passage": [row.passage for row in rows],
            "owner": [row.owner for row in rows],
            "tag": [row.tag for row in rows],
            "status": [row.status for row in rows],
            "chat": chats,
            "bot": [codes.setdefault(row.bot, len(codes)) for row in rows],
            "at": [row.at for row in rows],
            "valid_from": [_start(row) for row in rows],
            "valid_to": [_end(row) for row in rows],
            "text_hash": [row.text_hash for row in rows],
            "cjk": [row.cjk for row in rows],
            "asks": [row.asks for row in rows],
            "length": lengths,
            "has_vector": [row.vector is not None for row in rows],
            "before": -1,
            "after": -1,
            "file": [self._file(row) for row in rows],
            "whole": [row.whole for row in rows],
        }
        for name, values in added.items():
            self._arrays[name][first : self.size] = values
        for at, row in enumerate(rows, first):
            self.row_of[row.passage] = at
            if self._conversation or row.tag in RAW_CODES:
                self._link(at, chats[at - first], _start(row))

    def update(self, row: Row) -> int:
        """Take over what can change of a known row; returns where it is."""
        at = self.row_of[row.passage]
        self._note([row])
        put = self._arrays
        put["tag"][at] = row.tag
        put["status"][at] = row.status
        put["at"][at] = row.at
        put["valid_from"][at] = _start(row)
        put["valid_to"][at] = _end(row)
        put["file"][at] = self._file(row)
        if row.vector is not None:
            put["has_vector"][at] = True
        return at

    def _file(self, row: Row) -> int:
        """The number of a row's file; -1 for none."""
        if row.file is None:
            return -1
        number = self._file_numbers.setdefault(row.file, len(self.files))
        if number == len(self.files):
            self.files.append(row.file)
        return number

    def _note(self, rows: Sequence[Row]) -> None:
        self.tags.update(row.tag for row in rows)
        self.statuses.update(row.status for row in rows)
        self.holds_from = max((self.holds_from, *map(_start, rows)))
        self.holds_to = min((self.holds_to, *map(_end, rows)))

    def _link(self, at: int, chat: int, said: int) -> None:
        """Neighbours are what was said just before and after, in one chat, within the time gap.

        Judged by when a thing was first said, which never changes: an index that grew step by step
        and one loaded afresh are linked alike.
        """
        last = self._last.get(chat)
        self._last[chat] = at
        if last is not None:
            gap = said - int(self._arrays["valid_from"][last])
            if abs(gap) <= self._neighbour_micros:
                self.has_links = True
                self._arrays["before"][at] = last
                self._arrays["after"][last] = at

    def _grow(self) -> None:
        have = len(self._arrays["passage"])
        if self.size > have:
            room = max(self.size, 2 * have)
            for name, array in self._arrays.items():
                self._arrays[name] = np.concatenate([array, np.empty(room - have, array.dtype)])


def _start(row: Row) -> int:
    return row.at if row.valid_from is None else row.valid_from


def _end(row: Row) -> int:
    return FOREVER if row.valid_to is None else row.valid_to
