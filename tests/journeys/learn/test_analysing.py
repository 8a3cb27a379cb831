"""An analysis of a folder: what it says is stored, and kept in step with the files."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from nagori.learn.analysing import Analyser, Parts, Report
from nagori.learn.citing import Checker
from nagori.learn.folder import Folder
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW
from nagori.testing.learning import LOANS
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


async def analyse(store: SqliteStore, root: Path) -> Report:
    await store.projects.register(LOANS, str(root), now=NOW)
    parts = Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300)
    return await Analyser(parts).analyse(LOANS, Folder(root))


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
