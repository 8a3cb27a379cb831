"""Exceptions in logs: what they are and where they came from. Their words may be a caller's."""

import sys
import traceback
from collections.abc import Sequence
from typing import Any, cast

from structlog.typing import EventDict


def place_of_error(logger: object, method: str, line: EventDict) -> EventDict:
    """The line of a log with the places of its exception, and without the exception."""
    del logger, method
    error = _error(line.pop("exc_info", None))
    if error is not None:
        line["exception"] = "\n".join(places(error))
    return line


def places(error: BaseException) -> list[str]:
    """The types of an exception and of what led to it, with the way that each came."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    way = traceback.extract_tb(error.__traceback__)
    return [
        *(places(before) if before is not None else ()),
        type(cast("object", error)).__qualname__,
        *(f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in way),
        *(found for one in _inner(error) for found in places(one)),
    ]


def _inner(error: BaseException) -> Sequence[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        return ()
    return cast("BaseExceptionGroup[BaseException]", error).exceptions


def _error(given: Any) -> BaseException | None:
    """What the various forms of `exc_info` mean."""
    match given:
        case BaseException():
            return given
        case (_, BaseException() as error, _):
            return error
        case True:
            return sys.exc_info()[1]
        case _:
            return None
