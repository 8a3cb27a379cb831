"""The history of a group as files have it: JSON lines, Feishu's messages, logs of IRC. Pure."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

from nagori.errors import InvalidInputError
from nagori.text import rules
from nagori.write.legacy import Problem, instant
from nagori.write.transcript_talk import given_id

_IRC = re.compile(r"\[(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?\] (?P<rest>.*)")
_SAID = re.compile(r"<[@+ ]?(?P<nick>[^>]{1,60})> (?P<text>.*)")
_DID = re.compile(r"\* (?P<nick>\S{1,60}) (?P<text>.*)")
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
_MENTION = re.compile(r"@_user_\d+")


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One thing said in a group, as a file has it."""

    id: str
    speaker: str
    name: str | None
    text: str
    at: datetime
    reply_to: str | None = None
    mentions: tuple[str, ...] = ()


def read_history(
    path: Path, *, zone: tzinfo, today: date
) -> Iterator[tuple[int, HistoryLine | Problem]]:
    """What was said, line by line; what can't be read is told with its line.

    A log of IRC has no dates: they come from the file's name (`2026-05-03`), else it is today's.
    """
    try:
        text = path.read_text("utf-8-sig", errors="replace")
    except OSError as error:
        raise InvalidInputError("file", f"{path} can't be read: {error.strerror}") from error
    first = next((line for line in text.splitlines() if line.strip()), "")
    if _IRC.match(first) or first.startswith("==="):
        found = _irc(text, _day_of(path.name) or today, zone)
    elif first.lstrip().startswith("[") or '"items"' in first:
        found = _listed(text, zone)
    else:
        found = _lines(text, zone)
    yield from _named(found)


def _named(
    found: Iterator[tuple[int, HistoryLine | Problem]],
) -> Iterator[tuple[int, HistoryLine | Problem]]:
    """The same with an id for each line that has none: by what it says, so that twice is once."""
    seen: Counter[str] = Counter()
    for number, line in found:
        if isinstance(line, HistoryLine) and not line.id:
            facts = f"{line.speaker}\n{line.at.isoformat()}\n{line.text}"
            seen[facts] += 1
            hash = blake2b(f"{seen[facts]}\n{facts}".encode(), digest_size=16).hexdigest()
            yield number, HistoryLine(hash, line.speaker, line.name, line.text, line.at)
        else:
            yield number, line


def _irc(text: str, day: date, zone: tzinfo) -> Iterator[tuple[int, HistoryLine | Problem]]:
    last = time(0, 0)
    for number, line in enumerate(text.splitlines(), 1):
        told = _IRC.match(line)
        if told is None:
            if line.strip() and not line.startswith("==="):
                yield number, Problem("it is no line of a log: [12:34] <name> text")
            continue
        now = time(int(told["hour"]) % 24, int(told["minute"]) % 60, int(told["second"] or 0) % 60)
        if now < last:
            day += timedelta(days=1)
        last = now
        said = _SAID.match(told["rest"]) or _DID.match(told["rest"])
        if said is not None and said["text"].strip():
            at = datetime.combine(day, now, zone).astimezone(UTC)
            yield number, HistoryLine("", said["nick"], said["nick"], said["text"], at)


def _lines(text: str, zone: tzinfo) -> Iterator[tuple[int, HistoryLine | Problem]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found = _line(json.loads(line), zone)
            except (ValueError, RecursionError) as error:
                yield number, Problem(f"it is not JSON ({error})")
            except InvalidInputError as error:
                yield number, Problem(str(error))
            else:
                if found is not None:
                    yield number, found


def _listed(text: str, zone: tzinfo) -> Iterator[tuple[int, HistoryLine | Problem]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInputError("file", f"it is not JSON ({error})") from error
    if isinstance(value, dict):
        told = cast("dict[str, Any]", value)
        value = told.get("items") or cast("dict[str, Any]", told.get("data") or {}).get("items")
    if not isinstance(value, list):
        raise InvalidInputError("file", "give a list of messages, or an object with `items`")
    for number, one in enumerate(cast("list[Any]", value), 1):
        try:
            found = _line(one, zone)
        except InvalidInputError as error:
            yield number, Problem(str(error))
        else:
            if found is not None:
                yield number, found


def _line(value: Any, zone: tzinfo) -> HistoryLine | None:
    """A message of ours or of Feishu's; None for what nobody said."""
    if not isinstance(value, dict):
        raise InvalidInputError("message", "give an object")
    told = cast("dict[str, Any]", value)
    if "msg_type" in told:
        return _feishu(told)
    if told.get("system") is True or told.get("role") == "system":
        return None
    text = _first(told, "text", "content")
    speaker = given_id(
        _first(told, "speaker", "speaker_id", "user_id", "sender", "name"), "speaker"
    )
    if speaker is None:
        raise InvalidInputError("speaker", "it is missing")
    at = _first(told, "said_at", "time", "at", "timestamp")
    if at is None:
        raise InvalidInputError("time", "it is missing")
    mentions = told.get("mentions") or ()
    return HistoryLine(
        id=given_id(_first(told, "external_id", "id", "message_id"), "id") or "",
        speaker=speaker,
        name=given_id(told.get("name"), "name"),
        text=rules.checked_text(text, "text"),
        at=instant(at, zone),
        reply_to=given_id(_first(told, "reply_to", "parent_id"), "reply_to"),
        mentions=tuple(rules.checked_id(one, "mentions") for one in mentions),
    )


def _feishu(told: Mapping[str, Any]) -> HistoryLine | None:
    """A message as Feishu's list of a chat's messages gives it; only texts were said."""
    sender = cast("Mapping[str, Any]", told.get("sender") or {})
    if told["msg_type"] not in ("text", "post") or told.get("deleted"):
        return None
    try:
        content = json.loads(cast("Mapping[str, Any]", told.get("body") or {})["content"])
        at = datetime.fromtimestamp(int(told["create_time"]) / 1000, UTC)
    except (KeyError, TypeError, ValueError, OverflowError, OSError) as error:
        raise InvalidInputError("body", f"it is no message of Feishu's: {error!r}") from error
    people = {str(one.get("key")): one for one in told.get("mentions") or ()}

    def named(match: re.Match[str]) -> str:
        return f"@{people.get(match[0], {}).get('name', match[0])}"

    text = _MENTION.sub(named, "\n".join(_texts(content)))
    return HistoryLine(
        id=given_id(told.get("message_id"), "message_id") or "",
        speaker=rules.checked_id(str(sender.get("id") or ""), "sender"),
        name=given_id(sender.get("name"), "name"),
        text=rules.checked_text(text, "text"),
        at=at,
        reply_to=given_id(told.get("parent_id"), "parent_id"),
        mentions=tuple(str(one["id"]) for one in people.values() if one.get("id")),
    )


def _texts(content: Any) -> Iterator[str]:
    """Every text in the content of a message, in its order."""
    if isinstance(content, dict):
        told = cast("dict[str, Any]", content)
        for name, value in told.items():
            if name in ("text", "title") and isinstance(value, str):
                if value.strip():
                    yield value
            else:
                yield from _texts(value)
    elif isinstance(content, list):
        for part in cast("list[Any]", content):
            yield from _texts(part)


def _day_of(name: str) -> date | None:
    found = _DAY.search(name)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def _first(told: Mapping[str, Any], *names: str) -> Any:
    return next((told[name] for name in names if told.get(name) is not None), None)
