"""JSON that a person reads with ease: one thing a line, small things whole. Pure."""

import json
from collections.abc import Iterable
from typing import cast

_LINE = 100
_STEP = "  "


def readable(value: object) -> bytes:
    """The value as JSON text; what has room on one line stands on one."""
    return f"{_written(value, '')}\n".encode()


def _written(value: object, indent: str) -> str:
    inner = indent + _STEP
    between = f",\n{inner}"
    match value:
        case dict():
            given = cast("dict[str, object]", value)
            # What is cited stays together, however long its hash is.
            if _is_small([*given, *given.values()]) or "hash" in given:
                return _plain(given)
            lines = [f"{_plain(key)}: {_written(one, inner)}" for key, one in given.items()]
            return f"{{\n{inner}{between.join(lines)}\n{indent}}}"
        case list():
            items = cast("list[object]", value)
            if _is_small(items):
                return _plain(items)
            return f"[\n{inner}{between.join(_written(one, inner) for one in items)}\n{indent}]"
        case _:
            return _plain(value)


def _is_small(inside: Iterable[object]) -> bool:
    """Whether these are few plain things."""
    length = 0
    for one in inside:
        if isinstance(one, dict | list) and one:
            return False
        length += len(one) + 4 if isinstance(one, str) else 8
    return length <= _LINE


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
