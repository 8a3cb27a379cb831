"""Recall over the records of projects."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from nagori.config import RecallSettings
from nagori.recall import stages
from nagori.recall.planner import Ask, plan_of
from nagori.recall.profile import profile
from nagori.recall.recall import recall
from nagori.store.port import Store
from nagori.store.sqlite.store import SqliteStore
from nagori.store.zones import Zones
from nagori.testing.builders import CARLA, NOW, SPACE, a_query, later
from nagori.testing.learning import ANSWER, LOANS, QUESTION, SHOP, a_record, cited, registered
from nagori.testing.recalling import a_candidate
from nagori.values.recall import Recall
from nagori.values.scope import Scope


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    await registered(store, LOANS, SHOP)
    yield store
    await store.close()


async def ask(store: Store, query: str, *scopes: Scope, days: float = 0) -> Recall:
    now = later(days * 1440)
    plan = await plan_of(
        Ask(query, scopes or (LOANS,), kinds=("record",), profile="project"),
        space=SPACE,
        settings=RecallSettings(),
        chunk_size=300,
        chats=store.chats,
        zones=Zones(store.users, SPACE, "UTC"),
        now=now,
    )
    return await recall(plan, store, None)


def test_the_project_profile_gives_five_items_that_do_not_age() -> None:
    chosen = profile("project", RecallSettings(search_items=50, max_items=1))

    assert (chosen.limit, chosen.decays, chosen.max_tokens) == (5, False, None)
    assert chosen.candidates >= 10


def test_records_of_two_projects_with_the_same_id_are_two() -> None:
    mine = a_candidate("the kinds of loans", id="lr-20260503-001", kind="record")
    other = a_candidate("the kinds of goods", id="lr-20260503-001", kind="record")
    other = replace(other, found=replace(other.found, scope="project:shop"))

    assert stages.drop_duplicates([mine, other]) == [mine, other]


async def test_a_record_is_recalled_once_as_a_whole_however_old_it_is(store: Store) -> None:
    drafts = [a_record(), a_record("Where do routes live?", "In routes.py.")]
    await store.records.add(LOANS, drafts, embedder=None, now=NOW)

    found = await ask(store, "repayment kinds annuity", days=900)

    item, *rest = found.items
    assert item.text == f"{QUESTION}\n{ANSWER}"
    assert item.id not in [other.id for other in rest]
    assert (item.id, item.kind, item.why.decay) == ("lr-20260503-001", "record", 1.0)
    assert item.source is not None
    assert (item.source.ref, item.source.start, item.source.end) == ("src/kinds.py", 3, 6)


async def test_the_question_of_a_record_recalls_it_even_if_it_was_just_added(store: Store) -> None:
    await store.records.add(LOANS, [a_record()], embedder=None, now=NOW)

    assert [item.id for item in (await ask(store, QUESTION)).items] == ["lr-20260503-001"]


async def test_a_replaced_record_is_not_recalled_but_told_of(store: Store) -> None:
    await store.records.add(LOANS, [a_record(claim="kinds")], embedder=None, now=NOW)
    fresh = a_record(answer="RepaymentKind has BULLET alone.", claim="kinds")
    await store.records.add(LOANS, [fresh], embedder=None, now=NOW)

    found = await ask(store, "repayment kinds", days=1)

    assert [item.id for item in found.items] == ["lr-20260503-002"]
    missed = [(one.id, one.rule) for one in found.near_misses]
    assert ("lr-20260503-001", "superseded") in missed


@pytest.mark.parametrize("scopes", [(LOANS,), (LOANS, CARLA), (SHOP,)])
async def test_a_project_sees_its_own_records_alone(
    store: Store, scopes: tuple[Scope, ...]
) -> None:
    await store.records.add(LOANS, [a_record()], embedder=None, now=NOW)
    there = a_record("Which repayment kinds has the shop?", "The shop has CASH.")
    await store.records.add(SHOP, [there], embedder=None, now=NOW)

    items = (await ask(store, "repayment kinds", *scopes)).items

    assert [item.scope for item in items] == [scopes[0].key]


async def test_all_projects_can_be_asked_at_once(store: Store) -> None:
    await store.records.add(LOANS, [a_record()], embedder=None, now=NOW)
    there = a_record("Which repayment kinds has the shop?", "The shop has CASH.")
    await store.records.add(SHOP, [there], embedder=None, now=NOW)

    items = (await ask(store, "repayment kinds", LOANS, SHOP)).items

    assert {item.scope for item in items} == {"project:loans", "project:shop"}


async def files_of(store: Store, *scopes: Scope) -> list[tuple[str, bool]]:
    """Of each passage the file that it stands for, and whether it tells of all of it."""
    scores = await store.passages.score(a_query("kinds", scopes=scopes, kinds=["record"]))
    assert scores.files is not None
    numbers: list[int] = scores.files.file.tolist()
    wholes: list[bool] = scores.files.whole.tolist()
    return [(scores.files.names[n], whole) for n, whole in zip(numbers, wholes, strict=True)]


async def test_a_passage_stands_for_the_file_that_its_record_cites_first(store: Store) -> None:
    whole = a_record("What is in it?", "Kinds.", claim="file:src/kinds.py")
    part = a_record("What is A?", "A.", claim="class:b.py:A", cites=[cited("b.py", 1, 1)])
    await store.records.add(LOANS, [whole, part], embedder=None, now=NOW)
    await store.records.add(SHOP, [part], embedder=None, now=NOW)

    own = [("src/kinds.py", True)] * 2 + [("b.py", False)] * 2
    assert await files_of(store, LOANS) == own
    assert await files_of(store, LOANS, SHOP) == [*own, *[("b.py", False)] * 2]
    both = await store.passages.score(a_query("A", scopes=[LOANS, SHOP], kinds=["record"]))
    assert both.files is not None
    assert len({*both.files.file.tolist()}) == 3


async def test_a_record_that_cites_another_file_first_now_stands_for_that(store: Store) -> None:
    before, after = (a_record(claim="kinds", cites=[cited(path, 1, 1)]) for path in ("a", "b"))
    await store.records.add(LOANS, [before], embedder=None, now=NOW)
    assert await files_of(store, LOANS) == [("a", False)] * 2

    await store.records.add(LOANS, [after], embedder=None, now=later(1))

    assert await files_of(store, LOANS) == [("b", False)] * 2


async def test_ten_of_a_hundred_files_are_found_however_many_records_they_have(
    store: Store,
) -> None:
    drafts = [
        a_record(
            f"What is {word} number {n}?",
            f"The {word} {n} of part {n % 100} is {n * 7} by default.",
            claim=f"setting:{n}",
            cites=[cited(f"part{n % 100}.py", n + 1, n + 1)],
        )
        for n, word in enumerate(["rate", "term", "fee"] * 200)
    ]
    await store.records.add(LOANS, drafts, embedder=None, now=NOW)

    found = await ask(store, "Which default has the fee of part 17?")

    files = [item.source.ref for item in found.items if item.source]
    assert files[0] == "part17.py"
    assert len({*files}) == len(files) == 5
    assert found.items == (await ask(store, "Which default has the fee of part 17?")).items
