"""Copies of what is known of a project: written, rebuilt, taken in elsewhere, removed."""

import json
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from nagori.errors import NotFoundError
from nagori.learn.analysing import Analyser, Parts
from nagori.learn.citing import Checker
from nagori.learn.copies import Copies, CopyParts
from nagori.learn.domains import DomainParts, Domains
from nagori.learn.folder import Folder
from nagori.learn.patterns import Patterns
from nagori.learn.promoting import Promoter
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, later
from nagori.testing.learning import LOANS, SHOP, a_record
from nagori.values.learned import FailureDraft
from nagori.values.learning import LearningRecord, ToolCallStep
from nagori.values.scope import Scope

KINDS = '''"""Kinds of repayment."""
from enum import Enum


class Kind(Enum):
    """How a loan is paid back."""

    ANNUITY = "annuity"
    LINEAR = "linear"
'''
PLAN = '''"""Plans of repayment."""
from loans.kinds import Kind


def months(years: int) -> int:
    """So many months a loan runs."""
    return 12 * years


START = Kind("linear")
'''
FAILURE = FailureDraft("SELF_EVOLUTION_SUMMARY", "sum up", "gap-1", "no citation is left")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "here"
    (root / "src/loans").mkdir(parents=True)
    (root / "src/loans/kinds.py").write_text(KINDS, "utf-8")
    (root / "src/loans/plan.py").write_text(PLAN, "utf-8")
    return root


@pytest.fixture
async def stores(tmp_path: Path) -> AsyncGenerator[tuple[SqliteStore, SqliteStore]]:
    """Two machines."""
    both = SqliteStore(tmp_path / "one.db"), SqliteStore(tmp_path / "two.db")
    for store in both:
        await store.open()
    yield both
    for store in both:
        await store.close()


def copies(store: SqliteStore) -> Copies:
    return Copies(CopyParts(store, HASHED, lambda: NOW, 300))


async def analyse(store: SqliteStore, root: Path, scope: Scope = LOANS) -> Folder:
    await store.projects.register(scope, str(root), now=NOW)
    parts = Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300)
    folder = Folder(root)
    await Analyser(parts).analyse(scope, folder)
    return folder


async def learned(
    store: SqliteStore, folder: Folder, question: str, scope: Scope = LOANS
) -> LearningRecord:
    """A record as a round of learning leaves it."""
    cites = [Checker(folder).cite("src/loans/kinds.py", 5, 9, commit="c0ffee")]
    step = ToolCallStep("read_file", {"path": "src/loans/kinds.py"}, "the kinds", NOW)
    draft = a_record(
        question, "年金与等额本金。", cites=cites, domain="loans", exploration_path=(step,),
        tags=("kinds",), metadata={"round": "r-1"},
    )  # fmt: skip
    (record,) = await store.records.add(scope, [draft], embedder=HASHED, now=NOW)
    return record


async def known(store: SqliteStore, scope: Scope = LOANS) -> list[LearningRecord]:
    statuses = ("active", "stale", "replaced")
    return list(await store.records.page(scope, statuses=statuses, limit=500))


async def project(store: SqliteStore, root: Path) -> Folder:
    """A project that was analysed and learned about, with its copies."""
    folder = await analyse(store, root)
    await learned(store, folder, "Which kinds are there?")
    old = await learned(store, folder, "Which kinds were there?")
    new = await learned(store, folder, "Which kinds are there now?")
    await store.records.mark(LOANS, [old.id], "replaced", replaced_by=new.id, now=NOW)
    await store.failures.note(LOANS, FAILURE, now=NOW)
    await Domains(DomainParts(store, lambda: NOW)).refresh(LOANS)
    await Patterns(store, lambda: NOW).refresh(LOANS)
    await copies(store).sync(LOANS, folder)
    return folder


def files(root: Path) -> dict[str, bytes]:
    own = root / ".nagori"
    return {str(p.relative_to(own)): p.read_bytes() for p in own.rglob("*") if p.is_file()}


def told(root: Path, place: str) -> dict[str, Any]:
    return json.loads((root / ".nagori" / place).read_bytes())


