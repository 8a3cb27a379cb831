"""What was typed, made into values."""

import sys
from collections.abc import Sequence
from datetime import datetime, time
from typing import cast, get_args

import typer

from nagori.cli.options import Kind
from nagori.cli.session import Session
from nagori.errors import InvalidInputError
from nagori.text.rules import checked_tag
from nagori.values.memory import Tag

VALUED = ("--db", "--space", "--lang")
FLAGS = ("--json",)


def hoisted(args: Sequence[str]) -> tuple[list[str], list[str]]:
    """Global options, wherever they stand, and the rest; after `--` everything is text."""
    front: list[str] = []
    rest: list[str] = []
    left = iter(args)
    for arg in left:
        name, joined, value = arg.partition("=")
        if arg == "--":
            rest += [arg, *left]
        elif arg in FLAGS:
            front.append(arg)
        elif name in VALUED:
            found = value if joined else next(left, None)
            if found is None:
                raise typer.BadParameter("a value is missing", param_hint=name)
            front += [name, found]
        else:
            rest.append(arg)
    return front, rest


def given_text(text: str, session: Session, field: str = "text") -> str:
    """The text, or what comes through the pipe when it is `-`."""
    if text != "-":
        return text
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InvalidInputError(field, session.words("invalid.stdin")) from error


def given_time(
    text: str | None, session: Session, field: str, *, ends: bool = False
) -> datetime | None:
    """The instant that was named; without an offset, in the time zone of the settings.

    A day alone is its first moment or, with `ends`, its last.
    """
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidInputError(field, session.words("invalid.time")) from error
    if ends and ":" not in text and len(text.strip()) <= len("2026-05-03"):
        at = datetime.combine(at, time.max)
    return at if at.tzinfo else at.replace(tzinfo=session.zone)


def given_metadata(pairs: Sequence[str] | None, session: Session) -> dict[str, str] | None:
    """The mapping that `KEY=VALUE` pairs make; None when there are none."""
    if not pairs:
        return None
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not (key and equals):
            raise InvalidInputError("metadata", session.words("invalid.metadata"))
        found[key] = value
    return found


def given_tags(tags: Sequence[str] | None) -> list[Tag] | None:
    """The tags that were named, or None for all."""
    return [checked_tag(tag) for tag in tags] if tags else None


def given_kinds(kinds: Sequence[str] | None) -> list[Kind]:
    """The kinds that were named, or memories alone."""
    known = get_args(Kind)
    for kind in kinds or ():
        if kind not in known:
            raise InvalidInputError("kind", f"give some of {', '.join(known)}")
    return cast("list[Kind]", list(kinds)) if kinds else ["memory"]
