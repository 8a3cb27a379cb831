"""A chat while it is read: what every format has in common."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from hashlib import blake2b
from typing import Any, cast

from nagori.errors import InvalidInputError
from nagori.text import rules
from nagori.values.message import Role
from nagori.values.transcript import Line, Transcript
from nagori.write.legacy import instant

Words = dict[str, Any]

_OPENING = 3
"""Messages that a chat without a name is known by; they stay the same when it goes on."""
_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class _Said:
    role: Role
    speaker: str
    text: str
    id: str | None
    at: datetime | None
    facts: str
    """What it is told from others by, when it has no id."""


class Talk:
    """Gathers the messages of one chat, in their order."""

    def __init__(
        self, id: object, *, zone: tzinfo, title: object = None, begun: object = None
    ) -> None:
        """`zone` is that of times which name none; `begun` that of messages without a time."""
        self._id = given_id(id, "chat")
        self._zone = zone
        self.title = _title(title)
        self._begun = _time_or_none(begun, zone)
        self._said: list[_Said] = []
        self._texts: dict[str, str] = {}

    @property
    def label(self) -> str:
        """What to call it when something in it is wrong."""
        return f"chat “{self.title or self._id or 'untitled'}”"

    def add(
        self, role: Role, text: str, *, id: object = None, speaker: object = None, at: object = None
    ) -> None:
        """Take in a message; raises `InvalidInputError` for one that can't be kept.

        A blank one says nothing, and one that was there before says nothing new.
        """
        if not text.strip():
            return
        text = rules.checked_text(text, "content")
        name = role if speaker is None else rules.checked_id(speaker, "speaker")
        when = None if at is None else instant(at, self._zone)
        own = given_id(id, "id")
        if own is not None and own in self._texts:
            if self._texts[own] != text:
                raise InvalidInputError("id", f"{own} is that of another message before it")
            return
        if own is not None:
            self._texts[own] = text
        self._said.append(_Said(role, name, text, own, when, f"{role}\n{name}\n{at}\n{text}"))

    def transcript(self) -> Transcript | None:
        """The chat; None when nothing was said in it."""
        if not self._said:
            return None
        id = self._id or _hash("chat", *(said.facts for said in self._said[:_OPENING]))
        seen: Counter[str] = Counter()
        lines: list[Line] = []
        for said, at in zip(self._said, self._times(), strict=True):
            seen[said.facts] += 1
            # Not by its place in the file: a line that is mended later must not move the others.
            own = said.id or _hash(id, str(seen[said.facts]), said.facts)
            lines.append(Line(own, said.role, said.speaker, said.text, at))
        return Transcript(id, self.title, tuple(lines))

    def _times(self) -> list[datetime | None]:
        """When each was said; one without a time as the one before it."""
        times = [said.at for said in self._said]
        last = self._begun or next((at for at in times if at), None)
        for place, at in enumerate(times):
            times[place] = last = at or last
        return times


def given_id(value: object, field: str) -> str | None:
    """An id as a file gives it: a text or a number; one that is too odd to keep is hashed."""
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InvalidInputError(field, "give a text or a number")
    id = str(value)
    try:
        return rules.checked_id(id, field)
    except InvalidInputError:
        return _hash(field, id)


def text_of(content: object) -> str:
    """The text of a message: it is one, or has parts some of which are texts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        raise InvalidInputError("content", "give a text, or a list of parts with text")
    return "\n\n".join(
        text for part in cast("Sequence[object]", content) if (text := _part(part)).strip()
    )


def _part(part: object) -> str:
    """What a part says; pictures, files, thoughts and calls of tools say nothing."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    fields = cast("Words", part)
    kind = fields.get("type") or fields.get("content_type") or "text"
    text = fields.get("text")
    spoken = kind in ("text", "input_text", "output_text", "audio_transcription")
    return text if spoken and isinstance(text, str) else ""


def _time_or_none(value: object, zone: tzinfo) -> datetime | None:
    """A time that only stands in for others, so that an odd one does no harm."""
    if value is None:
        return None
    try:
        return instant(value, zone)
    except InvalidInputError:
        return None


def _title(title: object) -> str | None:
    if not isinstance(title, str):
        return None
    line = " ".join(title.encode("utf-8", "replace").decode().replace("\0", " ").split())
    return line[:_LONGEST_TITLE].strip() or None


def _hash(*facts: str) -> str:
    text = "\n".join(f"{len(fact)}:{fact}" for fact in facts)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