async def test_every_record_has_a_copy_that_a_person_can_read(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    store, _ = stores
    await project(store, root)

    mine = [one for one in await known(store) if one.made_by == "model"]
    assert len(mine) == 3
    for record in mine:
        copy = told(root, f"memory/learning/{record.id}.json")
        assert (copy["question"], copy["answer"]) == (record.question, record.answer)
        assert copy["explorationPath"][0]["toolName"] == "read_file"
    said = told(root, "memory/learning/analysis/src/loans/kinds.py.json")
    said_too = told(root, "memory/learning/analysis/src/loans/plan.py.json")
    analysed = [one for one in await known(store) if one.made_by == "analysis"]
    assert {one["id"] for one in (*said["records"], *said_too["records"])} == {
        one.id for one in analysed
    }
    assert told(root, "memory/failures/fr-20260503-001.json")["error"] == FAILURE.error
    assert told(root, "memory/domain/loans.json")["keyConcepts"][0]["name"] == "Kind"
    assert "bestPractices" in told(root, "memory/global/best_practices.json")
    assert "crossProjectPatterns" in told(root, "memory/global/patterns.json")
    report = (root / ".nagori/md/reports/enums.md").read_text()
    assert "How a loan is paid back." in report
    assert "`ANNUITY`" in report
    entry = told(root, "project_map.json")["projects"]["loans"]
    assert entry["analysisStatus"]["enums"] == "COMPLETED"
    assert entry["evolutionStatus"]["currentPhase"] == "IDLE"
    assert entry["learningRecordIndex"] == sorted(one.id for one in mine)
    assert entry["domainKnowledgeIndex"] == {"dk-loans": "loans.json"}
    assert set(entry["mdFiles"]) == {"src/loans/kinds.py", "src/loans/plan.py"}


async def test_copies_become_the_same_records_on_another_machine(
    stores: tuple[SqliteStore, SqliteStore], root: Path, tmp_path: Path
) -> None:
    here, there = stores
    await project(here, root)
    elsewhere = tmp_path / "there"
    shutil.copytree(root, elsewhere)
    folder = Folder(elsewhere)
    await there.projects.register(LOANS, str(elsewhere), now=NOW)

    report = await copies(there).take_in(LOANS, folder)

    assert (report.problems, report.degraded, report.stale) == ((), (), 0)
    assert await known(there) == await known(here)
    assert list(await there.failures.page(LOANS)) == list(await here.failures.page(LOANS))
    assert await there.domains.list(LOANS) == await here.domains.list(LOANS)
    again = await copies(there).take_in(LOANS, folder)
    assert (again.records, again.failures, again.domains) == (0, 0, 0)
    assert again.known == report.records + report.failures + report.domains
    await analyse(there, elsewhere)
    assert {one.id for one in await known(there)} == {one.id for one in await known(here)}


async def test_nothing_is_written_that_is_there_already(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    store, _ = stores
    folder = await project(store, root)
    before = files(root)

    assert (await copies(store).sync(LOANS, folder)).written == 0
    assert (await copies(store).write(LOANS, folder)).written == 0

    assert files(root) == before
    record = await learned(store, folder, "What is new?")
    report = await copies(store).write(LOANS, folder, [record.id])
    assert {path for path, data in files(root).items() if before.get(path) != data} == {
        f"memory/learning/{record.id}.json",
        "project_map.json",
    }
    assert report.written == 2


async def test_copies_follow_the_files_of_the_project(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    store, _ = stores
    await project(store, root)
    (root / "src/loans/plan.py").unlink()
    (root / "src/loans/kinds.py").write_text(KINDS + '    BULLET = "bullet"\n', "utf-8")

    folder = await analyse(store, root)
    await store.domains.drop(LOANS, ["loans"])
    await copies(store).write(LOANS, folder, ())

    assert not (root / ".nagori/memory/domain/loans.json").exists()
    assert not (root / ".nagori/memory/learning/analysis/src/loans/plan.py.json").exists()
    said = told(root, "memory/learning/analysis/src/loans/kinds.py.json")["records"]
    assert any("BULLET" in one["answer"] for one in said)
    assert "`BULLET`" in (root / ".nagori/md/reports/enums.md").read_text()


async def test_sync_rebuilds_what_was_lost_and_deletes_what_is_gone(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    store, _ = stores
    folder = await project(store, root)
    before = files(root)
    shutil.rmtree(root / ".nagori/memory/learning")
    (root / ".nagori/memory/failures/fr-20260503-001.json").write_text("half a fi")
    stray = root / ".nagori/memory/learning/analysis/src/old.py.json"
    stray.parent.mkdir(parents=True)
    stray.write_bytes(before["memory/learning/analysis/src/loans/kinds.py.json"])
    await store.domains.drop(LOANS, ["loans"])

    report = await copies(store).sync(LOANS, folder)

    after = files(root)
    assert after.keys() == before.keys() - {"memory/domain/loans.json"}
    assert {p for p in after if after[p] != before[p]} == {"project_map.json"}
    assert report.removed == 2


async def test_copies_of_another_machine_stay_until_they_are_taken_in(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    here, there = stores
    await project(here, root)
    before = files(root)
    await there.projects.register(LOANS, str(root), now=later(1))
    folder = await analyse(there, root)
    mine = await learned(there, folder, "What do I know?")

    report = await copies(there).sync(LOANS, folder)
    theirs = [path for path in before if path.startswith(("memory/learning/lr", "memory/fail"))]
    assert [path for path in theirs if files(root).get(path) != before[path]] == []
    assert report.unknown >= 3
    taken = await copies(there).take_in(LOANS, folder)
    again = await copies(there).take_in(LOANS, folder)
    settled = await copies(there).sync(LOANS, folder)

    assert taken.records == 3
    assert again.records == 0
    assert (settled.unknown, settled.problems) == (0, ())
    questions = [one.question for one in await known(there) if one.made_by == "model"]
    assert sorted(questions) == sorted(
        [mine.question, "Which kinds are there?", "Which kinds were there?",
         "Which kinds are there now?"]
    )  # fmt: skip


async def test_an_id_that_is_taken_here_gets_another_and_nothing_is_lost(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    here, there = stores
    folder = await analyse(here, root)
    theirs = await learned(here, folder, "What do they know?")
    await copies(here).sync(LOANS, folder)
    await analyse(there, root)
    mine = await learned(there, folder, "What do I know?")
    assert mine.id == theirs.id

    kept = await copies(there).sync(LOANS, folder)
    assert "take it in first" in kept.problems[0]
    taken = await copies(there).take_in(LOANS, folder)
    again = await copies(there).take_in(LOANS, folder)
    await copies(there).sync(LOANS, folder)

    assert (taken.records, again.records) == (1, 0)
    assert told(root, f"memory/learning/{mine.id}.json")["question"] == mine.question
    (other,) = [one for one in await known(there) if one.question == theirs.question]
    assert told(root, f"memory/learning/{other.id}.json")["question"] == theirs.question


async def test_citations_that_are_taken_in_are_looked_up_in_this_tree(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    here, there = stores
    folder = await analyse(here, root)
    await learned(here, folder, "Which kinds are there?")
    await copies(here).sync(LOANS, folder)
    shutil.rmtree(root / ".nagori/memory/learning/analysis")
    kinds = root / "src/loans/kinds.py"

    kinds.write_text(f"# one more line\n{KINDS}", "utf-8")
    await there.projects.register(LOANS, str(root), now=NOW)
    assert (await copies(there).take_in(LOANS, folder)).stale == 0
    (moved,) = await known(there)
    assert (moved.status, moved.citations[0].start) == ("active", 6)

    kinds.write_text(KINDS.replace("LINEAR", "FALLING"), "utf-8")
    await there.projects.register(SHOP, str(root), now=NOW)
    assert (await copies(there).take_in(SHOP, folder)).stale == 1
    (changed,) = await known(there, SHOP)
    assert changed.status == "stale"


async def test_what_cant_be_used_is_told_and_the_rest_goes_on(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    here, there = stores
    folder = await project(here, root)
    learning = root / ".nagori/memory/learning"
    good, bad, *_ = sorted(learning.glob("lr-*.json"))
    evil = json.loads(bad.read_bytes())
    evil["citations"][0]["path"] = "../../etc/passwd"
    bad.write_text(json.dumps(evil))
    (learning / "lr-20260503-900.json").write_text("{")
    (learning / "notes.txt").write_text("mine")
    (root / ".nagori/memory/domain/loans.json").write_text('{"nagori": 1, "kind": "poem"}')
    await there.projects.register(LOANS, str(root), now=NOW)

    report = await copies(there).take_in(LOANS, folder)

    assert report.records == len(await known(here)) - 1
    assert [one.partition(":")[0] for one in report.problems] == [
        f"memory/learning/{bad.name}",
        "memory/learning/lr-20260503-900.json",
        "memory/domain/loans.json",
    ]
    assert "leads out of the project's folder" in report.problems[0]
    assert json.loads(good.read_bytes())["id"] in {one.id for one in await known(there)}


async def test_removing_takes_what_was_written_and_leaves_the_rest(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    store, _ = stores
    folder = await project(store, root)
    foreign = {".nagori/notes.md": "mine", ".nagori/memory/learning/lr-1.json": "{}"}
    for path, text in foreign.items():
        (root / path).write_text(text)

    report = await copies(store).remove(folder)

    left = {str(p.relative_to(root)) for p in (root / ".nagori").rglob("*") if p.is_file()}
    assert left == set(foreign)
    assert report.removed > 10
    for path in foreign:
        (root / path).unlink()
    await copies(store).sync(LOANS, folder)
    shutil.rmtree(root / ".nagori/memory/global")
    await copies(store).remove(folder)
    assert not [p for p in (root / ".nagori").rglob("*") if p.is_file()]


async def test_a_folder_that_cant_be_written_fails_nothing_and_is_told(
    stores: tuple[SqliteStore, SqliteStore], root: Path, tmp_path: Path
) -> None:
    store, _ = stores
    folder = await analyse(store, root)
    (tmp_path / "outside").mkdir()
    (root / ".nagori").symlink_to(tmp_path / "outside")

    for report in (
        await copies(store).write(LOANS, folder),
        await copies(store).sync(LOANS, folder),
        await copies(store).take_in(LOANS, folder),
        await copies(store).remove(folder),
    ):
        assert report.degraded
        assert "link" in report.degraded[0]
    assert not list((tmp_path / "outside").iterdir())
    shutil.rmtree(root)
    assert (await copies(store).write(LOANS, folder)).degraded
    with pytest.raises(NotFoundError):
        await copies(store).sync(SHOP, folder)


async def test_copies_are_neither_read_as_files_of_the_project_nor_seen_by_git(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    store, _ = stores
    await project(store, root)
    before = await store.projects.get(LOANS)

    await analyse(store, root)

    assert (await store.projects.get(LOANS)).fingerprint == before.fingerprint
    assert "\n*\n" in (root / ".nagori/.gitignore").read_text()
    (root / ".nagori/.gitignore").unlink()
    await copies(store).sync(LOANS, Folder(root))
    assert not (root / ".nagori/.gitignore").exists(), "a person decided to share them"


async def test_the_map_keeps_what_it_says_of_another_project(
    stores: tuple[SqliteStore, SqliteStore], root: Path
) -> None:
    here, there = stores
    folder = await project(here, root)
    mine = told(root, "project_map.json")["projects"]["loans"]
    await analyse(there, root, SHOP)

    await copies(there).write(SHOP, folder)

    both = told(root, "project_map.json")["projects"]
    assert both["loans"] == mine
    assert both["shop"]["origin"] != mine["origin"]


async def test_what_is_shared_by_all_projects_lies_beside_each(
    stores: tuple[SqliteStore, SqliteStore], root: Path, tmp_path: Path
) -> None:
    store, _ = stores
    for scope in (LOANS, SHOP):
        place = tmp_path / scope.id
        shutil.copytree(root, place)
        (place / "uv.lock").write_text("version = 1\n")
        folder = await analyse(store, place, scope)
        found = await Patterns(store, lambda: NOW).refresh(scope)
        await Promoter(store, lambda: later(1)).promote(scope, found)
        await copies(store).write(scope, folder)

    (practice,) = told(tmp_path / "shop", "memory/global/best_practices.json")["bestPractices"]
    assert (practice["id"], practice["sourceProjects"]) == ("lock-file", ["loans", "shop"])
