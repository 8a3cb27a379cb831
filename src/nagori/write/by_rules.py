"""What is worth keeping of a conversation, found without a model."""

import re
from collections.abc import Sequence
from datetime import tzinfo
from itertools import zip_longest

from nagori.embed.port import Embedder
from nagori.text.secrets import Redacted, redact
from nagori.values.memorising import Heard
from nagori.write.answered import answered
from nagori.write.apart import apart
from nagori.write.dates import dated
from nagori.write.finding import Finding
from nagori.write.sentence import third_person
from nagori.write.worth import weigh
from nagori.write.worth_meaning import leanings

_SENTENCE_END = re.compile(r"[.!?]+(?=\s|$)|[。！？…\n]")
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
    if not worth.keep:
        return []
    findings: list[Finding] = []
    parts = worth.parts[:_MOST_PARTS]
    for part, following in zip_longest(parts, parts[1:]):
        end = _whole(clean.text, part.end, following.start if following else len(clean.text))
        for first, last in apart(clean.text[part.start : end]):
            words = clean.text[part.start + first : part.start + last]
            sentence = dated(third_person(words), at=heard.message.said_at, zone=zone)
            span = (None, None) if clean.kinds else (part.start + first, part.start + last)
            is_preference = part.kind == "preference"
            findings.append(Finding(sentence, heard, worth.reason, is_preference, *span))
    return findings


def _whole(text: str, end: int, most: int) -> int:
    """Where the sentence of a part ends, so that no name is lost; a question is left out."""
    found = _SENTENCE_END.search(text, end, most)
    if found is None:
        return end if most < len(text) or _asks(text[end:]) else most
    return end if _asks(found[0]) else found.start()


def _asks(text: str) -> bool:
    return "?" in text or "？" in text
