"""Learning records on a terminal."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from nagori.cli.cited_view import cited_lines, place
from nagori.cli.memory_view import labelled, minute
from nagori.cli.output import EMBER, clean, soft, whole
from nagori.cli.session import Session
from nagori.cli.words import Words
from nagori.values.learning import (
    CheckedLines,
    LearningRecord,
    LearningRecordWithScore,
    ToolCallStep,
)

_MOST = 300
"""Characters of an answer in a list; the record alone has the rest."""


def entry(record: LearningRecord, session: Session) -> list[Text]:
    """A record in a list: its question, its answer, then the details."""
    words = session.words
    first = record.citations[0] if record.citations else None
    more = len(record.citations) - 1
    where = None if first is None else place(first) + (f" +{more}" if more > 0 else "")
    details = soft(where, words(f"about.{record.question_type}"), record.id)
    question = Text(clean(record.question, most=_MOST), style="bold")
    if record.status != "active":
        question.append(f"  {words(f'record.{record.status}')}", EMBER)
    return [
        question,
        Text("  ").append(clean(record.answer, most=_MOST)),
        Text("  ").append_text(details),
    ]


def story(
    record: LearningRecord, checked: Sequence[CheckedLines], session: Session
) -> list[RenderableType]:
    """A record with everything that is known of it."""
    words = session.words
    facts = [
        ("id", record.id),
        ("kind", words(f"about.{record.question_type}")),
        ("domain", record.domain),
        ("made", _made(record, session)),
        ("status", _status(record, words)),
        ("tags", ", ".join(record.tags)),
        ("related", ", ".join(record.related_records)),
    ]
    rows = [(words(f"record.label.{name}"), clean(value)) for name, value in facts if value]
    lines: list[RenderableType] = [
        Text(clean(record.question), style="bold"),
        Text(whole(record.answer)),
        Text(),
        *labelled(rows),
        Text(),
        Text(words("record.shown")),
        *cited_lines(checked, words, most=None),
    ]
    if record.exploration_path:
        lines += [Text(), Text(words("record.path"))]
        lines += [step_line(step) for step in record.exploration_path]
    return lines


def scored(found: LearningRecordWithScore, rank: int, session: Session) -> list[Text]:
    """A record that an answer rests on, with the parts of its score."""
    words, record = session.words, found.record
    parts = [f"{clean(name)} {value:.2f}" for name, value in found.parts.items()]
    sure = words("record.sure", percent=round(100 * record.confidence))
    question = Text(f"{rank}  ").append(clean(record.question, most=_MOST))
    if found.is_stale:
        question.append(f"  {words('record.stale')}", EMBER)
    made = words(f"record.made.{record.made_by}")
    return [
        question,
        Text("   ").append_text(soft(f"{found.score:.2f}", *parts)),
        Text("   ").append_text(soft(made, sure, record.domain, record.id)),
        *cited_lines(found.checked, words, indent="   "),
    ]


def step_line(step: ToolCallStep) -> Text:
    """A step on the way to an answer: the tool, what it was given, what it found."""
    given = ", ".join(f"{name}={value}" for name, value in step.parameters.items())
    told = Text(f"  {clean(step.tool_name)}({clean(given, most=100)})")
    return told.append_text(soft(f"  {clean(step.result_summary, most=200)}"))


def _made(record: LearningRecord, session: Session) -> str:
    words = session.words
    who = words(f"record.made.{record.made_by}")
    sure = words("record.sure", percent=round(100 * record.confidence))
    return f"{minute(record.created_at, session.zone)} {who}, {sure}"


def _status(record: LearningRecord, words: Words) -> str:
    if record.replaced_by:
        return words("record.replaced_by", id=record.replaced_by)
    return words(f"record.status.{record.status}")
