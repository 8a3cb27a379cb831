"""What the speakers of a group are called, and statements that name them. Pure.

A name is chosen by its bearer, may change, and may be somebody else's: what is known of a member is
known by their speaker id, and the name is put in when it is shown.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from nagori.values.knowledge import MEMBER, NAME, NAMES, STATEMENT
from nagori.values.memory import Memory
from nagori.values.message import Message

_LONGEST_NAME = 60
_KEPT = re.compile(r"“[^“”]*”|\"[^\"\n]*\"|「[^「」]*」|《[^《》]*》")
_FRAMES = (("ユーザーの発言：", "{}の発言："), ("사용자의 말: ", "{}의 말: "))
_ABOUT = re.compile(r"\b[Tt]he user\b|用户")


def name_of(message: Message) -> str:
    """What the speaker of a message is called there."""
    return _one_line(message.name or message.speaker)


def one_name_each(called: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A name for each speaker: the last one given, with the id where others go by it, too."""
    last = {speaker: _one_line(name) for speaker, name in called}
    bearers: dict[str, int] = {}
    for name in last.values():
        key = name.casefold()
        bearers[key] = bearers.get(key, 0) + 1
    return {
        speaker: name if bearers[name.casefold()] == 1 else f"{name} ({speaker})"
        for speaker, name in last.items()
    }


def names_in(messages: Iterable[Message]) -> dict[str, str]:
    """A name for each speaker of messages, as they are called in the last of them."""
    return one_name_each((m.speaker, name_of(m)) for m in messages if m.role == "user")


def named(statement: str, name: str) -> str:
    """A statement about “the user”, said of somebody by name; quoted words stay as they are."""
    for frame, ours in _FRAMES:
        if statement.startswith(frame):
            return ours.format(name) + statement[len(frame) :]
    parts: list[str] = []
    start = count = 0
    for kept in _KEPT.finditer(statement):
        part, n = _ABOUT.subn(lambda _: name, statement[start : kept.start()])
        parts += [part, kept[0]]
        start, count = kept.end(), count + n
    part, n = _ABOUT.subn(lambda _: name, statement[start:])
    text = "".join([*parts, part])
    return text if count + n else f"{name}: {statement}"


def metadata_of(message: Message, statement: str) -> dict[str, Any]:
    """What is kept beside a statement about the speaker of a message."""
    return {MEMBER: message.speaker, NAME: name_of(message), STATEMENT: statement}


def statement_of(memory: Memory) -> str | None:
    """What a memory says about a member, without their name; None when a person reworded it."""
    name, statement = memory.metadata.get(NAME), memory.metadata.get(STATEMENT)
    if not isinstance(name, str) or not isinstance(statement, str):
        return None
    return statement if named(statement, name) == memory.text else None


def as_called_now(memory: Memory, names: Mapping[str, str]) -> str:
    """The text of a memory of a group, so that each name in it is of whom it is today."""
    member = memory.metadata.get(MEMBER)
    if isinstance(member, str):
        statement = statement_of(memory)
        name = names.get(member, member)
        return f"{name}: {memory.text}" if statement is None else named(statement, name)
    then = memory.metadata.get(NAMES)
    if not isinstance(then, Mapping):  # none, or what a person wrote there
        return memory.text
    other = [
        f"{old} → {names[speaker]}"
        for speaker, old in cast("Mapping[str, str]", then).items()
        if speaker in names and names[speaker] != old
    ]
    return f"{memory.text} (called otherwise now: {', '.join(other)})" if other else memory.text


def _one_line(name: str) -> str:
    return " ".join(name.split())[:_LONGEST_NAME]
