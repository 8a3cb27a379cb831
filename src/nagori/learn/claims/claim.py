"""A claim: a question about a project that its own lines answer. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from nagori.learn import domain_names
from nagori.learn.code.outline import Outline, Span, Symbol
from nagori.values.learning import QuestionType

LEARNED = "learned:"
"""Begins the claims of records that rounds of learning made, which no analysis withdraws."""
MOST_NAMED = 10
"""Names of one kind in one answer."""
MOST_SHOWN = 40
"""Places that one claim points at: all that its answer names stands there."""
_TEST = re.compile(
    r"(^|/)(tests|__tests__|specs?|js_tests|testdata|fixtures)/|^(src/|[^/]+/src/)?test/"
    r"|(^|/)(test_[^/]*|tests?|[^/]*_tests?|[^/]*\.(?:test|spec)|conftest)\.\w+$"
    r"|(^|/)[A-Z]\w*Tests?\.(?:java|kt)$"
)
_VALUE_LINES = 60
_BORROWED = re.compile(
    r"(^|/)(vendor|vendored|_vendor|third[_-]party|node_modules|bower_components)/"
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
    """The part of the project that a file belongs to."""
    return domain_names.domain_of(path)


def is_test(path: str) -> bool:
    """Whether a file only checks others."""
    return bool(_TEST.search(path))


def is_aside(path: str) -> bool:
    """Whether a file is told of as a whole only: it checks others, or was taken from elsewhere."""
    return is_test(path) or bool(_BORROWED.search(path))


def value_span(symbol: Symbol) -> Span:
    """The lines that show a value, as far as an answer tells it."""
    last = min(symbol.span.last, symbol.line + _VALUE_LINES)
    return Span(min(symbol.span.first, symbol.line), last)


def ended(text: str) -> str:
    """The text with an end, as a sentence has one."""
    return text if text.endswith((".", "!", "?", "。", ":", "…")) else f"{text}."


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
