"""Projects in the library: how they are named, learned about, stopped and forgotten."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.journeys.learn.learning import write

from nagori import ConflictError, InvalidInputError, Nagori, NotFoundError, Settings
from nagori.sync import Nagori as BlockingNagori

PLAIN = Settings.model_validate({"embedding": {"type": "none"}, "learn": {"idle_s": 0.01}})
KINDS = '''"""Kinds of repayment."""
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """How a loan is paid back."""

    ANNUITY = "annuity"
    LINEAR = "linear"


@dataclass(frozen=True, slots=True)
class Loan:
    """Money that is to be paid back."""

    kind: Kind
'''
PLAN = '''from kinds import Kind


def months(years: int) -> int:
    """So many months a loan runs."""
    return 12 * years


def usual() -> Kind:
    return Kind.ANNUITY
'''


def a_folder(where: Path, name: str = "loans") -> Path:
    root = where / name
    (root / "src").mkdir(parents=True)
    (root / "kinds.py").write_text(KINDS, "utf-8")
    (root / "src" / "plan.py").write_text(PLAN, "utf-8")
    (root / "src" / "test_plan.py").write_text("from src.plan import months\n", "utf-8")
    return root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_folder(tmp_path)


@pytest.fixture
async def n(tmp_path: Path) -> AsyncIterator[Nagori]:
    async with Nagori.open(tmp_path / "memory.db", settings=PLAIN) as n:
        yield n


def renamed(folder: Path, name: str) -> Path:
    return folder.rename(folder.with_name(name))


def files_in(folder: Path) -> set[str]:
    found = folder.rglob("*")
    return {path.relative_to(folder).as_posix() for path in found if path.is_file()}


async def test_a_project_is_known_by_its_key_and_by_paths_in_its_folder(
    n: Nagori, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = await n.projects.learn(root)
    assert report.project.key == "loans"
    assert report.records > 3

    monkeypatch.chdir(root.parent)
    for named in ("loans", root, str(root), "./loans", root / "src" / "plan.py", "loans/src"):
        assert (await n.project(named).project()).path == str(root), named
    monkeypatch.chdir(root / "src")
    assert (await n.project(".").project()).key == "loans"


async def test_a_plain_name_is_a_key_before_it_is_a_folder(
    n: Nagori, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await n.projects.register(root, key="src")
    other = await n.projects.register(a_folder(root.parent, "other"))
    monkeypatch.chdir(root.parent)

    assert (await n.project("src").project()).path == str(root)
    assert (await n.project("other").project()).key == other.key


@pytest.mark.parametrize("named", ["nothing", "./nothing", "/nowhere/at/all", "..", "~nobody/x"])
async def test_who_asks_for_no_project_is_told_how_to_make_one(
    n: Nagori, root: Path, named: str
) -> None:
    await n.projects.register(root)

    with pytest.raises((NotFoundError, InvalidInputError)) as raised:
        await n.project(named).status()
    assert "nagori learn" in str(raised.value) or "path" in str(raised.value)


async def test_keys_are_made_of_folders_names_and_no_two_are_alike(
    n: Nagori, tmp_path: Path
) -> None:
    names = ["a/My App!", "b/my app", "c/my-app", "d/贷款", "e/..x"]
    keys = [(await n.projects.register(a_folder(tmp_path, name))).key for name in names]

    assert keys == ["my-app", "my-app-2", "my-app-3", "贷款", "x"]


async def test_a_folder_inside_a_project_may_have_a_key_of_its_own(n: Nagori, root: Path) -> None:
    await n.projects.register(root)
    inner = await n.projects.register(root / "src", key="plans")

    assert (await n.project(root / "src" / "plan.py").project()).key == inner.key
    assert (await n.project(root / "kinds.py").project()).key == "loans"


async def test_a_moved_folder_goes_on_under_its_key(n: Nagori, root: Path) -> None:
    await n.projects.learn(root)
    records = [one.id for one in await n.project("loans").records()]
    with pytest.raises(ConflictError):
        await n.projects.learn(a_folder(root.parent, "other"), key="loans")

    moved = renamed(root, "credit")
    report = await n.projects.learn(moved, key="loans")

    assert (report.project.path, report.records) == (str(moved), 0)
    assert [one.id for one in await n.project("loans").records()] == records


async def test_the_home_folder_is_no_project(
    n: Nagori, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(root / "src"))

    for path in ("~", root, root.parent):
        with pytest.raises(InvalidInputError, match="home"):
            await n.projects.register(path)


async def test_an_analysis_that_is_stopped_leaves_nothing_broken(n: Nagori, root: Path) -> None:
    loop = asyncio.get_running_loop()
    heard: list[int] = []

    def stop(done: int, total: int) -> None:
        heard.append(total)
        loop.call_soon_threadsafe(learning.cancel)

    learning = asyncio.create_task(n.projects.learn(root, progress=stop))
    with pytest.raises(asyncio.CancelledError):
        await learning

    assert heard[0] == 3
    status = await n.project("loans").status()
    assert not status.analysis.running
    assert status.project.records == 0
    assert status.project.failures == 0
    assert (await n.projects.learn(root)).records > 3


async def test_a_project_that_is_forgotten_while_it_is_analysed_is_gone(
    n: Nagori, root: Path
) -> None:
    loop = asyncio.get_running_loop()
    forgetting: list[asyncio.Task[object]] = []

    def forget(done: int, total: int) -> None:
        if not forgetting:
            made = asyncio.run_coroutine_threadsafe(begin(), loop)
            made.result(5)

    async def begin() -> None:
        forgetting.append(asyncio.create_task(n.project("loans").forget()))
        await asyncio.sleep(0.05)

    with pytest.raises(NotFoundError):
        await n.projects.learn(root, progress=forget)
    await forgetting[0]

    assert await n.projects.list() == []
    assert ".nagori" not in {path.split("/")[0] for path in files_in(root)}


async def test_a_second_analysis_waits_for_the_first(n: Nagori, root: Path) -> None:
    reports = await asyncio.gather(n.projects.learn(root), n.projects.learn(root))

    first, second = sorted(report.records for report in reports)
    assert first == 0
    assert second > 3


async def test_what_is_forgotten_leaves_nothing_but_what_others_put_there(
    n: Nagori, root: Path
) -> None:
    before = files_in(root)
    await n.projects.learn(root)
    (root / ".nagori" / "mine.txt").write_text("my own", "utf-8")
    await n.remember("the loans project is Carla's", project="loans")

    receipt = await n.erase(project="loans")

    assert receipt.erased["records"] > 3
    assert receipt.erased["copies"] > 3
    assert receipt.erased["memories"] == 1
    assert receipt.pending == ()
    assert files_in(root) == before | {".nagori/mine.txt"}
    assert await n.projects.list() == []


async def test_a_project_whose_folder_is_gone_can_still_be_asked_and_forgotten(
    n: Nagori, root: Path
) -> None:
    await n.projects.learn(root)
    renamed(root, "away")
    project = n.project("loans")

    found = await project.search("which kinds of repayment are there")
    assert found.items
    assert any("folder" in problem for problem in found.degraded)
    assert (await project.ask("Which values does Kind have?")).text
    with pytest.raises(NotFoundError, match="folder"):
        await project.analyse()
    with pytest.raises(NotFoundError, match="folder"):
        await project.lines("kinds.py")

    assert (await project.forget()).erased["records"] > 3


async def test_rounds_without_a_model_add_to_what_is_known(n: Nagori, tmp_path: Path) -> None:
    root = write(tmp_path / "loans")
    await n.projects.learn(root)
    project = n.project("loans")
    before = (await project.status()).project.records

    round = await project.learn_round()

    assert round is not None
    assert round.state == "done"
    status = await project.status()
    assert status.project.records == before + len(round.record_ids)
    assert status.project.evolution_status.questions_generated_today == 1
    copies = files_in(root / ".nagori")
    assert all(any(id in name for name in copies) for id in round.record_ids)


async def test_who_opens_it_to_learn_learns_in_the_background(tmp_path: Path) -> None:
    root = write(tmp_path / "loans")
    async with Nagori.open(tmp_path / "memory.db", settings=PLAIN) as n:
        await n.projects.learn(root)
        await asyncio.sleep(0.1)
        assert list(await n.project("loans").rounds()) == []

    async with Nagori.open(tmp_path / "memory.db", settings=PLAIN, learns=True) as n:
        project = n.project("loans")
        async with asyncio.timeout(10):
            while len(await project.rounds()) < 2:
                await asyncio.sleep(0.02)
        await project.pause()
        assert not (await project.status()).project.evolution_status.is_enabled
        assert await n.backlog() == []


async def test_what_two_projects_keep_to_is_shared_until_that_is_undone(
    n: Nagori, root: Path
) -> None:
    value = '\n@dataclass(frozen=True, slots=True)\nclass Value{}:\n    """One."""\n\n    a: int\n'
    values = [value.format(number) for number in range(12)]
    source = "\n".join(["from dataclasses import dataclass", *values])
    (root / "values.py").write_text(source, "utf-8")
    other = a_folder(root.parent, "shop")
    (other / "values.py").write_text(source, "utf-8")
    await n.projects.learn(root)
    assert (await n.projects.shared()).cross_project_patterns == []
    await n.projects.learn(other)

    shared = await n.projects.shared()

    assert shared.cross_project_patterns
    names = [one.pattern_name for one in shared.cross_project_patterns]
    after = await n.projects.unshare(
        patterns=names, practices=[one.id for one in shared.best_practices]
    )
    assert list(after.cross_project_patterns) == []
    assert list(after.best_practices) == []


async def test_copies_are_taken_in_on_another_machine(n: Nagori, tmp_path: Path) -> None:
    root = write(tmp_path / "loans")
    await n.projects.learn(root)
    await n.project("loans").learn_round()
    mine = {one.id: one.answer for one in await n.project("loans").records(limit=1000)}

    async with Nagori.open(tmp_path / "other.db", settings=PLAIN) as other:
        await other.projects.register(root)
        report = await other.project("loans").sync(take_in=True)
        theirs = {one.id: one.answer for one in await other.project("loans").records(limit=1000)}

    assert report.records == len(mine)
    assert theirs == mine


def test_code_that_does_not_await_has_projects_too(tmp_path: Path, root: Path) -> None:
    with BlockingNagori.open(tmp_path / "memory.db", settings=PLAIN) as n:
        report = n.projects.learn(root)
        project = n.project(root)

        assert project.status().project.records == report.project.records
        assert project.search("which kinds of repayment are there").items
        assert [one.key for one in n.projects.list()] == ["loans"]
        assert project.forget().erased["records"] == report.project.records
