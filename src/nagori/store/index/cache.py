"""The indexes that are in memory: bounded, the least recently used go first."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from nagori.store.index.scope_index import ScopeIndex
from nagori.values.passage import PassageKind

IndexKey = tuple[int, PassageKind, int | None]
"""Number of the scope in the file, kind of passage, number of the embedder."""


class IndexCache:
    """Holds indexes up to a size in bytes. Whatever it drops is built again when asked for."""

    def __init__(self, build: Callable[[PassageKind], ScopeIndex], *, max_bytes: int) -> None:
        self._build = build
        self._max_bytes = max_bytes
        self._indexes: OrderedDict[IndexKey, ScopeIndex] = OrderedDict()
        self._lock = Lock()

    def get(self, key: IndexKey) -> ScopeIndex:
        """The index of that key, empty if it is new here."""
        with self._lock:
            index = self._indexes.get(key)
            if index is None:
                index = self._indexes[key] = self._build(key[1])
            self._indexes.move_to_end(key)
            return index

    def drop(self, key: IndexKey) -> ScopeIndex:
        """An empty index in place of the one of that key."""
        with self._lock:
            self._indexes.pop(key, None)
        return self.get(key)

    def trim(self) -> None:
        """Drop what exceeds the size; the one used last stays, whatever its size."""
        with self._lock:
            size = sum(index.nbytes for index in self._indexes.values())
            while size > self._max_bytes and len(self._indexes) > 1:
                _, index = self._indexes.popitem(last=False)
                size -= index.nbytes

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._indexes.clear()

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        with self._lock:
            return sum(index.nbytes for index in self._indexes.values())
