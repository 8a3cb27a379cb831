"""Writing and deleting copies, by what is to be copied; blocking."""

from collections.abc import Collection, Mapping, Sequence

from nagori.errors import UserError
from nagori.learn import copy_places as at
from nagori.learn.code.outline import Outline
from nagori.learn.copy_files import CopyFiles
from nagori.learn.copy_reading import record_of, told
from nagori.learn.copy_shapes import (
    Copy,
    domain_copy,
    failure_copy,
    is_copy,
    patterns_copy,
    practices_copy,
    record_copy,
    shared_patterns_copy,
)
from nagori.learn.copy_state import State
from nagori.learn.folder import Folder
from nagori.learn.place import Parts, problem_of
from nagori.learn.project_map import Index, is_map
from nagori.learn.readable import readable
from nagori.learn.reports import is_report, reports_of
from nagori.learn.sync_report import SyncReport
from nagori.learn.taking_in import TAKEN, taken_claim
from nagori.values.learning import LearningRecord

MAP_BYTES = 100_000_000
_COPY_BYTES = 20_000_000
_GITIGNORE = b"""\
# What Nagori keeps about this project stays on this machine. To share it with others, delete this
# file and commit the folder memory: elsewhere `nagori project sync --take-in` takes it in.
*
"""


def put_ignore(files: CopyFiles) -> None:
    """Keep copies out of the project's repository, unless people decided about it before."""
    if next(files.files(), None) is None:
        files.put({at.IGNORE: _GITIGNORE})


def put_small(files: CopyFiles, state: State) -> tuple[int, list[str]]:
    """Write what has a file of its own; what another machine put in its place stays."""
    records = {
        at.record_place(one.id): (one, readable(record_copy(one, state.claims.get(one.id))))
        for one in state.records
    }
    taken = {claim for claim in state.claims.values() if claim.startswith(TAKEN)}
    others = [
        place for place, (one, data) in records.items() if _is_other(files, place, one, data, taken)
    ]
    wanted = {place: data for place, (_, data) in records.items() if place not in others}
    wanted |= {at.failure_place(one.id): readable(failure_copy(one)) for one in state.failures}
    wanted |= {at.domain_place(one.domain): readable(domain_copy(one)) for one in state.domains}
    shared = state.shared
    about = (shared.version, shared.updated_at)
    wanted[at.PATTERNS] = readable(patterns_copy(state.project.key, state.patterns))
    wanted[at.PRACTICES] = readable(practices_copy(shared.best_practices, *about))
    wanted[at.SHARED_PATTERNS] = readable(
        shared_patterns_copy(shared.cross_project_patterns, *about)
    )
    problems = [
        f"{place[-1]}: it is another record, from another machine; take it in first"
        for place in others
    ]
    return len(files.put(wanted)), problems


def _is_other(
    files: CopyFiles, place: Parts, record: LearningRecord, data: bytes, taken: Collection[str]
) -> bool:
    """Whether another record lies there that is not taken in yet."""
    try:
        held = files.read(place, most=_COPY_BYTES)
        if held is None or held == data:
            return False
        found, _ = record_of(told(held, "learning record"), record.project_key)
    except UserError:  # broken: nothing is lost
        return False
    is_same = (found.question, found.answer) == (record.question, record.answer)
    return not is_same and taken_claim(found) not in taken


def put_groups(files: CopyFiles, copies: Mapping[Parts, Copy]) -> int:
    """Write what an analysis says of some files; how many were not so."""
    return len(files.put({place: readable(copy) for place, copy in copies.items()}))


def put_reports(files: CopyFiles, project: str, outlines: Sequence[Outline]) -> int:
    """Write the reports on a project; how many were not so."""
    reports = reports_of(project, outlines)
    return len(files.put({(*at.REPORTS, name): text.encode() for name, text in reports.items()}))


def gone_places(state: State, index: Index) -> list[Parts]:
    """The places of what this store wrote and has no more."""
    records = set(index.records) - {one.id for one in state.records}
    failures = set(index.failures) - {one.id for one in state.failures}
    domains = set(index.domains.values()) - {
        f"{at.domain_name(one.domain)}.json" for one in state.domains
    }
    return [
        *(at.record_place(id) for id in sorted(records)),
        *(at.failure_place(id) for id in sorted(failures)),
        *((*at.DOMAINS, name) for name in sorted(domains)),
    ]


def remove_places(files: CopyFiles, places: Sequence[Parts]) -> int:
    """Delete copies; a file that is none stays, whatever an index says."""
    safe = (place for place in places if not any(problem_of(name) for name in place))
    return sum(_is_ours(files, place) and files.remove(place) for place in safe)


def remove_others(files: CopyFiles, folder: Parts, wanted: Collection[Parts]) -> int:
    """Delete the copies below a folder that are not wanted; how many they were."""
    return remove_places(files, [place for place in files.files(folder) if place not in wanted])


def unknown_copies(files: CopyFiles, state: State) -> int:
    """How many copies came from elsewhere."""
    known = {at.record_place(one.id) for one in state.records}
    known |= {at.failure_place(one.id) for one in state.failures}
    known |= {at.domain_place(one.domain) for one in state.domains}
    return sum(
        place not in known and len(place) == len(folder) + 1 and _is_ours(files, place)
        for folder in (at.LEARNING, at.FAILURES, at.DOMAINS)
        for place in files.files(folder)
    )


def remove_all(folder: Folder) -> SyncReport:
    """Delete every copy."""
    files = CopyFiles(folder.root)
    removed = remove_places(files, list(files.files()))
    files.sweep(older_s=0)
    ignore = files.read(at.IGNORE, most=_COPY_BYTES)
    if ignore == _GITIGNORE:
        removed += files.remove(at.IGNORE)
    return SyncReport(removed=removed)


def _is_ours(files: CopyFiles, place: Parts) -> bool:
    """Whether Nagori wrote a file: it lies where copies lie and says so itself."""
    try:
        data = files.read(place, most=MAP_BYTES if place == at.MAP else _COPY_BYTES)
    except UserError:
        return False
    if data is None:
        return False
    if place == at.MAP:
        return is_map(data)
    if place[:2] == at.REPORTS:
        return is_report(data)
    return place[:1] == at.MEMORY and place[-1].endswith(".json") and is_copy(data)
