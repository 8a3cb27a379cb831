"""Knowledge gaps: what is not known of a project yet, and what is no longer sure. Pure.

An analysis says something of every file by itself. What it can't say is how files work together,
so that is what a gap asks for; a gap is closed by records that were learned for it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from nagori.learn.claims.claim import LEARNED
from nagori.learn.extracts import (
    Extract,
    of_error,
    of_flow,
    of_folder,
    of_mark,
    of_package,
    of_tests,
)
from nagori.learn.structure import Structure
from nagori.values.learning import LearningRecord
from nagori.values.project import GapType, KnowledgeGap

STALE = "record:"
"""Begins the target of a gap that is a record whose lines changed."""
_TESTS, _FLOW, _ERROR, _MARK = "tests:", "data:", "error:", "mark:"
_FILES_EACH = 4
"""Files of a folder that are worth one question more."""
_MOST_EACH = 6
_FEWEST_FILES = 2
"""Other files that must share something before it is asked what they do with it."""
_FIRST, _BY_SIZE, _AGAIN = 60, 20, 12
_PRIORITY: dict[str, int] = {_TESTS: 35, _FLOW: 45, _ERROR: 40, _MARK: 42, "package": 38}
_STALE_PRIORITY = 100
_OF_FOLDER = (
    "How do the files of `{0}` work together, and who uses them?",
    "What happens, step by step, when `{0}` is called from outside?",
    "Which errors can come out of `{0}`, and what does the caller do then?",
    "Which settings, defaults and limits change what `{0}` does?",
    "What has to be kept in mind by whoever changes `{0}`, and which tests would tell?",
    "Which data does `{0}` take, keep and give back?",
)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beside the structure."""

    claims: Collection[str] = ()
    """Of records that hold."""
    stale: Sequence[LearningRecord] = ()
    failed: Collection[str] = field(default_factory=frozenset[str])
    """Keys of gaps that are not to be tried."""
    by_model: bool = True
    """Whether a model asks: it finds more than one question about a folder."""


def key_of(gap: KnowledgeGap) -> str:
    """What a gap is known by, as a round keeps it."""
    return f"{gap.type}:{gap.target}"


def claim_of(gap_key: str, signature: str) -> str:
    """The claim of a record that was learned for a gap: one for each question."""
    return f"{LEARNED}{gap_key}:{signature[:16]}"


def gaps_of(structure: Structure, known: Known) -> list[KnowledgeGap]:
    """The gaps of a project, the most important first."""
    learned = Counter(_gap_keys(known.claims))
    found = [
        *_stale(known),
        *_folders(structure, learned, by_model=known.by_model),
        *_shared(structure, learned),
    ]
    open_ones = [gap for gap in found if key_of(gap) not in known.failed]
    return sorted(open_ones, key=lambda gap: (-gap.priority, gap.type, gap.target))


def extract_of(structure: Structure, gap_key: str) -> Extract | None:
    """What the files themselves say to a gap; None when they say nothing together."""
    kind, _, target = gap_key.partition(":")
    if kind == "UNEXPLORED_DIRECTORY":
        return of_folder(structure, target)
    if kind == "MISSING_DEPENDENCY":
        return of_package(structure, target)
    makers = {_TESTS: of_tests, _FLOW: of_flow, _ERROR: of_error, _MARK: of_mark}
    for prefix, make in makers.items():
        if target.startswith(prefix):
            return make(structure, target.removeprefix(prefix))
    return None


def files_of(structure: Structure, gap_key: str) -> list[str]:
    """Files to begin with."""
    kind, _, target = gap_key.partition(":")
    if kind == "UNEXPLORED_DIRECTORY":
        return list(structure.folders.get(target, ()))
    name = target.partition(":")[2] or target
    home = name if name in structure.outlines else structure.homes.get(name)
    extract = extract_of(structure, gap_key)
    shown = [part.path for part in extract.parts] if extract else []
    return list(dict.fromkeys([*([home] if home else []), *shown]))


