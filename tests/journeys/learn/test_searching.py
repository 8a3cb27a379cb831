"""Search over what was learned: the right file, and which records still hold."""

import random
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from nagori.config import RecallSettings
from nagori.learn.analysing import Analyser, Parts
from nagori.learn.folder import Folder
from nagori.learn.search import NOT_CHECKED, Searcher, SearchParts
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import DIMS, HASHED, NOW
from nagori.testing.embedders import HashedEmbedder
from nagori.testing.learning import LOANS, SHOP
from nagori.values.learning import LearningRecord, LearningRecordWithScore
from nagori.values.project import LEARN_JOB

LEASE = timedelta(minutes=1)
NOUNS = ["parcel", "harbour", "turbine", "orchard", "violin", "glacier"]
VERBS = ["merge", "weigh", "fold", "polish", "ferry"]


def module(noun: str, verb: str) -> str:
    return (
        f'"""How a {noun} is handled."""\n\n\n'
        f"def {verb}_{noun}(amount: int) -> int:\n"
        f'    """So much is left of the {noun} afterwards."""\n'
        f"    if amount < 0:\n"
        f'        raise ValueError("a {noun} is never less than nothing")\n'
        f"    return amount - 1\n"
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "loans"
    for noun in NOUNS:
        (root / noun).mkdir(parents=True)
        for verb in VERBS:
            (root / noun / f"{verb}.py").write_text(module(noun, verb), "utf-8")
    return root


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


def searcher(store: SqliteStore, *, vectors: bool = False) -> Searcher:
    embedder = HashedEmbedder(DIMS) if vectors else None
    return Searcher(SearchParts(store, embedder, lambda: NOW, RecallSettings()))


async def analyse(store: SqliteStore, root: Path) -> None:
    await store.projects.register(LOANS, str(root), now=NOW)
    parts = Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300)
    await Analyser(parts).analyse(LOANS, Folder(root))


async def found(
    store: SqliteStore, root: Path, query: str, limit: int = 5
) -> list[LearningRecordWithScore]:
    result = await searcher(store).search(LOANS, query, folder=Folder(root), limit=limit)
    return result.items


def files(items: list[LearningRecordWithScore]) -> list[str]:
    return [item.record.citations[0].path for item in items]


async def test_a_file_is_found_by_the_words_of_its_names_and_five_different_ones_are_shown(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)

    items = await found(store, root, "Where do we polish the glacier?")

    assert files(items)[0] == "glacier/polish.py"
    assert len({*files(items)}) == 5
    assert [item.score for item in items] == sorted((i.score for i in items), reverse=True)
    assert all(0 <= item.score <= 1 for item in items)


async def test_a_file_is_found_by_what_only_its_lines_say(store: SqliteStore, root: Path) -> None:
    (root / "violin" / "fold.py").write_text(
        "def fold(width):\n    # the rosin must be dry by then\n"
        "    width += 1\n    width += 2\n    return width\n",
        "utf-8",
    )
    await analyse(store, root)

    items = await found(store, root, "Where is the rosin dried?")

    assert files(items)[0] == "violin/fold.py"
    assert "rosin" not in items[0].record.answer


async def test_a_question_in_chinese_finds_english_code(store: SqliteStore, root: Path) -> None:
    (root / "net.py").write_text(
        'def follow(url):\n    """Go where a redirect leads."""\n    return url\n', "utf-8"
    )
    await analyse(store, root)

    assert files(await found(store, root, "重定向是在哪里处理的？"))[0] == "net.py"


