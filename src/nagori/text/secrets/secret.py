"""One secret in a text, and what tells whether a value is one."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret is in a text, and of which kind it is."""

    start: int
    end: int
    kind: str


DIGIT = re.compile("[0-9]")
_STEP = re.compile("(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[0-9a-z]|(?<=[0-9])[A-Za-z]")
_MOMENT = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]+)?")
LETTER = re.compile(r"[^\W\d_]")
_UNIT = re.compile(
    r"\s?-?(?:%|(?:char(?:acter)?|letter|digit|symbol|bit|byte|word|line|day|week|month|year|hour|time"
    r"|min(?:ute)?|sec(?:ond)?|user|attempt)s?(?![a-z])|people|[年月日天位个個元块秒分次条字岁小周])",
    re.IGNORECASE,
)


def steps(value: str) -> int:
    """How often capitals, small letters and digits alternate: words and numbers hardly do."""
    return sum(1 for _ in _STEP.finditer(value))


def is_random(value: str, least: int = 12) -> bool:
    """Whether nobody would make this up: it alternates too much for words, names and versions."""
    if len(value) < least or len(set(value)) < 6 or _MOMENT.fullmatch(value):
        return False
    alternates = steps(value)
    return alternates >= 3 if DIGIT.search(value) else alternates >= len(value) / 3


def is_measure(value: str, text: str, end: int) -> bool:
    """Whether a number says how long, how many: "8 characters", "90 days"."""
    return len(value) <= 5 and not LETTER.search(value) and bool(_UNIT.match(text, end))
