"""Trials on a terminal."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from nagori.cli.memory_view import day
from nagori.cli.output import SOFT, clean, soft
from nagori.cli.session import Session
from nagori.cli.words import Words
from nagori.values.trial import ArmOutcome, Comparison, Trial, TrialOutcome

_KEYS = {
    "better": "trial.better",
    "worse": "trial.worse",
    "no sure difference": "trial.unsure",
    "too few judged": "trial.few",
}


def trial_line(trial: Trial, session: Session) -> Text:
    """A trial on one line: its arms, and since when it runs or when it ended."""
    words, zone = session.words, session.zone
    arms = ", ".join(clean(arm.name) for arm in trial.arms)
    if trial.ended_at is None:
        when = words("trial.runs", day=day(trial.started_at, zone))
    else:
        when = words("trial.ended", day=day(trial.ended_at, zone))
    details = soft(arms, words(f"trial.by.{trial.by}"), when)
    return Text(f"{clean(trial.name)}  ").append_text(details)


def outcome_lines(outcome: TrialOutcome, session: Session) -> list[RenderableType]:
    """A table of the arms, and in plain words how each does beside the first."""
    words = session.words
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=SOFT)
    table.add_column(words("trial.col.arm"), no_wrap=True)
    for name in ("contexts", "judged", "success", "fallbacks", "build", "tokens"):
        table.add_column(words(f"trial.col.{name}"), justify="right", no_wrap=True)
    for arm in outcome.arms:
        table.add_row(*_row(arm))
    told = [Text(_sentence(one, words)) for one in outcome.comparisons]
    return [table, *told]


def _row(arm: ArmOutcome) -> list[str]:
    return [
        clean(arm.arm),
        str(arm.contexts),
        str(arm.judged),
        "-" if arm.success is None else f"{_percent(arm.success)} %{_span(arm.interval)}",
        "-" if arm.fallback_rate is None else f"{_percent(arm.fallback_rate)} %",
        "-" if arm.build_ms is None else f"{arm.build_ms:.1f} ms",
        "-" if arm.tokens is None else f"{arm.tokens:.0f}",
    ]


def _span(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f" ({_percent(interval[0])}-{_percent(interval[1])})"


def _sentence(one: Comparison, words: Words) -> str:
    low, high = one.interval or (0.0, 0.0)
    return words(
        _KEYS[one.verdict],
        arm=clean(one.arm),
        against=clean(one.against),
        points=f"{_percent(one.difference or 0.0):+d}",
        low=f"{_percent(low):+d}",
        high=f"{_percent(high):+d}",
        p=f"{one.p or 0.0:.2g}",
    )


def _percent(share: float) -> int:
    return round(100 * share)
