"""Evaluation data, read from wherever it lies; see bench/README.md for the form."""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

OWN = Path(__file__).parent / "data"

_FORMS = (
    "%I:%M %p on %d %B, %Y",
    "%Y-%m-%d",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
)


@dataclass(frozen=True, slots=True)
class Said:
    id: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    name: str
    messages: list[Said]
    questions: list[Question]

    @property
    def end(self) -> datetime:
        return max(m.at for m in self.messages)


def lines(path: Path) -> Iterator[dict[str, Any]]:
    data = path.read_bytes()
    for line in (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines():
        yield json.loads(line)


def conversations(path: Path) -> Iterator[Conversation]:
    for record in lines(path):
        messages = [
            Said(str(m["id"]), str(m["speaker"]), m["text"], when(str(m["time"])))
            for m in record["messages"]
            if m["text"].strip()
        ]
        questions = [
            Question(q["question"], frozenset(str(e) for e in q["evidence"]))
            for q in record["questions"]
            if q["evidence"]
        ]
        yield Conversation(record["conv_id"], messages, questions)


def when(text: str) -> datetime:
    found = re.match(r"(\d+)年(\d+)月(\d+)日\D*?(\d+):(\d+)", text)
    if found:
        return datetime(*(int(n) for n in found.groups()), tzinfo=UTC)  # type: ignore[arg-type]
    for form in _FORMS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise ValueError(f"unknown time: {text!r}")
