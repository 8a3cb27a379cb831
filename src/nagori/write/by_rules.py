"""What is worth keeping of a conversation, found without a model."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import zip_longest

from nagori.embed.port import Embedder
from nagori.text.secrets import Redacted, redact
from nagori.values.memorising import Heard
from nagori.write.answered import answered
from nagori.write.apart import apart
from nagori.write.dates import dated
from nagori.write.finding import Finding
from nagori.write.sentence import continued, quoted, quoted_words, third_person
from nagori.write.subject import (
    asked_about,
    leans,
    leaves_out_speaker,
    names_nobody,
    names_somebody,
    spoken_of,
)
from nagori.write.worth import Part, Worth, weigh
from nagori.write.worth_meaning import leanings

_SENTENCE_END = re.compile(r"[.!?]+(?=\s|$)|[。！？…\n]")
_SENTENCE_BEFORE = re.compile(
    r"(?:^|(?<=[\s.!?。！？…]))([^\s.!?。！？…][^.!?。！？…\n]*)[.!。！…]+\s*\Z"
)
_MOST_PARTS = 5
"""Statements that are taken from one message: more are a text that was pasted."""


async def find_by_rules(
    own: Sequence[Heard], embedder: Embedder | None, *, zone: tzinfo
) -> list[Finding]:
    """What is worth keeping of a user's own messages, in the order it was said."""
    said = [redact(heard.message.content) for heard in own]
    lean = await leanings([clean.text for clean in said], embedder)
    messages = zip(own, said, lean, strict=True)
    return [finding for one in messages for finding in _of_message(*one, zone)]


def _of_message(
    heard: Heard, clean: Redacted, leaning: float | None, zone: tzinfo
) -> list[Finding]:
    asked = heard.asked
    short = answered(asked, clean.text) if asked else None
    if short is not None:
        sentence = dated(short.statement, at=heard.message.said_at, zone=zone)
        span = (None, None) if clean.kinds else (0, len(clean.text))
        return [Finding(sentence, heard, "an answer", short.is_preference, *span)]
    worth = weigh(clean.text, before=asked, leaning=leaning)
    findings: list[Finding] = []
    for words in _told(clean.text, worth, heard):
        sentence = dated(words.sentence, at=heard.message.said_at, zone=zone)
        span = (None, None) if clean.kinds else (words.start, words.end)
        findings.append(Finding(sentence, heard, worth.reason, words.is_preference, *span))
    return findings


@dataclass(frozen=True, slots=True)
class _Words:
    """A statement, and where in the message its words stand."""

    sentence: str
    start: int
    end: int
    is_preference: bool


def _told(text: str, worth: Worth, heard: Heard) -> list[_Words]:
    """The parts of a message that are worth keeping as statements about the user.

    A part that names nobody goes on about whom the one before it is about, and stays with it.
    """
    told: list[_Words] = []
    parts = worth.parts[:_MOST_PARTS]
    for part, following in zip_longest(parts, parts[1:]):
        end = _whole(text, part.end, following.start if following else len(text))
        words = text[part.start : end]
        if part.is_wish:
            told += _apart(words, part)
            continue
        of_another = names_nobody(words) and _was_of_another(text[: part.start], heard)
        if (of_another or leans(words)) and (lead := _lead(text, part.start, told)):
            told.append(lead)
        last = told[-1] if told else None
        if last is not None and (of_another or _goes_on(text, last, words)):
            told[-1] = _joined(text, last, part.start, end, as_said=of_another)
        elif of_another:
            told.append(_Words(quoted(words), part.start, end, is_preference=False))
        else:
            told += _apart(words, part)
    return told


def _apart(words: str, part: Part) -> Iterator[_Words]:
    """The things that the words of a part say, each by itself."""
    at, is_preference = part.start, part.kind == "preference"
    for first, last in apart(words):
        yield _Words(third_person(words[first:last]), at + first, at + last, is_preference)


def _lead(text: str, start: int, told: Sequence[_Words]) -> _Words | None:
    """The sentence before a place, where it names somebody and was not worth keeping alone."""
    found = _SENTENCE_BEFORE.search(text, told[-1].end if told else 0, start)
    if found is None or not names_somebody(found[1]):
        return None
    return _Words(third_person(found[1]), found.start(1), found.end(1), is_preference=False)


def _goes_on(text: str, last: _Words, words: str) -> bool:
    """Whether words would say little without the statement before them."""
    if leans(words):
        return names_somebody(text[last.start : last.end])
    return bool(quoted_words(last.sentence) and quoted_words(third_person(words)))


def _joined(text: str, last: _Words, start: int, end: int, *, as_said: bool) -> _Words:
    """Two statements as one; quoted as a whole where either could only be quoted."""
    words = text[start:end]
    turned = words if leaves_out_speaker(words) else (quoted if as_said else third_person)(words)
    if quoted_words(last.sentence) or quoted_words(turned):
        sentence = quoted(text[last.start : end])
    else:
        sentence = continued(last.sentence, turned)
    return _Words(sentence, last.start, end, last.is_preference)


def _was_of_another(earlier: str, heard: Heard) -> bool:
    """Whether somebody else than the user was spoken of before, here or by who asked."""
    before = heard.before
    whose = spoken_of(earlier)
    if not whose and before is not None:
        whose = (spoken_of if before.role == "user" else asked_about)(before.content)
    return whose == "other"


def _whole(text: str, end: int, most: int) -> int:
    """Where the sentence of a part ends, so that no name is lost; a question is left out."""
    found = _SENTENCE_END.search(text, end, most)
    if found is None:
        return end if most < len(text) or _asks(text[end:]) else most
    return end if _asks(found[0]) else found.start()


def _asks(text: str) -> bool:
    return "?" in text or "？" in text
