"""What is worth keeping of a conversation, found by models: one decides, one states it."""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

import numpy as np

from nagori.llm.port import Model
from nagori.prompts import DECISION_PROMPT, MEMORY_PROMPT, fill
from nagori.text.secrets import redact
from nagori.text.terms import terms
from nagori.values.memorising import Cost, Heard
from nagori.values.message import Message
from nagori.values.prompt import PromptMessage, Reply
from nagori.write.answered import answered
from nagori.write.dates import dated
from nagori.write.finding import Finding
from nagori.write.sentence import third_person
from nagori.write.support import same_language, supported
from nagori.write.worth import weigh

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"should_remember": {"type": "boolean"}, "reason": {"type": "string"}},
    "required": ["should_remember"],
}
_MOST_SENTENCES = 10
_LONGEST_SENTENCE = 600
_LONGEST_ANSWER = 300
"""Characters of what the assistant said: enough to understand what the user says to it."""
_BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)、])\s+")
_QUOTES = "\"“”「」'"


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking, and what it cost."""

    findings: Sequence[Finding]
    cost: Cost
    reason: str
    dropped: int = 0
    """Sentences that nothing said supports."""


@dataclass(frozen=True, slots=True)
class Helpers:
    """The models and what they are asked."""

    decision: Model
    summary: Model
    decision_prompt: str | None = None
    memory_prompt: str | None = None


async def find_by_model(
    talk: Sequence[Heard], own: Sequence[Heard], helpers: Helpers, *, zone: tzinfo
) -> Asked:
    """What the models find in a conversation worth keeping of the user's own messages.

    Raises `ModelError` when one of them can't be asked or answers with nonsense.
    """
    conversation = _conversation(talk, own)
    asked = fill(helpers.decision_prompt or DECISION_PROMPT, conversation=conversation)
    decided = await helpers.decision.reply([_user(asked)], schema=_SCHEMA)
    cost = _cost(decided)
    reason = str(decided.data.get("reason") or "")
    if not decided.data["should_remember"]:
        return Asked((), cost, reason or "trivial")
    asked = fill(helpers.memory_prompt or MEMORY_PROMPT, conversation=conversation)
    stated = await helpers.summary.reply([_user(asked)])
    found = [_finding(sentence, own, zone, reason) for sentence in _sentences(stated.text)]
    kept = [finding for finding in found if finding is not None]
    return Asked(kept, cost + _cost(stated), reason or "worth remembering", len(found) - len(kept))


def _finding(sentence: str, own: Sequence[Heard], zone: tzinfo, reason: str) -> Finding | None:
    """The sentence with the message that supports it best; None when none does."""
    best = max(own, key=lambda heard: _shared(sentence, heard.message.content), default=None)
    if best is None:
        return None
    clean = redact(best.message.content)
    everything = " ".join(_said_by(heard) for heard in own)
    if not (supported(sentence, clean.text) or supported(sentence, everything)):
        return None
    worth = weigh(clean.text)
    preferred = any(part.kind == "preference" for part in worth.parts)
    if not same_language(sentence, clean.text):  # what was said is kept as it was said
        words = "".join(clean.text[part.start : part.end] for part in worth.parts) or clean.text
        sentence = third_person(words)
    sentence = dated(sentence, at=best.message.said_at, zone=zone)
    span = (None, None) if clean.kinds else (0, len(clean.text))
    return Finding(sentence, best, reason, preferred, *span, stated=True)


def _said_by(heard: Heard) -> str:
    """The user's words, and what they say to the question before them."""
    text = redact(heard.message.content).text
    short = answered(heard.asked, text) if heard.asked else None
    return text if short is None else f"{text} {short.statement}"


def _sentences(text: str) -> list[str]:
    lines = (_BULLET.sub("", line).strip().strip(_QUOTES).strip() for line in text.splitlines())
    kept = [redact(line).text for line in lines if line and len(line) <= _LONGEST_SENTENCE]
    return list(dict.fromkeys(kept))[:_MOST_SENTENCES]


def _conversation(talk: Sequence[Heard], own: Sequence[Heard]) -> str:
    """What the models read: the user's words, and answers to them for their sense.

    Not words of others, nor answers of a model that had read such: put up to it, these models would
    slip something into what the user says.
    """
    users = {heard.message.id for heard in own}
    told = {heard.message.id for heard in talk}
    lines: list[str] = []
    for message in _with_what_led_to_it(talk, told):
        others = message.role == "user" or message.metadata.get("trust") == "untrusted"
        if others and message.id not in users:
            continue
        text = redact(message.content).text
        if message.role == "assistant":
            text = text[:_LONGEST_ANSWER]
        lines.append(f"{message.role}: {text}")
    return "\n".join(lines)


def _with_what_led_to_it(talk: Sequence[Heard], told: Container[str]) -> Iterator[Message]:
    for heard in talk:
        if heard.before is not None and heard.before.id not in told:
            yield heard.before
        yield heard.message


def _shared(sentence: str, text: str) -> float:
    wanted = terms(sentence)
    return float(np.isin(wanted, terms(text)).mean()) if len(wanted) else 0.0


def _user(text: str) -> PromptMessage:
    return PromptMessage("user", text, layer="user")


def _cost(reply: Reply) -> Cost:
    usage = reply.usage
    return Cost(1, usage.prompt_tokens or 0, usage.completion_tokens or 0)
