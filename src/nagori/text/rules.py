"""Input rules in one place: what is refused, and what to do about it.

Nothing is changed on the way in: a text is stored as it was typed.
"""

import json
import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from nagori.errors import InvalidInputError
from nagori.values.memory import TAGS, Tag

MAX_TEXT_BYTES = 100_000
MAX_ID_LENGTH = 200
MAX_METADATA_BYTES = 16_000
MAX_METADATA_DEPTH = 8

_ASCII_INVISIBLE = "".join(map(chr, range(33))) + "\x7f"
# White space, control and format characters, fillers and selectors: nothing to see.
_VISIBLE = re.compile(
    r"[^\s\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def checked_text(text: object, field: str = "text") -> str:
    """The text, exactly as typed."""
    if not isinstance(text, str):
        raise InvalidInputError(field, f"give a string, not {_kind(text)}")
    if text.isascii():
        size, visible = len(text), bool(text.strip(_ASCII_INVISIBLE))
    else:
        size, visible = _utf8_size(text, field), _VISIBLE.search(text) is not None
    if not visible:
        raise InvalidInputError(field, "it is empty; give at least one visible character")
    if size > MAX_TEXT_BYTES:
        raise InvalidInputError(
            field,
            f"it has {size:,} bytes as UTF-8; at most {MAX_TEXT_BYTES:,} fit, "
            "so shorten it or give it in parts",
        )
    if "\0" in text:
        raise InvalidInputError(field, _NUL)
    return text


def checked_id(value: object, field: str) -> str:
    """The id of a user, chat, group or anything else a caller names, in any script."""
    if not isinstance(value, str):
        raise InvalidInputError(field, f"give a string, not {_kind(value)}")
    if not 1 <= len(value) <= MAX_ID_LENGTH:
        raise InvalidInputError(
            field, f"give 1 to {MAX_ID_LENGTH} characters; it has {len(value):,}"
        )
    if value.isascii() and value.isprintable() and value[0] != " " != value[-1]:
        return value
    if value != value.strip():
        raise InvalidInputError(field, "remove the white space at its start or end")
    if _CONTROL.search(value):
        raise InvalidInputError(field, "remove the control characters (line breaks, tabs, NUL)")
    _utf8_size(value, field)
    if not _VISIBLE.search(value):
        raise InvalidInputError(field, "give at least one visible character")
    return value


def checked_metadata(value: object) -> dict[str, Any]:
    """A copy of plain JSON values; none for None."""
    if value is None:
        return {}
    field = "metadata"
    if not isinstance(value, Mapping):
        raise InvalidInputError(field, f"give a mapping with string keys, not {_kind(value)}")
    plain = _Plain().copy(cast("Mapping[object, object]", value), field, 1)
    size = len(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode())
    if size > MAX_METADATA_BYTES:
        raise InvalidInputError(field, _TOO_MUCH)
    return cast("dict[str, Any]", plain)


def checked_time(at: object, field: str) -> datetime:
    """The instant in UTC, from an aware datetime or an ISO 8601 string with an offset."""
    if isinstance(at, str):
        try:
            at = datetime.fromisoformat(at.strip())
        except ValueError as error:
            raise InvalidInputError(
                field, "give an ISO 8601 time such as 2026-05-03T18:30:00+08:00"
            ) from error
    if not isinstance(at, datetime):
        raise InvalidInputError(
            field, f"give a datetime with a time zone or an ISO 8601 string, not {_kind(at)}"
        )
    if at.utcoffset() is None:
        raise InvalidInputError(
            field,
            "it has no time zone; add one: datetime.now(UTC), at.replace(tzinfo=…), "
            "or an offset as in 2026-05-03T18:30:00+08:00",
        )
    try:
        return at.astimezone(UTC)
    except OverflowError as error:
        raise InvalidInputError(field, "give a time between the years 1 and 9999 in UTC") from error


def checked_limit(value: object, field: str, most: int) -> int:
    """A whole number from 1 to `most`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInputError(field, f"give a whole number, not {_kind(value)}")
    if not 1 <= value <= most:
        raise InvalidInputError(field, f"give a whole number from 1 to {most:,}")
    return value


def checked_tag(value: object) -> Tag:
    """What kind of statement a memory is."""
    for tag in TAGS:
        if tag == value:
            return tag
    raise InvalidInputError("tag", f"give one of {', '.join(TAGS)}")


class _Plain:
    """Copies JSON values; keeps count, so that a small value that repeats itself can't explode."""

    def __init__(self) -> None:
        self._left = MAX_METADATA_BYTES

    def copy(self, value: object, where: str, depth: int) -> object:
        match value:
            case str():
                self._spend(len(value))
                return _plain_text(value, where)
            case None | bool():
                self._spend(4)
                return value
            case int():
                if not -(2**63) <= value < 2**63:
                    raise InvalidInputError(
                        where, "give integers of at most 64 bits; longer ones as strings"
                    )
                self._spend(1)
                return int(value)
            case float():
                if not math.isfinite(value):
                    raise InvalidInputError(where, "JSON has no NaN or infinity; give null instead")
                self._spend(1)
                return float(value)
            case Mapping():
                items = cast("Mapping[object, object]", value).items()
                self._enter(where, depth)
                return {
                    self._key(k, where): self.copy(v, f"{where}.{k}", depth + 1) for k, v in items
                }
            case list() | tuple():
                self._enter(where, depth)
                return [
                    self.copy(v, f"{where}[{i}]", depth + 1)
                    for i, v in enumerate(cast("list[object]", value))
                ]
            case _:
                raise InvalidInputError(
                    where, f"give strings, numbers, booleans, null, lists, not {_kind(value)}"
                )

    def _key(self, key: object, where: str) -> str:
        if not isinstance(key, str):
            raise InvalidInputError(where, f"give strings as keys, not {_kind(key)}")
        self._spend(len(key))
        return _plain_text(key, where)

    def _enter(self, where: str, depth: int) -> None:
        if depth > MAX_METADATA_DEPTH:
            raise InvalidInputError(where, f"nest at most {MAX_METADATA_DEPTH} levels deep")
        self._spend(2)

    def _spend(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise InvalidInputError("metadata", _TOO_MUCH)


_NUL = "remove the NUL character (U+0000)"
_TOO_MUCH = f"keep it within {MAX_METADATA_BYTES:,} bytes as JSON"


def _plain_text(text: str, where: str) -> str:
    if "\0" in text:
        raise InvalidInputError(where, _NUL)
    _utf8_size(text, where)
    return str(text)


def _utf8_size(text: str, field: str) -> int:
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        raise InvalidInputError(
            field,
            f"character {error.start + 1:,} is half of a surrogate pair; decode the text properly "
            "(UTF-16 or JSON escapes) before giving it",
        ) from error


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__
