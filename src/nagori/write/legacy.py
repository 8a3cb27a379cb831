"""Records of older stores: `text`, `embedding`, `timestamp`, `emotion` and what came later."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from hashlib import blake2b
from typing import Any, cast

from nagori.errors import InvalidInputError
from nagori.text import rules
from nagori.values.memory import Source, Tag
from nagori.values.scope import Scope
from nagori.values.times import to_micros
from nagori.write.remember import Statement

_TAGS: Mapping[str, Tag] = {
    "user": "user_input",
    "ai": "ai_output",
    "user_input": "user_input",
    "ai_output": "ai_output",
    "manual": "manual",
    "summary": "summary",
}
_SPEAKERS: Mapping[str, Tag] = {"user": "user_input", "ai": "ai_output"}
"""What older versions wrote into `emotion`, for want of a tag."""
_CHATS = ("sessionId", "session_id", "sessionid", "chat_id", "chatId", "chatid")
_LABELS = ("emotionLabel", "emotion_label", "emotionlabel")
_UNDERSTOOD = frozenset(
    ("id", "text", "timestamp", "emotion", "tag", "embedding", "vector", *_CHATS, *_LABELS)
)
_FIRST = frozenset(("id", "text", "timestamp", "emotion", "embedding"))
"""What the oldest records have; most have nothing else."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SHORT_LIST = 16
"""A longer list of numbers is a vector of some model that is not ours."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Stands for a record that can't be read."""

    text: str


@dataclass(frozen=True, slots=True)
class Origin:
    """What the records of one file have in common."""

    scope: Scope
    file: str
    zone: tzinfo = UTC
    """Of times that name none."""


def statement_of(record: Any, origin: Origin) -> Statement:
    """The statement that an old record makes; raises `InvalidInputError` for one that makes none.

    Its external id rests on all that the record says, so the same record is known again, from
    whatever file, and two stores that number their records alike don't get in each other's way.
    """
    if not isinstance(record, dict):
        raise InvalidInputError("record", "give an object with text and timestamp")
    record = cast("dict[str, Any]", record)
    text = rules.checked_text(_given(record, "text"))
    at = instant(_given(record, "timestamp"), origin.zone)
    more = not record.keys() <= _FIRST or not isinstance(record.get("emotion", ""), str)
    tag, label = _tag_and_label(record)
    chat = _chat(record) if more else None
    id = record.get("id")
    ref = origin.file if id is None else f"{origin.file}#{str(id)[: rules.MAX_ID_LENGTH]}"
    # The time comes first so that neighbours in the file are neighbours in the store's index.
    micros = to_micros(at)
    facts = f"{id}\n{micros}\n{tag}\n{label}\n{chat}\n{text}"
    digest = blake2b(facts.encode("utf-8", "replace"), digest_size=16).hexdigest()
    external_id = f"old:{micros}:{digest}"
    return Statement(
        text=text,
        scope=origin.scope,
        tag=tag,
        at=at,
        # Names of files and old ids may hold what no text may.
        source=Source(
            "import", ref.encode("utf-8", "replace").decode(), at, external_id=external_id
        ),
        chat_id=chat,
        emotion_label=label,
        external_id=external_id,
        metadata=_metadata(record, label) if more else {},
    )


def instant(value: Any, zone: tzinfo) -> datetime:
    """A time given as ISO 8601 or as seconds, milli-, micro- or nanoseconds since 1970."""
    if isinstance(value, str):
        number = _number(value)
        if number is None:
            return _from_text(value, zone)
        value = number
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise InvalidInputError("timestamp", _NO_TIME)
    size = abs(value)
    for most, micros in ((1e11, 1_000_000), (1e14, 1000), (1e17, 1), (1e20, 0.001)):
        if size < most:
            exact = value * micros if micros >= 1 else value // 1000
            return _at(round(exact))
    raise InvalidInputError("timestamp", _NO_TIME)


_NO_TIME = "give ISO 8601, or seconds, milliseconds or microseconds since 1970"


def _at(micros: int) -> datetime:
    try:
        return _EPOCH + timedelta(microseconds=micros)
    except OverflowError as error:
        raise InvalidInputError("timestamp", _NO_TIME) from error


def _number(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None


def _from_text(text: str, zone: tzinfo) -> datetime:
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidInputError("timestamp", _NO_TIME) from error
    if at.tzinfo is None:
        at = at.replace(tzinfo=zone)
    return rules.checked_time(at, "timestamp")


def _given(record: Mapping[str, Any], field: str) -> Any:
    value = record.get(field)
    if value is None:
        raise InvalidInputError(field, "it is missing")
    if isinstance(value, bytes):
        raise InvalidInputError(field, "it is not UTF-8")
    return value


def _chat(record: Mapping[str, Any]) -> str | None:
    for name in _CHATS:
        if session := record.get(name):
            return rules.checked_id(str(session), "chat")
    return None


def _tag_and_label(record: Mapping[str, Any]) -> tuple[Tag, str | None]:
    """The tag, also from an `emotion` that says who spoke, and the label of a real emotion."""
    tag, emotion = _word(record.get("tag")), _word(record.get("emotion"))
    label = None
    for name in _LABELS:
        label = label or _word(record.get(name))
    speaker = _SPEAKERS.get(emotion.lower()) if emotion else None
    if label is None and speaker is None:
        label = emotion
    if label is not None:
        rules.checked_id(label, "emotion")
    if tag is None:
        return speaker or "manual", label
    return _TAGS.get(tag.lower(), "manual"), label


def _word(value: Any) -> str | None:
    return (value.strip() or None) if isinstance(value, str) else None


def _metadata(record: Mapping[str, Any], label: str | None) -> Mapping[str, Any]:
    """What a record says beside what we understand, so that nothing is lost."""
    more = {
        name: value
        for name, value in record.items()
        if name not in _UNDERSTOOD and value is not None and not _is_vector(value)
    }
    emotion, tag = record.get("emotion"), record.get("tag")
    if emotion and emotion != label and str(emotion).strip().lower() not in _SPEAKERS:
        more["emotion"] = emotion
    if tag and str(tag).strip().lower() not in _TAGS:
        more["tag"] = tag
    return rules.checked_metadata(more) if more else more


def _is_vector(value: Any) -> bool:
    if isinstance(value, bytes):
        return True
    return (
        isinstance(value, list)
        and len(cast("list[Any]", value)) > _SHORT_LIST
        and all(isinstance(v, int | float) for v in cast("list[Any]", value))
    )