def _gap_keys(claims: Iterable[str]) -> Iterator[str]:
    for claim in claims:
        if claim.startswith(LEARNED):
            yield claim.removeprefix(LEARNED).rpartition(":")[0]


def _stale(known: Known) -> Iterator[KnowledgeGap]:
    for record in known.stale:
        made_by_rounds = "gap" in record.metadata
        # What an analysis states, the next analysis states anew; what a model said, only a model.
        if record.made_by == "analysis" and not made_by_rounds:
            continue
        if record.made_by != "analysis" and not known.by_model:
            continue
        yield KnowledgeGap(
            type="INCOMPLETE_DOMAIN",
            description=f"the lines that {record.id} rests on have changed",
            priority=_STALE_PRIORITY,
            suggested_question=record.question,
            target=f"{STALE}{record.id}",
        )


def _folders(
    structure: Structure, learned: Counter[str], *, by_model: bool
) -> Iterator[KnowledgeGap]:
    largest = max((len(files) for files in structure.folders.values()), default=1)
    for folder, files in structure.folders.items():
        count = learned[f"UNEXPLORED_DIRECTORY:{folder}"]
        wanted = min(1 + len(files) // _FILES_EACH, _MOST_EACH) if by_model else 1
        if count >= wanted or (not by_model and not _hangs_together(structure, files)):
            continue
        size = _BY_SIZE * len(files) // largest
        yield KnowledgeGap(
            type="UNEXPLORED_DIRECTORY",
            description=f"{len(files)} files of `{folder}`, {count} of {wanted} questions answered",
            priority=_FIRST + size - _AGAIN * count,
            suggested_question=_OF_FOLDER[count % len(_OF_FOLDER)].format(folder),
            target=folder,
        )


def _hangs_together(structure: Structure, files: Sequence[str]) -> bool:
    users = {link.user for path in files for link in structure.users.get(path, ())}
    return len(users) >= _FEWEST_FILES


def _shared(structure: Structure, learned: Counter[str]) -> Iterator[KnowledgeGap]:
    """Things that several files share and nothing tells of as a whole."""
    for name, places in structure.flows.items():
        yield from _gap(
            "INCOMPLETE_DOMAIN", _FLOW, name, {path for path, _ in places}, learned,
            f"Through which functions does `{name}` go?", "functions take or return it",
        )  # fmt: skip
    for name, places in structure.errors.items():
        yield from _gap(
            "UNDOCUMENTED_PATTERN", _ERROR, name, {path for path, _ in places}, learned,
            f"Who raises `{name}`, all over the project?", "it is raised",
        )  # fmt: skip
    for name, places in structure.marks.items():
        yield from _gap(
            "UNDOCUMENTED_PATTERN", _MARK, name, {path for path, _ in places}, learned,
            f"What is marked with `@{name}`, all over the project?", "it marks something",
        )  # fmt: skip
    for name, links in structure.packages.items():
        yield from _gap(
            "MISSING_DEPENDENCY", "", name, {link.user for link in links}, learned,
            f"Where is the package `{name}` used, and what of it?", "it is used",
        )  # fmt: skip
    for path, links in structure.tests.items():
        yield from _gap(
            "INCOMPLETE_DOMAIN", _TESTS, path, {link.user for link in links}, learned,
            f"Which tests check `{path}`, and what of it do they use?", "tests use it",
            fewest=1,
        )  # fmt: skip


def _gap(
    type: GapType,
    prefix: str,
    name: str,
    files: Collection[str],
    learned: Counter[str],
    question: str,
    what: str,
    *,
    fewest: int = _FEWEST_FILES,
) -> Iterator[KnowledgeGap]:
    target = f"{prefix}{name}"
    if len(files) < fewest or learned[f"{type}:{target}"]:
        return
    yield KnowledgeGap(
        type=type,
        description=f"`{name}`: {what} in {len(files)} {'file' if len(files) == 1 else 'files'}",
        priority=_PRIORITY[prefix or "package"] + min(len(files), 15),
        suggested_question=question,
        target=target,
    )
