"""What people do after the bot answered, as a sign of how good the context was. Pure."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from nagori.text.terms import query_terms
from nagori.values.message import Message

What = Literal["asked again", "corrected", "thanked", "reacted"]

SOON = timedelta(minutes=10)
_ALIKE = 0.6
_LEAST_TERMS = 2
_CORRECTS = re.compile(
    r"^\W*(?:no\b|nope\b|wrong\b|not (?:that|what)|that'?s (?:not|wrong)|i (?:meant|mean|said)|"
    r"actually\b|不是|不对|错了|我是说|我说的是|我的意思|搞错|弄错|答非所问|不是这个)",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:thanks|thank you|thx|perfect|great|that works|exactly)\b|"
    r"谢谢|感谢|太好了|可以了|完美|解决了|就是这个",
    re.IGNORECASE,
)
_GOOD = frozenset("👍❤😀😄🎉👏🙏💯✅") | {"THUMBSUP", "OK", "DONE", "HEART", "LGTM"}
_BAD = frozenset("👎😡😕❌🤔") | {"THUMBSDOWN", "ANGRY", "NO"}
REACTION = "reaction"
"""The name under which metadata of a message says what its speaker reacted with."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A sign, and what it says about success: 0 is bad, 1 is good; None says nothing."""

    what: What
    success: float | None


def signal_of(message: Message, trigger: Message, answered_at: datetime) -> Signal | None:
    """What a message says about the answer that came before it; None when nothing."""
    if message.said_at - answered_at > SOON:
        return None
    reaction = message.metadata.get(REACTION)
    if isinstance(reaction, str):
        return Signal("reacted", 1.0 if reaction in _GOOD else 0.0 if reaction in _BAD else None)
    if message.speaker != trigger.speaker:
        return None
    if _CORRECTS.search(message.content):
        return Signal("corrected", 0.0)
    if _is_the_same_question(message.content, trigger.content):
        return Signal("asked again", 0.0)
    if _THANKS.search(message.content):
        return Signal("thanked", 1.0)
    return None


def _is_the_same_question(text: str, before: str) -> bool:
    now, then = set(query_terms(text).tolist()), set(query_terms(before).tolist())
    if min(len(now), len(then)) < _LEAST_TERMS:
        return False
    return len(now & then) / len(now | then) >= _ALIKE