async def test_records_of_changed_files_are_flagged_and_no_others(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    paths = sorted(f"{noun}/{verb}.py" for noun in NOUNS for verb in VERBS)
    was = {path: (root / path).read_text("utf-8").splitlines() for path in paths}
    mutated = sorted(random.Random(7).sample(paths, len(paths) // 2))
    for number, path in enumerate(mutated):
        if number % 5 == 0:
            (root / path).unlink()
        else:
            text = "\n".join(was[path]).replace("amount", f"sum{number}")
            (root / path).write_text(text, "utf-8")
    now = {path: _lines(root / path) for path in paths}

    seen: dict[str, LearningRecordWithScore] = {}
    for noun in NOUNS:
        for item in await found(store, root, f"a {noun} raises ValueError", limit=60):
            seen[item.record.id] = item

    def is_changed(record: LearningRecord) -> bool:
        return any(
            was[one.path][one.start - 1 : one.end] != now[one.path][one.start - 1 : one.end]
            for one in record.citations
        )

    expected = {id for id, item in seen.items() if is_changed(item.record)}
    assert len(expected) > 15
    assert len(seen) - len(expected) > 15
    assert {id for id, item in seen.items() if item.is_stale} == expected
    assert {id for id, item in seen.items() if item.record.status == "stale"} == expected
    stale = await store.records.page(LOANS, statuses=["stale"], limit=2000)
    assert {one.id for one in stale} == expected


def _move(root: Path) -> None:
    root.rename(root.with_name("elsewhere"))


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []


async def test_a_stale_record_ranks_below_one_that_holds_and_is_queued_to_be_learned_anew(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    query = "What is left of the orchard when we weigh it?"
    before = await found(store, root, query)
    first = before[0].record
    place = root / first.citations[0].path
    place.write_text(f"# moved down\n{place.read_text('utf-8').replace('afterwards', 'then')}")

    after = await found(store, root, query)

    (stale,) = [one for one in after if one.record.id == first.id] or [None]
    assert stale is None or stale.score < before[0].score
    assert after[0].record.id != first.id
    assert first.id in {one.id for one in await store.records.page(LOANS, statuses=["stale"])}
    job = await store.jobs.claim([LEARN_JOB], now=NOW, lease=LEASE)
    assert job is not None
    assert (job.key, job.payload) == ("project:loans", {"project": "loans"})


async def test_lines_that_moved_are_shown_where_they_stand_now(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    (root / "old").mkdir()
    (root / "harbour" / "ferry.py").rename(root / "old" / "crossing.py")

    items = await found(store, root, "ferry the harbour", limit=20)

    moved = [one for item in items for one in item.checked if one.state == "moved"]
    assert {one.now.path for one in moved if one.now} == {"old/crossing.py"}
    assert not any(item.is_stale for item in items)


async def test_a_record_holds_again_when_its_file_is_put_back(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    place, text = root / "parcel" / "merge.py", module("parcel", "merge")
    place.write_text("nothing = 1\n", "utf-8")
    assert any(one.is_stale for one in await found(store, root, "merge parcel", limit=20))
    place.write_text(text, "utf-8")

    items = await found(store, root, "merge parcel", limit=20)

    assert {item.record.status for item in items} == {"active"}
    assert not list(await store.records.page(LOANS, statuses=["stale"]))


async def test_without_the_folder_nothing_is_flagged_and_it_is_said(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)
    folder = Folder(root)
    _move(root)

    gone = await searcher(store).search(LOANS, "merge parcel", folder=folder)
    none = await searcher(store).search(LOANS, "merge parcel", folder=None)

    assert any(problem.startswith("citations: ") for problem in gone.degraded)
    assert NOT_CHECKED in none.degraded
    assert gone.items
    assert not any(item.is_stale for item in [*gone.items, *none.items])
    assert not list(await store.records.page(LOANS, statuses=["stale"]))


async def test_search_works_before_vectors_are_there_and_says_so(
    store: SqliteStore, root: Path
) -> None:
    await analyse(store, root)

    result = await searcher(store, vectors=True).search(
        LOANS, "weigh the turbine", folder=Folder(root)
    )

    assert files(result.items)[0] == "turbine/weigh.py"
    assert any("wait for their vectors" in problem for problem in result.degraded)


async def test_records_of_another_project_are_never_found(store: SqliteStore, root: Path) -> None:
    await analyse(store, root)
    await store.projects.register(SHOP, str(root), now=NOW)

    result = await searcher(store).search(SHOP, "weigh the turbine", folder=Folder(root))

    assert result.items == []
