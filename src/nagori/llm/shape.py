"""Taking a parsed reply apart without trusting it."""

import json
import secrets
from typing import cast

from nagori.llm.dialect import ProviderProblemError, WrongShapeError
from nagori.values.prompt import Usage


class BrokenJsonError(ValueError):
    """Not JSON, or deeper than anyone can read."""


def load(data: str) -> object:
    """The parsed data of an event; the error does not repeat what stood in it."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise BrokenJsonError from None


def fields(value: object, what: str) -> dict[str, object]:
    """The value, which must be an object."""
    if not isinstance(value, dict):
        raise WrongShapeError(what)
    return cast("dict[str, object]", value)


def optional_fields(value: object, what: str) -> dict[str, object]:
    """The value, which must be an object or absent."""
    return {} if value is None else fields(value, what)


def entries(value: object, what: str) -> list[object]:
    """The value, which must be a list or absent."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise WrongShapeError(what)
    return cast("list[object]", value)


def text(value: object, what: str) -> str:
    """The value, which must be a text or absent."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise WrongShapeError(what)
    return value


def usage(prompt: object, completion: object) -> Usage:
    """The numbers of a usage; whatever is none is left out."""
    return Usage(_count(prompt), _count(completion))


def arguments(value: object) -> str:
    """A call's arguments as JSON text, also from providers that send them parsed."""
    if value is None or value == "":
        return "{}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def json_object(written: str, *, otherwise: str) -> dict[str, object]:
    """The object that was written as JSON; anything else in one, under the name `otherwise`."""
    try:
        value: object = json.loads(written or "{}")
    except (ValueError, RecursionError):
        return {otherwise: written}
    return cast("dict[str, object]", value) if isinstance(value, dict) else {otherwise: value}


def new_call_id() -> str:
    """An id for a call that came without one."""
    return f"call_{secrets.token_hex(8)}"


def refuse_problem(reply: dict[str, object]) -> None:
    """Raise what the provider says went wrong, if that is what it says."""
    match reply.get("error"):
        case None:
            return
        case {"message": str(problem)} | str(problem):
            raise ProviderProblemError(problem)
        case _:
            raise ProviderProblemError("")


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
