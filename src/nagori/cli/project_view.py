"""Projects on a terminal: which there are, how far each is known, what learning about it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from nagori.cli.coverage import Row
from nagori.cli.memory_view import day, minute
from nagori.cli.output import EMBER, SOFT, clean, soft
from nagori.cli.session import Session
from nagori.values.failure import FailureRecord
from nagori.values.learning import DomainKnowledge
from nagori.values.project import KnowledgeGap, Project

if TYPE_CHECKING:
    from nagori.learn.status import ProjectStatus

_MOST = 300
_NAMES = 5
"""Names of words or files that are listed of a domain."""


def table_of(projects: Sequence[Project], session: Session) -> Table:
    """All projects, one a line."""
    words, zone = session.words, session.zone
    table = plain_table()
    table.add_column(words("project.col.key"), no_wrap=True)
    for name in ("files", "lines", "records"):
        table.add_column(words(f"project.col.{name}"), justify="right", no_wrap=True)
    table.add_column(words("project.col.learned"), no_wrap=True)
    table.add_column(words("project.col.folder"), overflow="fold")
    for one in projects:
        learned = day(one.analysed_at, zone) if one.analysed_at else words("project.never")
        counts = [f"{count:,}" for count in (one.files, one.lines, one.records)]
        table.add_row(clean(one.key), *counts, learned, folder_of(one, session))
    return table


def folder_of(project: Project, session: Session) -> Text:
    """The folder of a project; one that is gone says so."""
    told = Text(clean(project.path))
    if not Path(project.path).is_dir():
        told.append(f"  {session.words('project.folder_gone')}", EMBER)
    return told


def status_parts(told: "ProjectStatus", session: Session) -> list[RenderableType]:
    """Where analysis and learning of a project stand."""
    words, project = session.words, told.project
    comma = "、" if words.lang == "zh" else ", "
    counts = [
        f"{project.records:,}",
        words("project.stale", n=project.stale) if project.stale else "",
    ]
    facts = [
        ("stack", comma.join(clean(name) for name in project.tech_stack)),
        ("analysed", _analysed(told, session)),
        ("records", " · ".join(part for part in counts if part)),
        ("failures", f"{project.failures:,}" if project.failures else ""),
        ("learning", _learning(project, session)),
        ("today", _today(told, session)),
    ]
    rows = [(words(f"project.label.{name}"), value) for name, value in facts if value]
    head = (
        Text(clean(project.key), style="bold").append("  ").append_text(folder_of(project, session))
    )
    return [head, facts_table(rows)]


def coverage_table(rows: Sequence[Row], session: Session) -> Table:
    """What is known, folder by folder."""
    words = session.words
    table = plain_table()
    table.add_column(words("project.col.folder"), overflow="fold")
    for name in ("files", "known", "lines", "records", "stale"):
        table.add_column(words(f"project.col.{name}"), justify="right", no_wrap=True)
    for row in rows:
        name = f"{row.folder}/" if row.folder else words("project.root")
        stale = Text(f"{row.stale:,}", EMBER) if row.stale else Text("-", SOFT)
        known = f"{round(100 * row.known / row.files)} %"
        table.add_row(
            f"  {clean(name)}", f"{row.files:,}", known, f"{row.lines:,}", f"{row.records:,}", stale
        )
    return table


def failure_lines(failure: FailureRecord, session: Session) -> list[Text]:
    """A failure: what was tried, what went wrong, what to do instead."""
    words = session.words
    details = soft(
        words(f"failure.type.{failure.operation_type}"),
        words(f"failure.status.{failure.status}"),
        words("failure.tries", n=failure.retry_count + 1),
        day(failure.timestamp, session.zone),
        failure.id,
    )
    lines = [
        Text(clean(failure.operation, most=_MOST)),
        Text("  ").append(clean(failure.error, most=_MOST), EMBER),
    ]
    if failure.avoid_strategy:
        strategy = clean(failure.avoid_strategy, most=_MOST)
        lines.append(Text("  ").append(words("failure.instead", strategy=strategy)))
    return [*lines, Text("  ").append_text(details)]


def gap_lines(gap: KnowledgeGap, session: Session) -> list[Text]:
    """Something that is not known: what, and what to ask."""
    words = session.words
    details = soft(
        words(f"gap.type.{gap.type}"),
        clean(gap.description, most=_MOST),
        words("gap.priority", n=gap.priority),
    )
    return [Text(clean(gap.suggested_question, most=_MOST)), Text("  ").append_text(details)]


def domain_lines(domain: DomainKnowledge, session: Session) -> list[Text]:
    """What is known of a domain, in short."""
    words = session.words
    lines = [
        Text(clean(domain.domain), style="bold"),
        Text("  ").append(clean(domain.summary, most=_MOST)),
    ]
    if domain.key_concepts:
        names = _named([one.name for one in domain.key_concepts])
        lines.append(Text("  ").append_text(soft(words("domain.concepts", names=names))))
    if domain.key_files:
        names = _named(domain.key_files)
        lines.append(Text("  ").append_text(soft(words("domain.files", names=names))))
    told = words("count.records", n=len(domain.source_record_ids))
    details = soft(told, day(domain.updated_at, session.zone), domain.id)
    return [*lines, Text("  ").append_text(details)]


def _analysed(told: "ProjectStatus", session: Session) -> str:
    words, project = session.words, told.project
    if told.analysis.running:
        return words("project.running", done=told.analysis.done, total=told.analysis.total)
    comma = "、" if words.lang == "zh" else ", "
    parts = [
        minute(project.analysed_at, session.zone) if project.analysed_at else words("project.never")
    ]
    for key, states in (("pending", ("PENDING", "RUNNING")), ("failed", ("FAILED",))):
        steps = [step for step, state in project.analysis_status.items() if state in states]
        names = comma.join(words(f"project.step.{step}") for step in steps)
        if steps and (project.analysed_at or key == "failed"):
            parts.append(words(f"project.steps.{key}", steps=names))
    files = words("count.files", n=project.files)
    return " · ".join([*parts, files, words("count.lines", n=project.lines)])


def _learning(project: Project, session: Session) -> str:
    words, now = session.words, project.evolution_status
    parts = [words("project.on") if now.is_enabled else words("project.paused")]
    if now.is_enabled:
        parts.append(words(f"project.phase.{now.current_phase}"))
        if now.current_phase == "BACKING_OFF" and now.backoff_until is not None:
            parts.append(words("project.until", at=minute(now.backoff_until, session.zone)))
    if now.total_questions_explored:
        parts.append(words("project.explored", n=now.total_questions_explored))
    if now.consecutive_errors:
        error = clean(now.last_error or "", most=_MOST)
        parts.append(words("project.errors", n=now.consecutive_errors, error=error))
    return " · ".join(parts)


def _today(told: "ProjectStatus", session: Session) -> str:
    return " · ".join(
        session.words(f"project.limit.{one.name}", spent=one.spent, most=one.most)
        for one in spending(told)
    )


@dataclass(frozen=True, slots=True)
class Spending:
    """What was spent of one thing today, and what may be."""

    name: str
    spent: str
    most: str


def spending(told: "ProjectStatus") -> list[Spending]:
    """Questions, tokens and money that learning about a project spent today, and may spend."""
    now, limits = told.project.evolution_status, told.limits
    return [
        Spending(
            "questions", f"{now.questions_generated_today:,}", f"{limits.questions_per_day:,}"
        ),
        Spending("tokens", f"{now.tokens_today:,}", f"{limits.tokens_per_day:,}"),
        Spending("cost", f"{now.cost_today:.2f}", f"{limits.cost_per_day:.2f}"),
    ]


def facts_table(rows: Sequence[tuple[str, str]]) -> Table:
    """Names and values in two columns; a long value goes on below itself."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style=SOFT, no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows:
        table.add_row(f"  {name}", Text(value))
    return table


def plain_table() -> Table:
    """A table without lines, as all of ours are."""
    return Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=SOFT)


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(clean(name) for name in names[:_NAMES])
    return f"{shown}, …" if len(names) > _NAMES else shown
