"""What was seen not long ago."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The values put in last, by name; the oldest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, T] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __len__(self) -> int:
        return len(self._values)

    def get(self, name: str) -> T | None:
        """The value, if it is still known."""
        return self._values.get(name)

    def put(self, name: str, value: T) -> None:
        """Know a value from now on."""
        self._values[name] = value
        self._values.move_to_end(name)
        while len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, name: str) -> None:
        """Know it no more."""
        self._values.pop(name, None)
