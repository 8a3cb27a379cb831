"""Taking a parsed reply apart without trusting it."""

from typing import cast


class WrongShapeError(ValueError):
    """The reply is JSON, but not the JSON that was asked for."""


def holds(value: object, name: str) -> bool:
    """Whether it is an object with something under `name`."""
    return isinstance(value, dict) and name in value


def entry(value: object, name: str) -> object:
    """What the object holds under `name`."""
    if not holds(value, name):
        raise WrongShapeError(name)
    return cast("dict[str, object]", value)[name]


def entries(value: object, name: str) -> list[object]:
    """The list that the object holds under `name`."""
    found = entry(value, name)
    if not isinstance(found, list):
        raise WrongShapeError(name)
    return cast("list[object]", found)
