"""What came of an analysis, on a terminal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from nagori.cli.output import clean, soft
from nagori.cli.project_view import facts_table
from nagori.cli.session import Session
from nagori.cli.words import Words
from nagori.values.learning import QuestionType
from nagori.values.project import ProjectFile

if TYPE_CHECKING:
    from nagori.learn.analysing import Report

_MOST_NAMES = 6
_NAMES = {
    "typescript": "TypeScript", "javascript": "JavaScript", "tsx": "TSX", "html": "HTML",
    "css": "CSS", "sql": "SQL", "json": "JSON", "yaml": "YAML", "toml": "TOML", "ini": "INI",
    "xml": "XML", "csv": "CSV", "rst": "reStructuredText", "cpp": "C++", "csharp": "C#",
    "php": "PHP", "graphql": "GraphQL", "go.mod": "go.mod", "ocaml": "OCaml", "tex": "TeX",
    "cmake": "CMake", "powershell": "PowerShell", "asciidoc": "AsciiDoc",
}  # fmt: skip
"""Languages that are not written as words are."""
_PLAIN = ("belongs to git", "holds what Nagori keeps")
"""Reasons that nobody wonders about."""
_EXAMPLES = 3
"""Files that are named of those that were left out for one reason."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Files and folders that were not read for one reason."""

    reason: str
    paths: tuple[str, ...]


def left_out(report: "Report", files: Sequence[ProjectFile]) -> list[LeftOut]:
    """What was not read or not looked into, by reason, the most common one first."""
    found: dict[str, list[str]] = {}
    for told in report.left_out:
        path, reason = _parted(told)
        found.setdefault(reason, []).append(path)
    for file in files:
        if file.skipped is not None:
            found.setdefault(file.skipped, []).append(file.path)
    ordered = sorted(found.items(), key=lambda one: (-len(one[1]), one[0]))
    return [LeftOut(reason, tuple(paths)) for reason, paths in ordered]


def languages(files: Sequence[ProjectFile]) -> Counter[str]:
    """Lines by language, of what was looked into."""
    lines = Counter[str]()
    for file in files:
        if file.language is not None and file.is_analysed:
            lines[file.language] += file.lines
    return lines


def summary(
    report: "Report", files: Sequence[ProjectFile], session: Session
) -> list[RenderableType]:
    """The closing table: what was read, what is known now, what was left out."""
    words, project = session.words, report.project
    if not project.files:
        return [Text(words("learn.nothing"))]
    if not (report.files or report.gone or report.records or report.withdrawn):
        counts = {
            "records": words("count.records", n=project.records),
            "files": words("count.files", n=project.files),
        }
        return [Text(words("learn.unchanged", name=clean(project.key), **counts))]
    facts = [
        ("stack", _joined(project.tech_stack, words, most=2 * _MOST_NAMES)),
        ("files", _files(report, words)),
        ("lines", f"{project.lines:,}"),
        ("languages", _languages(files, words)),
        ("records", _records(report, words)),
        ("about", _about(report.kinds, words)),
    ]
    rows = [(words(f"learn.label.{name}"), value) for name, value in facts if value]
    told = [one for one in left_out(report, files) if not one.reason.startswith(_PLAIN)]
    for number, one in enumerate(told):
        rows.append((words("learn.label.left_out") if number == 0 else "", _left(one, words)))
    head = Text(clean(project.key), style="bold").append_text(soft(f"  {clean(project.path)}"))
    parts: list[RenderableType] = [head, facts_table(rows)]
    if report.degraded:
        names = _joined(report.degraded, words, most=_EXAMPLES)
        parts.append(soft(words("learn.degraded", n=len(report.degraded), names=names)))
    return parts


def reason_of(reason: str, words: Words, *, n: int = 1) -> str:
    """Why something was left out, in the reader's language."""
    return words(f"left.{reason}", n=n) if words.has(f"left.{reason}") else clean(reason, most=80)


def _parted(told: str) -> tuple[str, str]:
    """A path and why it was left out; a path may hold a colon, too."""
    path, _, reason = told.rpartition(": ")
    if reason.startswith("it "):  # what opening the file said: `key.txt is left out: it …`
        return path.partition(": ")[0], reason.removeprefix("it ")
    return path, reason


def _files(report: "Report", words: Words) -> str:
    told = f"{report.project.files:,}"
    if report.files != report.project.files:
        told = words("learn.looked", files=told, n=report.files)
    gone = words("learn.gone", n=report.gone) if report.gone else None
    return " · ".join(part for part in (told, gone) if part)


def _records(report: "Report", words: Words) -> str:
    told = f"{report.project.records:,}"
    if report.records != report.project.records:
        told = words("learn.renewed", records=told, n=report.records)
    gone = words("learn.withdrawn", n=report.withdrawn) if report.withdrawn else None
    return " · ".join(part for part in (told, gone) if part)


def _languages(files: Sequence[ProjectFile], words: Words) -> str:
    lines = languages(files)
    total = max(lines.total(), 1)
    shares = [(name, round(100 * n / total)) for name, n in lines.most_common()]
    told = [f"{_NAMES.get(name, name.capitalize())} {share} %" for name, share in shares if share]
    return _joined(told, words, most=_MOST_NAMES)


def _about(kinds: Mapping[QuestionType, int], words: Words) -> str:
    ordered = sorted(kinds.items(), key=lambda one: -one[1])
    return _joined([f"{words(f'about.{kind}')} {n:,}" for kind, n in ordered if n], words)


def _left(one: LeftOut, words: Words) -> str:
    names = _joined([clean(path, most=60) for path in one.paths], words, most=_EXAMPLES)
    n = len(one.paths)
    return words("learn.left", n=n, reason=reason_of(one.reason, words, n=n), names=names)


def _joined(names: Sequence[str], words: Words, *, most: int | None = None) -> str:
    comma = "、" if words.lang == "zh" else ", "
    shown = [clean(name) for name in names[:most]]
    return comma.join([*shown, "…"] if most is not None and len(names) > most else shown)
