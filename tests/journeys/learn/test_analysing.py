"""An analysis of a folder: what it says is stored, and kept in step with the files."""

import os
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from nagori.learn.analysing import Analyser, Parts, Progress, Report
from nagori.learn.citing import Checker
from nagori.learn.folder import Folder
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW
from nagori.testing.learning import LOANS, a_record
from nagori.values.learned import Analysis
from nagori.values.learning import LearningRecord

KINDS = '''"""Kinds of repayment."""
from enum import Enum


class Kind(Enum):
    """How a loan is paid back."""

    ANNUITY = "annuity"
    LINEAR = "linear"
'''
PLAN = '''from kinds import Kind


def months(years: int) -> int:
    """So many months a loan runs."""
    return 12 * years


START = Kind("linear")
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "loans"
    root.mkdir()
    (root / "kinds.py").write_text(KINDS, "utf-8")
    (root / "plan.py").write_text(PLAN, "utf-8")
    (root / ".env").write_text("PASSWORD=hunter2\n", "utf-8")
    return root


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


async def analyse(store: SqliteStore, root: Path, progress: Progress | None = None) -> Report:
    await store.projects.register(LOANS, str(root), now=NOW)
    parts = Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300)
    return await Analyser(parts).analyse(LOANS, Folder(root), progress=progress)


def settled(root: Path) -> None:
    """Let the files be old enough to be known by their times."""
    for file in root.iterdir():
        os.utime(file, (1_700_000_000, 1_700_000_000))


async def records(store: SqliteStore) -> list[LearningRecord]:
    return list(await store.records.page(LOANS, limit=500))


async def test_what_an_analysis_can_say_is_stored_with_lines_that_show_it(
    store: SqliteStore, root: Path
) -> None:
    report = await analyse(store, root)

    found = await records(store)
    assert report.records == len(found) > 5
    assert report.project.tech_stack[0] == "Python"
    assert report.project.analysis_status["enums"] == "COMPLETED"
    kind = next(one for one in found if "Which values does `Kind`" in one.question)
    assert "`ANNUITY`" in kind.answer
    assert kind.made_by == "analysis"
    checker = Checker(Folder(root))
    assert {checker.check(lines).state for one in found for lines in one.citations} == {"unchanged"}


async def test_a_second_run_touches_nothing(store: SqliteStore, root: Path) -> None:
    await analyse(store, root)
    before = await records(store)

    again = await analyse(store, root)

    assert (again.records, again.withdrawn, again.gone) == (0, 0, 0)
    assert await records(store) == before


async def test_what_a_changed_file_says_replaces_what_it_said(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    (root / "kinds.py").write_text(KINDS + '    BULLET = "bullet"\n', "utf-8")

    report = await analyse(store, root)

    assert report.records > 0
    found = await records(store)
    kinds = [one for one in found if "Which values does `Kind`" in one.question]
    assert len(kinds) == 1
    assert "`BULLET`" in kinds[0].answer
    untouched = [one for one in found if one.source_files == ("plan.py",)]
    assert untouched
    checker = Checker(Folder(root))
    assert {checker.check(lines).state for one in found for lines in one.citations} == {"unchanged"}


async def test_what_a_removed_file_said_holds_no_more(store: SqliteStore, root: Path) -> None:
    await analyse(store, root)
    (root / "kinds.py").unlink()

    report = await analyse(store, root)

    assert report.gone == 1
    assert report.withdrawn > 0
    assert not any("kinds.py" in one.source_files for one in await records(store))


async def test_lines_that_only_moved_are_cited_where_they_stand(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    before = {one.question: one.id for one in await records(store)}
    (root / "kinds.py").write_text(f"# a new first line\n{KINDS}", "utf-8")

    await analyse(store, root)

    found = await records(store)
    kind = next(one for one in found if "Which values does `Kind`" in one.question)
    assert kind.id == before[kind.question], "it says the same, so it is the same record"
    assert kind.citations[0].start == 6


async def test_secrets_are_never_read(store: SqliteStore, root: Path, tmp_path: Path) -> None:
    report = await analyse(store, root)

    assert any(one.startswith(".env:") for one in report.left_out)
    assert not any("hunter2" in one.answer for one in await records(store))
    assert b"hunter2" not in (tmp_path / "memory.db").read_bytes()


async def test_a_second_run_reads_no_file_and_says_so(store: SqliteStore, root: Path) -> None:
    settled(root)
    first = await analyse(store, root)
    seen: list[tuple[int, int]] = []

    again = await analyse(store, root, progress=lambda done, of: seen.append((done, of)))

    assert (again.files, again.records, seen) == (0, 0, [])
    assert again.project.fingerprint == first.project.fingerprint
    assert again.degraded == first.degraded


async def test_only_the_records_of_a_changed_file_are_written(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    before = {one.id: one for one in await records(store)}
    (root / "plan.py").write_text(PLAN.replace("So many months", "How many months"), "utf-8")

    report = await analyse(store, root)

    assert report.files >= 1
    after = {one.id: one for one in await records(store)}
    untouched = [one for one in before.values() if "plan.py" not in one.source_files]
    assert untouched
    assert all(after[one.id] == one for one in untouched)
    assert any("How many months" in one.answer for one in after.values())


async def test_what_was_outlined_otherwise_is_looked_into_again(
    store: SqliteStore, root: Path
) -> None:
    settled(root)
    await analyse(store, root)
    old = {path: f"1 {text}" for path, text in (await store.projects.outlines(LOANS)).items()}
    files = await store.projects.files(LOANS)
    changed = [replace(file, outline=old.get(file.path)) for file in files]
    await store.projects.analysed(LOANS, Analysis(files=changed), embedder=HASHED, now=NOW)
    before = await records(store)

    report = await analyse(store, root)

    assert report.files == len(files)
    assert report.withdrawn == 0
    assert await records(store) == before


async def test_a_stale_record_whose_lines_are_as_they_were_holds_again(
    store: SqliteStore, root: Path
) -> None:
    settled(root)
    await analyse(store, root)
    one = (await records(store))[0]
    await store.records.mark(LOANS, [one.id], "stale", now=NOW)

    await analyse(store, root)

    assert {record.status for record in await records(store)} == {"active"}


async def test_a_claim_from_elsewhere_that_does_not_hold_here_is_withdrawn(
    store: SqliteStore, root: Path
) -> None:
    settled(root)
    await analyse(store, root)
    draft = a_record("What is `gone`?", "A thing.", claim="constant:gone.py:gone")
    await store.records.add(LOANS, [draft], embedder=HASHED, now=NOW)

    report = await analyse(store, root)

    assert report.withdrawn == 1
    assert not any("gone" in one.question for one in await records(store))


async def test_a_file_that_changes_while_it_is_read_is_not_misquoted(
    store: SqliteStore, root: Path
) -> None:
    def change(done: int, of: int) -> None:
        if done == 1:
            (root / "plan.py").write_text("# all other\n" * 30, "utf-8")

    await analyse(store, root, progress=change)
    found = await records(store)

    assert not any("plan.py" in one.source_files for one in found)
    await analyse(store, root)
    checker = Checker(Folder(root))
    states = {checker.check(lines).state for one in await records(store) for lines in one.citations}
    assert states == {"unchanged"}


async def test_an_analysis_that_breaks_off_leaves_the_last_one(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    before, project = await records(store), await store.projects.get(LOANS)
    (root / "kinds.py").unlink()
    (root / "plan.py").write_text(PLAN * 2, "utf-8")

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await analyse(store, root, progress=stop)

    assert await records(store) == before
    assert await store.projects.get(LOANS) == project
