"""A claim: a question about a project that its own lines answer. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from nagori.learn.code.outline import Outline, Span
from nagori.values.learning import QuestionType

MOST_NAMED = 10
"""Names of one kind in one answer."""
MOST_SHOWN = 32
"""Places that one claim points at: all that its answer names stands there."""
_TEST = re.compile(
    r"(^|/)(tests?|testing|__tests__|spec)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.\w+$"
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z(`\"'])|(?<=[。！？])")


@dataclass(frozen=True, slots=True, order=True)
class Shown:
    """Lines of a file that show what is claimed."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Claim:
    """A question with its answer and what shows it."""

    key: str
    """What it is about, whatever the lines say now: the next analysis knows it by this."""
    question: str
    question_type: QuestionType
    answer: str
    shown: tuple[Shown, ...]
    """The first is where to look."""
    domain: str
    tags: tuple[str, ...] = ()
    confidence: float = 1.0


def domain_of(path: str) -> str:
    """The part of the project that a file belongs to: its folder, without what only wraps it."""
    parts = [part for part in PurePosixPath(path).parts[:-1] if part not in ("src", "lib", ".")]
    return "/".join(parts[:2]) or "project"


def is_test(path: str) -> bool:
    """Whether a file only checks others."""
    return bool(_TEST.search(path))


def module_of(path: str) -> str:
    """The dotted name that a file is imported by."""
    parts = list(PurePosixPath(path).with_suffix("").parts)
    if parts and parts[0] in ("src", "lib"):
        parts = parts[1:]
    if parts and parts[-1] in ("__init__", "index", "mod"):
        parts = parts[:-1]
    return ".".join(parts)


def shown(outline: Outline, *spans: Span | None) -> tuple[Shown, ...]:
    """Lines of one file, each once, as far as a claim may point."""
    given = dict.fromkeys(span for span in spans if span is not None)
    return tuple(Shown(outline.path, span) for span in given)[:MOST_SHOWN]


def listed(names: Iterable[str], most: int = MOST_NAMED) -> str:
    """Names in one line: `a`, `b` and 3 more."""
    all_names = list(dict.fromkeys(names))
    told = ", ".join(f"`{name}`" for name in all_names[:most])
    more = len(all_names) - most
    return f"{told} and {more} more" if more > 0 else told


def first_sentence(text: str) -> str:
    """How a text begins."""
    return _SENTENCE_END.split(text.strip(), maxsplit=1)[0]


def line(number: int) -> Span:
    """One line."""
    return Span(number, number)


def lines_of(outline: Outline, numbers: Sequence[int]) -> tuple[Shown, ...]:
    """Single lines of one file."""
    return shown(outline, *(line(number) for number in numbers))
