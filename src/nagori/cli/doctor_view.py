"""How a doctor's findings look on a terminal."""

from typing import TYPE_CHECKING

from rich.text import Text

from nagori.cli.memory_view import labelled
from nagori.cli.output import EMBER
from nagori.cli.words import Words

if TYPE_CHECKING:
    from nagori.cli.doctor import Findings
    from nagori.store.sqlite.health import Survey


def lines(found: "Findings", words: Words) -> list[Text]:
    """What was found, then what to do about it."""
    rows = [("file", _file(found, words))]
    content = found.survey
    if content:
        counts = [
            words(f"count.{what}", n=n)
            for what, n in (
                ("memories", content.memories),
                ("messages", content.messages),
                ("chats", content.chats),
            )
        ]
        rows += [("content", " · ".join(counts)), ("vectors", _vectors(found, content, words))]
    rows.append(("embedder", _embedder(found, words)))
    if content:
        dead = content.dead_jobs
        jobs = words("doctor.jobs_dead", n=dead) if dead else words("doctor.jobs_well")
        rows.append(("jobs", jobs))
    shown = labelled([(words(f"doctor.{name}"), value) for name, value in rows])
    return [*shown, Text(), *_verdict(found, words)]


def _verdict(found: "Findings", words: Words) -> list[Text]:
    if found.ok:
        return [Text(words("doctor.well"), style="bold")]
    told: list[tuple[str, str]] = []
    health = found.health
    if health.problem:
        reason = words(f"problem.{health.problem}", file=found.file, reason=health.reason)
        advice = words(f"advice.{health.problem}", advice=health.advice)
        told.append((reason, advice))
    if found.embedder_problem:
        told.append((found.embedder_problem, words("doctor.embedder_advice")))
    if found.survey and found.survey.dead_jobs:
        jobs = words("doctor.jobs_dead", n=found.survey.dead_jobs)
        told.append((jobs, words("doctor.jobs_advice")))
    problem, advice = words("doctor.problem"), words("doctor.advice")
    return [
        Text(name, style=f"bold {EMBER}").append(text, "default not bold")
        for reason, todo in told
        for name, text in ((problem, reason), (advice, todo))
    ]


def _file(found: "Findings", words: Words) -> str:
    if found.health.new:
        return words("doctor.new", file=found.file)
    if not found.survey:
        return str(found.file)
    size, schema = _size(found.survey.bytes), words("doctor.schema", n=found.survey.schema)
    return f"{found.file} · {size} · {schema}"


def _vectors(found: "Findings", content: "Survey", words: Words) -> str:
    if found.embedder is None:
        return words("doctor.vectors_none")
    parts: list[str] = []
    if content.waiting:
        parts += [
            words("doctor.vectors_wait", n=content.waiting),
            words("doctor.vectors_follow"),
        ]
    if content.failed:
        parts.append(words("doctor.vectors_failed", n=content.failed))
    return " · ".join(parts) or words("doctor.vectors_ready")


def _embedder(found: "Findings", words: Words) -> str:
    if found.embedder is None:
        return words("doctor.embedder_none")
    if found.embedder_problem:
        return words("doctor.embedder_down", problem=found.embedder_problem)
    return words("doctor.embedder_ready", name=found.embedder, dims=found.dims)


def _size(count: int) -> str:
    for unit, size in (("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} B"
